import assert from 'node:assert/strict'
import { test } from 'node:test'
import { user_info } from '../organisation/user_info.ts'
import { agency } from '../parties/agency.ts'
import { patent } from '../rights/patents/patent.ts'
import { importProfile as profile } from '../rights/patents/import/profile.ts'
import { findHeadings } from './heading-rows.ts'
import { matchHeadings } from './headings.ts'

const hints = { profile }
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
    'a group of information above the number and the day',
    [['序号', '专利名称', '申请信息', '', '授权信息', '', '公开信息', ''], ['', '', '号', '日', '号', '日', '号', '日'], ['1', '甲', '202110000001.2', '2021-01-02', 'CN112345678B', '2023-01-03', '', '']],
    2,
    [null, 'title', 'application_no', 'filing_date', 'grant_no', 'grant_date', 'publication_no', 'publication_date'],
  ],
  [
    'English groups of information, and a kind of value above its subjects',
    [['Title', 'Application details', '', 'Grant information', '', 'Date of', ''], ['', 'No.', 'Date', 'No.', 'Date', 'publication', 'priority'], ['Pump', '17/123,456', '2021-01-02', '11,234,567', '2023-01-03', '2022-01-04', '2020-01-02']],
    2,
    ['title', 'application_no', 'filing_date', 'grant_no', 'grant_date', 'publication_date', 'priority_date'],
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
    const found = findHeadings(patent, rowsOf(table), [], hints)
    assert.deepEqual([found?.at, matchHeadings(patent, found?.headings ?? [], hints).map(({ field }) => field)], [at, fields])
  }) // oxfmt-ignore

test('the headings below merged cells are read with the group above them', () => {
  const table = rowsOf([
    ['序号', '专利名称', '申请信息', '', '授权信息', '', '备案信息', ''],
    ['', '', '号', '日', '号', '日', '口令', '日'],
    ['1', '甲', '202110000001.2', '2021-01-02', 'CN112345678B', '2023-01-03', 'x', '2024-01-01'],
  ])
  const sideways = [2, 4, 6].map((left) => ({ row: 1, left, right: left + 1 }))
  const { at, headings = [] } = findHeadings(patent, table, sideways, hints) ?? {}
  const columns = matchHeadings(patent, headings, hints)
  assert.deepEqual(
    [at, columns.map(({ field }) => field)],
    [2, [null, 'title', 'application_no', 'filing_date', 'grant_no', 'grant_date', null, null]],
  )
  assert.deepEqual(
    columns.slice(-2).map(({ heading }) => heading),
    ['备案信息 › 口令', '备案信息 › 日'],
  )
})

test('lists of people and agencies are read by the headings that such lists have', () => {
  const read = (model: Parameters<typeof matchHeadings>[0], ...headings: string[]) => matchHeadings(model, headings).map(({ field }) => field)
  assert.deepEqual(read(agency, '代理机构名称', '代理机构简称'), ['agency_name', 'simple_name'])
  assert.deepEqual(read(user_info, '人员姓名', '所属部门', '部门'), ['name', null, 'department_sid'], 'the surer one')
  assert.deepEqual(read(user_info, '姓名', '部门名称', '公司', '心情'), ['name', 'department_sid', 'company_sid', null])
})
