// Cases that come from another one: phases, divisions, continuations, validations, later filings. Each date was counted by hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { derivations as ofPatents } from '../../../model/rights/patents/relations/derivations.ts'
import { patent as patents } from '../../../model/rights/patents/patent.ts'
import { derivations as ofTrademarks } from '../../../model/rights/trademarks/derivations.ts'
import { trademark as trademarks } from '../../../model/rights/trademarks/trademark.ts'
import type { Field } from '../../../model/kit/fields.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-20')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { make, done, ask, listed, patent } = casesOf(call, as, 'en')
const [applicant_sid, inventor_sid] = [(await make('applicant', { name: 'Fictional Gear Works' })).sid, (await make('inventor', { name: 'Li' })).sid]
const people = { applicants: [{ applicant_sid, share_pct: '100.00' }], inventors: [{ inventor_sid, contribution_pct: '100.00' }] }

const read = async (sid: string) => (await call<Row>(`patent/${sid}?flat=1`, undefined, { as, lang: 'en' })).data
const derive = (sid: string, way: string, countries: readonly string[] = [], more = {}) =>
  ask<{ cases: string[] }>('patent/do/derive', { sid, way, countries, ...more })
const made = async (...of: Parameters<typeof derive>) => {
  const answer = await derive(...of)
  assert.equal(answer.code, 0, answer.text)
  return answer.data.cases
}
const dueOf = async (sid: string, key: string) =>
  (await listed('deadline', sid, 'key,official_due,status')).find((one) => one.key === key)?.official_due
const found = async (sid: string) => (await listed('finding', sid, 'code,status', " AND status = 'OPEN'")).map(({ code }) => code)

let n = 0
const international = async (more = {}) => {
  const sid = (
    await patent({
      title: 'Gear WO',
      title_en: 'Gear',
      country: 'WO',
      route: 'PCT_INTL',
      filing_date: '2025-06-10',
      application_no: `PCT/CN2025/0987${10 + ++n}`,
      status: 'INTL_FILED',
      ro: 'CN',
      isa: 'CN',
      designated: ['CN', 'EP', 'US', 'FR'],
      ipc_main: 'F16H 1/28',
      tags: ['gear'],
      secrecy_level: 'CONFIDENTIAL',
      ...people,
      ...more,
    })
  ).sid
  await make('priority', {
    case_sid: sid,
    priority_no: `18/1234${10 + n}`,
    priority_date: '2024-06-12',
    priority_country: 'US',
    copy_status: 'DAS',
  })
  return sid
}

test('the phases of an international application take over its people and content, and have its number, filing and priority', async () => {
  const pct = await international()
  const { ways } = await done<{ ways: { way: string; label: string; several: boolean; countries: string[] }[] }>('patent/do/derivations', {
    sid: pct,
  })
  const { label, several, countries } = ways.find(({ way }) => way === 'PHASE') ?? {}
  assert.deepEqual([label, several, countries], ['National phase', true, ['CN', 'EP', 'US']])
  assert.deepEqual(ways.map(({ way }) => way).toSorted(), ['CONTINUATION', 'PART', 'PHASE', 'PRIORITY'])
  const [cn = '', ep = '', us = ''] = await made(pct, 'PHASE', ['CN', 'EP', 'US'])
  const parent = await read(pct)
  for (const [sid, country, status] of [
    [cn, 'CN', 'ENTRY_PREPARING'],
    [ep, 'EP', 'DRAFTING'],
    [us, 'US', 'DRAFTING'],
  ] as const) {
    const row = await read(sid)
    assert.deepEqual(
      [row.country, row.route, row.status, row.pct_no, row.pct_filing_date, row.filing_date, row.earliest_priority_date, row.title, row.title_en],
      [
        country,
        'PCT_NATIONAL',
        status,
        parent.application_no,
        '2025-06-10',
        country === 'CN' ? '2025-06-10' : row.filing_date,
        '2024-06-12',
        'Gear WO',
        'Gear',
      ],
    )
    for (const code of ['applicants', 'inventors', 'owner_sid', 'tags', 'ipc_main', 'secrecy_level', 'ro', 'family_sid', 'company_sid'])
      assert.deepEqual(row[code], parent[code] ?? row[code], code)
    assert.equal(row.application_no, null)
    const { record } = await done<{ record: Row[] }>('related_case/do/search', {
      iql: `later_sid = '${sid}'`,
      fl: 'relation_type,earlier_sid',
      rows: 5,
    })
    assert.equal(record.length, 1)
    assert.deepEqual(await found(sid), [], country)
  }
  assert.equal(await dueOf(cn, 'CNP50'), '2026-12-14') // Implementing Rules r. 120: 30 months, Saturday 12 December
  assert.equal(await dueOf(ep, 'NP02'), '2027-01-12') // EPC Rule 159: 31 months
  assert.equal(await dueOf(us, 'NP03'), '2026-12-14') // 37 CFR 1.495: 30 months
})

