import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { act, companyOnly, refused, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import { createRow } from '../../records/write/create.ts'
import { restore } from '../../records/write/delete.ts'
import { inTransaction, type Context, type RowValues } from '../../records/context.ts'
import { checkRelation } from '../../../model/cases/family-actions.ts'
import { drawFamily, splitFromFamily } from '../../../model/rights/patents/actions.ts'

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
const file = (more: RowValues = {}) =>
  t.make('patent', { title: `Case ${++n}`, patent_type: 'INVENTION', country: 'CN', owner_sid: owner, company_sid: company, ...more })
const relate = (earlier_sid: string, later_sid: string, relation_type: string, more: RowValues = {}) =>
  t.make('related_case', { earlier_sid, later_sid, relation_type, ...more })
const read = (sid: string) => t.read('patent', sid)
const familyNo = async (sid: string) => (await read(sid)).family_sid

const cn = (filing_date = '2023-01-10', more: RowValues = {}) => file({ filing_date, ...more })
const us = (filing_date = '2023-06-10', more: RowValues = {}) => file({ country: 'US', filing_date, ...more })
const pct = (filing_date = '2023-06-10', more: RowValues = {}) => file({ country: 'WO', route: 'PCT_INTL', filing_date, ...more })

describe('relations', () => {
  test('[5.23] the two patents must differ', async () => {
    const one = await cn()
    const { code, words } = await refused(relate(one, one, 'PARIS'))
    assert.equal(code, 500005)
    assert.match(words, /The two patents must not be the same/)
  })

  test('[5.22] the earlier case precedes the later; the opposite order is never reported', async () => {
    const { code, words } = await refused(relate(await us('2023-06-10'), await cn('2023-01-10'), 'PARIS'))
    assert.equal(code, 500005)
    assert.match(words, /earlier case's filing date \(2023-06-10\) must precede the later case's \(2023-01-10\)/)
    assert.doesNotMatch(words, /must be later than the child/)
    await relate(await cn('2023-01-10'), await us('2023-06-10'), 'PARIS')
  })

  test('[5.22] a missing date is saved and checked again when it is filled in', async () => {
    const [earlier, later] = [await cn('2023-01-10'), await file({ country: 'US' })]
    await relate(earlier, later, 'PARIS')
    const { code, words } = await refused(t.change('patent', later, { filing_date: '2022-12-31' }))
    assert.equal(code, 500005)
    assert.match(words, /must precede/)
    await t.change('patent', later, { filing_date: '2023-12-31' })
  })

  for (const [type, earlier, later, says] of [
    ['PARIS', () => cn(), () => cn('2023-05-05'), /different countries/],
    ['PARIS', () => cn(), () => pct(), /must not be WIPO/],
    ['PCT', () => cn(), () => us(), /must be WIPO/],
    ['PCT', () => pct('2023-01-10'), () => file({ country: 'TW', filing_date: '2023-01-10' }), /Taiwan, China is not a PCT state/],
    [
      'PCT',
      () => pct('2023-01-10', { application_no: 'PCT/CN2023/071234' }),
      () => us('2023-01-10', { route: 'PCT_NATIONAL', pct_no: 'PCT/CN2023/071235' }),
      /later case \(PCT\/CN2023\/071235\)/,
    ],
    ['PCTA', () => cn(), () => us(), /must be WIPO/],
    ['PCTA', () => pct('2023-01-10'), () => pct('2023-06-10'), /must not be WIPO/],
    ['HAGUE', () => cn('2023-01-10', { patent_type: 'DESIGN' }), () => us('2023-06-10', { patent_type: 'DESIGN' }), /must be WIPO/],
    ['HAGUE', () => hague(['US']), () => file({ country: 'JP', patent_type: 'DESIGN', filing_date: '2023-01-10' }), /does not designate Japan/],
    ['HAGUEP', () => cn('2023-01-10', { patent_type: 'DESIGN' }), () => us('2023-03-10', { patent_type: 'DESIGN' }), /must be WIPO/],
    ['HAGUEP', () => cn('2023-01-10'), () => hague(['US'], '2023-03-10'), /must be Design/],
    ['CA', () => us('2022-01-10'), () => cn('2023-01-10'), /Only the United States accepts continuations/],
    ['CIP', () => us('2022-01-10'), () => file({ country: 'EP', filing_date: '2023-01-10' }), /Only the United States accepts continuations/],
    ['DIV', () => cn('2023-01-10'), () => cn('2023-01-10', { patent_type: 'UTILITY' }), /same type/],
    ['DIV', () => cn('2023-01-10'), () => us('2023-01-10'), /same country/],
    ['DOMESTIC', () => cn('2023-01-10'), () => us('2023-06-10'), /same country/],
    ['DUAL', () => cn('2023-01-10'), () => cn('2023-01-11', { patent_type: 'UTILITY' }), /same filing date/],
  ] as const) {
    test(`[5.23] ${type}: ${says.source}`, async () => {
      const [one, other] = [await earlier(), await later()]
      const { code, words } = await refused(relate(one, other, type))
      assert.equal(code, 500005)
      assert.match(words, says)
    })
  }

  const hague = (designated: string[], filing_date = '2023-01-10') =>
    file({ country: 'WO', route: 'HAGUE_INTL', patent_type: 'DESIGN', designated, filing_date })

  test('[5.23] each kind is accepted where its rule is met', async () => {
    await relate(await pct('2023-01-10'), await us('2023-01-10', { submission_date: '2025-07-01' }), 'PCT')
    await relate(await cn(), await pct(), 'PCTA')
    await relate(await hague(['JP']), await file({ country: 'JP', patent_type: 'DESIGN', filing_date: '2023-01-10' }), 'HAGUE')
    await relate(await cn('2023-01-10', { patent_type: 'DESIGN' }), await hague(['US'], '2023-03-10'), 'HAGUEP')
    await relate(await us('2022-01-10'), await us('2023-01-10'), 'CA')
    await relate(await us('2022-01-10'), await us('2023-01-10'), 'CIP')
    await relate(await cn(), await cn('2023-01-10', { submission_date: '2024-02-02' }), 'DIV')
    await relate(await cn(), await cn('2023-09-09'), 'DOMESTIC')
    await relate(await us('2020-01-10', { patent_type: 'PROVISIONAL' }), await us('2020-11-10'), 'PROV')
    await relate(await us('2019-01-10'), await us('2024-01-10'), 'RI')
    await relate(
      await file({ country: 'DE', filing_date: '2023-01-10' }),
      await file({ country: 'DE', filing_date: '2023-01-10', patent_type: 'UTILITY' }),
      'CONV',
    )
    await relate(await cn(), await file({ country: 'HK', route: 'HK_RECORD', filing_date: '2023-01-10' }), 'HKREC')
  })

  test('[5.23] all faults of a relation are reported together, in the language of the caller', async () => {
    const [one, other] = [await us('2023-06-10'), await cn('2023-01-10', { patent_type: 'UTILITY' })]
    const { refusal } = await refused(relate(one, other, 'DIV'))
    assert.equal(refusal.errors?.length, 3)
    const chinese = { ...t.ctx, lang: 'zh' } as Context
    const { refusal: zh } = await refused(t.make('related_case', { earlier_sid: one, later_sid: other, relation_type: 'DIV' }, chinese))
    assert.match(zh.words('zh'), /分案：两案国家必须相同/)
  })

  test('[5.23] the check before saving returns faults and warnings in both languages', async () => {
    const { notices } = await act(t.ctx, checkRelation, {
      earlier_sid: await cn('2021-01-10'),
      later_sid: await us('2023-06-10'),
      relation_type: 'PARIS',
    })
    assert.deepEqual(
      notices.map(({ level, code }) => `${level} ${code}`),
      ['warning priority_period'],
    )
    assert.match(notices[0]?.zh ?? '', /优先权期限/)
    assert.match(notices[0]?.en ?? '', /more than 12 months/)
  })

  for (const [office, earlier, later, codes] of [
    ['US', '2025-09-19', '2026-09-21', []], // Saturday 19 September 2026: rolled to Monday (Paris Convention, art. 4C(3))
    ['US', '2025-09-19', '2026-09-22', ['priority_period']],
    ['EP', '2023-04-29', '2024-04-30', ['priority_period']],
  ] as const)
    test(`[5.23] the months of priority from ${earlier} end by the closed days of ${office}: filed on ${later}, ${codes.length ? 'too late' : 'in time'}`, async () => {
      const ends = { earlier_sid: await cn(earlier), later_sid: await file({ country: office, filing_date: later }) }
      const { notices } = await act(t.ctx, checkRelation, { ...ends, relation_type: 'PARIS' })
      assert.deepEqual(notices.map(({ code }) => code), codes) // oxfmt-ignore
    })

  test('a duplicate pair and a circle are refused', async () => {
    const [a, b, c] = [await us('2021-01-10'), await us('2022-01-10'), await file({ country: 'US' })]
    await relate(a, b, 'CA')
    assert.match((await refused(relate(a, b, 'CA'))).words, /already have a relation of this type/)
    await relate(b, c, 'CA')
    assert.match((await refused(relate(c, a, 'CA'))).words, /cycle/)
  })

  test('two simultaneous relations of one pair become one relation', async () => {
    const [a, b] = [await cn(), await us()]
    const outcomes = await Promise.allSettled([relate(a, b, 'PARIS'), relate(a, b, 'PARIS')])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  test('a national phase gets the facts of its international application, a pair is symmetric', async () => {
    const international = await pct('2023-01-10', {
      application_no: 'PCT/CN2023/081234',
      publication_no: 'WO2024/123456A1',
      publication_date: '2024-07-11',
    })
    const national = await us('2023-01-10')
    await relate(international, national, 'PCT')
    const row = await read(national)
    assert.deepEqual([row.pct_no, row.pct_filing_date, row.pct_pub_date], ['PCT/CN2023/081234', '2023-01-10', '2024-07-11'])
    const [one, other] = [await cn(), await cn('2023-01-10', { patent_type: 'UTILITY' })]
    await relate(one, other, 'DUAL')
    assert.deepEqual([(await read(one)).dual_case_sid, (await read(other)).dual_case_sid], [other, one])
  })
})

describe('families', () => {
  test('a relation puts both cases into one family, which it makes when there is none', async () => {
    const [a, b, c] = [await cn(), await us(), await file({ country: 'JP', filing_date: '2023-07-01' })]
    await relate(a, b, 'PARIS')
    const family = await familyNo(a)
    assert.ok(family)
    assert.equal(await familyNo(b), family)
    await relate(a, c, 'PARIS')
    assert.equal(await familyNo(c), family)
    const row = await t.read('patent_family', String(family))
    assert.deepEqual([row.country_count, row.first_case_sid], [3, a])
    assert.match(String(row.family_no), /^F\d{9}$/)
  })

  test('[5.23] different families need a choice: merge', async () => {
    const { a, b, c } = await twoFamilies()
    const { code, words } = await refused(relate(a, b, 'PARIS'))
    assert.equal(code, 500005)
    assert.match(words, /merge the families, move the later case, or cancel/)
    const gone = String(await familyNo(b))
    await relate(a, b, 'PARIS', { family_choice: 'MERGE' })
    assert.equal(await familyNo(b), await familyNo(a))
    assert.equal(await familyNo(c), await familyNo(a))
    assert.ok((await t.read('patent_family', gone)).deleted_at, 'the family nobody is left in has gone')
  })

  test('[5.23] different families need a choice: move', async () => {
    const { a, b, c } = await twoFamilies()
    const other = await familyNo(b)
    await relate(a, b, 'PARIS', { family_choice: 'MOVE' })
    assert.equal(await familyNo(b), await familyNo(a))
    assert.equal(await familyNo(c), other)
    assert.equal((await t.read('patent_family', String(other))).first_case_sid, c)
  })

  const twoFamilies = async () => {
    const [a, a2, b, c] = [await cn(), await file({ country: 'JP', filing_date: '2023-07-01' }), await us(), await us('2023-12-10')]
    await relate(a, a2, 'PARIS')
    await relate(b, c, 'CA')
    return { a, b, c }
  }

  test('a restored relation joins the families again', async () => {
    const [a, b] = [await cn(), await us()]
    const relation = await relate(a, b, 'PARIS')
    await t.remove('related_case', relation)
    await act(t.ctx, splitFromFamily, { sid: b })
    await restore(t.ctx, t.modelOf('related_case'), [relation])
    assert.equal(await familyNo(b), await familyNo(a))
  })

  test('a case leaves its family when its last relation is deleted', async () => {
    const [a, b] = [await cn(), await us()]
    const relation = await relate(a, b, 'PARIS')
    assert.match((await refused(act(t.ctx, splitFromFamily, { sid: b }))).words, /still has related cases/)
    await t.remove('related_case', relation)
    const drawn = await act(t.ctx, drawFamily, { sid: a })
    assert.deepEqual(
      drawn.nodes.map(({ can_split }) => can_split),
      [true, true],
    )
    await act(t.ctx, splitFromFamily, { sid: b })
    assert.equal(await familyNo(b), null)
    assert.equal((await t.read('patent_family', String(await familyNo(a)))).country_count, 1)
  })

  test('the whole family can be drawn; cases hidden from the caller are only counted', async () => {
    const other = await t.make('company', { company_name: 'Elsewhere' })
    const [a, b, c] = [await cn(), await us(), await file({ country: 'EP', filing_date: '2023-07-07', company_sid: other })]
    await relate(a, b, 'PARIS')
    await relate(a, c, 'PARIS')
    const whole = await act(t.ctx, drawFamily, { sid: b })
    assert.deepEqual(
      whole.nodes.map(({ sid }) => sid),
      [a, b, c],
    )
    assert.deepEqual(
      whole.edges.map(({ from, to, relation_type }) => [from, to, relation_type]),
      [
        [a, b, 'PARIS'],
        [a, c, 'PARIS'],
      ],
    )
    const part = await act(companyOnly(t.ctx, company), drawFamily, { sid: b })
    assert.deepEqual([part.nodes.length, part.edges.length, part.hidden], [2, 1, 1])
    await refused(act(companyOnly(t.ctx, company), drawFamily, { sid: c }))
  })
})

describe('priorities', () => {
  const claim = (case_sid: string, priority_date: string, more: RowValues = {}) =>
    t.make('priority', { case_sid, priority_no: `6${++n % 4}/${String(100000 + n)}`, priority_date, priority_country: 'US', ...more })

  test('the earliest priority date follows new, changed and deleted claims', async () => {
    const sid = await cn('2023-12-01')
    const first = await claim(sid, '2023-02-02')
    const second = await claim(sid, '2023-01-01')
    assert.equal((await read(sid)).earliest_priority_date, '2023-01-01')
    await t.change('priority', second, { priority_date: '2023-03-03' })
    assert.equal((await read(sid)).earliest_priority_date, '2023-02-02')
    await t.remove('priority', first)
    await t.remove('priority', second)
    assert.equal((await read(sid)).earliest_priority_date, '2023-12-01')
    const log = await t.ctx.db.selectFrom('change_log').select('changes').where('record_sid', '=', sid).execute()
    assert.equal(log.filter(({ changes }) => JSON.stringify(changes).includes('"earliest_priority_date"')).length, 6)
  })

  for (const [type, filed, from, restored, says] of [
    ['INVENTION', '2023-06-01', '2023-06-01', false, /must precede the filing date/],
    ['INVENTION', '2023-06-01', '2022-05-31', false, /more than 12 months/],
    ['INVENTION', '2023-06-01', '2022-05-31', true, undefined],
    ['INVENTION', '2023-06-01', '2022-03-31', true, /later than the period for restoration/],
    ['INVENTION', '2023-06-01', '2022-06-01', false, undefined],
    ['DESIGN', '2023-06-01', '2022-11-30', false, /more than 6 months/],
    ['DESIGN', '2023-06-01', '2022-11-30', true, /cannot be restored/],
    // Saturday 10 June 2023 is rolled to Monday 12 June.
    ['INVENTION', '2023-06-12', '2022-06-10', false, undefined],
    ['INVENTION', '2023-06-13', '2022-06-10', false, /more than 12 months/],
  ] as const) {
    test(`${type} filed ${filed} claiming ${from}${restored ? ', restored' : ''}: ${says?.source ?? 'accepted'}`, async () => {
      const sid = await cn(filed, { patent_type: type })
      if (!says) return void (await claim(sid, from, { restored }))
      const { code, words } = await refused(claim(sid, from, { restored }))
      assert.equal(code, 500005)
      assert.match(words, says)
    })
  }

  test('a filing date moved out of the period is refused', async () => {
    const sid = await cn('2023-06-01')
    await claim(sid, '2022-07-01')
    assert.match((await refused(t.change('patent', sid, { filing_date: '2023-08-01' }))).words, /more than 12 months/)
  })

  test('the number is read and checked; a number of our own case links to it', async () => {
    const own = await cn('2023-01-10', { application_no: '202310123456.6' })
    const sid = await us('2023-06-10')
    assert.match((await refused(claim(sid, '2023-01-10', { priority_country: 'CN', priority_no: '202310123456.7' }))).words, /expected 6/)
    const row = await t.read('priority', await claim(sid, '2023-01-10', { priority_country: 'CN', priority_no: 'ZL2023101234566' }))
    assert.deepEqual([row.priority_no, row.priority_key, row.priority_case_sid], ['202310123456.6', 'CN2023101234566', own])
    assert.match((await refused(claim(sid, '2023-01-10', { priority_country: 'CN', priority_no: '202310123456.6' }))).words, /same as priority 1/)
  })

  test('an earlier claim links to our case when that gets its number', async () => {
    const claimed = await t.make('priority', {
      case_sid: await us('2023-06-10'),
      priority_no: '202310123999.8',
      priority_date: '2023-01-10',
      priority_country: 'CN',
    })
    assert.equal((await t.read('priority', claimed)).priority_case_sid, null)
    const own = await cn('2023-01-10', { application_no: '202310123999.8' })
    assert.equal((await t.read('priority', claimed)).priority_case_sid, own)
  })

  test('several priorities written at once are checked against each other', async () => {
    const sid = await us('2023-06-10')
    const both = inTransaction(t.ctx, async (tx) => {
      for (let i = 0; i < 2; i++)
        await createRow(tx, t.modelOf('priority'), {
          case_sid: sid,
          priority_no: '202310123456.6',
          priority_date: '2023-01-10',
          priority_country: 'CN',
        })
    })
    assert.match((await refused(both)).words, /same as priority 1/)
  })
})
