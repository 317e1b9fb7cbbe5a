import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { cnCheckDigit } from '../../../model/cases/numbers/cn.ts'
import { testEngine, workAs } from '../../../tests/harness/engine.ts'
import { addedColumns, countTables, keyColumns } from '../../database/count-tables.ts'
import { foldCounts, recount } from '../query/totals/totals.ts'
import { aggregate } from '../query/totals/aggregate.ts'
import { keptGroups } from '../query/totals/kept-groups.ts'
import { ifAllSeen, ofAskedKinds } from '../query/narrowed.ts'
import { count } from '../query/search.ts'
import { readIql } from '../query/search.ts'
import { type Context, inTransaction } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { batchUpdate } from './batch/batch.ts'
import { create } from './create.ts'
import { remove, restore } from './delete.ts'
import { transition } from './transition.ts'
import { update } from './update.ts'
import { insertRows, updateRows } from './write.ts'

const { ctx, tenant, model } = await testEngine()
const company = async (name: string) => String((await create(ctx, model('company'), { company_name: name })).sid)
const [first, second] = [await company('甲公司'), await company('乙公司')]
const owner = String((await create(ctx, model('user_info'), { name: '卢一帆', job_number: 'C1' })).sid)
let made = 0
const numbered = (n: number) => {
  const body = `20261${String(n).padStart(7, '0')}`
  return `${body}.${cnCheckDigit(body)}`
}
const makeCase = async (values: Record<string, unknown> = {}) =>
  String(
    (
      await create(ctx, model('patent'), {
        ...{
          title: '电池',
          country: 'CN',
          patent_type: 'INVENTION',
          status: 'FILED',
          filing_date: '2026-03-04',
          owner_sid: owner,
          company_sid: first,
        },
        application_no: numbered(++made),
        ...values,
      })
    ).sid,
  )
const feeRow = (case_sid: string, at: number) => ({
  ...{ sid: crypto.randomUUID(), version: 1, fee_no: `T${at}-${Math.random()}`, case_sid, fee_class: 'OTHER', fee_type: 'X', currency: 'CNY' },
  ...{ amount: '10.50', due_date: `2027-0${1 + (at % 9)}-15`, status: 'TO_PAY', decision: 'PAY', company_sid: at % 2 ? first : second },
})

/** The kept counts and sums must equal those computed from the records. */
async function assertKept(when: string) {
  for (const name of ['patent', 'deadline', 'fee', 'case'])
    for (const table of countTables(model(name))) {
      const added = addedColumns(table)
      const columns = [...keyColumns(table), ...added].join(', ')
      const groups = keyColumns(table).join(', ')
      const sums = added.map((code) => `sum(${code}) as ${code}`).join(', ')
      const some = added.map((code) => `sum(${code}) <> 0`).join(' or ')
      const text = `select ${columns} from (select ${groups}, ${sums} from "${table.name}" group by ${groups} having ${some}) k order by k::text`
      const read = async () => (await sql.raw<Record<string, unknown>>(text).execute(tenant.db)).rows
      const kept = await read()
      await recount(tenant.db, model(name))
      assert.deepEqual(kept.map(plain), (await read()).map(plain), `${table.name} after ${when}`)
    }
}

const plain = (row: Record<string, unknown>) => Object.values(row).map((value) => (/^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : value))

test('kept counts follow every kind of write', async () => {
  const sid = await makeCase()
  await assertKept('create, with its deadlines and fees')
  await update(ctx, model('patent'), { sid, country: 'CN', company_sid: second, filing_date: '2025-12-31' })
  await assertKept('update')
  const [alpha, beta] = await Promise.all(['甲申请人', '乙申请人'].map(async (name) => String((await create(ctx, model('applicant'), { name })).sid)))
  await update(ctx, model('patent'), { sid, applicants: [{ applicant_sid: alpha }, { applicant_sid: beta }] })
  await assertKept('two applicants')
  await update(ctx, model('patent'), { sid, applicants: [{ applicant_sid: beta }] })
  await assertKept('an applicant less')
  await update(ctx, model('patent'), { sid, remark: '改' })
  await assertKept('an update that concerns no group')
  await insertRows(ctx, model('fee'), [feeRow(sid, 1), feeRow(sid, 2)])
  await assertKept('few rows')
  const many = Array.from({ length: 50 }, (_, at) => feeRow(sid, at))
  await insertRows(ctx, model('fee'), many)
  await assertKept('bulk load')
  await updateRows(
    ctx,
    model('fee'),
    many.slice(0, 30).map((row) => ({ sid: row.sid, amount: '99.99', status: 'PLANNED' })),
    ['amount', 'status'],
  )
  await assertKept('a bulk update')
  const sids = many.slice(30, 40).map((row) => row.sid)
  await batchUpdate(ctx, model('fee'), { sids, changes: { due_date: '2028-01-31' } })
  await assertKept('a batch update')
  await transition(ctx, model('fee'), { sid: sids[0], transition: 'pay', pay_date: '2026-11-01', paid_amount: '10.50' })
  await assertKept('a transition')
  await remove(ctx, model('fee'), String(sids[1]))
  await assertKept('delete')
  await restore(ctx, model('fee'), [String(sids[1])])
  await assertKept('restore')
})

