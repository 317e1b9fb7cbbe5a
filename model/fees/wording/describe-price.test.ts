// Every price of the shipped schedules, described in both languages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFeePack } from '../../../seed/law/fees/read.ts'
import type { FeeRow } from '../schedule/schedule.ts'
import { patentOption } from '../../../tests/harness/cases/patent-option.ts'
import { PRICE_PARTS, describePrice } from './describe-price.ts'

const rows = readFeePack()
const lines = (row: FeeRow, l: 'zh' | 'en') => describePrice(row, l, patentOption).flatMap((part) => part.lines)

test('every price is described in whole sentences in both languages, without codes or undefined values', () => {
  assert.ok(rows.length > 400)
  for (const row of rows) {
    for (const l of ['zh', 'en'] as const) {
      for (const line of lines(row, l)) {
        assert.match(line, l === 'zh' ? /。$/ : /\.$/)
        assert.doesNotMatch(line, /undefined|null|NaN|\b(ALL|LARGE|SMALL|MICRO|INVENTION|UTILITY|DESIGN|CLAIM|PAGE|MONTH|CLASS)\b/)
        if (l === 'en') assert.doesNotMatch(line, /[\u4e00-\u9fff。，：]/)
      }
    }
    for (const { part, lines: sentences } of describePrice(row, 'zh', patentOption)) {
      if (part !== 'basis') for (const line of sentences) assert.doesNotMatch(line, /[a-z]{2,}/)
    }
    assert.deepEqual(
      describePrice(row, 'zh', patentOption).map(({ part }) => part),
      PRICE_PARTS,
    )
  }
})

test('the description shows every difference between two prices of a fee', () => {
  for (const [index, row] of rows.entries()) {
    const duplicate = rows.find((other, at) => at > index && other.fee_code === row.fee_code && lines(other, 'en').join() === lines(row, 'en').join())
    assert.equal(duplicate, undefined, JSON.stringify([row, duplicate]))
  }
})

const found = (code: string, isIt: (row: FeeRow) => boolean = () => true) => {
  const row = rows.find((one) => one.fee_code === code && isIt(one))
  assert.ok(row, code)
  return row
}

for (const [row, zh, en] of [
  [found('CN.APP'), '金额：CNY 900.00。', 'Amount: CNY 900.00.'],
  [found('CN.CLAIM'), '前10项权利要求不收。', 'The first 10 claims are free.'],
  [found('CN.PAGE', ({ unit_to }) => unit_to === 300), '此标准计到第300页为止。', 'This rate applies up to page no. 300.'],
  [found('CN.LATE'), '此标准计到第6个月为止。', 'This rate applies up to month no. 6.'],
  [found('JP.ANN', ({ year_from }) => year_from === 4), '适用于第4至6年度。', 'For years 4 to 6.'],
  [found('US.MAINT', ({ year_from }) => year_from === 8), '适用于授权后7.5年的缴费。', 'For the payment 7.5 years after the grant.'],
  [found('DE.MAINT', ({ right_type }) => right_type === 'DESIGN'), '已含1项外观设计。', 'It includes 1 design.'],
  [found('US.CLAIM', ({ entity }) => entity === 'MICRO'), '仅适用于微实体。', 'Only for micro entities.'],
  [found('CN.APP'), '符合条件的可以减缴。', 'It can be reduced for qualifying applicants.'],
  [{ ...found('CN.APP'), from_date: '' }, '尚未填写生效日。', 'The effective date is not filled in yet.'],
  [found('CN.PRIO'), '依据：专利法实施细则第110条。', 'Legal basis: Implementing Rules, Rule 110.'],
] as const) {
  test(`${row.fee_code}: ${en}`, () => {
    assert.ok(lines(row, 'zh').includes(zh), lines(row, 'zh').join('\n'))
    assert.ok(lines(row, 'en').includes(en), lines(row, 'en').join('\n'))
  })
}
