import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, testEngine, workAs } from '../../tests/harness/engine.ts'
import { attempt, refuse, Refusal } from '../errors.ts'
import { batchDelete, batchUpdate } from './write/batch/batch.ts'
import { putEditsBack, undoBatch } from './write/batch/undo-batch.ts'
import { create } from './write/create.ts'
import { remove, restore } from './write/delete.ts'
import { get } from './query/get.ts'
import { readHistory } from './history/history.ts'
import { schemaOf } from './schema.ts'
import { count, search } from './query/search.ts'
import { transition } from './write/transition.ts'
import { update } from './write/update.ts'
import { type Context, inTransaction, systemContext } from './context.ts'
import { tentatively } from './tentative.ts'

const { tenant, other, ctx, model } = await testEngine()
const company = await create(ctx, model('company'), { company_name: '示例科技有限公司', simple_name: '示例' })
const branch = await create(ctx, model('company'), { company_name: '示例分公司', parent_sid: company.sid })
const department = await create(ctx, model('department'), { name: '研发部', company_sid: company.sid })
const person = await create(ctx, model('user_info'), {
  name: '张一',
  company_sid: company.sid,
  department_sid: department.sid,
  id_no: '11010519491231002X',
})
const applicant = await create(ctx, model('applicant'), { name: '示例科技有限公司' })
const inventor = await create(ctx, model('inventor'), { name: '李二', user_sid: person.sid })

let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  create(ctx, model('patent'), {
    case_no: `P${++made}`,
    title: '一种电池的导航方法',
    patent_type: 'INVENTION',
    country: 'US',
    owner_sid: person.sid,
    company_sid: company.sid,
    ...more,
  })

