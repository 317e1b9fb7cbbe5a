import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
type Field = { code: string; input?: string; options?: { code: string; valid: boolean; above?: string; colour?: string }[]; [flag: string]: unknown }
type Made = { sid: string; status: string; publish_fault: string | null }
const ask = <T = Made>(path: string, body?: Record<string, unknown>) => call<T>(path, body, { as: admin, lang: 'en' })
const faults = async (body: Record<string, unknown>) =>
  (await ask('custom_field/do/create', { entity: 'tag', code: `f_${++made}`, name: '字段', ...body })).errors.map(
    ({ field, reason }) => `${field}: ${reason}`,
  )
let made = 0
const OPTIONS = [{ code: 'A', label_zh: '甲' }, { code: 'B', label_zh: '乙' }] // oxfmt-ignore

for (const [body, expected] of [
  [{ data_type: 'OPTION', options: [...OPTIONS, { code: 'a', label_zh: '又' }] }, 'options: the code “a” occurs twice'],
  [{ data_type: 'OPTION', options: OPTIONS, input_type: 'date' }, 'input_type: does not fit the data type'],
  [{ data_type: 'OPTION', options: OPTIONS, input_type: 'checkbox' }, 'input_type: does not fit the data type'],
  [{ data_type: 'STRING', input_type: 'upload' }, 'input_type: does not fit the data type'],
  [{ data_type: 'REFERENCE', to: 'patent', input_type: 'person' }, 'input_type: does not fit the records that it refers to'],
  [{ data_type: 'DATE', multi: true }, 'multi: the data type holds a single value'],
  [{ data_type: 'OPTION', options: OPTIONS, input_type: 'cascader' }, 'dictionary: is required for a cascader'],
  [{ data_type: 'OPTION', dictionary: 'nowhere' }, 'dictionary: there is no such dictionary'],
  [{ data_type: 'OPTION', dictionary: 'value_grade', options: OPTIONS }, 'options: are kept in the dictionary that is chosen'],
  [{ data_type: 'OPTION', dictionary: 'value_grade', default: 'Z' }, 'default:'],
  [{ data_type: 'OPTION' }, 'options: is required'],
] as const)
  test(`[3.07] refused: ${JSON.stringify(body)}`, async () => {
    const found = await faults(body)
    assert.ok(found.length === 1 && found[0]?.startsWith(expected), found.join())
  })

for (const body of [
  { data_type: 'OPTION', options: OPTIONS, input_type: 'radio' },
  { data_type: 'OPTION', options: OPTIONS, input_type: 'checkbox', multi: true },
  { data_type: 'REFERENCE', to: 'user_info', input_type: 'person', multi: true },
  { data_type: 'REFERENCE', to: 'department', input_type: 'org' },
  { data_type: 'BOOLEAN', input_type: 'select' },
  { data_type: 'STRING', multi: true, input_type: 'select' },
  { data_type: 'MONEY', input_type: 'number' },
])
  test(`[3.07] taken, published and told to the form: ${JSON.stringify(body)}`, async () => {
    const code = `g_${++made}`
    const { data, text } = await ask('custom_field/do/create', { entity: 'tag', code, name: '字段', ...body })
    const published = await ask('custom_field/do/publish', { sid: data.sid })
    assert.equal(published.data.status, 'PUBLISHED', text + published.text)
    assert.equal((await fieldOf('tag', code))?.input, body.input_type)
  })

async function fieldOf(model: string, code: string) {
  const { data } = await ask<{ fields: Field[] }>(`${model}/do/schema`)
  return data.fields.find((one) => one.code === code)
}

