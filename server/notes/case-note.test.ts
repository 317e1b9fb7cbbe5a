import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const [manager, engineer, finance] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer', { name: '卢一帆', name_en: 'Lu Yifan' }),
  await enrol('finance'),
]
const [inventor, agent] = [await enrol('inventor', { name: '白小舟', name_en: 'Bai Xiaozhou' }), await enrol('agent', { department_sid: null })]
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const away = await make('company', { company_name: '外公司' })
const stranger = await enrol('ip_engineer', { company_sid: away, name: '外人', name_en: 'Outsider' })
const case_sid = await make('patent', {
  title: '有备注的案件',
  country: 'CN',
  patent_type: 'INVENTION',
  owner_sid: manager.sid,
  company_sid: manager.company,
})

type Note = { sid: string; text: string; record: { sid: string; name: string; title: string; title_en: string; link: string; text: string }[] }
const ask = (path: string, body: Record<string, unknown>, as: Person, lang: 'zh' | 'en' = 'en') => call<Note>(path, body, { as, lang })
const notificationsOf = async (as: Person) => (await ask('notification/do/search', { iql: 'ORDER BY created_at DESC', rows: 20 }, as)).data.record

test('a note is visible to users who see the case, and a mentioned person is notified once, in both languages', async () => {
  const { data, text } = await ask('case_note/do/create', { case_sid, text: '请看 @卢一帆', mention_sids: [engineer.sid, manager.sid] }, manager)
  assert.ok(data?.sid, text)
  for (const as of [engineer, finance]) assert.equal((await ask('case_note/do/search', { fl: ['text'] }, as)).data.record[0]?.text, '请看 @卢一帆')
  assert.deepEqual((await ask('case_note/do/search', {}, stranger)).data.record, [])
  for (const as of [inventor, agent]) assert.equal((await ask('case_note/do/search', {}, as)).status, 403)
  const [notice] = await notificationsOf(engineer)
  assert.match(String(notice?.title), /的备注中提到了您$/)
  assert.match(String(notice?.title_en), /mentioned you in a note on P/)
  assert.equal(notice?.link, `/m/case/${case_sid}?tab=notes`)
  assert.equal((await notificationsOf(manager)).length, 0, 'nobody notifies themselves')
  assert.equal((await ask('case_note/do/update', { sid: data.sid, text: '请再看 @卢一帆' }, manager)).code, 0)
  assert.equal((await notificationsOf(engineer)).length, 1)
})

test('a person who may not see the case cannot be mentioned: the refusal names them, and nothing is written', async () => {
  const mention_sids = [engineer.sid, stranger.sid, inventor.sid]
  for (const [lang, words] of [
    ['en', /cannot include (Outsider, Bai Xiaozhou|Bai Xiaozhou, Outsider)/],
    ['zh', /(外人、白小舟|白小舟、外人)看不到这个案件的备注/],
  ] as const) {
    const { status, errors, text } = await ask('case_note/do/create', { case_sid, text: 'x', mention_sids }, manager, lang)
    assert.equal(status, 400, text)
    assert.match(errors.map(({ reason }) => reason).join(), words)
  }
  assert.equal((await notificationsOf(stranger)).length, 0)
})

test('only people who see the case are offered for a mention', async () => {
  const names = async (text: string, as: Person) => (await ask('case_note/do/people', { case_sid, text }, as)).data?.record?.map(({ name }) => name)
  assert.deepEqual(await names('Lu', manager), ['Lu Yifan'])
  assert.deepEqual(await names('Outsider', manager), [])
  assert.deepEqual(await names('Bai', manager), [])
  assert.equal((await ask('case_note/do/people', { case_sid }, stranger)).status, 404)
})

test('people of the same name are offered with their departments', async () => {
  const second = await make('department', { name: '第二知识产权部', code: 'IP2', company_sid: manager.company })
  for (const department_sid of [manager.department, second]) await enrol('ip_engineer', { name: '张三', department_sid })
  const offered = (await ask('case_note/do/people', { case_sid, text: '张三' }, manager, 'zh')).data.record as unknown as { department: string }[]
  assert.equal(new Set(offered.map(({ department }) => department)).size, 2)
  assert.ok(offered.some(({ department }) => department === '第二知识产权部'))
})

test('only its author changes or deletes a note, and its changes are kept', async () => {
  const { data } = await ask('case_note/do/create', { case_sid, text: '原文' }, engineer)
  const admin = await enrol('system_admin')
  for (const as of [manager, admin]) {
    const { errors } = await ask('case_note/do/update', { sid: data.sid, text: '改写' }, as)
    assert.equal(errors[0]?.reason, 'can be changed by its author only')
    assert.equal((await ask('case_note/do/delete', { sid: data.sid }, as)).status, 400)
  }
  assert.equal((await ask('case_note/do/update', { sid: data.sid, text: '更正' }, engineer)).code, 0)
  const history = await ask('case_note/do/history', { sid: data.sid }, engineer)
  assert.match(history.text, /原文/)
  assert.equal((await ask('case_note/do/delete', { sid: data.sid }, engineer)).code, 0)
})

test('a user cannot write a note on a case that they do not see', async () => {
  const { status } = await ask('case_note/do/create', { case_sid, text: '越界' }, stranger)
  assert.ok([400, 403, 404].includes(status), `${status}`)
  assert.equal((await tenant.db.selectFrom('case_note').select('sid').where('text', '=', '越界').execute()).length, 0)
})
