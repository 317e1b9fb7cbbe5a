import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { openReceiver } from '../../tests/harness/mail/receiver.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { fitting, requestOf } from './protocols.ts'
import { sendMessages } from './send.ts'

process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
const receiver = await openReceiver()
receiver.answer.body = '{"errcode":0,"errmsg":"ok"}'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const [one, two] = [await enrol('ip_engineer', { name: '张三' }), await enrol('ip_engineer', { name: '李四' })]
const ctx = systemContext(tenant)
const make = (more: object) =>
  call<{ sid: string }>('chat_robot/do/create', { kind: 'DINGTALK', token: 'token-of-the-robot', topics: ['DEADLINE', 'TASK'], gateway: `${receiver.url}/robot/send`, ...more }, { as: admin, lang: 'en' }) // oxfmt-ignore
const ding = await make({ name: '虚构钉钉群', sign_secret: 'SECxyz' })
const notice = (user_sid: string, title: string) => ({
  user_sid,
  level: 'INFO' as const,
  title,
  title_en: `${title} en`,
  link: '/m/task/x',
  about: null,
})
const due = () => tenant.db.updateTable('robot_message').set({ next_try_at: '2020-01-01T00:00:00Z' }).where('state', '=', 'QUEUED').execute()

test('the messengers are called by their published protocols, whether the token or the whole address was entered', () => {
  const now = 1_700_000_000_123
  const lines = [{ text: '甲 *乙*', url: 'https://ip.test/x' }, { text: '丙', url: undefined }] // oxfmt-ignore
  const whole = { secret: 'SEC1', gateway: null }
  const ding = requestOf('DINGTALK', { ...whole, token: 'https://oapi.dingtalk.com/robot/send?access_token=abc' }, '提醒', lines, now)
  const url = new URL(ding.url)
  assert.deepEqual([url.origin + url.pathname, url.searchParams.get('access_token'), url.searchParams.get('timestamp')], ['https://oapi.dingtalk.com/robot/send', 'abc', String(now)]) // oxfmt-ignore
  assert.equal(url.searchParams.get('sign'), createHmac('sha256', 'SEC1').update(`${now}\nSEC1`).digest('base64'))
  assert.deepEqual(JSON.parse(ding.body), {
    msgtype: 'markdown',
    markdown: { title: '提醒', text: '**提醒**\n\n> [甲 ＊乙＊](https://ip.test/x)\n\n> 丙' },
  })
  const many = Array.from({ length: 200 }, () => ({ text: '很长的消息内容', url: undefined }))
  const wecom = requestOf('WECOM', { ...whole, token: 'key-1' }, '提醒', many.slice(0, fitting('WECOM', '提醒', many)), now)
  assert.equal(wecom.url, 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=key-1')
  const bytes = Buffer.byteLength(JSON.parse(wecom.body).markdown.content)
  assert.ok(bytes <= 4096 && bytes > 4050, String(bytes))
  const feishu = requestOf('FEISHU', { ...whole, token: 'https://open.feishu.cn/open-apis/bot/v2/hook/hook-1' }, '提醒', lines, now)
  assert.equal(feishu.url, 'https://open.feishu.cn/open-apis/bot/v2/hook/hook-1')
  assert.deepEqual(JSON.parse(feishu.body), {
    timestamp: '1700000000',
    sign: createHmac('sha256', '1700000000\nSEC1').digest('base64'),
    msg_type: 'post',
    content: {
      post: { zh_cn: { title: '提醒', content: [[{ tag: 'a', text: '甲 *乙*', href: 'https://ip.test/x' }], [{ tag: 'text', text: '丙' }]] } },
    },
  })
})

test('a group is told once what several of its people are notified of, and only topics of the robot; a rollback tells nobody', async () => {
  assert.equal(ding.code, 0, ding.text)
  await notify(ctx, [notice(one.sid, '期限一'), notice(two.sid, '期限一'), notice(one.sid, '期限二')], 'DEADLINE')
  await notify(ctx, [notice(one.sid, '审批')], 'APPROVAL')
  await notify(ctx, [notice(one.sid, '系统')])
  await assert.rejects(inTransaction(ctx, async (tx) => notify(tx, [notice(one.sid, '撤回')], 'TASK').then(() => assert.fail('rolled back'))), /rolled back/) // oxfmt-ignore
  await Promise.all([sendMessages(ctx), sendMessages(ctx)])
  assert.equal(receiver.calls.length, 1)
  const { text } = JSON.parse(receiver.calls[0]?.body ?? '{}').markdown
  // Notices of one millisecond have no order.
  assert.deepEqual(text.split('\n\n').sort(), ['**知识产权提醒**', '> 张三、李四：期限一', '> 张三：期限二'])
  assert.match(receiver.calls[0]?.path ?? '', /^\/robot\/send\?access_token=token-of-the-robot&timestamp=\d+&sign=/)
  assert.equal((await tenant.db.selectFrom('robot_message').select('sid').where('state', '!=', 'SENT').execute()).length, 0)
})

test('what is too long for one message of a messenger is said in several, and nothing of it is lost', async () => {
  receiver.calls.length = 0
  const long = (at: number) => `${at}：${'很长的消息内容'.repeat(60)}`
  await notify(ctx, Array.from({ length: 20 }, (_, at) => notice(one.sid, long(at))), 'DEADLINE') // oxfmt-ignore
  await sendMessages(ctx)
  const said = receiver.calls.flatMap(({ body }) => String(JSON.parse(body).markdown.text).split('\n\n').slice(1))
  assert.deepEqual([receiver.calls.length, said.length, new Set(said).size], [2, 20, 20])
  assert.ok(receiver.calls.every(({ body }) => Buffer.byteLength(body) < 20_000))
  const rows = await tenant.db.selectFrom('robot_message').select(['state', 'attempts']).where('title', 'like', '%很长的消息内容%').execute()
  assert.ok(rows.length === 20 && rows.every(({ state, attempts }) => state === 'SENT' && attempts === 1))
})

test('people of another department are not told to the group of one', async () => {
  const lab = await call<{ sid: string }>('department/do/create', { name: '虚构研究所', company_sid: one.company }, { as: admin })
  assert.equal(lab.code, 0, lab.text)
  const robot = await make({ name: '虚构飞书群', kind: 'FEISHU', department_sid: lab.data.sid, gateway: `${receiver.url}/hook`, topics: ['TASK'] })
  assert.equal(robot.code, 0, robot.text)
  const member = await enrol('inventor', { name: '王五', department_sid: lab.data.sid })
  receiver.calls.length = 0
  receiver.answer.body = '{"code":0,"errcode":0}'
  await notify(ctx, [notice(one.sid, '任务甲'), notice(member.sid, '任务乙')], 'TASK')
  await sendMessages(ctx)
  const said = receiver.calls.filter(({ path }) => path === '/hook/token-of-the-robot').map(({ body }) => body)
  assert.equal(said.length, 1)
  assert.match(said[0] ?? '', /王五：任务乙/)
  assert.ok(!said[0]?.includes('任务甲'))
  await call('chat_robot/do/delete', { sid: robot.data.sid }, { as: admin })
})

test('a refusal within an answer of 200 is a failure: tried again after longer waits, then given up', async () => {
  receiver.answer.body = '{"errcode":310000,"errmsg":"sign not match"}'
  await notify(ctx, [notice(one.sid, '期限三')], 'DEADLINE')
  const row = () => tenant.db.selectFrom('robot_message').selectAll().where('title', 'like', '%期限三').executeTakeFirstOrThrow()
  const waits: number[] = []
  for (let at = 0; at < 6; at++) {
    await sendMessages(ctx)
    const { state, next_try_at } = await row()
    if (state === 'QUEUED') waits.push(Math.round((Date.parse(next_try_at ?? '') - Date.now()) / 60_000))
    await due()
  }
  assert.deepEqual(waits, [1, 5, 30, 120, 360])
  const dead = await row()
  assert.deepEqual([dead.state, dead.reason_en], ['DEAD', 'the messenger refused it: 310000 sign not match'])
  assert.deepEqual([dead.tries?.length, dead.tries?.[5]?.reason_en], [6, 'the messenger refused it: 310000 sign not match'])

  // Sent again by hand, it keeps the log of the attempts before.
  const replay = (as: Person) => call<{ state: string; attempts: number }>('robot_message/do/replay', { sid: dead.sid }, { as, lang: 'en' })
  assert.equal((await replay(one)).status, 403)
  await tenant.db.updateTable('chat_robot').set({ is_on: false }).where('sid', '=', ding.data.sid).execute()
  assert.match((await replay(admin)).message, /is switched off; switch it on first/)
  await tenant.db.updateTable('chat_robot').set({ is_on: true }).where('sid', '=', ding.data.sid).execute()
  const queued = await replay(admin)
  assert.deepEqual([queued.data.state, queued.data.attempts], ['QUEUED', 0], queued.text)
  receiver.answer.body = '{"errcode":0}'
  await sendMessages(ctx)
  const sent = await row()
  assert.deepEqual([sent.state, sent.attempts, sent.reason, sent.tries?.length, sent.tries?.[6]?.reason], ['SENT', 1, null, 7, null])
  receiver.answer.body = '{"errcode":310000,"errmsg":"sign not match"}'
})

test('a message that waits long for its next attempt is sent at once when it is asked for', async () => {
  await notify(ctx, [notice(one.sid, '期限三乙')], 'DEADLINE')
  const row = () => tenant.db.selectFrom('robot_message').selectAll().where('title', 'like', '%期限三乙').executeTakeFirstOrThrow()
  for (let at = 0; at < 3; at++) {
    if (at > 0) await due()
    await sendMessages(ctx)
  }
  const { sid, state } = await row()
  assert.equal(state, 'QUEUED')
  receiver.answer.body = '{"errcode":0}'
  assert.equal((await call('robot_message/do/replay', { sid }, { as: admin })).code, 0)
  await sendMessages(ctx)
  assert.equal((await row()).state, 'SENT')
  receiver.answer.body = '{"errcode":310000,"errmsg":"sign not match"}'
})

test('the test button says what came of it; after twenty failures the robot is switched off and the administrators are told', async () => {
  const sid = ding.data.sid
  const tested = await call<{ works: boolean; says: string }>('chat_robot/do/test', { sid }, { as: admin, lang: 'en' })
  assert.deepEqual(tested.data, { works: false, says: 'the messenger refused it: 310000 sign not match' })
  await tenant.db.updateTable('chat_robot').set({ failures: 19 }).where('sid', '=', sid).execute()
  await notify(ctx, [notice(one.sid, '期限四')], 'DEADLINE')
  await sendMessages(ctx)
  const row = await tenant.db.selectFrom('chat_robot').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.deepEqual([row.is_on, row.failures], [false, 20])
  const told = await tenant.db.selectFrom('notification').select('user_sid').where('link', '=', `/m/chat_robot/${sid}`).execute()
  assert.ok(told.some(({ user_sid }) => user_sid === admin.sid))
  receiver.answer.body = '{"errcode":0}'
  assert.equal((await call<{ works: boolean }>('chat_robot/do/test', { sid }, { as: admin })).data.works, true)
})

test('nobody reads token or secret, and another gateway needs the token again', async () => {
  const { text } = await call(`chat_robot/${ding.data.sid}`, undefined, { as: admin })
  assert.match(text, /"token":\{"is_set":true\}/)
  assert.ok(!/token-of-the-robot|SECxyz/.test(text))
  const moved = await call('chat_robot/do/update', { sid: ding.data.sid, gateway: 'http://127.0.0.2/x' }, { as: admin })
  assert.deepEqual([moved.status, moved.errors.map(({ field }) => field)], [400, ['token']])
})