test('[2.28] [4.14] a cascade: options below options, kept in a dictionary, in both languages, never deleted', async () => {
  const dictionary = { code: 'region', name: '地区', name_en: 'Region' }
  assert.equal((await ask('dictionary/do/create', dictionary)).code, 0)
  const add = async (code: string, more: Record<string, unknown> = {}) => {
    const { data, text } = await ask('dictionary_item/do/create', { dictionary: 'region', code, label_zh: code, ...more })
    assert.ok(data, text)
    return data.sid
  }
  const asia = await add('ASIA', { sort: 10, colour: '#1A7F37' })
  const china = await add('CHINA', { parent_sid: asia, sort: 10 })
  await add('SHENZHEN', { parent_sid: china, sort: 10 })
  await add('EUROPE', { sort: 20 })
  const { data: field } = await ask('custom_field/do/create', { entity: 'tag', code: 'place', name: '地点', data_type: 'OPTION', dictionary: 'region', input_type: 'cascader' }) // oxfmt-ignore
  assert.equal((await ask('custom_field/do/publish', { sid: field.sid })).data.status, 'PUBLISHED')
  const shown = await fieldOf('tag', 'place')
  assert.deepEqual(shown?.options?.map(({ code, above, valid }) => [code, above, valid]), [['ASIA', undefined, true], ['CHINA', 'ASIA', true], ['SHENZHEN', 'CHINA', true], ['EUROPE', undefined, true]]) // oxfmt-ignore
  const tag = await ask<{ sid: string; place: string }>('tag/do/create', { name: 'here', place: 'SHENZHEN' })
  assert.equal(tag.data.place, 'SHENZHEN', tag.text)
  // A filter by an option also finds the records of the options below it.
  const found = async (iql: string) => (await ask<{ total: number }>('tag/do/count', { iql: `name = 'here' AND ${iql}` })).data.total
  assert.deepEqual(
    await Promise.all(
      ["place = 'ASIA'", "place IN ('CHINA')", "place = 'SHENZHEN'", "place != 'ASIA'", "place NOT IN ('CHINA')", "place = 'EUROPE'"].map(found),
    ),
    [1, 1, 1, 0, 0, 0],
  )

  const elsewhere = await ask('dictionary_item/do/create', { dictionary: 'value_grade', code: 'X1', label_zh: 'x', parent_sid: asia })
  assert.deepEqual(elsewhere.errors.map(({ reason }) => reason), ['must be an option of the same dictionary']) // oxfmt-ignore
  const circle = await ask('dictionary_item/do/update', { sid: asia, parent_sid: china })
  assert.deepEqual(circle.errors.map(({ field: at }) => at), ['parent_sid']) // oxfmt-ignore
  assert.equal((await ask('dictionary_item/do/update', { sid: china, code: 'PRC' })).code, 500001)
  assert.equal((await ask(`dictionary_item/do/delete/${china}`, {})).message, 'A saved option cannot be deleted; set it to invalid instead')
  const { sid } = await tenant.db.selectFrom('dictionary').select('sid').where('code', '=', 'region').executeTakeFirstOrThrow()
  assert.match((await ask(`dictionary/do/delete/${sid}`, {})).message, /has options or is used/)

  // Below an invalid option none can be chosen; a record keeps the one that it has.
  await ask('dictionary_item/do/update', { sid: asia, valid: false })
  assert.deepEqual((await fieldOf('tag', 'place'))?.options?.map(({ valid }) => valid), [false, false, false, true]) // oxfmt-ignore
  assert.equal((await ask('tag/do/create', { name: 'there', place: 'SHENZHEN' })).code, 500001)
  assert.equal((await ask('tag/do/update', { sid: tag.data.sid, name: 'kept', place: 'SHENZHEN' })).code, 0)
})

test('[4.05] a change below an invalid option asks first', async () => {
  const parent = await ask('dictionary_item/do/create', { dictionary: 'value_grade', code: 'OLD', label_zh: '旧', label_en: 'Old' })
  const older = { dictionary: 'value_grade', code: 'OLDER', label_zh: '更旧', parent_sid: parent.data.sid }
  const { sid } = (await ask('dictionary_item/do/create', older)).data
  await ask('dictionary_item/do/update', { sid: parent.data.sid, valid: false })
  const body = { sid, label_zh: '最旧' }
  const asked = await ask('dictionary_item/do/update', { ...body, confirm: [] })
  assert.deepEqual([asked.status, asked.code], [412, 500012], asked.text)
  assert.match(asked.text, /“Old” above it is no longer valid/)
  assert.equal((await ask('dictionary_item/do/update', { ...body, confirm: ['parent_invalid'] })).code, 0)
})