test('deadlines and fees of a deleted case leave the kept counts and the totals, and return with a restore', async () => {
  const sid = await makeCase({ status: 'DRAFTING', filing_date: null })
  await create(ctx, model('deadline'), { name: '答复', case_sid: sid, kind: 'ACTION', official_due: '2030-01-07', internal_due: '2030-01-01' })
  await insertRows(ctx, model('fee'), [feeRow(sid, 3)])
  const all = async () => [await count(ctx, model('deadline'), {}), await count(ctx, model('fee'), {})]
  const before = await all()
  await remove(ctx, model('patent'), sid)
  await assertKept('the deletion of a case')
  const [deadlines, fees] = await all()
  assert.ok(Number(deadlines?.total) < Number(before[0]?.total) && Number(fees?.total) < Number(before[1]?.total))
  await restore(ctx, model('patent'), [sid])
  await assertKept('the restoration of a case')
  assert.deepEqual(await all(), before)
})

test('a rolled-back write does not change the kept counts', async () => {
  const sid = await makeCase()
  await inTransaction(ctx, async (tx) => {
    await update(tx, model('patent'), { sid, status: 'FILED', country: 'US', application_no: '18/123,456' })
    throw new Error('back')
  }).catch(() => {})
  await assertKept('rollback')
})

test('kept counts stay correct during concurrent writes, aggregation by jobs and reads', async () => {
  const sid = await makeCase()
  let folding = true
  const fold = async () => {
    while (folding) await foldCounts(tenant.db, tenant.models.all.values())
  }
  const folds = [fold(), fold()]
  const rows = Array.from({ length: 60 }, (_, at) => feeRow(sid, at))
  const total = async () =>
    (await aggregate(ctx, model('fee'), { where: readIql("fee_class = 'OTHER'").where })).reduce((sum, group) => sum + group.count, 0)
  const before = await total()
  await Promise.all(
    rows.map(async (row, at) => {
      await insertRows(ctx, model('fee'), [row])
      if (at % 3 === 0) await updateRows(ctx, model('fee'), [{ sid: row.sid, status: 'PLANNED' }], ['status'])
      if (at % 4 === 0) await remove(ctx, model('fee'), row.sid)
      await total()
    }),
  )
  folding = false
  await Promise.all(folds)
  // Slow groups on a busy machine may be cached for a while.
  for (const end = Date.now() + 10_000; (await total()) !== before + 45 && Date.now() < end;) await new Promise((done) => setTimeout(done, 100))
  assert.equal(await total(), before + 45)
  await assertKept('writing and folding at once')
  await foldCounts(tenant.db, tenant.models.all.values())
  const [table] = countTables(model('fee'))
  const left = await sql.raw<{ n: number }>(`select count(*) as n from "${table?.name}" where not folded or n = 0`).execute(tenant.db)
  assert.equal(left.rows[0]?.n, 0)
})

