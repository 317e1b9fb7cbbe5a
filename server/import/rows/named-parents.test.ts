// A parent in a column of its own, and the kind of the application in another: Chinese and English headings, the parent in the file, in the register or nowhere.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

async function imported(rows: readonly (readonly string[])[], mode = 'skip') {
  const { data, message } = await sendFile(app, {
    path: 'patent/do/import',
    token: manager.token,
    file: await workbook(rows),
    name: 'parents.xlsx',
    fields: { mode },
  })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], `${job.message} ${JSON.stringify(job.errors)}`)
}

async function readingOf(case_no: string) {
  const one = await tenant.db.selectFrom('patent').select(['sid', 'priority_said', 'patent_type']).where('case_no', '=', case_no).where('deleted_at', 'is', null).executeTakeFirstOrThrow() // oxfmt-ignore
  const rows = await tenant.db.selectFrom('related_case as r').innerJoin('patent as p', 'p.sid', 'r.earlier_sid').select(['p.case_no', 'r.relation_type']).where('r.later_sid', '=', one.sid).where('r.deleted_at', 'is', null).execute() // oxfmt-ignore
  const found = await tenant.db.selectFrom('finding').select('words').where('case_sid', '=', one.sid).where('status', '=', 'OPEN').where('code', '=', 'EARLIER_NOT_RECORDED').execute() // oxfmt-ignore
  return { parents: rows.map((row) => `${row.relation_type} ${row.case_no}`), said: one.priority_said, type: one.patent_type, found: found.length }
}

const [INVENTION, SETTLED] = ['INVENTION', { said: null, found: 0 }]

test('a division by its parent and the kind of application, in Chinese', async () => {
  await imported([
    ['案号', '专利名称', '国家', '申请类别', '申请号', '申请日', '分案母案申请号'],
    ['ZF-2', '分案', 'CN', '分案', '202110234567.5', '2020-02-22', '202010123456.2'],
    ['ZF-1', '母案', 'CN', '发明', '202010123456.2', '2020-02-22', ''],
  ])
  assert.deepEqual(await readingOf('ZF-2'), { parents: ['DIV ZF-1'], type: INVENTION, ...SETTLED })
})

for (const heading of ['母案申请号', '原申请号'])
  test(`the heading ${heading}, with the parent in the register`, async () => {
    const [no, case_no] = heading === '原申请号' ? ['202110234568.X', 'ZG-1'] : ['202110234569.4', 'ZG-2']
    await imported([
      ['案号', '专利名称', '国家', '申请号', '申请日', heading],
      [case_no, '又一分案', 'CN', no, '2020-02-22', 'CN202010123456.2'],
    ])
    assert.deepEqual(await readingOf(case_no), { parents: ['DIV ZF-1'], type: INVENTION, ...SETTLED })
    const { remark } = await tenant.db.selectFrom('related_case as r').innerJoin('patent as p', 'p.sid', 'r.later_sid').select('r.remark').where('p.case_no', '=', case_no).executeTakeFirstOrThrow() // oxfmt-ignore
    assert.match(String(remark), /按分案记录，请核对/)
  })

test('another parent of a division stays as text with a finding beside the one on record', async () => {
  await imported([
    ['案号', '专利名称', '国家', '申请号', '申请日', '母案申请号'],
    ['ZF-3', '另一母案', 'CN', '202010123457.7', '2020-02-22', ''],
  ])
  await imported(
    [
      ['案号', '专利名称', '国家', '申请号', '申请日', '母案申请号'],
      ['ZG-2', '又一分案', 'CN', '202110234569.4', '2020-02-22', '202010123457.7'],
    ],
    'update',
  )
  const { parents, said, found } = await readingOf('ZG-2')
  assert.deepEqual([parents, said, found], [['DIV ZF-1'], 'CN 202010123457.7 2020-02-22 母案', 1])
})

test('a case is not its own parent', async () => {
  await imported([
    ['案号', '专利名称', '国家', '申请号', '申请日', '母案申请号'],
    ['OWN-1', '同族的第一件', 'CN', '202110234571.1', '2021-03-03', '202110234571.1'],
    ['OWN-2', '美国首件', 'US', '18/222,333', '2024-03-04', 'US 18/222333'],
  ])
  for (const case_no of ['OWN-1', 'OWN-2']) assert.deepEqual(await readingOf(case_no), { parents: [], type: INVENTION, ...SETTLED })
})

