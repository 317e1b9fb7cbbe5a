// The sample data of phpIP as a dump of its database: seven matters of one family. What each becomes was read by hand from these rows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'
import { startJobs } from '../jobs/start.ts'

startOn('2026-11-26')
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

type Value = string | number | null
type Table = { columns: readonly string[]; rows: readonly (readonly Value[])[] }

const MATTER = ['id', 'category_code', 'caseref', 'country', 'origin', 'type_code', 'idx', 'parent_id', 'container_id', 'responsible', 'dead', 'notes', 'expire_date'] // oxfmt-ignore
const EVENT = ['id', 'code', 'matter_id', 'event_date', 'alt_matter_id', 'detail']
const LINK = ['id', 'matter_id', 'actor_id', 'display_order', 'role', 'shared', 'actor_ref']
const CLASSIFIER = ['id', 'matter_id', 'type_code', 'value', 'img', 'value_id', 'display_order']
const TASK = ['id', 'trigger_id', 'code', 'due_date', 'done', 'done_date', 'detail']

const phase = (id: number, country: string): Value[] => [id, 'PAT', 'PAT001', country, 'WO', null, null, 5, 4, 'phpipuser', 0, null, '2035-03-19']
const entered = (at: number, id: number, [number, published, publication, entry]: readonly string[]): Value[][] => [
  [at, 'PRI', id, '2014-04-04', 4, null],
  [at + 1, 'FIL', id, '2015-03-19', null, number ?? null],
  [at + 2, 'PUB', id, published ?? null, null, publication ?? null],
  [at + 3, 'ENT', id, entry ?? null, null, null],
]

const SAMPLE: Readonly<Record<string, Table>> = {
  actor: {
    columns: ['id', 'name', 'first_name', 'login'],
    rows: [[124, 'Tesla Motors Inc.', null, 'Tesla'], [125, 'BAGLINO Andrew D.', null, null], [126, 'HAYER', 'Thorsten', null], [127, 'BOBLETT Brennan', null, null], [128, 'Boehmert & Boehmert', null, null], [129, 'SODERBERG Richard', null, 'SR'], [130, 'Texas Patents', null, null]],
  },
  classifier: { columns: CLASSIFIER, rows: [[4, 4, 'TITOF', 'Trip planning with energy constraint', null, null, 1], [5, 4, 'TIT', 'Trip Planning with Energy Constraint', null, null, 1]] },
  event: {
    columns: EVENT,
    rows: [
      [26, 'FIL', 4, '2014-04-04', null, '61/975,534'],
      [28, 'PRI', 5, '2014-04-04', 4, null],
      [29, 'FIL', 5, '2015-03-19', null, '2015US21556'],
      [30, 'PUB', 5, '2015-10-08', null, '2015153140'],
      ...entered(32, 6, ['2015818677', '2016-11-23', '106163862', '2017-12-03']),
      ...entered(38, 7, ['15772400.6', '2017-02-08', '3126183', '2016-09-27']),
      ...entered(44, 8, ['20160560723', '2017-05-25', '2017513006', '2016-10-03']),
      ...entered(50, 9, ['20167028374', '2016-11-28', '20160135753', '2016-10-12']),
      ...entered(56, 10, ['20151530173', '2017-02-02', '2017030728', '2016-10-04']),
      [67, 'EXA', 10, '2017-07-28', null, null],
    ],
  },
  matter: {
    columns: MATTER,
    rows: [
      [4, 'PAT', 'PAT001', 'US', null, 'PRO', null, null, null, 'phpipuser', 0, null, '2015-04-04'],
      [5, 'PAT', 'PAT001', 'WO', null, null, null, null, 4, 'phpipuser', 1, null, '2016-11-04'],
      phase(6, 'CN'), phase(7, 'EP'), phase(8, 'JP'), phase(9, 'KR'), phase(10, 'US'),
    ],
  },
  matter_actor_lnk: {
    columns: LINK,
    rows: [[5, 4, 124, 1, 'CLI', 1, null], [6, 4, 124, 1, 'APP', 1, null], [7, 4, 125, 1, 'INV', 1, null], [8, 4, 126, 2, 'INV', 1, null], [9, 4, 127, 3, 'INV', 1, null], [10, 7, 128, 1, 'AGT', 0, 'AKUB30001'], [11, 5, 129, 1, 'AGT', 0, null], [12, 10, 130, 1, 'AGT', 0, 'P0653-2NUS']],
  },
  task: {
    columns: TASK,
    rows: [
      [122, 26, 'PRID', '2015-04-04', 1, '2015-03-19', null],
      [123, 29, 'NPH', '2016-10-04', 1, '2016-10-04', null],
      ...Array.from({ length: 17 }, (_, at): Value[] => [124 + at, 39, 'REN', `${2018 + at}-03-31`, 0, null, `{"en": "${4 + at}"}`]),
      [141, 45, 'REQ', '2018-03-19', 0, null, null],
      [142, 51, 'REQ', '2018-03-19', 0, null, null],
      [160, 39, 'REN', '2017-03-31', 1, '2017-03-31', '{"en": "3"}'],
      [161, 67, 'REP', '2017-10-28', 0, null, null],
    ],
  },
} // oxfmt-ignore

