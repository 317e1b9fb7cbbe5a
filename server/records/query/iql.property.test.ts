import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { testEngine, workAs } from '../../../tests/harness/engine.ts'
import { type Asker, conditions, type Kind, order, type Path, type Row, spelt, title, wanted } from '../../../tests/harness/iql-reading.ts'
import { Refusal } from '../../errors.ts'
import { count, search } from './search.ts'
import { presentDay } from '../context.ts'
import { insertRows } from '../write/write.ts'

const SEED = Number(process.env.INNOE_SEED ?? 20261121)
const { tenant, model, ctx: system } = await testEngine()
const today = presentDay()
const shift = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()

// A few values of each kind, so that random queries often match random rows.
const sample = <T>(some: fc.Arbitrary<T>, n: number, seed = 0) => fc.sample(some, { numRuns: n, seed: SEED + seed })
const TITLES = sample(title, 24)
const NAMES = ['张三', '李 四', 'Ann Lee', 'a%b', 'x_1', '欧阳锂电']
const TAGS = ['core', '核心', 'a%', "o'x", '']
const DAYS = [-400, -30, -1, 0, 1, 29, 31, 365].map(shift)
const MOMENTS = [
  '2024-01-31T15:59:59.999999Z',
  '2024-01-31T16:00:00Z',
  '2024-02-01T00:00:00Z',
  '2024-02-29T12:00:00Z',
  ...[-30, 0, 30].map((n) => `${shift(n)}T03:00:00Z`),
]
const numbers = fc.constantFrom('0', '1', '7', '7.0', '10', '100', '-3', '33.34', '33.3400', '12345678901234567890')
const or = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4, nil: null })
const pick = <T>(list: readonly T[]) => fc.constantFrom(...list)

const companies = sids(3)
const departments: Row[] = sids(3).map(({ sid }, i) => ({ sid, name: NAMES[i] ?? null, company_sid: companies[i]?.sid ?? null }))
const applicants: Row[] = sids(4).map(({ sid }, i) => ({ sid, name: NAMES[i + 1] ?? null }))
const persons: Row[] = sids(5).map(({ sid }, i) => ({
  sid,
  name: NAMES[i] ?? '',
  department_sid: i === 4 ? null : (departments[i % 3]?.sid ?? null),
  company_sid: companies[i % 3]?.sid ?? null,
}))
const inventors: Row[] = sids(5).map(({ sid }, i) => ({ sid, name: NAMES[i] ?? '', user_sid: i % 2 ? (persons[i]?.sid ?? null) : null }))
const byId = new Map([...companies, ...departments, ...applicants, ...persons, ...inventors].map((row) => [row.sid, row]))
const sidIn = (rows: readonly Row[]) => pick(rows.map((row) => row.sid))