test('a corrected priority of the international application moves the dates of its phases', async () => {
  const pct = await international()
  const [us = ''] = await made(pct, 'PHASE', ['US'])
  const [claim] = await listed('priority', pct, 'sid,version')
  await done('priority/do/update', { sid: claim?.sid, version: claim?.version, priority_date: '2024-06-20' })
  await confirmLaterDates(call, second)
  assert.deepEqual([(await read(us)).earliest_priority_date, await dueOf(us, 'NP03')], ['2024-06-20', '2026-12-21']) // Sunday 20 December
  await done('patent/do/update', { sid: pct, version: (await read(pct)).version, filing_date: '2025-06-11', application_no: 'PCT/CN2025/198765' })
  await confirmLaterDates(call, second)
  const row = await read(us)
  assert.deepEqual([(await read(pct)).filing_date, row.pct_filing_date, row.pct_no], ['2025-06-11', '2025-06-11', 'PCT/CN2025/198765'])
})

test('what cannot be is refused in words, and nothing is left of it', async () => {
  const pct = await international()
  const cases = async () => Number(await done<unknown>('patent/do/count', { iql: `country IN ('CN','TW','FR','US','EP','DE')` }))
  const before = await cases()
  const refused = async (sid: string, way: string, countries: readonly string[], words: RegExp, code = 500005) => {
    const answer = await derive(sid, way, countries, { confirm: [] })
    assert.ok(answer.code === code && words.test(answer.text), `${way} ${countries.join()}: ${answer.text}`)
  }
  await refused(pct, 'PHASE', [], /Choose at least one country/)
  await refused(pct, 'PHASE', ['CN', 'FR'], /cannot enter in France, only through European Patent Office/)
  await refused(pct, 'PHASE', ['CN', 'TW'], /Taiwan.* is not a PCT state/)
  await refused(pct, 'PHASE', ['WO'], /must not be WIPO/)
  await refused(pct, 'VALIDATION', ['DE'], /No new case comes from this case in this way/)
  await refused(pct, '__proto__', ['DE'], /No new case comes from this case in this way/)
  await refused(pct, 'PHASE', ['XX'], /Countries/, 500001)
  await refused(pct, 'CONTINUATION', ['CN'], /Only the United States accepts continuations/)
  await refused('00000000-0000-7000-8000-000000000000', 'PHASE', ['CN'], /not found|不存在/i, 404)
  const draft = (await patent({ country: 'WO', route: 'PCT_INTL' })).sid
  await refused(draft, 'PHASE', ['CN'], /no filing date/)
  assert.equal(await cases(), before)
  await made(pct, 'PHASE', ['CN'])
  await refused(pct, 'PHASE', ['US', 'CN'], /already: China/)
  assert.equal(await cases(), before + 1)
})

test('two people at once make one phase', async () => {
  const pct = await international()
  const answers = await Promise.all([1, 2, 3].map(() => derive(pct, 'PHASE', ['US'])))
  assert.deepEqual(answers.map(({ code }) => code).toSorted(), [0, 500005, 500005])
})

