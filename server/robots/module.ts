import { wordIn, type Words } from '../../model/kit/fields.ts'
import { replayMessage, testRobot } from '../../model/robots/robot-actions.ts'
import { countAttempt } from '../auth/limits/limits.ts'
import { refuse } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { addressFault } from '../outbound/post.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, type DraftOf, inTransaction, later } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { lockRows, wrote } from '../records/write/write.ts'
import { QUEUED, tellGroups } from './queue.ts'
import { beingSentUntil, sayLines, sendMessages } from './send.ts'

/** Robots in groups of messengers, as a channel of notices. */
export const robotsModule: ServerModule = {
  name: 'robots',
  hooks: [{ model: 'chat_robot', prepare, check }],
  actions: [...perform(testRobot, test), ...perform(replayMessage, replay)],
  notified: tellGroups,
  minutely: { 'robot messages': sendMessages },
  promptly: { [QUEUED]: sendMessages },
  nightly: { 'old robot messages': dropOld },
}

type Drafts = readonly DraftOf<'chat_robot'>[]

/** Switching it on again resets the failures. */
function prepare(_ctx: Context, drafts: Drafts) {
  for (const draft of drafts)
    if (draft.changed.has('is_on') && draft.row.is_on)
      for (const [code, value] of [['failures', 0], ['switched_off_at', null]] as const) setValue(draft, code, value) // oxfmt-ignore
}

function check(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'chat_robot')
  for (const draft of drafts) {
    const { gateway } = draft.row
    const fault = gateway && draft.changed.has('gateway') ? addressFault(gateway) : undefined
    if (fault) faultAt(ctx, model, draft, 'gateway', fault)
    // The token is sent only to the service for which it was given.
    if (draft.before?.token && draft.changed.has('gateway') && !draft.changed.has('token'))
      faultAt(ctx, model, draft, 'token', ['网关已改，请重新填写', 'must be entered again, since the gateway changes'])
  }
}

const TEST: Words = ['这是一条测试消息', 'This is a test message']
const WORKS: Words = ['已发送到群里', 'the message is in the group']

async function test({ ctx, model, body: { sid } }: Call<typeof testRobot>) {
  const [row] = await lockRows(ctx, model, [sid], { verb: 'update' })
  if (!row) return refuse('not_found')
  await countAttempt(ctx.tenant, 'mail', ctx.actor.user_sid ?? '')
  const fault = await sayLines(ctx, row, [{ text: wordIn(TEST, row.language ?? 'zh'), url: undefined }])
  return { works: !fault, says: wordIn(fault ?? WORKS, ctx.lang) }
}

const IS_OFF = { summary_zh: '群机器人已停用，请先启用', summary_en: 'The group robot is switched off; switch it on first' }

async function replay({ ctx, model, body: { sid } }: Call<typeof replayMessage>) {
  await get(ctx, model, sid)
  await inTransaction(ctx, async (tx) => {
    const { robot_sid } = await tx.db.selectFrom('robot_message').select('robot_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
    const [robot] = await lockRows(tx, modelNamed(tx.tenant.models, 'chat_robot'), [robot_sid ?? ''], { verb: 'update' })
    if (!robot) return refuse('not_found')
    if (!robot.is_on) return refuse('rule', IS_OFF)
    await tx.db
      .updateTable('robot_message')
      .set({ state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString() })
      .where('sid', '=', sid)
      .where((row) => row.or([row('state', '!=', 'QUEUED'), row('next_try_at', '>', beingSentUntil())]))
      .execute()
    wrote(tx, model)
    later(tx, ({ pubsub }) => pubsub.publish(QUEUED, null))
  })
  return get(ctx, model, sid)
}

const KEPT_DAYS = 30

async function dropOld({ db }: Context) {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('robot_message').where('created_at', '<', before).execute()
}