type Asked = { of?: 'patent' | 'case'; by: string[]; iql?: string; sums?: string[]; filled?: true; isRead?: true }
const asked: readonly Asked[] = [
  { by: ['status'] },
  { by: ['due_date:month', 'currency'], iql: "fee_class = 'OTHER' AND due_date BETWEEN '2027-01-01' AND '2027-06-30'", sums: ['amount'] },
  { by: ['due_date:year'], iql: "due_date > '2026-12-31' AND NOT (status = 'PAID' OR decision IS EMPTY)", sums: ['amount', 'surcharge'] },
  { by: [], iql: "due_date BETWEEN '2027-01-02' AND '2027-06-30'", sums: ['amount'], isRead: true },
  { by: ['company_sid'], iql: "status IN ('TO_PAY', 'PLANNED')" },
  { by: ['pay_date:quarter', 'fee_class', 'currency'], iql: "status = 'PAID' AND pay_date IS NOT EMPTY", sums: ['paid_amount'] },
  { of: 'patent', by: ['department_sid', 'grant_date:year'], iql: 'grant_date IS NOT EMPTY' },
  { of: 'patent', by: ['grant_date:year'], iql: 'grant_date IS NOT EMPTY', sums: ['filing_date..grant_date'], filled: true },
  { of: 'case', by: ['filing_date:year', 'kind'], iql: "filing_date IS NOT EMPTY AND kind IN ('patent', 'trademark')" },
  { of: 'case', by: ['country'], iql: "phase IN ('PENDING', 'GRANTED') AND kind IN ('patent', 'trademark')" },
  { of: 'case', by: ['agency_sid', 'phase'], iql: 'agency_sid IS NOT EMPTY' },
  { of: 'case', by: ['department_sid'] },
]

test('cases that were granted, instructed, moved, and paid for', async () => {
  const agency = String((await create(ctx, model('agency'), { agency_name: '虚构代理所' })).sid)
  const [one, other] = [await create(ctx, model('department'), { name: '一部', company_sid: first }), await create(ctx, model('department'), { name: '二部', company_sid: first })] // oxfmt-ignore
  const facts = { status: 'GRANTED', filing_date: '2021-03-04', agency_sid: agency, department_sid: one.sid }
  const cases: string[] = []
  for (const grant_date of ['2022-03-04', '2022-12-31', '2024-01-01', null]) cases.push(await makeCase({ ...facts, grant_date }))
  cases.push(await makeCase({ ...facts, grant_date: '2024-02-29', company_sid: second }), await makeCase({ agency_sid: agency, country: 'US' }))
  const [moved, gone] = [cases[1] ?? '', cases[2] ?? '']
  await assertKept('granted cases')
  await update(ctx, model('patent'), { sid: moved, filing_date: '2020-02-29', grant_date: '2023-01-02', department_sid: other.sid })
  await assertKept('other dates and another department')
  await updateRows(ctx, model('patent'), [{ sid: gone, grant_date: null, agency_sid: null }], ['grant_date', 'agency_sid'])
  await assertKept('a raw update')
  await sql`delete from patent where sid = any(${[moved, gone]}::uuid[])`.execute(tenant.db)
  await recount(tenant.db, model('patent'))
  await assertKept('records that were deleted for good, with their heads')
  const paid = { status: 'PAID', paid_amount: '10.50' }
  await insertRows(ctx, model('fee'), ['2026-03-31', '2026-04-01', '2027-01-01'].map((pay_date, at) => ({ ...feeRow(cases[0] ?? '', at), ...paid, pay_date }))) // oxfmt-ignore
  await assertKept('paid fees')
})

for (const { of = 'fee', by, iql, sums, filled, isRead = false } of asked)
  test(`${of}: groups by ${by.join(' and ') || 'nothing'} where ${iql ?? 'anything'} are the same with and without kept counts, for every reader`, async () => {
    const part = workAs(tenant, { company_sid: second, companies: [second], selected: [second] }, [{ model: '*', verbs: ['*'], scope: 'ALL' }])
    for (const reader of [ctx, part]) {
      const groups = (name: typeof iql) =>
        aggregate(reader, model(of), { where: readIql(name).where, by, ...(sums && { sums }), ...(filled && { filled }) })
      const kept = await groups(iql)
      // A condition on an uncounted field reads the records.
      const read = await groups(`${iql ? `(${iql}) AND ` : ''}sid IS NOT EMPTY`)
      const shown = (list: typeof kept) => list.map((group) => [group.by, group.count, Object.values(group.sums).map(Number), group.filled])
      assert.deepEqual(shown(kept), shown(read))
      assert.ok(kept.some((group) => group.count > 0))
      assert.equal(keptGroups(model(of), { where: readIql(iql).where, by, ...(sums && { sums }), ...(filled && { filled }) }) === undefined, isRead)
    }
  })

