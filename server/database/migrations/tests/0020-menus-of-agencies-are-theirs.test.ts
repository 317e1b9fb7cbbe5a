import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0020-menus-of-agencies-are-theirs.ts'

const { server, tenant, call, enrol } = await testServer()
const agent = await enrol('agent')
const THREE = ['agency_software', 'agency_copyrights', 'agency_ic_layouts']

async function seen() {
  const { data } = await call('rbac_menu/do/searchAuth', {}, { as: agent })
  return THREE.filter((code) => JSON.stringify(data).includes(`"${code}"`))
}

test('[2.16] agents see the menus of software, works and layout designs, also where these were bound to roles of the enterprise', async () => {
  assert.deepEqual(await seen(), THREE)
  const of = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
  const [engineer, agents] = [await of('ip_engineer'), await of('agent')]
  const bind = (code: string, role_sids: string[]) => tenant.db.updateTable('rbac_menu').set({ role_sids }).where('code', '=', code).execute()
  for (const code of THREE.slice(0, 2)) await bind(code, [engineer])
  await bind('agency_ic_layouts', [engineer, agents])
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await up(db)
  await up(db)
  const rows = await tenant.db.selectFrom('rbac_menu').select(['code', 'role_sids']).where('code', 'in', THREE).execute()
  const left = Object.fromEntries(rows.map(({ code, role_sids }) => [code, role_sids]))
  assert.deepEqual(left, { agency_software: null, agency_copyrights: null, agency_ic_layouts: [engineer, agents] })
})