async function refused(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

test('[7.03] a record has its base fields and its references as sid and name, or as flat fields', async () => {
  const made = await patent({ applicants: [{ applicant_sid: applicant.sid }], co_owner_sids: [person.sid] })
  assert.match(String(made.sid), /^[0-9a-f-]{36}$/)
  assert.equal(made.version, 1)
  assert.match(String(made.created_at), /^\d{4}-\d{2}-\d{2}T.*Z$/)
  assert.deepEqual(made.owner_sid, { sid: person.sid, name: '张一' })
  const flat = await get(ctx, model('patent'), String(made.sid), { flat: true })
  assert.equal(flat.owner_sid, person.sid)
  assert.equal(flat.owner_sid_name, '张一')
  assert.deepEqual([flat.co_owner_sids, flat.co_owner_sids_name], [[person.sid], ['张一']])
  const [row] = flat.applicants as Record<string, unknown>[] // child rows
  assert.deepEqual([row?.applicant_sid, row?.applicant_sid_name], [applicant.sid, applicant.name])
  assert.equal((await update(ctx, model('patent'), flat)).version, 1, 'and it may be sent back as it is')
})

test('[5.19] a search takes at most a thousand keys', async () => {
  const made = await patent()
  const keys = (n: number) => [`'${String(made.sid)}'`, ...Array.from({ length: n - 1 }, () => `'${crypto.randomUUID()}'`)].join(', ')
  assert.equal((await count(ctx, model('patent'), { iql: `sid IN (${keys(1000)})` })).total, 1)
  assert.equal((await refused(count(ctx, model('patent'), { iql: `sid IN (${keys(1001)})` }))).code, 400)
})

test('every faulty field is reported together, by label, in the caller’s language', async () => {
  const body = { title: '', patent_type: 'X', filing_date: '2023-02-30', owner_sid: company.sid, zzz: 1, country: 'CN', case_no: 'PX' }
  const fault = await refused(create({ ...ctx, lang: 'en' }, model('patent'), body))
  assert.equal(fault.code, 500001)
  assert.deepEqual(fault.errors?.map((e) => e.field).toSorted(), ['filing_date', 'owner_sid', 'patent_type', 'title', 'zzz'])
  assert.equal(fault.errors?.find((e) => e.field === 'filing_date')?.label, 'Filing date')
})

test('[5.20] contribution ratios must total exactly 100', async () => {
  const half = { inventor_sid: inventor.sid, contribution_pct: '50' }
  const fault = await refused(patent({ inventors: [half] }))
  assert.equal(fault.errors?.[0]?.field, 'inventors')
  const thirds = ['33.34', '33.33', '33.33']
  const people = await Promise.all(thirds.map((_, i) => create(ctx, model('inventor'), { name: `发明人${i}` })))
  const made = await patent({ inventors: people.map((one, i) => ({ inventor_sid: one.sid, contribution_pct: thirds[i] })) })
  assert.equal((made.inventors as unknown[]).length, 3)
})

test('a stale version is refused with the current record, and nothing is saved', async () => {
  const made = await patent()
  const changed = await update(ctx, model('patent'), { sid: made.sid, version: 1, title_en: 'Battery' })
  assert.equal(changed.version, 2)
  const fault = await refused(update(ctx, model('patent'), { sid: made.sid, version: 1, title_en: 'Other' }))
  assert.equal(fault.status, 409)
  assert.equal((fault.data as { title_en: string }).title_en, 'Battery')
})

test('a record that is read and saved unchanged is accepted and changes nothing', async () => {
  const made = await patent({ inventors: [{ inventor_sid: inventor.sid, contribution_pct: '100' }], tags: ['a'] })
  const again = await update(ctx, model('patent'), await get(ctx, model('patent'), String(made.sid)))
  assert.equal(again.version, made.version)
})

test('a state changes by transition only, and an invalid one is refused with the valid ones', async () => {
  const made = await patent()
  const direct = await refused(update(ctx, model('patent'), { sid: made.sid, status: 'GRANTED' }))
  assert.equal(direct.errors?.[0]?.field, 'status')
  const wrong = await refused(transition(ctx, model('patent'), { sid: made.sid, transition: 'us_issue' }))
  assert.equal(wrong.code, 500005)
  const missing = await refused(transition(ctx, model('patent'), { sid: made.sid, transition: 'us_file' }))
  assert.ok(missing.errors?.some((e) => e.field === 'filing_date'))
  const inventors = [{ inventor_sid: inventor.sid, contribution_pct: '100' }]
  const fields = { application_no: '18/123,456', filing_date: '2023-05-01', applicants: [{ applicant_sid: applicant.sid }], inventors }
  const filed = await transition(ctx, model('patent'), { sid: made.sid, transition: 'us_file', ...fields })
  assert.equal(filed.status, 'US_FILED')
})

test('[3.09] [7.04] [9.01] a page has start, rows, total and record; 20 rows, newest first, never overlapping', async () => {
  for (let i = 0; i < 25; i++) await patent({ tags: ['paged'] })
  const first = await search(ctx, model('patent'), { iql: "tags = 'paged'" })
  assert.deepEqual([first.start, first.rows, first.total, first.record.length], [0, 20, 25, 20])
  const second = await search(ctx, model('patent'), { iql: "tags = 'paged'", start: 20 })
  const sids = new Set([...first.record, ...second.record].map((row) => row.sid))
  assert.equal(sids.size, 25)
  assert.equal((await refused(search(ctx, model('patent'), { rows: 101 }))).status, 400)
  assert.equal((await refused(search(ctx, model('patent'), { page: 1 } as never))).status, 400)
})

test('fl takes an array or a text with commas, follows references, and names unknown fields', async () => {
  const { record } = await search(ctx, model('patent'), { fl: 'case_no, owner_sid.department_sid.name', rows: 1 })
  assert.equal(record[0]?.['owner_sid.department_sid.name'], '研发部')
  const fault = await refused(search(ctx, model('patent'), { fl: ['case_no', 'secret_field'] }))
  assert.match(fault.words('en'), /secret_field/)
})

test('total may be capped or omitted', async () => {
  const capped = await search(ctx, model('patent'), { total: 'capped' })
  assert.equal(capped.total, (await count(ctx, model('patent'), {})).total)
  assert.equal('total' in (await search(ctx, model('patent'), { total: 'none' })), false)
})

test('the total is right after each write, also of filtered lists', async () => {
  const asked = { iql: "tags = 'totals'" }
  assert.equal((await count(ctx, model('patent'), asked)).total, 0)
  const one = await patent({ tags: ['totals'] })
  assert.equal((await count(ctx, model('patent'), asked)).total, 1)
  await remove(ctx, model('patent'), String(one.sid))
  assert.equal((await count(ctx, model('patent'), asked)).total, 0)
  const all = await count(ctx, model('patent'), {})
  assert.equal(all.total, (await count(ctx, model('patent'), { iql: 'sid IS NOT EMPTY' })).total)
})

test('a deleted record is in no list, is kept in the recycle bin, and can be restored', async () => {
  const made = await patent()
  const sid = String(made.sid)
  await remove(ctx, model('patent'), sid)
  assert.equal((await refused(get(ctx, model('patent'), sid))).status, 404)
  const bin = await search(ctx, model('patent'), { iql: `sid = '${sid}'` }, { bin: true })
  assert.equal(bin.total, 1)
  await restore(ctx, model('patent'), [sid])
  assert.equal((await get(ctx, model('patent'), sid)).version, 3)
})

test('a record with dependents is not deleted, and they are named', async () => {
  const fault = await refused(remove(ctx, model('applicant'), String(applicant.sid)))
  assert.match(fault.words('en'), /Patent/)
})

test('the change log has field, old, new, user, time and source', async () => {
  const made = await patent()
  await update(ctx, model('patent'), { sid: made.sid, title: '新名称' })
  const { record } = await readHistory(ctx, model('patent'), { sid: made.sid })
  const [latest] = record as { action: string; source: string; changes: { field: string; old: unknown; new: unknown }[] }[]
  assert.equal(latest?.action, 'UPDATE')
  assert.equal(latest?.source, 'API')
  assert.deepEqual(latest?.changes, [{ field: 'title', old: '一种电池的导航方法', new: '新名称' }])
})

test('a batch edit changes all records or none, and is undone as a whole', async () => {
  const two = await Promise.all([patent(), patent()])
  const sids = two.map((one) => one.sid)
  await refused(batchUpdate(ctx, model('patent'), { sids: [...sids, company.sid], changes: { importance: 'A' } }))
  assert.equal((await get(ctx, model('patent'), String(sids[0]))).importance, null)
  const { batch_sid } = await batchUpdate(ctx, model('patent'), { sids, changes: { importance: 'A' } })
  assert.equal((await get(ctx, model('patent'), String(sids[1]))).importance, 'A')
  await undoBatch(ctx, batch_sid, () => putEditsBack)
  assert.equal((await get(ctx, model('patent'), String(sids[1]))).importance, null)
  assert.equal((await refused(undoBatch(ctx, batch_sid, () => putEditsBack))).code, 500005)
})

test('an undo is refused when a record has changed since', async () => {
  const made = await patent()
  const { batch_sid } = await batchUpdate(ctx, model('patent'), { sids: [made.sid], changes: { importance: 'A' } })
  await update(ctx, model('patent'), { sid: made.sid, importance: 'B' })
  assert.equal((await refused(undoBatch(ctx, batch_sid, () => putEditsBack))).code, 500005)
})

test('[5.19] a batch takes at most 100, and at least one', async () => {
  assert.equal((await refused(batchDelete(ctx, model('patent'), { sids: [] }))).words('en'), 'Select at least one piece of data')
  const many = Array.from({ length: 101 }, () => crypto.randomUUID())
  assert.equal((await refused(batchDelete(ctx, model('patent'), { sids: many }))).status, 400)
})

test('a duplicate number is refused by its field, also in a race of two writers', async () => {
  const fault = await refused(patent({ case_no: 'P1' }))
  assert.equal(fault.errors?.[0]?.field, 'case_no')
  const race = await Promise.allSettled(Array.from({ length: 8 }, () => create(ctx, model('tag'), { name: '竞争' })))
  assert.equal(race.filter((one) => one.status === 'fulfilled').length, 1)
})

test('a failed transaction writes nothing: no row, no history, no total', async () => {
  const before = await count(ctx, model('patent'), {})
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await create(tx, model('patent'), { case_no: 'PROLL', title: 'x', patent_type: 'DESIGN', country: 'US', owner_sid: person.sid })
      throw new Error('stop')
    }),
  )
  assert.deepEqual(await count(ctx, model('patent'), {}), before)
})

