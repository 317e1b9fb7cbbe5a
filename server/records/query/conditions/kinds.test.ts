// A field beyond the head of a case is read from the record of the case's own kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { systemContext } from '../../context.ts'
import { modelNamed } from '../../registry.ts'
import { compileCondition, joinsOf } from './condition.ts'
import { readIql } from '../search.ts'
import { joinSql } from './joins.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body?: unknown, as = admin): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = async (model: string, values: object) => (await ok(`${model}/do/create`, values)).sid

const [first, second] = [await make('inventor', { name: '虚构作者甲' }), await make('inventor', { name: '虚构作者乙' })]
const CASES = {
  patent: { title: '虚构传感器', country: 'CN', patent_type: 'INVENTION', tags: ['红', '蓝'], importance: 'B', abstract: '一种虚构的传感器' },
  trademark: { title: '虚构之星', country: 'CN', classes: [{ class_no: '9', goods: '传感器' }], tags: ['红'], importance: 'A', reg_no: '12345678' },
  copyright: { title: '虚构画册', work_type: 'ART', tags: ['绿'], importance: 'C', authors: [{ inventor_sid: first }], reg_no: '国作登字-2024-F-00000001' },
  paper: { title: '虚构研究', authors: [{ inventor_sid: second, corresponding: true }], abstract: '研究另一种虚构的传感器' },
} // oxfmt-ignore
const dockets: Record<string, string> = {}
for (const [kind, values] of Object.entries(CASES)) {
  const case_sid = await make(kind, values)
  dockets[await make('deadline', { case_sid, name: '虚构期限', official_due: '2031-01-01' })] = kind
}

const kindsFound = async (iql: string, as = admin) => {
  const where = `name = '虚构期限' AND (${iql})`
  return (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['sid'], iql: where }, as)).record.map(({ sid }) => dockets[sid]).sort()
}

for (const [iql, kinds] of [
  ["case_sid.tags = '红'", ['patent', 'trademark']],
  ["case_sid.tags != '红'", ['copyright', 'paper']],
  ["case_sid.tags IN ('绿', '蓝')", ['copyright', 'patent']],
  ['case_sid.tags IS EMPTY', ['paper']],
  ['case_sid.reg_no IS EMPTY', ['paper', 'patent']],
  ['case_sid.abstract IS EMPTY', ['copyright', 'trademark']],
  ['case_sid.authors IS EMPTY', ['patent', 'trademark']],
  ['NOT (case_sid.abstract IS NOT EMPTY)', ['copyright', 'trademark']],
  ["case_sid.importance = 'A'", ['trademark']],
  ["case_sid.importance IN ('A', 'C') AND case_sid.tags IS NOT EMPTY", ['copyright', 'trademark']],
  ["case_sid.patent.tags = '红'", ['patent']],
  ["case_sid.authors.inventor_sid.name LIKE '虚构作者%'", ['copyright', 'paper']],
  ["case_sid.authors.inventor_sid.name = '虚构作者乙'", ['paper']],
  ['case_sid.authors.corresponding = true', ['paper']],
  ["case_sid.abstract CONTAINS '另一种'", ['paper']],
  ["case_sid.abstract CONTAINS '虚构的传感器'", ['paper', 'patent']],
  ["case_sid.reg_no = '12,345,678'", ['trademark']],
  ["case_sid.reg_no = '国作登字-2024-F-00000001'", ['copyright']],
] as const)
  test(`deadlines with ${iql} are those of ${kinds.join(', ')}`, async () => assert.deepEqual(await kindsFound(iql), kinds))

test('a list shows, sorts and groups by the value of each own kind', async () => {
  const fl = ['case_sid.importance', 'case_sid.tags', 'case_sid.kind']
  const iql = "name = '虚构期限' AND case_sid.importance IS NOT EMPTY ORDER BY case_sid.importance"
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { fl, iql })
  assert.deepEqual(record.map((row) => [row['case_sid.kind'], row['case_sid.importance'], row['case_sid.tags']]), [
    ['trademark', 'A', ['红']],
    ['patent', 'B', ['红', '蓝']],
    ['copyright', 'C', ['绿']],
  ]) // oxfmt-ignore
  const grouped = await ok<{ record: { by: Row; count: number }[] }>('deadline/do/aggregate', { iql: "name = '虚构期限'", by: ['case_sid.tags'] })
  const counts = Object.fromEntries(grouped.record.map(({ by, count }) => [String(by['case_sid.tags']), count]))
  assert.deepEqual(counts, { 红: 2, 蓝: 1, 绿: 1, null: 1 })
})

test('a field that a role hides in one kind of case is read only of the others', async () => {
  const role = await make('role', { code: 'tags_hidden', name: '不看商标标签', platform: '1' })
  const verbs = ['get', 'search', 'count']
  for (const entity of ['deadline', 'patent', 'trademark'])
    await make('role_grant', { role_sid: role, entity, data_scope: 'ALL', verbs, ...(entity === 'trademark' && { hidden_fields: ['tags'] }) })
  const reader = await enrol('inventor', { role_sids: [role] })
  assert.deepEqual(await kindsFound("case_sid.tags = '红'", reader), ['patent'])
  assert.deepEqual(await kindsFound('case_sid.tags IS EMPTY', reader), ['trademark'])
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { fl: ['case_sid.tags'], iql: "case_sid.kind = 'trademark'" }, reader)
  assert.deepEqual(record.map((row) => row['case_sid.tags']), [[]]) // oxfmt-ignore
  const refused = await call('deadline/do/search', { iql: "case_sid.authors.inventor_sid.name = 'x'" }, { as: reader, lang: 'en' })
  assert.equal(refused.status, 400, 'of no kind that this person may read')
})

test('the index of each kind finds the cases of a value, and a total follows a change of any kind', async () => {
  const joins = joinsOf(systemContext(tenant), modelNamed(tenant.models, 'deadline'))
  const where = compileCondition(joins, readIql("case_sid.tags = '绿'").where ?? assert.fail())
  const plan = await tenant.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return sql<Row>`explain select t.sid from deadline as t ${joinSql(joins)} where ${where}`.execute(db)
  })
  const text = JSON.stringify(plan.rows)
  for (const kind of Object.keys(CASES)) assert.match(text, new RegExp(`Index Scan on ${kind}__tags`), text)
  const count = async () => (await ok<{ total: number }>('deadline/do/count', { iql: "case_sid.tags = '绿'" })).total
  const before = await count()
  const mark = (await ok<{ record: Row[] }>('trademark/do/search', { fl: ['sid'], iql: "title = '虚构之星'" })).record[0]
  await ok('trademark/do/update', { sid: mark?.sid, tags: ['绿'] })
  assert.equal(await count(), before + 1)
})