test('a parent at another office is text with a finding, and the national phase is related to its international application', async () => {
  await imported([
    ['案号', '专利名称', '国家', '途径', '申请号', '申请日', 'PCT国际申请号', '进入国家阶段日', '母案申请号'],
    ['PH-0', '国际申请', 'WO', 'PCT 国际阶段', 'PCT/CN2025/099001', '2025-08-29', '', '', ''],
    ['PH-1', '美国阶段', 'US', 'PCT 国家阶段', '19/123,457', '2025-08-29', 'PCT/CN2025/099001', '2026-10-20', 'CN202010123456.2'],
    ['PH-2', '日本阶段', 'JP', 'PCT 国家阶段', '特願2026-512346', '2025-08-29', 'PCT/CN2025/099001', '2026-11-05', '202010123456.2'],
  ])
  for (const case_no of ['PH-1', 'PH-2']) {
    const { parents, said, found } = await readingOf(case_no)
    assert.deepEqual([parents, said, found], [['PCT PH-0'], 'CN 202010123456.2', 1], case_no)
  }
})

test('continuations and a continuation in part, in English, with and without the filing date of the parent', async () => {
  const rows = [
    ['Our Ref', 'Title', 'Country', 'Application type', 'Application number', 'Filing date', 'Parent application number', 'Parent filing date'],
    ['EN-1', 'Parent', 'US', '', '18/123,456', '2024-03-04', '', ''],
    ['EN-2', 'Later', 'US', 'Continuation', '18/654,321', '2025-05-05', 'US 18/123456', ''],
    ['EN-3', 'In part', 'US', 'CIP', '18/654,322', '2025-05-06', '18/123,456', '2024-03-04'],
    ['EN-4', 'Division', 'US', 'Divisional', '18/654,323', '2025-05-07', '18/123,456', ''],
  ]
  await imported(rows)
  await imported(rows, 'update') // names again what is related
  for (const [case_no, parents] of [
    ['EN-2', ['CA EN-1']],
    ['EN-3', ['CIP EN-1']],
    ['EN-4', ['DIV EN-1']],
  ] as const)
    assert.deepEqual(await readingOf(case_no), { parents, type: INVENTION, ...SETTLED }, case_no)
})

test('a relation that one column names is recorded where another names only the parent', async () => {
  await imported([
    ['案号', '专利名称', '国家', '申请号', '申请日', '优先权', '母案申请号'],
    ['WORD-1', '部分继续', 'US', '18/654,324', '2025-05-08', 'US 18/123,456 2024-03-04 CIP', '18/123,456'],
  ])
  assert.deepEqual(await readingOf('WORD-1'), { parents: ['CIP EN-1'], type: INVENTION, ...SETTLED })
})

test('a relation of another type than a later table names keeps the line of the table, with its finding', async () => {
  const heads = ['案号', '专利名称', '国家', '申请类别', '申请号', '申请日', '母案申请号']
  await imported([heads, ['WORD-2', '未写明关系', 'US', '', '18/654,325', '2025-05-09', '18/123,456']])
  assert.deepEqual(await readingOf('WORD-2'), { parents: ['CA EN-1'], type: INVENTION, ...SETTLED })
  await imported([heads, ['WORD-2', '未写明关系', 'US', '分案', '18/654,325', '2025-05-09', '18/123,456']], 'update')
  const { parents, said, found } = await readingOf('WORD-2')
  assert.deepEqual([parents, said, found], [['CA EN-1'], 'US 18/123,456 分案', 1])
})

test('a kind without a parent adds no finding to a case whose parent is on record', async () => {
  await imported(
    [
      ['Our Ref', 'Title', 'Country', 'Application type', 'Application number', 'Filing date'],
      ['EN-3', 'In part', 'US', 'CIP', '18/654,322', '2025-05-06'],
    ],
    'update',
  )
  assert.deepEqual(await readingOf('EN-3'), { parents: ['CIP EN-1'], type: INVENTION, ...SETTLED })
})

