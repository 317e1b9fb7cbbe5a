import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { sendFile } from '../../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0015-agencies-keep-technical-drafts.ts'

const { server, app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const { make, patent } = casesOf(call, admin)

test('an agency still opens the technical drafts of its cases, which it has seen so far; a second run changes nothing', async () => {
  const agency = await make('agency', { agency_name: '虚构代理' })
  const { sid: case_sid } = await patent({ title: '虚构散热结构', agency_sid: agency.sid })
  const { sid: without } = await patent({ title: '虚构散热结构二' })
  const upload = async (of: string, visibility: string) =>
    (await sendFile(app, { path: 'document/do/upload', token: admin.token, name: 'a.txt', file: `${of} ${visibility}`, fields: { case_sid: of, visibility } })).data.sid // oxfmt-ignore
  const sids = [await upload(case_sid, 'V1'), await upload(case_sid, 'V2'), await upload(without, 'V1')]
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  const rows = await tenant.db.selectFrom('document').select(['sid', 'given_to_sids']).where('sid', 'in', sids).execute()
  assert.deepEqual(sids.map((sid) => rows.find((row) => row.sid === sid)?.given_to_sids), [[agency.sid], null, null]) // oxfmt-ignore
})
