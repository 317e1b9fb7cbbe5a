import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { act, refused, testTenant, type TestTenant } from '../../../tests/harness/tenant.ts'
import { inTransaction, type RowValues } from '../../records/context.ts'
import { restore } from '../../records/write/delete.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'
import { caseNumberActionsOf } from '../../../model/cases/case-number-actions.ts'
import { patentKind } from '../../../model/rights/patents/case-kind.ts'

const { show: showCaseRule, keep: keepCaseRule } = caseNumberActionsOf(patentKind)

let t: TestTenant
let owner: string
let company: string
let year: string

before(async () => {
  t = await testTenant()
  company = await t.make('company', { company_name: 'Innoe' })
  owner = await t.make('user_info', { name: 'Wang', company_sid: company })
  year = t.ctx.today.slice(0, 4)
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

describe('case numbers', () => {
  test('fifty simultaneous inserts get fifty numbers by the rule', async () => {
    const sids = await Promise.all(Array.from({ length: 50 }, () => file()))
    const numbers = await Promise.all(sids.map(numberOf))
    assert.equal(new Set(numbers).size, 50)
    for (const number of numbers) assert.match(number, new RegExp(`^P${year}\\d{5}CNI$`))
  })

  test('a number entered by hand is unique under a head office, and allowed again under another', async () => {
    const below = await t.make('company', { company_name: 'Innoe Below', parent_sid: company })
    const apart = await t.make('company', { company_name: 'Apart' })
    await file({ case_no: 'HEAD-1' })
    assert.match((await refused(file({ case_no: 'head-1', company_sid: below }))).words, /already used by another record/)
    const other = await file({ case_no: 'HEAD-1', company_sid: apart })
    assert.equal(await numberOf(other), 'HEAD-1')
    assert.match((await refused(t.change('patent', other, { company_sid: below }))).words, /already used by another record/)
  })

  test('a deleted case is not restored once its company is under a head office where another case has its number', async () => {
    await file({ case_no: 'JOINED-1' })
    const joining = await t.make('company', { company_name: 'Joining' })
    const sid = await file({ case_no: 'JOINED-1', company_sid: joining })
    await t.remove('patent', sid)
    await t.change('company', joining, { parent_sid: company })
    assert.match((await refused(restore(t.ctx, t.modelOf('patent'), [sid]))).words, /already used by another record/)
  })

  test('a batch of five hundred draws its numbers with one statement, in order', async () => {
    const model = t.modelOf('patent')
    const before = await lastDrawn()
    const drafts = await inTransaction(t.ctx, async (tx) => {
      const made = await draftNew(
        tx,
        model,
        Array.from({ length: 500 }, () => values({ country: 'US' })),
      )
      refuseFaulty(made)
      await insertDrafts(tx, model, made)
      return made
    })
    assert.equal(await lastDrawn(), before + 500)
    assert.equal(drafts[0]?.row.case_no, `P${year}${String(before + 1).padStart(5, '0')}USI`)
    assert.equal(new Set(drafts.map(({ row }) => row.case_no)).size, 500)
  })

  const lastDrawn = async () =>
    (await t.ctx.db.selectFrom('sequence').select('last').where('scope', '=', `case_no patent ${company} ${year}`).executeTakeFirst())?.last ?? 0

  test('a number entered by hand advances the sequence and is not drawn again', async () => {
    const ahead = (await lastDrawn()) + 7
    await file({ case_no: `P${year}${String(ahead).padStart(5, '0')}CNI` })
    assert.equal(await numberOf(await file()), `P${year}${String(ahead + 1).padStart(5, '0')}CNI`)
  })

  test('a number in the table that was never drawn is skipped', async () => {
    const last = await lastDrawn()
    const old = (seq: number) => `P${year}${String(seq).padStart(5, '0')}CNI`
    for (const seq of [1, 2, 3]) await file({ case_no: `OLD-${seq}` })
    for (const seq of [1, 2, 3])
      await t.ctx.db
        .updateTable('patent')
        .set({ case_no: old(last + seq) })
        .where('case_no', '=', `OLD-${seq}`)
        .execute()
    const drawn = await numberOf(await file())
    assert.ok(!['1', '2', '3'].map((seq) => old(last + Number(seq))).includes(drawn), drawn)
  })

  test('a company numbers by its own rule, and so do the companies below it', async () => {
    const own = await t.make('company', { company_name: 'Own rule' })
    const below = await t.make('company', { company_name: 'Below', parent_sid: own })
    const rule = { pattern: '{PREFIX}-{YY}{MM}-{SEQ:3}{COUNTRY}', reset: 'month', prefix: 'ACME', company_sid: own } as const
    const [yy, mm] = [t.ctx.today.slice(2, 4), t.ctx.today.slice(5, 7)]
    assert.equal((await act(t.ctx, keepCaseRule, rule)).example, `ACME-${yy}${mm}-001CN`)
    assert.equal(await numberOf(await file({ company_sid: below })), `ACME-${yy}${mm}-001CN`)
    assert.equal(await numberOf(await file({ company_sid: own, country: 'DE' })), `ACME-${yy}${mm}-002DE`)
    assert.equal((await act(t.ctx, showCaseRule, { company_sid: below })).pattern, rule.pattern)
    assert.match(await numberOf(await file()), /^P/)
  })

  for (const [pattern, reset, says] of [
    ['P{YYYY}', 'year', /exactly one/],
    ['P{SEQ:5}', 'year', /requires the year/],
    ['P{YYYY}{SEQ:5}', 'month', /requires the year \(month\)/],
    ['P{YEAR}{SEQ:5}', 'never', /YEAR/],
    ['P{SEQ:5}!', 'never', /character 9/],
  ] as const) {
    test(`the rule ${pattern} with a sequence by ${reset} is refused`, async () =>
      assert.match((await refused(act(t.ctx, keepCaseRule, { pattern, reset }))).words, says))
  }

  test('the number of a deleted case is not reused', async () => {
    const sid = await file({ case_no: `P${year}00001-gone` })
    await t.remove('patent', sid)
    assert.match((await refused(file({ case_no: `p${year}00001-GONE` }))).words, /deleted/)
    const drawn = await file()
    const number = await numberOf(drawn)
    await t.remove('patent', drawn)
    assert.notEqual(await numberOf(await file()), number)
  })

  test('two simultaneous members of one family and country get two numbers', async () => {
    const family = await t.make('patent_family', { company_sid: company, title: 'Race' })
    await file({ family_sid: family })
    const sids = await Promise.all(Array.from({ length: 8 }, () => file({ family_sid: family, country: 'US' })))
    assert.equal(new Set(await Promise.all(sids.map(numberOf))).size, 8)
  })

  test('one number is not given to two cases', async () => {
    await file({ case_no: 'X-1' })
    assert.match((await refused(file({ case_no: 'x-1' }))).words, /already used/)
  })

  test('types have their letters; companies of one group share one sequence', async () => {
    const daughter = await t.make('company', { company_name: 'Daughter', parent_sid: company })
    const [utility, design, hers] = await Promise.all([
      file({ patent_type: 'UTILITY' }),
      file({ patent_type: 'DESIGN', country: 'US' }),
      file({ company_sid: daughter }),
    ])
    const numbers = await Promise.all([utility, design, hers].map(numberOf))
    assert.match(numbers[0] ?? '', /CNU$/)
    assert.match(numbers[1] ?? '', /USD$/)
    assert.equal(new Set(numbers.map((number) => number.slice(0, 10))).size, 3)
  })

  test('a family member keeps the stem under its own country; a second one of the same country draws a new number', async () => {
    const family = await t.make('patent_family', { company_sid: company, title: 'Battery' })
    const first = await numberOf(await file({ family_sid: family }))
    const stem = first.slice(0, 10)
    assert.equal(await numberOf(await file({ family_sid: family, country: 'US' })), `${stem}USI`)
    assert.notEqual((await numberOf(await file({ family_sid: family, country: 'US' }))).slice(0, 10), stem)
    assert.match(String((await t.read('patent_family', family)).family_no), new RegExp(`^F${year}\\d{5}$`))
    assert.equal((await t.read('patent_family', family)).country_count, 2)
  })
})