test('groups of a list field are kept for each of its values, and are not used for totals or conditions', async () => {
  const name = async (text: string) => String((await create(ctx, model('applicant'), { name: text })).sid)
  const both = [await name('丙申请人'), await name('丁申请人')]
  await makeCase({ applicants: both.map((applicant_sid) => ({ applicant_sid })) })
  await makeCase({ applicants: [{ applicant_sid: both[0] }], company_sid: second })
  const part = workAs(tenant, { company_sid: second, companies: [second], selected: [second] }, [{ model: '*', verbs: ['*'], scope: 'ALL' }])
  for (const reader of [ctx, part])
    for (const iql of [undefined, `company_sid = '${second}'`, `applicants.applicant_sid = '${both[1]}'`]) {
      const groups = (text: string | undefined) =>
        aggregate(reader, model('patent'), { where: readIql(text).where, by: ['applicants.applicant_sid'] })
      const kept = await groups(iql)
      assert.deepEqual(kept, await groups(`${iql ? `(${iql}) AND ` : ''}sid IS NOT EMPTY`), String(iql))
    }
  const [all] = await aggregate(ctx, model('patent'), {})
  assert.equal(all?.count, (await count(ctx, model('patent'), {})).total)
})

test('a user whose row visibility uses other fields gets the counts of their own rows', async () => {
  const other = String((await create(ctx, model('user_info'), { name: '钟半夏', job_number: 'C2' })).sid)
  const sid = await makeCase({ owner_sid: other })
  const own = workAs(tenant, { sid: other, company_sid: first }, [{ model: '*', verbs: ['*'], scope: 'SELF' }])
  const groups = await aggregate(own, model('patent'), { by: ['status'] })
  assert.deepEqual(
    groups.map((group) => [group.by.status, group.count]),
    [['FILED', 1]],
  )
  await insertRows(ctx, model('fee'), [feeRow(sid, 1)])
  const fees = await aggregate(own, model('fee'), { where: readIql("fee_class = 'OTHER'").where })
  assert.deepEqual(
    fees.map((group) => group.count),
    [1],
  )
})