const patentOf = fc.record({
  title: or(pick(TITLES)),
  title_en: or(pick(TITLES)),
  case_no: pick(TITLES),
  status: or(pick(['DRAFTING', 'GRANTED', 'LAPSED'])),
  tags: or(fc.uniqueArray(pick(TAGS.slice(0, 4)), { minLength: 1, maxLength: 3 })),
  claims_count: or(pick([0, 1, 7, 10, 100])),
  early_publication: or(fc.boolean()),
  filing_date: or(pick(DAYS)),
  created_at: pick(MOMENTS),
  owner_sid: or(sidIn(persons)),
  department_sid: or(sidIn(departments)),
  company_sid: sidIn(companies),
  co_owner_sids: or(fc.uniqueArray(sidIn(persons), { minLength: 1, maxLength: 3 })),
  applicants: or(
    fc.uniqueArray(
      sidIn(applicants).map((applicant_sid) => ({ applicant_sid, share_pct: null })),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  inventors: or(
    fc.array(fc.record({ inventor_sid: sidIn(inventors), contribution_pct: or(pick(['33.34', '100', '7'])), not_published: or(fc.boolean()) }), {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  bio_deposit: or(
    fc.array(fc.record({ depository: pick(NAMES), deposit_no: or(pick(TITLES)), deposit_date: or(pick(DAYS)) }), { minLength: 1, maxLength: 2 }),
  ),
  amount: or(pick(['0.00', '7.00', '33.34', '12345678901234567.89'])),
})
const rows: Row[] = sample(patentOf, 90, 1).map((row, i) => ({ ...row, sid: randomUUID(), case_no: `${i} ${row.case_no}` }))
for (const row of rows) byId.set(row.sid, row)
rows.forEach((row, i) => Object.assign(row, { dual_case_sid: i % 3 === 0 ? rows[(i * 7 + 1) % rows.length]?.sid : null }))
const fees: Row[] = rows.slice(0, 60).map((row, i) => ({
  sid: randomUUID(),
  fee_no: `F${i}`,
  case_sid: row.sid,
  amount: row.amount,
  company_sid: row.company_sid,
  due_date: row.filing_date,
  created_at: row.created_at,
}))

await fill('company', companies)
for (const [name, some] of [
  ['department', departments],
  ['applicant', applicants],
  ['user_info', persons],
  ['inventor', inventors],
  ['patent', rows],
  ['fee', fees],
] as const)
  await fill(name, some)

const me = persons[0] as Row
const asker: Asker = { today, sid: me.sid, department: String(me.department_sid), company: String(me.company_sid) }
const ctx = { ...workAs(tenant, { sid: me.sid, department_sid: asker.department, company_sid: asker.company }, [{}]), today }

const SOME: Record<Kind, fc.Arbitrary<string>> = {
  words: fc.oneof(pick(TITLES), wanted),
  string: fc.oneof(pick(TITLES), pick(NAMES), wanted),
  option: fc.oneof(pick(['DRAFTING', 'GRANTED', 'LAPSED', 'drafting']), pick(TAGS)),
  number: numbers,
  date: fc.oneof(pick(DAYS), pick(['1000-01-01', '9999-12-31'])),
  moment: fc.oneof(pick(MOMENTS), pick(DAYS), pick(['2024-01-31', '2024-02-01', '2024-02-01T08:00:00+08:00'])),
  boolean: pick(['true', 'FALSE']).map((word) => word.toLowerCase()),
  sid: fc.oneof(
    sidIn(persons),
    sidIn(departments),
    sidIn(companies),
    sidIn(inventors),
    sidIn(applicants),
    pick(rows.slice(0, 5).map((row) => row.sid)),
  ),
}

// Every path through references, lists of references and rows, two lists deep.
const PATENT_PATHS = paths([
  ['title', 'words'],
  ['title_en', 'string'],
  ['case_no', 'string'],
  ['status', 'option'],
  ['claims_count', 'number'],
  ['early_publication', 'boolean'],
  ['filing_date', 'date'],
  ['created_at', 'moment'],
  ['owner_sid', 'sid'],
  ['sid', 'sid'],
  ['tags', 'option'],
  ['co_owner_sids', 'sid'],
  ['owner_sid.name', 'string'],
  ['owner_sid.department_sid', 'sid'],
  ['owner_sid.department_sid.name', 'string'],
  ['dual_case_sid.title', 'words'],
  ['dual_case_sid.filing_date', 'date'],
  ['dual_case_sid.created_at', 'moment'],
  ['co_owner_sids.name', 'string'],
  ['co_owner_sids.department_sid.name', 'string'],
  ['inventors.inventor_sid', 'sid'],
  ['inventors.contribution_pct', 'number'],
  ['inventors.not_published', 'boolean'],
  ['inventors.inventor_sid.name', 'string'],
  ['inventors.inventor_sid.user_sid.name', 'string'],
  ['applicants.applicant_sid.name', 'string'],
  ['bio_deposit.deposit_no', 'string'],
  ['bio_deposit.deposit_date', 'date'],
  ['dual_case_sid.tags', 'option'],
  ['dual_case_sid.inventors.inventor_sid.name', 'string'],
  ['dual_case_sid.inventors.contribution_pct', 'number'],
  ['department_sid.company_sid', 'sid'],
])
const FEE_PATHS = paths([
  ['amount', 'number'],
  ['due_date', 'date'],
  ['case_sid.title', 'words'],
  ['case_sid.inventors.inventor_sid.name', 'string'],
  ['case_sid.owner_sid.name', 'string'],
  ['case_sid.tags', 'option'],
])

const RUNS = { seed: SEED, numRuns: Number(process.env.INNOE_RUNS ?? 500), endOnFailure: false }

for (const [name, all, known] of [
  ['patent', rows, PATENT_PATHS],
  ['fee', fees, FEE_PATHS],
] as const) {
  test(`random queries on a ${name} give the same result as a plain evaluation`, async () => {
    const ask = async (text: string) =>
      (await search(ctx, model(name), { iql: text, rows: 200, fl: ['sid'] }, { most: 200 })).record.map((row) => row.sid)
    await fc.assert(
      fc.asyncProperty(conditions(known, asker), async ({ text, holds }) => {
        const expected = all.filter(holds).map((row) => row.sid)
        assert.deepEqual((await ask(text)).sort(), expected.sort())
        assert.equal((await count(ctx, model(name), { iql: text })).total, expected.length)
      }),
      RUNS,
    )
  })
}

test('in any order, pages never overlap, leave nothing out, and empty values come last in descending order', async () => {
  const sortable = PATENT_PATHS.filter(({ path }) => !/tags|co_owner|inventors|applicants|bio|(_sid|^sid)$/.test(path))
  const keys = fc.array(fc.tuple(pick(sortable), fc.boolean()), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(keys, fc.integer({ min: 1, max: 40 }), async (by, size) => {
      const iql = `ORDER BY ${by.map(([{ path }, desc]) => `${path} ${desc ? 'DESC' : 'asc'}`).join(', ')}`
      const seen: string[] = []
      for (let start = 0; start < rows.length; start += size)
        seen.push(...(await search(ctx, model('patent'), { iql, rows: size, start, fl: 'sid' })).record.map((row) => String(row.sid)))
      assert.equal(new Set(seen).size, rows.length)
      const found = seen.map((sid) => byId.get(sid) as Row)
      found.slice(1).forEach((row, i) => assert.ok(compareBy(by, found[i] as Row, row) <= 0, iql))
    }),
    { ...RUNS, numRuns: 60 },
  )
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '--',
      '/*',
      '*/',
      ';',
      '$1',
      '$$',
      '\0',
      '\ud800',
      '%',
      '_',
      ' or ',
      '1=1',
      ')',
      'x',
      '\u2019',
      '\n',
      "''",
      "\\'",
    ),
  }),
)

test('a quoted text is only matched literally, or is refused by name', async () => {
  await fc.assert(
    fc.asyncProperty(
      hostile,
      fc.nat(3),
      pick(['title', 'title_en', 'tags', 'owner_sid.name', 'inventors.inventor_sid.name', 'bio_deposit.deposit_no']),
      pick(['=', 'LIKE', 'CONTAINS', 'IN']),
      async (text, style, path, op) => {
        const iql = `${path} ${op} ${op === 'IN' ? `(${spelt(text, style)})` : spelt(text, style)}`
        const answer = await search(ctx, model('patent'), { iql, rows: 1 }).catch(refusal)
        if (answer instanceof Refusal) return assert.ok(answer.status === 400 && text.includes('\0'), `${JSON.stringify(iql)}: ${answer.words('en')}`)
        const asked: Path = { path, kind: 'string', some: wanted, reach: reachOf(path) }
        if (op === '=' || op === 'IN') assert.equal(answer.total, rows.filter((row) => asked.reach(row).includes(text.toWellFormed())).length)
      },
    ),
    { ...RUNS, numRuns: 600 },
  )
})

test('any query text returns rows or a refusal with the position of the fault', async () => {
  const word = fc.constantFrom(
    'title',
    'tags',
    'inventors',
    'constructor',
    '__proto__',
    '.',
    'AND',
    'OR',
    'NOT',
    'IN',
    'LIKE',
    'BETWEEN',
    'IS',
    'EMPTY',
    'WITHIN',
    'CONTAINS',
    'ORDER',
    'BY',
    '(',
    ')',
    ',',
    '=',
    '!=',
    '<',
    "'x'",
    '"7d"',
    '1',
    'NULL',
    'TRUE',
    'me()',
    'today()',
    ';',
    '--',
    '\0',
  )
  const names = fc.constantFrom(...[...tenant.models.all.keys()].filter((name) => !tenant.models.all.get(name)?.refuses?.search))
  const fields = names.chain((name) =>
    fc.constantFrom(...Object.keys(model(name).fields)).chain((code) => fc.tuple(fc.constant(name), fc.constant(code), anything)),
  )
  const anything = fc.constantFrom(
    '= "x"',
    '= 1',
    '= TRUE',
    '= NULL',
    '!= ""',
    'IN ("x", 1, NULL)',
    'IN (NULL)',
    'IN ("2024-01-01")',
    'BETWEEN 1 AND 2',
    'BETWEEN NULL AND NULL',
    'BETWEEN "a" AND "b"',
    'LIKE "\\\\"',
    'CONTAINS "池"',
    'IS EMPTY',
    'IS NOT EMPTY',
    'WITHIN "9d"',
    '= me()',
    '> today()',
    '< "0000-01-01"',
    '> "2024-01-01T00:00:00Z"',
    '.sid = NULL',
    '.name LIKE "x"',
    '.constructor = 1',
    'IS EMPTY ORDER BY sid',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(word, { maxLength: 12 }).map((words) => ['patent', words.join(' ')] as const),
        fields.map(([name, code, rest]) => [name, `${code}${rest.startsWith('.') ? '' : ' '}${rest}`] as const),
      ),
      async ([name, iql]) => {
        const answer = await search(system, model(name), { iql, rows: 1 }).catch(refusal)
        if (answer instanceof Refusal) assert.equal(answer.status, 400, iql)
      },
    ),
    { ...RUNS, numRuns: 2500 },
  )
})

function refusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function sids(n: number): Row[] {
  return Array.from({ length: n }, () => ({ sid: randomUUID() }))
}

async function fill(name: string, some: readonly Row[]) {
  const at = { version: 1, valid: true, created_at: MOMENTS[0], updated_at: MOMENTS[0] }
  await insertRows(
    system,
    model(name),
    some.map((row) => ({ ...at, ...row })),
  )
}

function paths(list: readonly (readonly [path: string, kind: Kind])[]): Path[] {
  return list.map(([path, kind]) => ({ path, kind, some: SOME[kind], reach: reachOf(path) }))
}

function reachOf(path: string) {
  return (row: Row): unknown[] => path.split('.').reduce((found: unknown[], code) => found.flatMap((one) => step(one, code)), [row])
}

/** From a record or its sid to the value of a field; from a list to each of its entries. */
function step(from: unknown, code: string): unknown[] {
  const record = (typeof from === 'string' ? byId.get(from) : from) as Row | null | undefined
  const value = record?.[code] ?? null
  return Array.isArray(value) ? value : [value]
}

function compareBy(by: readonly (readonly [Path, boolean])[], one: Row, other: Row): number {
  for (const [{ kind, reach }, desc] of by) {
    const [a, b] = [reach(one)[0] ?? null, reach(other)[0] ?? null]
    const n =
      a === null || b === null ? Number(b === null) - Number(a === null) : kind === 'boolean' ? Number(a) - Number(b) : order(kind, a, String(b))
    if (n !== 0) return desc ? -n : n
  }
  return 0
}