test('a doubt is confirmed before anything is made', async () => {
  const pct = await international({ status: 'INTL_WITHDRAWN', close_date: '2026-01-15' })
  const asked = await derive(pct, 'PHASE', ['US'], { confirm: [] })
  assert.deepEqual([asked.status, asked.text.includes('has been withdrawn')], [412, true])
  await made(pct, 'PHASE', ['US'], { confirm: ['earlier_ended'] })
})

test('a division in China has the priority of its parent, a continuation in the United States has its own', async () => {
  const pct = await international()
  const [cn = '', us = ''] = await made(pct, 'PHASE', ['CN', 'US'])
  const entry = { filing_date: '2025-06-10', pct_no: (await read(pct)).application_no, pct_filing_date: '2025-06-10' }
  await done('patent/do/transition', { sid: cn, transition: 'enter', application_no: '202580098765.X', entry_date: '2026-10-12', ...entry })
  await done('patent/do/transition', { sid: us, transition: 'us_file', application_no: '19/123456', entry_date: '2026-11-04', ...entry })
  const [division = ''] = await made(cn, 'DIVISION', [], { title: 'Second gear' })
  const row = await read(division)
  assert.deepEqual(
    [row.country, row.route, row.filing_date, row.status, row.title, row.title_en, row.earliest_priority_date],
    ['CN', 'DIRECT', null, 'DRAFTING', 'Second gear', null, '2024-06-12'],
  )
  await done('patent/do/transition', { sid: division, transition: 'file', application_no: '202611234567.4', filing_date: '2025-06-10' })
  await done('patent/do/update', { sid: division, version: (await read(division)).version, submission_date: '2026-11-10' })
  await confirmLaterDates(call, second)
  assert.equal(await dueOf(division, 'CNP15'), '2027-06-14') // Implementing Rules r. 49: the priority of the parent, Saturday 12 June
  const [continuation = ''] = await made(us, 'CONTINUATION', ['US'])
  assert.deepEqual([(await read(continuation)).filing_date, (await read(continuation)).route], [null, 'DIRECT'])
  await done('patent/do/transition', { sid: continuation, transition: 'us_file', application_no: '19/234567', filing_date: '2026-11-12' })
  await confirmLaterDates(call, second)
  assert.equal(await dueOf(continuation, 'US05'), '2027-03-12') // 37 CFR 1.78(d)(3): 4 months from filing
})

test('a granted European patent becomes national and unitary cases, which prove nothing until their day is recorded', async () => {
  const ep = (
    await patent({
      title: 'Gear EP',
      country: 'EP',
      route: 'EP_DIRECT',
      status: 'EP_GRANTED',
      filing_date: '2020-03-17',
      application_no: 'EP20163456.7',
      grant_date: '2026-11-04',
      grant_no: 'EP3456789B1',
      designated: ['DE', 'FR', 'US'],
      ...people,
    })
  ).sid
  const { ways } = await done<{ ways: { way: string; countries: string[] }[] }>('patent/do/derivations', { sid: ep })
  assert.deepEqual(ways.find(({ way }) => way === 'VALIDATION')?.countries, ['DE', 'FR'])
  const [de = '', fr = ''] = await made(ep, 'VALIDATION', ['DE', 'FR'])
  const [unitary = ''] = await made(ep, 'UNITARY')
  assert.deepEqual([(await read(de)).filing_date, (await read(de)).route, (await read(unitary)).route], ['2020-03-17', 'EP_VALIDATION', 'UNITARY'])
  assert.equal((await listed('deadline', ep, 'key,status')).find(({ key }) => key === 'EP26')?.status, 'OPEN')
  for (const sid of [de, fr]) await done('patent/do/update', { sid, version: (await read(sid)).version, grant_date: '2026-11-04' })
  assert.deepEqual([(await read(de)).status, await dueOf(de, 'DE02:8')], ['GRANTED', '2027-03-31']) // PatKostG § 3(2)
  assert.equal((await listed('deadline', ep, 'key,status')).find(({ key }) => key === 'EP26')?.status, 'DONE')
  const again = await derive(ep, 'UNITARY')
  assert.match(again.text, /already: European Patent Office/)
  assert.ok(!(await done<{ ways: { way: string }[] }>('patent/do/derivations', { sid: ep })).ways.some(({ way }) => way === 'UNITARY'))
  assert.match((await derive(ep, 'VALIDATION', ['JP'])).text, /no effect in Japan/)
})

