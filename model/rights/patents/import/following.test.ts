import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchHeadings } from '../../../import/headings.ts'
import { readRow } from '../../../import/read-row.ts'
import { patent } from '../patent.ts'
import { importProfile as profile } from './profile.ts'

const setting = { source: undefined, orders: new Map(), date1904: false, today: '2026-11-22', file: 'a.xlsx', row: 2 }

function read(heads: readonly string[], cells: readonly string[]) {
  const columns = matchHeadings(patent, heads, { profile })
  return readRow({ model: patent, profile }, columns, cells, setting)
}

const HEADS = ['Title', 'Country', 'Publication Number', 'Publication Date']

for (const [number, day, isOwn] of [
  ['EP 1234567 A1', 'publication_date', true],
  ['EP 1234567 A3', 'publication_date', true], // EPC Rule 70(1) counts from the day of the search report
  ['EP 1234567 A4', 'publication_date', false],
  ['EP 1234567 A9', 'publication_date', false],
  ['EP 1234567 B1', 'grant_date', true],
  ['EP 1234567 B2', 'grant_date', false],
  ['EP 1234567 B9', 'grant_date', false],
  ['WO 2014/207592 A1', 'publication_date', true],
  ['WO 2014/207592 A9', 'publication_date', false],
  ['WO 2014/207592 A3', 'publication_date', false],
  ['US 8572235 B2', 'grant_date', true],
  ['US 8572235 C1', 'grant_date', false],
  ['US 2016/0101855 A9', 'publication_date', false],
  ['CN104994613B', 'grant_date', true],
  ['CN104994613B8', 'grant_date', false],
  ['JP2015511199A', 'publication_date', true],
  ['JP2015511199A5', 'publication_date', false],
  ['RU2538737C2', 'grant_date', true],
  ['RU2538737C9', 'grant_date', false],
  ['GB2500000B', 'grant_date', true],
  ['GB2500000C', 'grant_date', false],
  ['IN299880B', 'grant_date', true],
  ['CN1234567C', 'grant_date', true], // an invention granted before April 2010
  ['CN101234567C1', 'grant_date', false],
  ['CN101234567C7', 'grant_date', false],
  ['CN2123456Y', 'grant_date', true], // a utility model granted before April 2010
  ['CN201234567Y2', 'grant_date', false],
  ['CN201234567U', 'grant_date', true],
  ['CN201234567U8', 'grant_date', false],
  ['CN301234567S', 'grant_date', true],
  ['CN301234567S1', 'grant_date', false],
  ['CN301234567S9', 'grant_date', false],
  ['CN3123456D', 'grant_date', true],
  ['DE102013209538B3', 'grant_date', true],
  ['DE102013209538B4', 'grant_date', true],
  ['DE10008809C2', 'grant_date', true],
  ['DE102013209538C5', 'grant_date', false],
  ['DE602013064654T2', 'grant_date', false],
  ['DE112013001234T5', 'publication_date', true],
  ['JP2015511199T', 'publication_date', true],
  ['ATE123456T1', 'grant_date', false],
  ['DK2123456T3', 'grant_date', false],
  ['ES2123456T3', 'grant_date', false],
] as const)
  test(`the day of ${number} is ${isOwn ? '' : 'not '}taken as ${day}`, () => {
    const { values, notes } = read(HEADS, ['A pump', number.slice(0, 2), number, '2016-12-20'])
    assert.deepEqual([values.publication_date, values.grant_date].filter(Boolean), isOwn ? ['2016-12-20'] : [])
    if (isOwn) assert.equal(values[day], '2016-12-20')
    assert.ok(values.publication_no ?? values.grant_no, 'the number is kept')
    assert.equal(notes.length, isOwn ? 0 : 1, JSON.stringify(notes))
  })

test('a kind code of its own column counts, and a stated day of grant is kept and is to be checked', () => {
  const apart = read([...HEADS, 'Kind'], ['A pump', 'EP', 'EP 1234567', '2016-12-20', 'B9'])
  assert.deepEqual([apart.values.grant_no, apart.values.grant_date], ['EP 1234567', undefined])
  const translated = read([...HEADS, 'Kind'], ['A pump', 'JP', '2015-511199', '2016-12-20', 'T'])
  assert.deepEqual([translated.values.publication_date, translated.values.grant_no], ['2016-12-20', undefined])
  const stated = read([...HEADS, 'Grant Number', 'Grant Date'], ['A pump', 'EP', '', '', 'EP 1234567 B8', '2015-01-10'])
  assert.equal(stated.values.grant_date, '2015-01-10')
  assert.match(stated.notes[0]?.[1] ?? '', /is a corrected or amended document: check that 2015-01-10/)
})