const valueOf = (value: Value) =>
  value === null
    ? 'NULL'
    : typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"').replaceAll('\n', '\\n')}'`
const tupleOf = (row: readonly Value[]) => `(${row.map(valueOf).join(',')})` // oxfmt-ignore

/** As mysqldump writes it: the structure with a calculated column, then all rows in one statement; a procedure that inserts between them. */
function dumpOf(tables: Readonly<Record<string, Table>>): string {
  const parts = Object.entries(tables).map(([name, { columns, rows }]) => {
    const calculated = name === 'matter' ? "\n  `uid` varchar(45) GENERATED ALWAYS AS (concat(`caseref`,_utf8mb4'-)',`country`)) VIRTUAL," : ''
    const structure = columns.map((column) => `\n  \`${column}\` varchar(45) COLLATE utf8mb4_unicode_ci DEFAULT NULL COMMENT 'isn''t, (it)?',`).join('')
    const list = name === 'matter' ? ` (${columns.map((column) => `\`${column}\``).join(', ')})` : ''
    return `DROP TABLE IF EXISTS \`${name}\`;\n/*!40101 SET @saved = @@character_set_client */;\nCREATE TABLE \`${name}\` (${structure}${calculated}\n  PRIMARY KEY (\`id\`),\n  KEY \`x\` (\`id\`)\n) ENGINE=InnoDB;\nLOCK TABLES \`${name}\` WRITE;\nINSERT INTO \`${name}\`${list} VALUES ${rows.map(tupleOf).join(',')};\nUNLOCK TABLES;\n`
  }) // oxfmt-ignore
  const procedure =
    "DELIMITER ;;\n/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON event FOR EACH ROW BEGIN -- isn't\n END */;;\nCREATE PROCEDURE p() BEGIN INSERT INTO task (id) VALUES (1); END ;;\nDELIMITER ;\n"
  return `-- MySQL dump 10.13  Distrib 8.0.36\n--\nSET NAMES utf8mb4;\nINSERT INTO \`users\` VALUES (1,'it\\'s; INSERT INTO matter');\n${procedure}${parts.join('')}-- Dump completed\n`
}