test('a later filing claims the priority of a first one by the relation of its office', async () => {
  const first = (await patent({ title: 'Gear CN', filing_date: '2026-06-12', application_no: '202610754321.3', status: 'FILED', ...people })).sid
  const [us = '', wo = '', ep = ''] = await made(first, 'PRIORITY', ['US', 'WO', 'EP'])
  for (const [sid, type, route] of [
    [us, 'PARIS', 'PARIS'],
    [wo, 'PCTA', 'PCT_INTL'],
    [ep, 'PARIS', 'EP_DIRECT'],
  ] as const) {
    const { record } = await done<{ record: Row[] }>('related_case/do/search', { iql: `later_sid = '${sid}'`, fl: 'relation_type', rows: 5 })
    assert.deepEqual([record[0]?.relation_type, (await read(sid)).route, (await read(sid)).earliest_priority_date], [type, route, '2026-06-12'])
  }
})

for (const [what, values, isOver] of [
  ['on the day before the last', { filing_date: '2025-11-21' }, false],
  ['on the last day', { filing_date: '2025-11-20' }, false],
  ['on the day after the last', { filing_date: '2025-11-19' }, true],
  ['years later', { filing_date: '2020-03-17' }, true],
  ['on the last day of a design', { filing_date: '2026-05-20', patent_type: 'DESIGN' }, false],
  ['on the day after the last of a design', { filing_date: '2026-05-19', patent_type: 'DESIGN' }, true],
] as const) {
  test(`a later filing that claims priority, ${what}, is ${isOver ? 'confirmed first' : 'made without a doubt'}`, async () => {
    const first = (await patent({ status: 'DRAFTING', ...people, ...values })).sid
    const asked = await derive(first, 'PRIORITY', ['US'], { confirm: [] })
    assert.deepEqual([asked.status, /months of priority .* are over/.test(asked.text)], isOver ? [412, true] : [200, false], asked.text)
    if (isOver) await made(first, 'PRIORITY', ['US'], { confirm: ['period_over'] })
  })
}

test('a last day on a day off is that of the next working day at the office of the later filing', async () => {
  const first = (await patent({ filing_date: '2025-11-14', status: 'DRAFTING', ...people })).sid // Saturday 14 November 2026
  startOn('2026-11-16')
  assert.equal((await derive(first, 'PRIORITY', ['US'], { confirm: [] })).code, 0)
  startOn('2026-11-17')
  assert.equal((await derive(first, 'PRIORITY', ['US'], { confirm: [] })).status, 412)
  startOn('2026-11-20')
})

test('a person takes over only what they see, and makes nothing without the permission', async () => {
  const pct = await international()
  const inventor = await enrol('inventor')
  assert.equal((await ask('patent/do/derive', { sid: pct, way: 'PHASE', countries: ['US'] }, inventor)).status, 403)
})

test('Cap. 514 s. 15: a Hong Kong record is made of the published application, once, and only there', async () => {
  const published = { title: 'Gear CN', country: 'CN', filing_date: '2025-06-10', status: 'PUBLISHED', ...people }
  const cn = (await patent({ ...published, application_no: '202510765432.X', publication_no: 'CN120111222A', publication_date: '2026-06-12' })).sid
  assert.equal(await dueOf(cn, 'HKP01'), '2026-12-14') // 6 months: Saturday 12 December
  assert.match((await derive(cn, 'HONG_KONG', ['US'])).text, /Hong Kong record: the country of the later case must be Hong Kong/)
  const [hk = ''] = await made(cn, 'HONG_KONG', ['HK'])
  const row = await read(hk)
  assert.deepEqual([row.country, row.route, row.title, row.family_sid], ['HK', 'HK_RECORD', 'Gear CN', (await read(cn)).family_sid])
  const { ways } = await done<{ ways: { way: string; countries: string[] }[] }>('patent/do/derivations', { sid: cn })
  assert.deepEqual(ways.find(({ way }) => way === 'HONG_KONG')?.countries, [])
})