test('a total over counted fields is exact, for any number of rows', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from fee where deleted_at is null and status = 'TO_PAY'`.execute(tenant.db)
  assert.equal((await count(ctx, model('fee'), { iql: "status = 'TO_PAY'" })).total, rows[0]?.n)
})

const SEEN = ['get', 'search', 'count']
const among = (companies: readonly string[], models: readonly string[]) =>
  workAs(tenant, { sid: owner, company_sid: first, companies }, models.map((name) => ({ model: name, verbs: SEEN, scope: 'COMPANY_SUB' }))) // oxfmt-ignore

test('fees of cases are counted without reading the cases for whoever sees all of these, and for nobody else', async () => {
  await makeCase({ company_sid: second })
  const ask = (reader: Context, iql: string) =>
    aggregate(reader, model('fee'), { where: readIql(iql).where, by: ['status', 'currency'], sums: ['amount'] })
  const shown = (list: Awaited<ReturnType<typeof ask>>) => list.map((group) => [group.by, group.count, Number(group.sums.amount)])
  const readers: [string, Context, boolean][] = [
    ['all companies', among([first, second], ['*']), true],
    ['all companies, patents alone', among([first, second], ['patent', 'fee']), true],
    ['one company', among([second], ['*']), false],
    ['no company', among([], ['*']), false],
    ['own records', workAs(tenant, { sid: owner, company_sid: first }, [{ model: '*', verbs: SEEN, scope: 'SELF' }]), false],
  ]
  const { rows: all } = await sql<{ n: number }>`select count(*)::int as n from fee f join "case" c on c.sid = f.case_sid where f.deleted_at is null`.execute(tenant.db) // oxfmt-ignore
  const { rows: some } = await sql<{ n: number }>`select count(*)::int as n from fee f join "case" c on c.sid = f.case_sid where f.deleted_at is null and c.company_sid = ${second}`.execute(tenant.db) // oxfmt-ignore
  for (const [name, reader, isAll] of readers) {
    const { rows } = accessOf(reader, model('fee'))
    const simpler = ifAllSeen(reader, model('fee'), rows)
    if (isAll) assert.ok(simpler && keptGroups(model('fee'), { where: simpler.rows }), name)
    const total = (await ask(reader, 'currency IS NOT EMPTY')).reduce((sum, { count: n }) => sum + n, 0)
    if (isAll) assert.equal(total, all[0]?.n, name)
    if (name === 'one company') assert.equal(total, some[0]?.n)
    if (name === 'no company') assert.equal(total, 0)
    // A condition on the case reads the cases.
    assert.deepEqual(shown(await ask(reader, 'currency IS NOT EMPTY')), shown(await ask(reader, 'case_sid.title IS NOT EMPTY')), name)
  }
  const stranger = await company('丙公司')
  await makeCase({ company_sid: stranger })
  const left = (await ask(among([first, second], ['*']), 'currency IS NOT EMPTY')).reduce((sum, { count: n }) => sum + n, 0)
  assert.equal(left, all[0]?.n, 'one case elsewhere is enough for the cases to be read')
})

test('a group whose last record has gone is no group any more', async () => {
  const last = String((await create(ctx, model('user_info'), { name: '曾经负责', job_number: 'C9' })).sid)
  const sid = await makeCase({ status: 'DRAFTING', filing_date: null, owner_sid: last })
  const owners = async () =>
    (await aggregate(ctx, model('patent'), { by: ['owner_sid'] })).map(({ by, count: n }) => [(by['owner_sid'] as { sid: string } | null)?.sid, n]) // a reference
  assert.ok((await owners()).some(([owner_sid, n]) => owner_sid === last && n === 1))
  await remove(ctx, model('patent'), sid)
  assert.ok(!(await owners()).some(([owner_sid, n]) => owner_sid === last || n === 0))
})

test('a record without a case is counted by nobody who does not see it', async () => {
  const [rule, of] = [{ version: 1, words: '虚构的法律问题', words_en: 'Fictitious', found_on: '2026-01-01', status: 'OPEN' }, await makeCase()]
  await insertRows(ctx, model('finding'), [{ sid: crypto.randomUUID(), code: 'LAW', case_sid: null, ...rule }, { sid: crypto.randomUUID(), code: 'OF_CASE', case_sid: of, ...rule }]) // oxfmt-ignore
  const companies = (await tenant.db.selectFrom('company').select('sid').execute()).map(({ sid }) => sid)
  const reader = among(companies, ['*'])
  const own = { code: 'OF_COMPANY', case_sid: null, company_sid: companies[0], ...rule }
  await insertRows(ctx, model('finding'), [{ sid: crypto.randomUUID(), ...own }])
  assert.ok(ifAllSeen(reader, model('finding'), accessOf(reader, model('finding')).rows))
  const counted = async (asked: Context) =>
    (await aggregate(asked, model('finding'), { where: readIql("code IN ('LAW', 'OF_CASE', 'OF_COMPANY')").where, by: ['code'] })).map(
      ({ by, count: n }) => [by.code, n],
    )
  assert.deepEqual(await counted(reader), [['OF_CASE', 1], ['OF_COMPANY', 1]]) // oxfmt-ignore
  assert.deepEqual(await counted(ctx), [['LAW', 1], ['OF_CASE', 1], ['OF_COMPANY', 1]]) // oxfmt-ignore
})

test('cases of the asked kinds are counted whatever a person sees of the other kinds', async () => {
  await create(ctx, model('proposal'), { title: '虚构提案', owner_sid: owner, company_sid: second })
  const reader = among([first, second], ['*'])
  const { rows } = accessOf(reader, model('case'))
  const where = readIql("kind IN ('patent', 'trademark') AND filing_date IS NOT EMPTY").where
  const agencies = readIql('agency_sid IS NOT EMPTY').where
  for (const [asked, by] of [
    [where, 'country'],
    [agencies, 'phase'],
  ] as const) {
    const groups = (more: string) =>
      aggregate(reader, model('case'), { where: { kind: 'and', of: [asked, readIql(more).where].filter((part) => part !== undefined) }, by: [by] })
    assert.deepEqual(await groups("kind != ''"), await groups('sid IS NOT EMPTY'), by)
    const seen = ofAskedKinds(reader, model('case'), rows, asked)
    assert.ok(keptGroups(model('case'), { where: { kind: 'and', of: [seen, asked].filter((part) => part !== undefined) }, by: [by] }), by)
  }
})

test('a case of a kind without a field is one in which it is empty, also for whoever sees a part of each kind', async () => {
  const reader = among([first, second], ['*'])
  const without = async (iql: string) =>
    (await aggregate(reader, model('case'), { where: readIql(iql).where, by: ['kind'] })).map(({ by, count: n }) => [by.kind, n])
  for (const code of ['application_no', 'country', 'agency_sid']) {
    const empty = await without(`${code} IS EMPTY`)
    assert.deepEqual(empty, await without(`NOT (${code} IS NOT EMPTY)`), code)
    assert.ok(
      empty.some(([kind]) => kind === 'proposal'),
      code,
    )
  }
})