/** As phpMyAdmin writes it, one statement for each row. */
const singly = (tables: Readonly<Record<string, Table>>) =>
  `-- phpMyAdmin SQL Dump\r\n${Object.entries(tables).flatMap(([name, { columns, rows }]) => rows.map((row) => `INSERT INTO \`ip\`.\`${name}\` (\`${columns.join('`, `')}\`) VALUES\r\n${tupleOf(row)};\r\n`)).join('')}` // oxfmt-ignore

const send = (file: string, verb: 'import' | 'import_preview', more: { model?: string; mode?: string; lang?: 'zh' | 'en'; name?: string } = {}) =>
  sendFile(app, { path: `${more.model ?? 'patent'}/do/${verb}`, token: manager.token, file, name: more.name ?? 'phpip.sql', fields: { mode: more.mode ?? 'skip' }, lang: more.lang ?? 'en' }) // oxfmt-ignore

async function imported(file: string, more: Parameters<typeof send>[2] = {}) {
  const { data, message } = await send(file, 'import', more)
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job.errors))
  return { sid: String(data.job_sid), outcome: job.outcome as Record<string, number> } // a job tells its counts
}

const ROW = ['case_no', 'country', 'patent_type', 'route', 'application_no', 'filing_date', 'publication_no', 'publication_date', 'pct_no', 'entry_date', 'status'] as const // oxfmt-ignore
const CASES = [
  ['PAT001CN/WO', 'CN', 'INVENTION', 'PCT_NATIONAL', '201580018677.0', '2015-03-19', 'CN106163862', '2016-11-23', 'PCT/US2015/021556', '2017-12-03', 'PUBLISHED'],
  ['PAT001EP/WO', 'EP', 'INVENTION', 'PCT_NATIONAL', 'EP15772400.6', '2015-03-19', 'EP 3126183', '2017-02-08', 'PCT/US2015/021556', '2016-09-27', 'EP_PUBLISHED'],
  ['PAT001JP/WO', 'JP', 'INVENTION', 'PCT_NATIONAL', '特願2016-560723', '2015-03-19', '特表2017-513006', '2017-05-25', 'PCT/US2015/021556', '2016-10-03', 'JP_FILED'],
  ['PAT001KR/WO', 'KR', 'INVENTION', 'PCT_NATIONAL', '10-2016-7028374', '2015-03-19', '10-2016-0135753', '2016-11-28', 'PCT/US2015/021556', '2016-10-12', 'JP_FILED'],
  ['PAT001US-PRO', 'US', 'PROVISIONAL', 'DIRECT', '61/975,534', '2014-04-04', null, null, null, null, 'LAPSED'],
  ['PAT001US/WO', 'US', 'INVENTION', 'PCT_NATIONAL', '15/30173', '2015-03-19', 'US 2017/0030728', '2017-02-02', 'PCT/US2015/021556', '2016-10-04', 'US_NONFINAL'],
  ['PAT001WO', 'WO', 'INVENTION', 'PCT_INTL', 'PCT/US2015/021556', '2015-03-19', 'WO 2015/153140', '2015-10-08', 'PCT/US2015/021556', null, 'INTL_CLOSED'],
] // oxfmt-ignore

const stored = async () => {
  const rows = await tenant.db.selectFrom('patent').selectAll().where('case_no', 'like', 'PAT001%').where('deleted_at', 'is', null).execute()
  return rows.toSorted((one, other) => (String(one.case_no) < String(other.case_no) ? -1 : 1))
}

test('the demo database of phpIP comes in whole: seven cases, their people, priorities, national phases and what was not imported', async () => {
  const { data, status, message } = await send(dumpOf(SAMPLE), 'import_preview')
  assert.equal(status, 200, message)
  assert.deepEqual(
    [data.source, data.sheet, data.total, data.faulty, data.forecast.created],
    ['phpIP', 'Patent', 7, 0, 7],
    JSON.stringify(data.problems),
  )
  assert.deepEqual(data.file_notes, [
    'Events: EXA 1',
    'Tasks that are done: PRID 1, NPH 1',
    'Open tasks, whose deadlines are calculated anew: REN 17, REQ 2, REP 1',
  ])
  assert.ok(
    data.remarks.some(({ reason }: { reason: string }) => /phpipuser.*was not found/.test(reason)),
    JSON.stringify(data.remarks),
  )
  // The sample has lost a digit of this number, and nothing says which: it is kept as it is, and told.
  assert.ok(
    data.remarks.some(({ reason }: { reason: string }) => /six digits after the slash, not 5 as in 15\/30173: correct it/.test(reason)),
    JSON.stringify(data.remarks),
  )
  const { outcome } = await imported(dumpOf(SAMPLE))
  assert.equal(outcome['created'], 7)
  const cases = await stored()
  assert.deepEqual(cases.map((one) => ROW.map((code) => one[code])), CASES) // oxfmt-ignore
  assert.ok(cases.every(({ title }) => title === 'Trip planning with energy constraint'))
  const people = await tenant.db.selectFrom('inventor').select('name').where('name', 'in', ['BAGLINO Andrew D.', 'HAYER Thorsten', 'BOBLETT Brennan']).execute() // oxfmt-ignore
  assert.deepEqual([people.length, ...new Set(cases.map(({ inventors, applicants }) => [inventors?.length, applicants?.length].join()))], [3, '3,1'])
  const claims = await tenant.db.selectFrom('priority').select(['priority_no', 'priority_date', 'priority_country']).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  assert.deepEqual([claims.length, ...new Set(claims.map((one) => Object.values(one).join(' ')))], [6, '61/975,534 2014-04-04 US'])
  const relations = await tenant.db.selectFrom('related_case').select('relation_type').where('deleted_at', 'is', null).execute()
  assert.deepEqual(relations.map((one) => one.relation_type), Array(5).fill('PCT')) // oxfmt-ignore
  assert.equal(cases.find(({ country }) => country === 'EP')?.agency_ref, 'AKUB30001')
})

test('a second import of the same database, however it was dumped, changes nothing', async () => {
  const before = await stored()
  for (const [file, mode] of [[dumpOf(SAMPLE), 'skip'], [singly(SAMPLE), 'skip'], [singly(SAMPLE), 'update']] as const) {
    const { outcome } = await imported(file, { mode })
    assert.deepEqual([outcome['created'], outcome['updated'], outcome['rejected']], [0, 0, 0], mode)
    assert.deepEqual(await stored(), before)
  } // oxfmt-ignore
})

test('an import of a database is taken back whole', async () => {
  const other = dumpOf({ ...SAMPLE, classifier: { columns: CLASSIFIER, rows: [[9, 40, 'TIT', 'Fictional cam', null, null, 1]] }, matter: { columns: MATTER, rows: [[40, 'PAT', 'BACK1', 'EP', null, null, null, null, null, 'nobody', 0, null, null]] } }) // oxfmt-ignore
  const { sid } = await imported(other)
  assert.equal((await tenant.db.selectFrom('patent').select('sid').where('case_no', '=', 'BACK1EP').execute()).length, 1)
  const { status, text } = await call('job/do/take_back', { sid }, { as: manager })
  assert.equal(status, 200, text)
  assert.equal(
    (await tenant.db.selectFrom('patent').select('sid').where('case_no', '=', 'BACK1EP').where('deleted_at', 'is', null).execute()).length,
    0,
  )
})

const OTHERS: Readonly<Record<string, Table>> = {
  actor: { columns: ['id', 'name', 'first_name'], rows: [[1, 'Fictional \\ "Marks" Ltd.; Paris', null]] },
  classifier: { columns: CLASSIFIER, rows: [[1, 20, 'TM', "O'Fictional\nMark", null, null, 1], [2, 20, 'TMCL', null, null, 7, 1], [3, 20, 'TMCL', '35', null, null, 2], [4, 30, 'TITEN', 'Fictional hinge', null, null, 1], [5, 30, 'KW', 'hinge', null, null, 1]] },
  classifier_value: { columns: ['id', 'value'], rows: [[7, '9']] },
  event: {
    columns: EVENT,
    rows: [[1, 'FIL', 20, '2020-03-02', null, '018000111'], [2, 'REG', 20, '2020-09-14', null, '018000111'], [3, 'FIL', 30, '2018-05-07', null, '15/970001'], [4, 'GRT', 30, '2020-06-02', null, '10670001'], [5, 'LAP', 30, '2024-06-02', null, null], [6, 'FIL', 31, '2020-05-04', null, '16/870002'], [7, 'OPR', 40, '2021-01-01', null, null]],
  },
  matter: {
    columns: MATTER,
    rows: [
      [20, 'TM', 'TM9', 'EM', null, null, null, null, null, 'x', 0, null, null],
      [30, 'PAT', 'P9', 'US', null, null, null, null, null, 'x', 1, 'n'.repeat(300), null],
      [31, 'PAT', 'P9', 'US', null, 'CNT', 1, 30, 30, 'x', 0, null, null],
      [32, 'UM', 'P9', 'DE', null, null, null, null, 30, 'x', 0, null, null],
      [40, 'OPI', 'O9', 'US', null, null, null, null, null, 'x', 0, null, null],
      [41, 'FTO', 'F9', 'US', null, null, null, null, null, 'x', 0, null, null],
      [42, 'OPI', 'O8', 'US', null, null, null, null, null, 'x', 0, null, null],
    ],
  },
  matter_actor_lnk: { columns: LINK, rows: [[1, 20, 1, 1, 'OWN', 1, null], [2, 30, 1, 1, 'APP', 1, null], [3, 30, 1, 1, 'WRI', 0, null]] },
} // oxfmt-ignore

test('trademarks, a lapsed case with its continuation and a utility model; other categories, people and texts are counted', async () => {
  const file = dumpOf(OTHERS)
  const { data } = await send(file, 'import_preview', { lang: 'zh' })
  assert.deepEqual(data.file_notes, ['案件类别：OPI 2、FTO 1', '人员角色：WRI 1', '分类项：KW 1', '1 条备注超过 255 字，只导入开头'])
  await imported(file)
  const rows = await tenant.db.selectFrom('patent').selectAll().where('case_no', 'like', 'P9%').orderBy('case_no').execute()
  assert.deepEqual(
    rows.map((one) => [one.case_no, one.title, one.patent_type, one.status, one.grant_no, one.grant_date, one.close_date, one.applicants?.length]),
    [
      ['P9DE', 'Fictional hinge', 'UTILITY', 'DRAFTING', null, null, null, 1],
      ['P9US', 'Fictional hinge', 'INVENTION', 'LAPSED', 'US 10,670,001', '2020-06-02', '2024-06-02', 1],
      ['P9US-CNT1', 'Fictional hinge', 'INVENTION', 'US_FILED', null, null, null, 1],
    ],
  )
  const relations = await tenant.db.selectFrom('related_case').select(['relation_type', 'earlier_sid', 'later_sid']).where('relation_type', '=', 'CA').execute() // oxfmt-ignore
  assert.deepEqual(relations, [{ relation_type: 'CA', earlier_sid: rows[1]?.sid, later_sid: rows[2]?.sid }])
  await imported(file, { model: 'trademark' })
  const mark = await tenant.db.selectFrom('trademark').selectAll().where('case_no', '=', 'TM9EM').executeTakeFirstOrThrow()
  const owner = await tenant.db.selectFrom('applicant').select('name').where('name', 'like', 'Fictional %Marks%').execute()
  assert.deepEqual(owner.map(({ name }) => name), ['Fictional \\ "Marks" Ltd., Paris']) // oxfmt-ignore
  assert.deepEqual([mark.title, mark.status, mark.reg_date, mark.classes?.length], ["O'Fictional Mark", 'TM_REGISTERED', '2020-09-14', 2])
})

test('a dump that is damaged, hostile or of another system is refused in words', async () => {
  const refusals: readonly (readonly [string, RegExp, string?])[] = [
    [
      "-- MySQL dump\nINSERT INTO `matter` (`id`, `category_code`, `caseref`, `country`, `origin`, `type_code`, `idx`, `parent_id`, `container_id`, `responsible`, `dead`, `notes`) VALUES ('",
      /has no end|没有结束/,
    ],
    ["-- MySQL dump\nLOAD DATA INFILE '/etc/passwd' INTO TABLE matter;", /LOAD DATA/],
    ["-- MySQL dump\nINSERT INTO `wp_posts` VALUES (1,'a');", /only databases of phpIP|只能读取 phpIP/],
    [dumpOf({ ...SAMPLE, matter: { columns: MATTER, rows: [[1, 'PAT']] } }), /2 values for the 13 columns|有 13 列，却给出 2 个值/],
    [dumpOf({ ...SAMPLE, matter: { columns: MATTER, rows: [[40, 'OPI', 'O9', 'US', null, null, null, null, null, 'x', 0, null, null]] } }), /no patents or trademarks|没有专利或商标/], // oxfmt-ignore
    [`-- MySQL dump\nINSERT INTO \`users\` VALUES ('${'x'.repeat(50 << 20)}');`, /more than 8 MB|超过 8 MB/],
  ]
  const elsewhere = await send(dumpOf(SAMPLE), 'import_preview', { model: 'inventor' })
  assert.deepEqual([elsewhere.status, /no rows for this list, only for: Patent/.test(elsewhere.message)], [400, true], elsewhere.message)
  for (const [file, words] of refusals)
    for (const lang of ['en', 'zh'] as const) {
      const { status, message, errors } = await send(file, 'import_preview', { lang })
      assert.deepEqual([status, words.test(`${message} ${JSON.stringify(errors)}`)], [400, true], `${file.slice(0, 60)}: ${message}`)
    }
})