test('Madrid Protocol: designations have the number and the days of their registration; a transformation of one in force is a doubt', async () => {
  const on = { applicants: people.applicants, classes: [{ class_no: '7', goods: 'Gears' }] }
  const international = await make('trademark', { title: 'GEARO', country: 'WO', route: 'MADRID_INTL', status: 'MAD_REGISTERED', filing_date: '2026-03-02', reg_no: '1812345', reg_date: '2026-03-02', designated: ['JP', 'US', 'EM'], ...on }) // oxfmt-ignore
  const waysOf = async () =>
    (await done<{ ways: { way: string; countries: string[] }[] }>('trademark/do/derivations', { sid: international.sid })).ways
  assert.deepEqual((await waysOf()).map(({ way, countries }) => [way, countries]), [['DESIGNATION', ['JP', 'US', 'EM']], ['TRANSFORMATION', ['JP', 'US', 'EM']]]) // oxfmt-ignore
  const { cases } = await done<{ cases: string[] }>('trademark/do/derive', { sid: international.sid, way: 'DESIGNATION', countries: ['JP', 'US'] })
  for (const sid of cases) {
    const row = (await call<Row>(`trademark/${sid}?flat=1`, undefined, { as, lang: 'en' })).data
    assert.deepEqual([row.route, row.intl_reg_no, row.intl_reg_date, row.title], ['MADRID_DESIGNATION', '1812345', '2026-03-02', 'GEARO'])
  }
  assert.deepEqual((await waysOf())[0]?.countries, ['EM'])
  const early = await ask('trademark/do/derive', { sid: international.sid, way: 'TRANSFORMATION', countries: ['JP'], confirm: [] })
  assert.match(early.text, /in force: it is transformed only after it was cancelled with its base mark/)
})

test('the people of the new cases are those of the earlier one, changed or left out where a person says so, in every way of every kind', async () => {
  const bare = await international({ applicants: null, inventors: null })
  const { ways } = await done<{ ways: { way: string; takes: string[]; sets: Row }[] }>('patent/do/derivations', { sid: bare })
  const phase = ways.find(({ way }) => way === 'PHASE')
  assert.deepEqual([phase?.takes.includes('applicants'), phase?.takes.includes('owner_sid'), phase?.sets.route], [false, true, 'PCT_NATIONAL'])
  const given = { title: 'Second gear', values: { ...people, title_en: 'Gear 2', importance: 'A', tags: null } }
  for (const sid of await made(bare, 'PHASE', ['CN', 'US'], given)) {
    const row = await read(sid)
    const named = (rows: unknown) => (rows as Row[]).map((one) => one.applicant_sid ?? one.inventor_sid) // rows of people
    assert.deepEqual([named(row.applicants), named(row.inventors), row.importance, row.tags], [[applicant_sid], [inventor_sid], 'A', []])
    assert.deepEqual([row.title, row.title_en], ['Second gear', 'Gear 2'])
  }
  const refused = await derive(bare, 'PHASE', ['EP'], { values: { nothing: 1, expiry_date: '2045-01-01', route: 'UNITARY' } })
  assert.deepEqual(refused.errors.map(({ field }) => field), ['nothing', 'expiry_date']) // oxfmt-ignore
  for (const [model, ways] of [
    [patents, ofPatents],
    [trademarks, ofTrademarks],
  ] as const) {
    // oxfmt-ignore
    const asked = Object.entries<Field>(model.fields).filter(([, field]) => field.required && !field.auto_number && field.default === undefined)
    const needed = [...asked.map(([code]) => code), 'applicants', 'owner_sid', 'department_sid', 'secrecy_level', 'share_level']
    for (const [way, { carries, of }] of Object.entries(ways)) {
      const given = ['country', ...carries, ...Object.keys(of({ country: 'CN', patent_type: 'INVENTION' }, 'US').values)]
      assert.deepEqual(needed.filter((code) => !given.includes(code)), [], `${model.name} ${way}`) // oxfmt-ignore
    }
  }
})