test('a parent that is no case of ours stays as text with a finding, and so does a kind without a parent', async () => {
  await imported([
    ['案号', '专利名称', '国家', '申请类别', '申请号', '申请日', '母案申请号'],
    ['NO-1', '无母案记录', 'CN', '分案', '202110234570.7', '2020-03-22', '202010999999.0'],
    ['NO-2', '未写母案', 'US', '部分继续申请', '18/777,777', '2025-05-05', ''],
  ])
  const [one, other] = [await readingOf('NO-1'), await readingOf('NO-2')]
  assert.deepEqual([one.parents, one.found, other.parents, other.found], [[], 1, [], 1])
  assert.match(String(one.said), /202010999999.*分案/)
  assert.match(String(other.said), /部分继续申请：文件没有写明母案申请号/)
})

const claimsOf = async (case_no: string) =>
  (
    await tenant.db.selectFrom('priority as y').innerJoin('patent as p', 'p.sid', 'y.case_sid').select('y.priority_date').where('p.case_no', '=', case_no).where('y.deleted_at', 'is', null).execute()
  ).map(({ priority_date }) => priority_date) // oxfmt-ignore

test('the day of a priority without its number is corrected by a table that updates, not added beside', async () => {
  const row = (day: string) => [['案号', '专利名称', '国家', '申请号', '申请日', '优先权日'], ['DAY-1', '只有日期', 'WO', 'PCT/CN2026/011111', '2026-05-10', day]] // oxfmt-ignore
  await imported(row('2025-06-21'))
  await imported(row('2025-06-12'), 'update')
  assert.deepEqual(await claimsOf('DAY-1'), ['2025-06-12'])
})

const DAYS = ['案号', '专利名称', '国家', '申请号', '申请日', '优先权日', '优先权国家', '优先权号']

for (const [title, rows, more, mode] of [
  ['of another office', ['DAY-2', 'CN', '202410999991.2', '2024-12-01', '2024-03-01', 'US', ''], ['2024-06-01', 'JP', ''], 'update'],
  [
    'with a number that is refused',
    ['DAY-3', 'EP', '25123456.7', '2025-10-01', '2025-01-10', '', ''],
    ['2025-02-10', 'CN', '202510123456.4'],
    'update',
  ],
  ['in another row of the same file', ['DAY-4', 'EP', '25123457.5', '2025-10-01', '2025-01-10', '', ''], ['2025-02-10', '', ''], 'skip'],
] as const)
  test(`a priority ${title} stands beside one without its number`, async () => {
    const [case_no, country, no, filed, day, ...rest] = rows
    const [first, second] = [[case_no, '两个优先权日', country, no, filed, day, ...rest], [case_no, '两个优先权日', country, no, filed, ...more]] // oxfmt-ignore
    await imported(mode === 'skip' ? [DAYS, first, second] : [DAYS, first])
    if (mode === 'update') await imported([DAYS, second], mode)
    assert.deepEqual((await claimsOf(case_no)).toSorted(), [day, more[0]])
  })

test('the day of a priority that is linked to a case of ours is that of the case: another one stands beside it', async () => {
  const row = (day: string) => ['DAY-5', '优先权有在先案', 'EP', '25123459.1', '2025-10-01', day, '', '']
  await imported([DAYS, row('2025-01-10'), ['DAY-6', '在先案', 'CN', '', '', '', '', '']])
  const sidOf = (case_no: string) => tenant.db.selectFrom('patent').select('sid').where('case_no', '=', case_no)
  await tenant.db
    .updateTable('priority')
    .set({ priority_case_sid: sidOf('DAY-6') })
    .where('case_sid', '=', sidOf('DAY-5'))
    .execute()
  await imported([DAYS, row('2025-02-10')], 'update')
  assert.deepEqual((await claimsOf('DAY-5')).toSorted(), ['2025-01-10', '2025-02-10'])
})

test('a priority that is later than the filing is kept as text with a finding, and once, however often it is imported', async () => {
  for (const mode of ['skip', 'update', 'update']) {
    await imported(
      [
        ['案号', '专利名称', '国家', '申请号', '申请日', '优先权'],
        ['LATE-1', '申请早于优先权', 'EP', '26123456.7', '2025-01-10', 'CN202510123456.5 2025-06-12'],
      ],
      mode,
    )
    const { said, found } = await readingOf('LATE-1')
    assert.deepEqual([said, found, await claimsOf('LATE-1')], ['CN 202510123456.5 2025-06-12', 1, []], mode)
  }
})
