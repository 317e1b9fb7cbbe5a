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
const away = await make('company', { company_name: '远方公司（虚构）' })
const seesAll = await granted('sees_all', { verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
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

test('abilities and deleting, granted alone on every record, show no further case', async () => {
  const acts = await granted('acts', { verbs: ['undo_transition', 'delete'], data_scope: 'ALL' })
  const both = await enrol('inventor', { role_sids: [sees, acts] })
  await patent('虚构丁', both)
  const seen = await asked(both, ['title'])
  assert.deepEqual(seen.data.record.map(({ title }) => title), ['虚构丁']) // oxfmt-ignore
})

test('a record is entered in another company only by a grant that enters or changes records there, not by one that deletes', async () => {
  const own = await granted('enters_own', { verbs: ['get', 'search', 'count', 'create', 'update'], data_scope: 'COMPANY' })
  const deletes = await granted('deletes_all', { verbs: ['get', 'search', 'count', 'delete', 'undo_transition'], data_scope: 'ALL' })
  const as = await enrol('inventor', { role_sids: [own, deletes] })
  const entered = (company_sid: string) => call('patent/do/create', { title: '虚构戊', country: 'CN', patent_type: 'INVENTION', company_sid }, { as, lang: 'en' }) // oxfmt-ignore
  assert.equal((await entered(manager.company)).code, 0)
  assert.deepEqual((await entered(away)).errors.map(({ field }) => field), ['company_sid']) // oxfmt-ignore
})

test('who only enters records of every company neither gives a role that shows them all, nor chooses another company', async () => {
  const keeps = await granted('keeps_people', { entity: 'user_info', verbs: ['get', 'search', 'count', 'update'], data_scope: 'ALL' })
  const [narrow, wide] = [await enrol('inventor', { role_sids: [keeps, enters] }), await enrol('inventor', { role_sids: [keeps, seesAll] })]
  const colleague = await enrol('inventor', { role_sids: [sees] })
  const give = (as: Person) => call('user_info/do/update', { sid: colleague.sid, role_sids: [seesAll] }, { as, lang: 'en' })
  assert.match((await give(narrow)).errors[0]?.reason ?? '', /reaches beyond your companies/)
  const choose = async (as: Person) => (await call('user_info/do/my', undefined, { as, headers: { 'x-company-sid': away } })).status
  assert.deepEqual([await choose(narrow), await choose(wide)], [403, 200])
  assert.equal((await give(wide)).code, 0)
})
