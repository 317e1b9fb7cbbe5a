import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patent } from '../rights/patents/patent.ts'
import { importProfile as profile } from '../rights/patents/import/profile.ts'
import { findHeadings } from './heading-rows.ts'
import { matchHeadings } from './headings.ts'

const told = { profile }
const rowsOf = (table: readonly (readonly string[])[]) => table.map((cells, at) => ({ at: at + 1, cells }))

for (const [name, table, at, fields] of [
  [
    'each half in its own cell',
    [['专利', '申请', '申请', '授权'], ['名称', '号', '日', '公告日'], ['甲', '202110000001.2', '2021-01-02', '']],
    2,
    ['title', 'application_no', 'filing_date', 'grant_date'],
  ],
  [
    'an upper half for several lower ones, beside whole headings in either row',
    [['序号', '专利名称', '申请', '', '授权公告', '', ''], ['', '', '号', '日', '号', '日', '发明人'], ['1', '甲', '202110000001.2', '2021-01-02', '', '', '张三']],
    2,
    [null, 'title', 'application_no', 'filing_date', 'grant_no', 'grant_date', 'inventors'],
  ],
  [
    'English halves below a title',
    [['Patent list'], ['Title of the', 'Application', 'Filing', ''], ['invention', 'number', 'date', 'Country'], ['Pump', '17/123,456', '2021-01-02', 'US']],
    3,
    ['title', 'application_no', 'filing_date', 'country'],
  ],
  [
    'one row of headings above a row with few values',
    [['专利名称', '申请号', '申请日', '发明人'], ['甲', '', '', ''], ['乙', '202110000001.2', '2021-01-02', '张三']],
    1,
    ['title', 'application_no', 'filing_date', 'inventors'],
  ],
  [
    'a title above the only row of headings',
    [['某某公司专利', '', '', ''], ['专利名称', '申请号', '申请日', '国家'], ['甲', '202110000001.2', '2021-01-02', 'CN']],
    2,
    ['title', 'application_no', 'filing_date', 'country'],
  ],
] as const)
  test(`headings without merged cells: ${name}`, () => {
    const found = findHeadings(patent, rowsOf(table), [], told)
    assert.deepEqual([found?.at, matchHeadings(patent, found?.headings ?? [], told).map(({ field }) => field)], [at, fields])
  }) // oxfmt-ignore
