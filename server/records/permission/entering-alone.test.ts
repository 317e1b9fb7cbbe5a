import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../context.ts'
import { createRow } from '../write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const manager = await enrol('ip_manager')
const granted = async (code: string, grant: Record<string, unknown>) => {
  const role = await make('role', { code, name: code, weight: 5, platform: '1' })
  await make('role_grant', { role_sid: role, entity: 'patent', ...grant })
  return role
}
const sees = await granted('sees_own', { verbs: ['get', 'search', 'count'], data_scope: 'SELF', hidden_fields: ['remark'] })
const enters = await granted('enters', { verbs: ['create', 'import'], data_scope: 'ALL' })
const patent = (title: string, owner: Person) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', remark: '虚构备注', owner_sid: owner.sid, company_sid: manager.company })
const asked = (as: Person, fl: string[]) => call<{ record: Record<string, unknown>[] }>('patent/do/search', { fl, rows: 50 }, { as, lang: 'en' })

test('a role that only enters new cases shows no further case and no hidden field', async () => {
  const both = await enrol('inventor', { role_sids: [sees, enters] })
  await patent('虚构甲', manager)
  await patent('虚构乙', both)
  const seen = await asked(both, ['title'])
  assert.deepEqual(seen.data.record.map(({ title }) => title), ['虚构乙']) // oxfmt-ignore
  assert.notEqual((await asked(both, ['title', 'remark'])).code, 0)
  const made = await call('patent/do/create', { title: '虚构丙', country: 'CN', patent_type: 'INVENTION' }, { as: both })
  assert.equal(made.code, 0, made.text)
})

test('with no other role, the cases of others stay unseen', async () => {
  const alone = await enrol('inventor', { role_sids: [enters] })
  assert.equal((await asked(alone, ['title'])).status, 403)
})