test('two tenants never see each other', async () => {
  const theirs = systemContext(other, 'api')
  assert.equal((await count(theirs, modelOf(other, 'patent'), {})).total, 0)
  await create(theirs, modelOf(other, 'company'), { company_name: '示例科技有限公司' })
  assert.equal((await count(theirs, modelOf(other, 'company'), {})).total, 1)
  assert.equal((await refused(get(theirs, modelOf(other, 'company'), String(company.sid)))).status, 404)
})

test('[6.06] rows outside a person’s companies are absent from get, search, count, history, references and dotted fields', async () => {
  const mine = await patent({ company_sid: branch.sid, tags: ['scoped'] })
  const theirs = await patent({ tags: ['scoped'], title: '机密名称' })
  const relation = await create(ctx, model('related_case'), { earlier_sid: theirs.sid, later_sid: mine.sid, relation_type: 'CA' }).catch(
    () => undefined,
  )
  const narrow = workAs(tenant, { sid: String(person.sid), company_sid: String(branch.sid), companies: [String(branch.sid)] }, [
    { scope: 'COMPANY_SUB' },
  ])
  const patents = model('patent')
  assert.equal((await refused(get(narrow, patents, String(theirs.sid)))).status, 404)
  assert.equal((await search(narrow, patents, { iql: "tags = 'scoped'" })).total, 1)
  assert.equal((await count(narrow, patents, { iql: "title = '机密名称'" })).total, 0)
  assert.equal((await refused(readHistory(narrow, patents, { sid: theirs.sid }))).status, 404)
  assert.equal((await refused(update(narrow, patents, { sid: theirs.sid, title: 'x' }))).status, 404)
  const linked = await refused(update(narrow, patents, { sid: mine.sid, dual_case_sid: theirs.sid }))
  assert.equal(linked.errors?.[0]?.field, 'dual_case_sid')
  if (relation) {
    const { record } = await search(narrow, model('related_case'), { fl: 'earlier_sid,earlier_sid.title' })
    assert.equal(JSON.stringify(record).includes('机密名称'), false)
  }
})

