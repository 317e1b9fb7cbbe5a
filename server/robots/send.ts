import { wordIn, type Words } from '../../model/kit/fields.ts'
import { MAX_FAILURES } from '../../model/robots/chat_robot.ts'
import type { RowOf } from '../database/tables.ts'
import { siteAddressOf } from '../mail/mail-settings.ts'
import { post } from '../outbound/post.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { readSecret } from '../records/write/secrets.ts'
import { wrote } from '../records/write/write.ts'
import { countAnswer } from '../jobs/count-answers.ts'
import { fitting, type Line, refusalOf, requestOf } from './protocols.ts'

type Message = RowOf<'robot_message'>
type Robot = Pick<RowOf<'chat_robot'>, 'sid' | 'name' | 'kind' | 'gateway' | 'language'>

/** Minutes until the next attempt; after the last one the message is given up. */
const WAITS = [1, 5, 30, 120, 360]
/** Messengers take about twenty messages a minute of a robot, so that what waits is said in one. */
const IN_ONE = 20
const MAX_MS = 20_000
/** Those that were taken by a process that died are tried again after this. */
const TAKEN_MS = 2 * 60_000

/** What is to be tried later than this is being sent by nobody now. */
export const beingSentUntil = () => new Date(Date.now() + TAKEN_MS).toISOString()

/** Sends due messages each minute and after each queueing, each by one process. A failing robot waits for another run. */
export async function sendMessages(ctx: Context): Promise<void> {
  const done: string[] = []
  for (const start = Date.now(); Date.now() - start < MAX_MS;) {
    const robot = await nextRobot(ctx, done)
    if (!robot) return
    const messages = await takeFitting(ctx, robot)
    if (messages.length > 0) {
      const began = Date.now()
      const fault = await sayLines(ctx, robot, await linesOf(ctx, messages))
      await close(ctx, messages, fault, Date.now() - began)
      await count(ctx, robot, fault)
      wrote(ctx, modelNamed(ctx.tenant.models, 'robot_message'))
      if (!fault) continue
    }
    done.push(robot.sid)
  }
}

function nextRobot({ db }: Context, done: readonly string[]): Promise<Robot | undefined> {
  return db
    .selectFrom('robot_message as m')
    .innerJoin('chat_robot as r', 'r.sid', 'm.robot_sid')
    .select(['r.sid', 'r.name', 'r.kind', 'r.gateway', 'r.language'])
    .where('m.state', '=', 'QUEUED')
    .where('m.next_try_at', '<=', new Date().toISOString())
    .where('r.is_on', '=', true)
    .where('r.deleted_at', 'is', null)
    .$if(done.length > 0, (query) => query.where('r.sid', 'not in', [...done]))
    .orderBy('m.next_try_at')
    .limit(1)
    .executeTakeFirst()
}

/** As many as one message of the messenger holds; the others are the next. */
async function takeFitting(ctx: Context, robot: Robot): Promise<Message[]> {
  const messages = await take(ctx, robot.sid)
  const count = robot.kind ? fitting(robot.kind, titleOf(robot), await linesOf(ctx, messages)) : messages.length
  const left = messages.slice(count)
  if (left.length > 0)
    await ctx.db
      .updateTable('robot_message')
      .set((row) => ({ attempts: row('attempts', '-', 1), next_try_at: new Date().toISOString() }))
      .where(
        'sid',
        'in',
        left.map(({ sid }) => sid),
      ) // oxfmt-ignore
      .execute()
  return messages.slice(0, count)
}

async function take({ db }: Context, robot: string): Promise<Message[]> {
  const now = Date.now()
  const rows = await db
    .updateTable('robot_message')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_try_at: new Date(now + TAKEN_MS).toISOString() }))
    .where('sid', 'in', (of) =>
      of
        .selectFrom('robot_message')
        .select('sid')
        .where('robot_sid', '=', robot)
        .where('state', '=', 'QUEUED')
        .where('next_try_at', '<=', new Date(now).toISOString())
        .orderBy('sid')
        .limit(IN_ONE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => (a.sid < b.sid ? -1 : 1))
}

const TITLE: Words = ['知识产权提醒', 'Intellectual property']
const NO_TOKEN: Words = ['没有机器人令牌', 'there is no token of the robot']

const titleOf = ({ language }: Robot) => wordIn(TITLE, language ?? 'zh')

async function linesOf(ctx: Context, messages: readonly Message[]): Promise<Line[]> {
  const site = await siteAddressOf(ctx)
  return messages.map(({ title, link }) => ({ text: title ?? '', url: site && link ? `${site}/innoe-web${link}` : undefined }))
}

export async function sayLines(ctx: Context, robot: Robot, lines: readonly Line[]): Promise<Words | undefined> {
  const { sid, kind, gateway } = robot
  const model = modelNamed(ctx.tenant.models, 'chat_robot')
  const token = await readSecret(ctx, model, sid, 'token')
  if (!token || !kind) return NO_TOKEN
  const secret = await readSecret(ctx, model, sid, 'sign_secret')
  const { url, body } = requestOf(kind, { token, secret, gateway: gateway ?? null }, titleOf(robot), lines)
  return refusalOf(await post(url, body))
}

const MAX_TRIES = 50

/** Keeps the attempt with each of its messages. */
async function close({ db }: Context, messages: readonly Message[], fault: Words | undefined, ms: number) {
  const now = Date.now()
  const at = new Date(now).toISOString()
  const [reason, reason_en] = fault ?? [null, null]
  for (const { sid, attempts, tries } of messages) {
    const wait = fault && WAITS[(attempts ?? 1) - 1]
    const next_try_at = wait ? new Date(now + wait * 60_000).toISOString() : null
    const state = fault ? (wait ? 'QUEUED' : 'DEAD') : 'SENT'
    const kept = JSON.stringify([...(tries ?? []), { at, ms, reason, reason_en }].slice(-MAX_TRIES))
    await db
      .updateTable('robot_message')
      .set({ state, next_try_at, sent_at: fault ? null : at, reason, reason_en, tries: kept })
      .where('sid', '=', sid)
      .execute()
  }
}

async function count(ctx: Context, { sid, name }: Robot, fault: Words | undefined) {
  const [reason, reason_en] = fault ?? [null, null]
  await countAnswer(ctx, { model: 'chat_robot', sid, isTaken: !fault, most: MAX_FAILURES, why: { reason, reason_en } }, [
    `群机器人“${name}”连续失败 ${MAX_FAILURES} 次，已停用`,
    `The group robot “${name}” failed ${MAX_FAILURES} times in a row and was switched off`,
  ])
}
