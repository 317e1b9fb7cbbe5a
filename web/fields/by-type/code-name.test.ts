import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfCode } from './code-name.ts'

const WITHIN = { value: 'annuity_year', from: 'year_from', to: 'year_to' }
const price = (years: string, year_from: number | null, year_to: number | null) => ({
  name: `${years}年维持费`,
  name_en: `Maintenance fee at ${years} years`,
  year_from,
  year_to,
})
const MAINTENANCE = [price('3.5', 4, 4), price('3.5', 4, 4), price('7.5', 8, 8), price('11.5', 12, 12)]
const SHARED = [{ name: '年费', name_en: 'Annual fee', year_from: 1, year_to: 3 }, { name: '年费', name_en: 'Annual fee', year_from: 4, year_to: null }] // oxfmt-ignore

const ISSUE = [{ name: '颁证费', name_en: 'Issue fee', year_from: null, year_to: null }, { name: '颁证费（外观设计）', name_en: 'Issue fee, design', year_from: null, year_to: null }] // oxfmt-ignore

for (const [what, rows, record, zh, en] of [
  ['year 3.5', MAINTENANCE, { annuity_year: '3.5' }, '3.5年维持费', 'Maintenance fee at 3.5 years'],
  ['year 7.5', MAINTENANCE, { annuity_year: '7.5' }, '7.5年维持费', 'Maintenance fee at 7.5 years'],
  ['year 11.5', MAINTENANCE, { annuity_year: '11.5' }, '11.5年维持费', 'Maintenance fee at 11.5 years'],
  ['a year that is not known', SHARED, {}, '年费', 'Annual fee'],
  ['a range without an end', SHARED, { annuity_year: 20 }, '年费', 'Annual fee'],
  ['prices without years', [price('3.5', null, null)], { annuity_year: 8 }, '3.5年维持费', 'Maintenance fee at 3.5 years'],
  ['the name of the record itself', ISSUE, { name: '颁证费（外观设计）' }, '颁证费（外观设计）', 'Issue fee, design'],
  ['a record with another name', ISSUE, { name: '官费' }, '颁证费', 'Issue fee'],
  ['no price', [], { annuity_year: 8 }, '', ''],
] as const)
  test(`the name of the kind of fee, ${what}`, () => {
    assert.deepEqual([nameOfCode(rows, WITHIN, record, 'zh'), nameOfCode(rows, WITHIN, record, 'en')], [zh, en])
  })

test('a kind of fee whose year is not known has the names of all its years', () => {
  assert.equal(
    nameOfCode(MAINTENANCE, WITHIN, undefined, 'en'),
    'Maintenance fee at 3.5 years / Maintenance fee at 7.5 years / Maintenance fee at 11.5 years',
  )
})

test('a code without ranges has one name', () => {
  assert.equal(nameOfCode(MAINTENANCE.slice(2), undefined, { annuity_year: 4 }, 'en'), 'Maintenance fee at 7.5 years')
})
