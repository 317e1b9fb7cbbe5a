import { writeXlsx } from 'hucre/xlsx'
import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cell } from '../../../model/import/values/cell.ts'
import type { Tenant } from '../../../server/records/context.ts'
import samples from '../../../server/import/samples.json' with { type: 'json' }

export type SampleName = keyof typeof samples

/** Thirty real rows of an export, as a workbook. */
export const sampleBook = (name: SampleName) => workbook(samples[name] as Cell[][])

export async function workbook(rows: readonly (readonly Cell[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows: rows.map((row) => row.map((cell) => cell ?? null)) }] })
  return new Uint8Array(bytes)
}

type Sent = { path: string; token: string; file: Uint8Array<ArrayBuffer> | string; name: string; fields?: Record<string, string>; lang?: 'zh' | 'en' }

/** Sends a file as a browser does, fields first. */
export async function sendFile(app: FastifyInstance, { path, token, file, name, fields = {}, lang = 'zh' }: Sent) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new File([file], name))
  return sendForm(app, { path, token, form, lang })
}

type Form = { path: string; token: string; form: FormData; lang?: 'zh' | 'en' }

/** Sends a form as it is, its parts in their order. */
export async function sendForm(app: FastifyInstance, { path, token, form, lang = 'zh' }: Form) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: `/innoe-webapi/model/${path}`,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${token}`, 'accept-language': lang },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = response.headers['content-type']?.toString().includes('json') ? response.json() : {}
  return { status: response.statusCode, headers: response.headers, ...body }
}

/** The job when it is over. */
export async function jobEnded({ db }: Tenant, sid: string) {
  for (let i = 0; i < 1200; i++) {
    const row = await db.selectFrom('job').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
    if (!['WAITING', 'RUNNING'].includes(String(row.state))) return row
    await wait(50)
  }
  throw new Error('the job did not end')
}
