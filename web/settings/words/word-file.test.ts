import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWords, packIn, tableOf } from './word-file.ts'
import type { WordRow } from './word-rows.ts'

const ROWS: WordRow[] = [
  { key: 'save', model: '', product: { zh: '保存', en: 'Save' }, own: { ja: '保存' } },
  { key: 'list.total', model: '', product: { zh: '共 {{count}} 条', en: '{{count}} rows, "all"' }, own: {} },
  { key: 'refusal:bad_sid', model: 'refusal', product: { zh: '“{value}”不是 ID', en: '“{value}” is no ID' }, own: {} },
  { key: 'patent', model: 'patent', product: { zh: '专利', en: 'Patent' }, own: { en: 'Case' } },
]

test('[7.23] the words of a language leave as a table that spreadsheets open', () => {
  assert.equal(
    tableOf(ROWS, { code: 'ja', name: '日本語', fallback: 'en' }),
    '\ufeffkey,中文,English,日本語\r\nsave,保存,Save,保存\r\nlist.total,共 {{count}} 条,"{{count}} rows, ""all""",\r\nrefusal:bad_sid,“{value}”不是 ID,“{value}” is no ID,\r\npatent,专利,Case,\r\n',
  )
})

test('a word that a spreadsheet would take for a formula leaves as a text', () => {
  const row: WordRow = { key: 'lost', model: '', product: { zh: '-', en: '=cmd()' }, own: { ja: '+1, @' } }
  assert.equal(tableOf([row], { code: 'ja', name: '日本語', fallback: 'en' }).split('\r\n')[1], `lost,'-,'=cmd(),"'+1, @"`)
})

test('[7.23] a pack of words is read in its three forms, and nothing else is', () => {
  const record = [{ key: 'save', text: '保存' }]
  const language = { code: 'ja', name: '日本語', fallback: 'en' } as const
  assert.deepEqual(packIn(JSON.stringify({ ...language, words: { save: ' 保存 ', empty: '' } })), { language, record })
  for (const plain of [{ save: '保存' }, record]) assert.deepEqual(packIn(JSON.stringify(plain)), { language: undefined, record })
  for (const wrong of ['', '5', '[]', '{"save":5}', 'key,ja']) assert.equal(packIn(wrong), undefined)
})

test('[7.23] what a file would change is told by kind before it is taken', () => {
  const record = Object.entries({ save: '保存', patent: '特許', 'list.total': '{{total}} 件', 'refusal:bad_sid': '「{velue}」', nothing: 'x' }).map(
    ([key, text]) => ({ key, text }),
  )
  assert.deepEqual(compareWords(ROWS, 'ja', record), {
    fresh: [{ key: 'patent', text: '特許' }],
    changed: [],
    same: 1,
    unknown: ['nothing'],
    broken: ['list.total', 'refusal:bad_sid'],
  })
})
