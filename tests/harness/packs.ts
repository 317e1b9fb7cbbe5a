import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../server/records/context.ts'
import { sendFile } from './cases/exchange.ts'
import type { Person } from './server.ts'

type Given = { app: FastifyInstance; tenant: Tenant; admin: Person }

/** The bodies of the actions on a configuration pack, each with a pack on which it succeeds. */
export function packActions({ app, tenant, admin }: Given): Record<string, () => Promise<{ sid: string; rows?: string[] }>> {
  const uploaded = async () => {
    const url = '/innoe-webapi/model/configuration_pack/do/download?parts=dictionary'
    const file = await app.inject({ url, headers: { host: 'localhost', authorization: `Bearer ${admin.token}` } })
    const { data } = await sendFile(app, {
      path: 'configuration_pack/do/upload',
      token: admin.token,
      file: new Uint8Array(file.rawPayload),
      name: 'pack.zip',
    })
    return String(data.record)
  }
  const applied = async () => {
    const sid = await uploaded()
    await tenant.db.updateTable('configuration_pack').set({ status: 'SUCCESS', job_sid: randomUUID() }).where('sid', '=', sid).execute()
    return sid
  }
  return {
    'configuration_pack/preview': async () => ({ sid: await uploaded() }),
    'configuration_pack/apply': async () => ({ sid: await uploaded(), rows: ['dictionary {}'] }),
    'configuration_pack/roll_back': async () => ({ sid: await applied() }),
  }
}
