import type { IncomingHttpHeaders } from 'node:http'
import type { Words } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'
import { type Called, callOut } from '../outbound/post.ts'
import type { Context } from '../records/context.ts'
import { claimTurn } from '../records/settings/settings.ts'
import type { Account } from './settings.ts'
import type { Said } from './said.ts'
import { waitFrom } from './pace.ts'

/** `turn`: where its next request is claimed; `perMinute`: as many requests as it wants just now; `pause` waits, and ends the run when it was cancelled. */
export type Office = {
  ctx: Pick<Context, 'db' | 'tenant'>
  name: Words
  turn: string
  account: Account
  perMinute: number
  pause: (ms: number) => Promise<void>
  tries: number
  timeoutMs: number
}
/** A fault that may pass, and the headers that say when. */
export type Again = { again: Words; headers?: IncomingHttpHeaders }
export type Got = { bytes: Buffer } | 'unknown' | { fault: Words }
export type Answered = Exclude<Called, { fault: Words }>
/** Answer of a register for a number; 'unknown': the register does not know the number. */
export type Answer = Said | 'unknown' | { fault: Words }

const MAX_WAIT_MS = 60_000

export const openOffice = (ctx: Office['ctx'], of: Pick<Office, 'name' | 'turn' | 'account'>, more: Partial<Office> = {}): Office => ({
  ctx,
  ...of,
  perMinute: of.account.perMinute,
  pause: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  tries: 3,
  timeoutMs: 20_000,
  ...more,
})

/**
 * Requests one document of an office in its turn. A fault of this document is returned; a fault of every document ends the run.
 * `once` gets whether its last request was refused for its sign-in, and answers so again only if a new sign-in may help.
 */
export async function askInTurn(office: Office, once: (isFresh: boolean) => Promise<Got | 'sign in' | Again>): Promise<Got> {
  let [isFresh, last] = [false, UNREACHED]
  for (let tried = 0; tried < office.tries; tried++) {
    await takeTurn(office)
    const got = await once(isFresh)
    if (got === 'sign in') {
      if (isFresh) return stop(office, WRONG_KEY)
      ;[isFresh, last] = [true, BUSY]
      continue
    }
    if (got === 'unknown' || !('again' in got)) return got
    ;[isFresh, last] = [false, got.again]
    if (tried + 1 < office.tries) await office.pause(waitOf(office, got.headers ?? {}) ?? 1000 * 2 ** tried)
  }
  return stop(office, last)
}

type Asked = { method: 'GET' | 'POST'; body?: string; headers: Readonly<Record<string, string>>; most: number }

/** One request, or a transient fault of the connection */
export async function reach({ timeoutMs }: Office, address: string, asked: Asked): Promise<Answered | Again> {
  const called = await callOut(address, { ...asked, timeoutMs })
  return 'fault' in called ? { again: notReached(called.fault) } : called
}

/** Waiting time that the office asks for. If it exceeds a minute, the run ends and keeps the answers read. */
export function waitOf(office: Office, headers: IncomingHttpHeaders): number | undefined {
  const ms = waitFrom(headers)
  if (ms !== undefined && ms > MAX_WAIT_MS) stop(office, waitLonger(Math.ceil(ms / 60_000)))
  return ms
}

/** The bytes, where the whole of them came within what may be read. */
export const wholeOf = ({ isWhole, bytes }: Answered, most: number): Got =>
  isWhole ? { bytes } : { fault: bytes.length > most ? TOO_LONG : BROKEN_OFF }

/** Too many requests, or a fault of the office itself. */
export const mayPass = (code: number) => code === 429 || code >= 500

/** The requests of all processes of the tenant are spread over the minute. */
async function takeTurn({ ctx, turn, perMinute, pause }: Office) {
  const seconds = 60 / perMinute
  while (!(await claimTurn(ctx, turn, seconds))) await pause(Math.min(seconds * 1000, 1000))
}

export const stop = ({ name: [name, named] }: Pick<Office, 'name'>, [zh, en]: Words): never => refuse('rule', { summary_zh: `未能查询${name}：${zh}`, summary_en: `The ${named} was not read: ${en}` }) // oxfmt-ignore

const notReached = ([zh, en]: Words): Words => [`无法连接（${zh}）。请稍后再试，或请系统管理员核对接口地址与网络`, `it cannot be reached (${en}). Try again later, or ask an administrator to check its address and the network`] // oxfmt-ignore
const waitLonger = (minutes: number): Words => [
  `该局要求 ${minutes} 分钟后再查询，请届时重新开始`,
  `the office asks to wait ${minutes} minutes: start again then`,
]
const UNREACHED: Words = notReached(['没有回答', 'no answer'])
export const BUSY: Words = ['该局繁忙，多次尝试均未接受。请稍后重新开始', 'the office is busy and took none of several requests. Start again later']
export const WRONG_KEY: Words = [
  '该局不接受已设置的密钥，请系统管理员在系统设置的“专利局接口”中更正',
  'the office does not accept the key that is set: ask an administrator to correct it under Settings > Patent offices',
]
export const NOT_THE_OFFICE: Words = [
  '该地址的回答不是专利局的，请系统管理员核对接口地址',
  'what answers there is not the office: ask an administrator to check the address',
]
const TOO_LONG: Words = ['回答过长，未读取', 'the answer is too long and was not read']
const BROKEN_OFF: Words = ['回答中断，未读取', 'the answer broke off and was not read']
export const NOT_OF_IT: Words = ['回答中没有所查的申请，未采用', 'the answer is not about this application and was not taken']