test('a hidden field is not shown, queried, sorted or listed in the history', async () => {
  const narrow = workAs(tenant, { sid: String(person.sid) }, [{ hidden: ['id_no'] }])
  const people = model('user_info')
  assert.equal('id_no' in (await get(narrow, people, String(person.sid))), false)
  assert.equal((await refused(search(narrow, people, { iql: "id_no = 'x'" }))).status, 400)
  assert.equal((await refused(search(narrow, people, { iql: 'ORDER BY id_no' }))).status, 400)
  assert.equal((await refused(search(narrow, people, { fl: 'id_no' }))).status, 400)
  assert.equal(
    schemaOf(narrow, people).fields.some((field) => field.code === 'id_no'),
    false,
  )
  const { record } = await readHistory(narrow, people, { sid: person.sid })
  assert.equal(JSON.stringify(record).includes('11010519491231002X'), false)
})

test('a verb refused by a model, or not granted to a role, is 403 with a reason', async () => {
  const reader = workAs(tenant, { sid: String(person.sid) }, [{ verbs: ['get', 'search', 'count'] }])
  assert.equal((await refused(create(reader, model('tag'), { name: 't' }))).status, 403)
  const log = await refused(create(ctx, model('change_log'), {}))
  assert.equal(log.status, 403)
  assert.ok(log.words('en').length > 5)
})

test('each verb keeps the row visibility of the role that grants it', async () => {
  const own = await patent()
  const colleague = await create(ctx, model('user_info'), { name: '王五', company_sid: company.sid })
  const foreign = await patent({ owner_sid: colleague.sid })
  const grant = (verbs: string[], scope: 'SELF' | 'ALL') => ({ role: scope, model: 'patent', verbs, scope, query: null, hidden: [], read_only: [] })
  const grants = [grant(['get', 'search', 'update', 'transition'], 'SELF'), grant(['get', 'search', 'delete'], 'ALL')]
  const both = { ...ctx, actor: { ...ctx.actor, sid: String(person.sid), grants, roles: ['both'], access: new Map() } }
  assert.equal((await update(both, model('patent'), { sid: own.sid, title: '新' })).title, '新')
  assert.equal((await refused(update(both, model('patent'), { sid: foreign.sid, title: '新' }))).name, 'not_found')
  assert.equal((await refused(batchUpdate(both, model('patent'), { sids: [foreign.sid], changes: { title: '新' } }))).name, 'not_found')
  assert.equal((await refused(transition(both, model('patent'), { sid: foreign.sid, transition: 'us_file' }))).name, 'not_found')
  assert.deepEqual(await remove(both, model('patent'), String(foreign.sid)), { sid: foreign.sid })
})

const add = (own: Context, company_name: string) => create(own, model('company'), { company_name })
const companies = async () => (await tenant.db.selectFrom('company').select('company_name').execute()).map((one) => one.company_name).toSorted()
/** Whether it is refused. */
const tried = (own: Context, act: (inner: Context) => Promise<unknown>) =>
  tentatively(own, (inner) => attempt(() => act(inner)), (refused) => refused === undefined) // oxfmt-ignore

test('what is refused within an attempt takes the whole attempt back, also if an inner attempt ends with the refusal', async () => {
  const before = await companies()
  await inTransaction(ctx, async (tx) => {
    await add(tx, '之前公司')
    const refused = await tried(tx, async (own) => {
      await add(own, '外层公司')
      await tentatively(own, (inner) => add(inner, '内层公司').then(() => refuse('not_found')), () => true) // oxfmt-ignore
    })
    assert.equal(refused?.name, 'not_found')
    await tried(tx, (own) => add(own, '之后公司'))
  })
  assert.deepEqual((await companies()).filter((one) => !before.includes(one)), ['之前公司', '之后公司'].toSorted()) // oxfmt-ignore
})

test('an inner attempt that is refused takes back only itself', async () => {
  const before = await companies()
  await inTransaction(ctx, (tx) =>
    tried(tx, async (own) => {
      await add(own, '外层二公司')
      await tried(own, (inner) => add(inner, '内层二公司').then(() => refuse('not_found')))
      await add(own, '外层三公司')
    }),
  )
  assert.deepEqual((await companies()).filter((one) => !before.includes(one)), ['外层二公司', '外层三公司'].toSorted()) // oxfmt-ignore
})