test('an own option that is no longer valid stays where it is and cannot be chosen', async () => {
  const { data } = await ask('custom_field/do/create', { entity: 'tag', code: 'grade', name: '等级', data_type: 'OPTION', options: OPTIONS })
  await ask('custom_field/do/publish', { sid: data.sid })
  const tag = await ask('tag/do/create', { name: 'graded', grade: 'A' })
  const off = [
    { ...OPTIONS[0], valid: false },
    { ...OPTIONS[1], colour: '#aa0000' },
  ]
  assert.equal((await ask('custom_field/do/update', { sid: data.sid, options: off })).data.status, 'UPDATED')
  await ask('custom_field/do/publish', { sid: data.sid })
  assert.deepEqual((await fieldOf('tag', 'grade'))?.options?.map(({ code, valid, colour }) => [code, valid, colour]), [['A', false, undefined], ['B', true, '#AA0000']]) // oxfmt-ignore
  assert.equal((await ask('tag/do/create', { name: 'again', grade: 'A' })).code, 500001)
  assert.equal((await ask('tag/do/update', { sid: tag.data.sid, name: 'kept too' })).code, 0)
})

test('[3.07] a process opens an approvable field alone, and refers to process variables alone', async () => {
  const field = async (code: string, more: Record<string, unknown>) => {
    const { data } = await ask('custom_field/do/create', { entity: 'patent', code, name: code, data_type: 'INT', ...more })
    assert.equal((await ask('custom_field/do/publish', { sid: data.sid })).code, 0)
    return data.sid
  }
  const sid = await field('closed_number', {})
  const process = {
    ...{ code: 'NUMBERS', name: '数', name_en: 'Numbers', entity: 'patent', transition: 'file', condition: 'closed_number > 3' },
    levels: [{ name: '一级', name_en: 'First', vote: 'ONE_PASS', participants: [{ kind: 'PERSON', sid: admin.sid }], opens: ['closed_number'] }],
  }
  const draft = await ask('approval_process/do/create', process)
  assert.ok(draft.data, draft.text)
  const refused = await ask('approval_process/do/publish', { sid: draft.data.sid })
  assert.match(refused.text, /the field “closed_number” is not a process variable/)
  assert.match(refused.text, /the field “closed_number” is not approvable/)
  await ask('custom_field/do/update', { sid, approvable: true, process_variable: true })
  await ask('custom_field/do/publish', { sid })
  const again = await ask('approval_process/do/publish', { sid: draft.data.sid })
  assert.equal(again.data.status, 'PUBLISHED', again.text)
})

test('[4.01] a field reaches a large table without rewriting it, and waits for nobody for long', async () => {
  await sql`insert into tag (sid, name, updated_at) select gen_random_uuid(), 'n' || n, now() from generate_series(1, 200000) n`.execute(tenant.db)
  await sql`analyze tag`.execute(tenant.db)
  const fileOf = async () => (await sql<{ file: number }>`select relfilenode as file from pg_class where oid = 'tag'::regclass`.execute(tenant.db)).rows[0]?.file // oxfmt-ignore
  const before = await fileOf()
  const { data } = await ask('custom_field/do/create', { entity: 'tag', code: 'late', name: '晚', data_type: 'INT', default: '7', required: true })
  // Somebody reads the table in a transaction that stays open.
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let begun = () => {}
  const reading = new Promise<void>((resolve) => (begun = resolve))
  const reader = tenant.db.transaction().execute(async (trx) => {
    await sql`select count(*) from tag where name = 'n1'`.execute(trx)
    begun()
    await ended
  })
  await reading
  const publication = ask('custom_field/do/publish', { sid: data.sid })
  const waits: number[] = []
  for (let n = 0; n < 10; n++) {
    const start = performance.now()
    await sql`select sid from tag where name = 'n5' limit 1`.execute(tenant.db)
    waits.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const held = await sql<{ n: number }>`select count(*) as n from pg_locks where relation = 'tag'::regclass and mode = 'AccessExclusiveLock' and granted`.execute(tenant.db) // oxfmt-ignore
  assert.equal(Number(held.rows[0]?.n), 0, 'nobody holds the table for itself')
  assert.ok(Math.max(...waits) < 1500, `readers waited ${waits.map(Math.round).join(' ')} ms`)
  end()
  await reader
  assert.equal((await publication).data.status, 'PUBLISHED')
  assert.equal(await fileOf(), before, 'the table is the same file')
})
