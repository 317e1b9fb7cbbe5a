import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { ListAddress } from './list-address.ts'
import { quoted } from '../../api/iql.ts'
import { changeAddress, iqlOf, readAddress, splitOrder, writeAddress } from './list-address.ts'

const field = (code: string, type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  ...{ code, label: code, zh: code, en: code, type, required: false, searchable: true, sortable: true, editable: true, settable: true },
  ...{ list: true, unique: false, importable: true, exportable: true },
  ...more,
})

const schema: WireSchema = {
  ...{ model: 'patent', label: 'Patent', zh: '专利', en: 'Patent', display: ['case_no', 'title'], display_first: false, groups: [], actions: [] },
  fields: [
    field('case_no', 'string', { number: true }),
    field('title', 'string', { words: true }),
    field('note', 'string'),
    field('filing_date', 'date'),
    field('created_at', 'datetime'),
    field('status', 'option'),
    field('fee', 'money'),
    field('open', 'boolean'),
    field('applicant', 'reference'),
  ],
}

const blank: ListAddress = readAddress(new URLSearchParams())

test('an address parses back as written', () => {
  const address: ListAddress = {
    ...{ view: 'v1', text: '电池', iql: "title LIKE '%a%'", filters: { status: ['filed', 'granted'], filing_date: ['2024-01-01..'] } },
    ...{ sort: [{ field: 'title', desc: true }], page: 3, rows: 50, open: 'x', group: 'status' },
  }
  assert.deepEqual(readAddress(writeAddress(address)), address)
})

test('[9.01] a list starts with 20 rows, and accepts only 20, 50 or 100', () => {
  assert.equal(blank.rows, 20)
  assert.equal(readAddress(new URLSearchParams('rows=100')).rows, 100)
  assert.equal(readAddress(new URLSearchParams('rows=5000')).rows, 20)
})

test('a default list has an empty query', () => assert.equal(writeAddress(blank).toString(), ''))

test('a new filter resets to the first page; opening a record does not', () => {
  const third = { ...blank, page: 3 }
  assert.equal(changeAddress(third, { text: 'a' }).page, 1)
  assert.equal(changeAddress(third, { open: 'sid' }).page, 3)
})

for (const [name, changes, view, expected] of [
  ['[9.01] the default sort is updated_at DESC', {}, '', 'ORDER BY updated_at DESC'],
  ['a choice', { filters: { status: ['a', 'b'] } }, '', "status IN ('a', 'b') ORDER BY updated_at DESC"],
  ['an open range', { filters: { filing_date: ['2024-01-01..'] } }, '', "filing_date >= '2024-01-01' ORDER BY updated_at DESC"],
  [
    'a range from today',
    { filters: { filing_date: ["today()..today('30d')"] } },
    '',
    "filing_date >= today() AND filing_date <= today('30d') ORDER BY updated_at DESC",
  ],
  ['a range of money', { filters: { fee: ['10..20.5'] } }, '', 'fee >= 10 AND fee <= 20.5 ORDER BY updated_at DESC'],
  ['yes or no', { filters: { open: ['false'] } }, '', 'open = FALSE ORDER BY updated_at DESC'],
  ['mine', { filters: { applicant: ['me()'] } }, '', 'applicant IN (me()) ORDER BY updated_at DESC'],
  ['nothing', { filters: { applicant: ['empty'] } }, '', 'applicant IS EMPTY ORDER BY updated_at DESC'],
  ['a field that is gone is no filter', { filters: { gone: ['1'] } }, '', 'ORDER BY updated_at DESC'],
  ['words', { text: "o'b" }, '', "ANY CONTAINS 'o''b' ORDER BY updated_at DESC"],
  [
    'a view, a query and words',
    { text: 'x', iql: "note = '1' OR note = '2' order by note" },
    "status = 'a' ORDER BY title",
    "status = 'a' AND (note = '1' OR note = '2') AND ANY CONTAINS 'x' order by note",
  ],
  [
    'a column clicked wins over the query',
    { iql: "note = '1' ORDER BY note", sort: [{ field: 'title', desc: false }] },
    '',
    "note = '1' ORDER BY title ASC",
  ],
] as const) {
  test(name, () => {
    const iql = iqlOf({ ...blank, ...(changes as Partial<ListAddress>) }, schema, view)
    assert.equal(iql, expected)
    parseIql(iql)
  })
}

test('ORDER BY inside quoted text is text', () => {
  assert.deepEqual(splitOrder("title = 'order by x'"), { condition: "title = 'order by x'", order: '' })
})

test('quotes and backslashes are escaped', () => {
  assert.equal(quoted("a'b\\"), "'a''b\\\\'")
  parseIql(`title = ${quoted("a'b\\")}`)
})
