import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { sendFile } from '../../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0019-agencies-keep-their-fee-documents.ts'

const { server, app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const { make, patent } = casesOf(call, admin)

test('[2.31] people of an agency still see the fee documents that their agency filed before, and no others', async () => {
  const agency = await make('agency', { agency_name: '虚构代理' })
  const [one, other] = [await enrol('agent', { agency_sid: agency.sid }), await enrol('agent', { agency_sid: agency.sid })]
  const { sid: case_sid } = await patent({ title: '虚构散热结构', agency_sid: agency.sid })
  const upload = async ({ token }: { token: string }, visibility: string) =>
    (await sendFile(app, { path: 'document/do/upload', token, name: 'a.txt', file: `${token} ${visibility}`, fields: { case_sid, visibility } })).data.sid // oxfmt-ignore
  const [theirs, drafted, ours] = [await upload(one, 'V4'), await upload(one, 'V2'), await upload(admin, 'V4')]
  const seen = async () => {
    const { data } = await call<{ record: { sid: string }[] }>(
      'document/do/search',
      { fl: ['sid'], iql: "visibility = 'V4'", rows: 9 },
      { as: other },
    )
    return data.record.map(({ sid }) => sid)
  }
  await tenant.db.updateTable('document').set({ given_to_sids: null }).execute()
  assert.deepEqual(await seen(), [])
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  assert.deepEqual(await seen(), [theirs])
  const rows = await tenant.db.selectFrom('document').select(['sid', 'given_to_sids']).execute()
  assert.deepEqual([theirs, drafted, ours].map((sid) => rows.find((row) => row.sid === sid)?.given_to_sids), [[agency.sid], null, null]) // oxfmt-ignore
})
