import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { act, refused, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import { getMany } from '../../records/query/get.ts'
import { recogniseNumber, undoTransition } from '../../../model/rights/patents/actions.ts'
import type { RowValues } from '../../records/context.ts'

let t: TestTenant
let owner: string
let company: string

before(async () => {
  t = await testTenant()
  company = await t.make('company', { company_name: 'Innoe' })
  owner = await t.make('user_info', { name: 'Wang', company_sid: company })
})
after(() => t.close())

let n = 0
const values = (more: RowValues = {}): RowValues => ({
  title: `Case ${++n}`,
  patent_type: 'INVENTION',
  country: 'CN',
  owner_sid: owner,
  company_sid: company,
  ...more,
})
const file = (more: RowValues = {}, as = t.ctx) => t.make('patent', values(more), as)
const read = (sid: string) => t.read('patent', sid)
const numberOf = async (sid: string) => String((await read(sid)).case_no)

describe('numbers of offices', () => {
  for (const [country, patent_type, given, printed, key] of [
    ['CN', 'INVENTION', '202310123456.6', '202310123456.6', 'CN2023101234566'],
    ['CN', 'UTILITY', '202420765432.0', '202420765432.0', 'CN2024207654320'],
    ['CN', 'DESIGN', '202530011223.7', '202530011223.7', 'CN2025300112237'],
    ['CN', 'INVENTION', '202180045678.X', '202180045678.X', 'CN202180045678X'],
    ['CN', 'UTILITY', '202290000123.3', '202290000123.3', 'CN2022900001233'],
    ['CN', 'INVENTION', '202310000002.x', '202310000002.X', 'CN202310000002X'],
    ['CN', 'INVENTION', 'CN2018115642 88X', '201811564288.X', 'CN201811564288X'],
    ['CN', 'INVENTION', '98100123.8', '98100123.8', 'CN981001238'],
    ['US', 'INVENTION', '18/123456', '18/123,456', undefined],
    ['WO', 'INVENTION', 'pct/cn2024/098765', 'PCT/CN2024/098765', 'PCTCN2024098765'],
    ['KR', 'INVENTION', '1020230123456', '10-2023-0123456', undefined],
  ] as const) {
    test(`${country} ${given} is kept as ${printed}`, async () => {
      const row = await read(await file({ country, patent_type, application_no: given }))
      assert.equal(row.application_no, printed)
      if (key) assert.equal(row.application_key, key)
      assert.ok(row.application_key)
    })
  }

  for (const [given, says] of [
    ['202310123456.7', /expected 6/],
    ['2023101234.5', /12 digits/],
    ['202340123456.2', /type of right/],
    ['202310132456.6', /expected/],
    ['20231012345O.5', /letter O/],
    ['198410123456.5', /October 2003/],
    ['209910123456.9', /in the future/],
    ['202310123457', /missing: expected/],
    ['98100123.1', /expected 8/],
    ['18/12345', /does not match a known|not recognised/],
    ['US18/123456', /number of US/],
    ['202420765432.0', /match the patent type/],
  ] as const) {
    test(`CN ${given} is refused: ${says.source}`, async () => assert.match((await refused(file({ application_no: given }))).words, says))
  }

  for (const [country, given] of [
    ['EP', 'EP23123456.9'],
    ['US', '18/12345'],
    ['JP', '特願2024-12345'],
    ['KR', '10-2023-123456'],
  ] as const) {
    test(`${country} ${given} has an unusual format and is kept, because foreign formats change`, async () => {
      assert.ok((await read(await file({ country, application_no: given }))).application_key)
    })
  }

  for (const [given, says] of [
    ['CN117123456Z', /kind code/],
    ['CN217123456A', /kind code U/],
    ['CN11712345A', /7 or 9 digits/],
  ] as const) {
    test(`the publication ${given} is refused: ${says.source}`, async () =>
      assert.match((await refused(file({ publication_no: given }))).words, says))
  }

  test('an export without check digit is completed; a wrong digit is refused with the expected one', async () => {
    const importing = { ...t.ctx, source: 'import' as const }
    assert.equal((await read(await file({ application_no: '202010566088' }, importing))).application_no, '202010566088.9')
    assert.match((await refused(file({ application_no: '202310123456.7' }, importing))).words, /expected 6/)
  })

  test('the check during input shows the faults of a number and the expected check digit', async () => {
    const [reading] = (await act(t.ctx, recogniseNumber, { text: '202310123456', country: 'CN', kind: 'application' })).readings
    assert.equal(reading?.faults[0]?.expected, '202310123456.6')
    const [european] = (await act(t.ctx, recogniseNumber, { text: 'EP23123456.9', country: 'EP', kind: 'application' })).readings
    assert.equal(european?.faults[0]?.level, 'warning')
  })

  test('the kind code distinguishes a grant from a publication', async () => {
    const row = await read(await file({ publication_no: 'CN112345678B', publication_date: '2023-05-05', filing_date: '2020-01-02' }))
    assert.deepEqual([row.publication_no, row.grant_no, row.grant_date, row.publication_date], [null, 'CN112345678B', '2023-05-05', null])
    const published = await read(await file({ publication_no: 'CN117123456A' }))
    assert.deepEqual([published.publication_key, published.grant_no], ['CN117123456A', null])
  })

  test('one application is one case; the refusal names the other case', async () => {
    const first = await file({ application_no: '200510096239.4' })
    assert.match((await refused(file({ application_no: 'ZL200510096239.4' }))).words, new RegExp(`case ${await numberOf(first)}`))
    await file({ application_no: '200510096239.4', country: 'CN', company_sid: await t.make('company', { company_name: `Other ${n}` }) })
  })

  test('a case hidden from the caller is not named', async () => {
    const first = await file({ application_no: '201911000321.0' })
    const stranger = {
      ...t.ctx,
      actor: { ...t.ctx.actor, grants: t.ctx.actor.grants.map((grant) => ({ ...grant, scope: 'SELF' as const })), access: new Map() },
    }
    const { words } = await refused(file({ application_no: '201911000321.0', owner_sid: null }, stranger))
    assert.match(words, /used by another case/)
    assert.ok(!words.includes(await numberOf(first)))
  })

  test('a patent number that differs from the application number is refused', async () => {
    assert.match((await refused(file({ application_no: '202110000016.2', patent_no: 'ZL202110000019.6' }))).words, /does not match/)
  })

  test('a granted Chinese patent has a ZL number', async () => {
    const row = await read(
      await file({ application_no: '202110000016.2', filing_date: '2021-01-04', grant_no: 'CN112345679B', grant_date: '2023-01-03' }),
    )
    assert.equal(row.patent_no, 'ZL202110000016.2')
    const pending = await read(await file({ application_no: '202110000019.6', filing_date: '2021-01-04' }))
    assert.equal(pending.patent_no, null)
  })
})

describe('dates', () => {
  test('the receipt date of the documents is the filing date by default, and follows it', async () => {
    const sid = await file({ filing_date: '2024-02-01' })
    assert.deepEqual([(await read(sid)).submission_date, (await read(sid)).earliest_priority_date], ['2024-02-01', '2024-02-01'])
    await t.change('patent', sid, { filing_date: '2024-02-02' })
    assert.deepEqual([(await read(sid)).submission_date, (await read(sid)).earliest_priority_date], ['2024-02-02', '2024-02-02'])
  })

  for (const [first, then] of [
    ['filing_date', 'publication_date'],
    ['filing_date', 'grant_date'],
    ['filing_date', 'submission_date'],
    ['publication_date', 'grant_date'],
    ['filing_date', 'close_date'],
  ] as const) {
    test(`${then} before ${first} is refused as a rule across fields`, async () => {
      const { code, words } = await refused(file({ [first]: '2022-05-05', [then]: '2022-05-04' }))
      assert.equal(code, 500005)
      assert.match(words, /2022-05-04 is before/)
      await file({ [first]: '2022-05-05', [then]: '2022-05-05' })
    })
  }

  test('a filed case has no future filing date; a draft may plan one', async () => {
    const tomorrow = `${Temporal.PlainDate.from(t.ctx.today).add({ days: 1 })}`
    await file({ filing_date: tomorrow })
    assert.match((await refused(file({ filing_date: tomorrow, status: 'FILED' }))).words, /in the future/)
  })
})

describe('states', () => {
  const filing = { application_no: '', filing_date: '2024-03-01' }
  const people = async () => ({
    applicants: [{ applicant_sid: await t.make('applicant', { name: `Applicant ${++n}` }) }],
    inventors: [{ inventor_sid: await t.make('inventor', { name: `Inventor ${n}` }), contribution_pct: '100' }],
  })

  test('filing requires applicant, inventor, number and date, and reports all missing ones together', async () => {
    const { refusal } = await refused(t.take('patent', await file(), 'file'))
    assert.deepEqual(refusal.errors?.map(({ field }) => field).sort(), ['applicants', 'application_no', 'filing_date', 'inventors'])
  })

  test('the Paris route requires a priority at filing, and the national phase its international application data', async () => {
    const paris = await file({ route: 'PARIS', country: 'US', ...(await people()) })
    assert.match((await refused(t.take('patent', paris, 'us_file', { ...filing, application_no: '18/222,333' }))).words, /Paris route/)
    await t.make('priority', { case_sid: paris, priority_no: '202310123456.6', priority_date: '2023-03-01', priority_country: 'CN' })
    await t.take('patent', paris, 'us_file', { ...filing, application_no: '18/222,333' })
    const national = await file({ route: 'PCT_NATIONAL', country: 'US', ...(await people()) })
    const { refusal } = await refused(t.take('patent', national, 'us_file', { ...filing, application_no: '18/222,334' }))
    assert.deepEqual(refusal.errors?.map(({ field }) => field).sort(), ['entry_date', 'pct_filing_date', 'pct_no'])
  })

  const offered = async (country: string, status = 'DRAFTING') => {
    const [record] = await getMany(t.ctx, t.modelOf('patent'), [await file({ country, status })])
    return ((record?.transitions ?? []) as { code: string }[]).map(({ code }) => code) // made by getMany
  }

  for (const [country, has, lacks] of [
    ['CN', ['file', 'enter', 'prepare_entry'], ['us_file', 'ep_file', 'jp_file', 'file_pct']],
    ['US', ['us_file', 'us_provisional'], ['file', 'enter', 'ep_file']],
    ['EP', ['ep_file'], ['file', 'us_file']],
    ['JP', ['jp_file'], ['file', 'us_file']],
    ['KR', ['jp_file'], ['file', 'us_file']],
    ['WO', ['file_pct', 'prepare_pct'], ['file', 'enter']],
    ['DE', ['file'], ['enter', 'us_file', 'ep_file', 'file_pct']],
    ['IN', ['file'], ['enter', 'jp_file']],
  ] as const) {
    test(`${country} is offered ${has.join(', ')}, not ${lacks.join(', ')}`, async () => {
      const codes = await offered(country)
      for (const code of has) assert.ok(codes.includes(code), `${code} among ${codes}`)
      for (const code of lacks) assert.ok(!codes.includes(code), `${code} not among ${codes}`)
    })
  }

  for (const [country, status, fits] of [
    ['CN', 'SE', true],
    ['CN', 'US_FILED', false],
    ['CN', 'INTL_PUBLISHED', false],
    ['US', 'US_EXAM', true],
    ['US', 'GRANTED', true],
    ['US', 'EP_EXAM', false],
    ['KR', 'JP_EXAM', true],
    ['JP', 'JP_EXAM', true],
    ['EP', 'EP_GRANTED', true],
    ['DE', 'EP_GRANTED', false],
    ['WO', 'INTL_FILED', true],
    ['WO', 'US_FILED', false],
  ] as const) {
    test(`[4.15] a case at ${country} ${fits ? 'can' : 'cannot'} have the status ${status}`, async () => {
      if (fits) return assert.equal((await t.read('patent', await file({ country, status }))).status, status)
      const { code, words } = await refused(file({ country, status }))
      assert.equal(code, 500001)
      assert.match(words, new RegExp(`is not a status of ${country} cases`))
    })
  }

  test('another country uses the common transitions, and a transition of another office is refused', async () => {
    assert.deepEqual((await offered('IN', 'SE')).sort(), ['deem_withdrawn', 'grant', 'grant_notice', 'office_action', 'refuse', 'withdraw'])
    const { code } = await refused(
      t.take('patent', await file({ country: 'CN' }), 'us_file', { application_no: '18/333,444', filing_date: '2024-01-01' }),
    )
    assert.equal(code, 500005)
  })

  test('the legal status follows the state', async () => {
    const sid = await file()
    assert.equal((await read(sid)).legal_status, 'PREPARING')
    const granted = await file({ status: 'GRANTED' })
    assert.equal((await read(granted)).legal_status, 'GRANTED')
  })

  test('the transition that ends a case sets its end date; the one that restores it clears the date', async () => {
    const sid = await file({ status: 'SE', filing_date: '2023-01-10' })
    await t.take('patent', sid, 'withdraw', { close_reason: 'no longer needed' })
    assert.deepEqual([(await read(sid)).close_date, (await read(sid)).legal_status], [t.ctx.today, 'WITHDRAWN'])
    const right = await file({ status: 'GRANTED', filing_date: '2020-01-10' })
    await t.take('patent', right, 'terminate', { close_date: '2024-01-10' })
    assert.equal((await read(right)).close_date, '2024-01-10')
    await t.take('patent', right, 'restore_right')
    assert.deepEqual([(await read(right)).close_date, (await read(right)).legal_status], [null, 'GRANTED'])
  })

  test('the last event is undone with its effects, step by step, with a reason', async () => {
    const sid = await file({ country: 'US', ...(await people()) })
    await t.take('patent', sid, 'us_file', { ...filing, application_no: '18/444,555' })
    await t.take('patent', sid, 'us_nonfinal')
    await t.take('patent', sid, 'us_answer')
    await t.take('patent', sid, 'us_nonfinal')
    await refused(act(t.ctx, undoTransition, { sid, reason: '  ' }))
    const stranger = {
      ...t.ctx,
      actor: {
        ...t.ctx.actor,
        roles: ['ip_engineer'],
        grants: [{ ...t.ctx.actor.grants[0], verbs: ['get', 'search', 'update', 'transition'] }],
        access: new Map(),
      },
    } as typeof t.ctx // one grant, as SYSTEM has
    assert.equal((await refused(act(stranger, undoTransition, { sid, reason: 'mistake' }))).code, 403)
    const grants = stranger.actor.grants.map((grant) => ({ ...grant, verbs: [...grant.verbs, 'undo_transition'] }))
    const manager = { ...stranger, actor: { ...stranger.actor, grants, access: new Map() } }
    const states = []
    for (let i = 0; i < 4; i++) states.push(((await act(manager, undoTransition, { sid, reason: 'entered in error' })) as RowValues).status)
    assert.deepEqual(states, ['US_EXAM', 'US_NONFINAL', 'US_FILED', 'DRAFTING'])
    const row = await read(sid)
    assert.deepEqual([row.application_no, row.application_key, row.filing_date], [null, null, null])
    assert.match((await refused(act(manager, undoTransition, { sid, reason: 'again' }))).words, /no event/)
    const log = await t.ctx.db
      .selectFrom('change_log')
      .select('reason')
      .where('record_sid', '=', sid)
      .where('reason', '=', 'entered in error')
      .execute()
    assert.equal(log.length, 4)
    await t.take('patent', sid, 'us_file', { ...filing, application_no: '18/444,555' })
    assert.equal((await act(manager, undoTransition, { sid, reason: 'once more' })).status, 'DRAFTING')
  })
})

test('a case entered as granted is granted immediately, and one whose term has ended is expired', async () => {
  const applicant_sid = await t.make('applicant', { name: 'Granted Co' })
  const typed = async (values: RowValues) => {
    const inventor_sid = await t.make('inventor', { name: 'Zhao' })
    const sid = await file({ applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], ...values })
    return (await read(sid)).status
  }
  assert.equal(await typed({ country: 'CN', filing_date: '2019-03-01', grant_date: '2022-05-06' }), 'GRANTED')
  assert.equal(await typed({ country: 'US', filing_date: '2019-03-01', grant_no: 'US10123456B2', grant_date: '2022-05-06' }), 'US_GRANTED')
  assert.equal(await typed({ country: 'CN', filing_date: '1999-03-01', grant_date: '2002-05-06' }), 'EXPIRED')
  for (const [country, grant, status] of [
    ['EP', { grant_no: 'EP3456789B1', grant_date: '2022-05-04' }, 'EP_GRANTED'],
    ['JP', { register_date: '2022-05-06' }, 'JP_GRANTED'],
    ['JP', { grant_no: 'JP7654321B2' }, 'JP_GRANTED'],
    ['KR', { register_date: '2022-05-06', grant_date: '2022-05-20' }, 'JP_GRANTED'],
    ['DE', { grant_date: '2022-05-06' }, 'GRANTED'],
    ['GB', { grant_no: 'GB2456789B' }, 'GRANTED'],
    ['IN', { grant_date: '2022-05-06' }, 'GRANTED'],
    ['TW', { grant_date: '2022-05-06' }, 'GRANTED'],
  ] as const)
    assert.equal(await typed({ country, filing_date: '2019-03-01', ...grant }), status, `${country} ${JSON.stringify(grant)}`)
  const [registered] = await t.ctx.db.selectFrom('patent').select(['sid', 'grant_date', 'register_date']).where('country', '=', 'JP').where('register_date', 'is not', null).execute() // oxfmt-ignore
  assert.deepEqual(
    [registered?.grant_date, registered?.register_date],
    ['2022-05-06', '2022-05-06'],
    'there the right is granted on the day of its registration',
  )
  const sid = registered?.sid ?? ''
  await t.change('patent', sid, { register_date: '2022-05-09' })
  assert.equal((await read(sid)).grant_date, '2022-05-09', 'also once the day is corrected')
  const waiting = await file({ country: 'JP', filing_date: '2019-03-01', status: 'JP_ALLOWED' })
  await t.take('patent', waiting, 'jp_grant', { grant_no: 'JP7654399B2', register_date: '2022-05-06' })
  assert.equal((await read(waiting)).grant_date, '2022-05-06', 'also where the step states it')
  assert.equal(await typed({ country: 'CN' }), 'DRAFTING')
  const design = { country: 'WO', route: 'HAGUE_INTL', patent_type: 'DESIGN', filing_date: '2026-06-15' }
  for (const [of, status] of [
    [{ country: 'WO', filing_date: '2025-07-25', application_no: 'PCT/CN2025/111222' }, 'INTL_FILED'],
    [{ country: 'WO', filing_date: '2025-07-25' }, 'DRAFTING'],
    [{ ...design, hague_reg_no: 'DM/234567', register_date: '2026-06-15' }, 'HAG_REGISTERED'],
    [{ ...design, hague_reg_no: 'DM/234568', hague_pub_date: '2026-11-20' }, 'HAG_REGISTERED'],
    [{ ...design, country: 'CN', route: 'HAGUE_NATIONAL', hague_reg_no: 'DM/234569', hague_pub_date: '2026-11-20' }, 'HAGD_PENDING'],
    [{ ...design, country: 'US', route: 'HAGUE_NATIONAL', hague_reg_no: 'DM/234570', grant_date: '2026-11-20' }, 'HAGD_PROTECTED'],
    [design, 'DRAFTING'],
  ] as const)
    assert.equal(await typed(of), status, JSON.stringify(of))
})

describe('persons of a case', () => {
  test('agents work for the agency of the case', async () => {
    const [one, other] = [await t.make('agency', { agency_name: 'One' }), await t.make('agency', { agency_name: 'Other' })]
    const agent = await t.make('agent', { name: 'Li', agency_sid: one, email: 'li@agency.example' })
    await file({ agency_sid: one, agent_sids: [agent] })
    assert.match((await refused(file({ agency_sid: other, agent_sids: [agent] }))).words, /Li: not a member of the selected agency/)
    const { sid } = await read(await file({ agency_sid: one, agent_sids: [agent] }))
    assert.match((await refused(t.change('patent', String(sid), { agency_sid: other }))).words, /not a member of the selected agency/)
  })

  test('[5.20] contributions total 100 and nobody is named twice', async () => {
    const one = await t.make('inventor', { name: 'Zhao' })
    assert.match(
      (
        await refused(
          file({
            inventors: [
              { inventor_sid: one, contribution_pct: '50' },
              { inventor_sid: one, contribution_pct: '50' },
            ],
          }),
        )
      ).words,
      /twice/,
    )
    await refused(file({ inventors: [{ inventor_sid: one, contribution_pct: '99.99' }] }))
  })
})
