import type { IncomingHttpHeaders } from 'node:http'
import type { Words } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'
import { type Called, callOut } from '../outbound/post.ts'
import type { Context, Tenant } from '../records/context.ts'
import { claimTurn } from '../records/settings.ts'
import type { EpoAccount } from './epo-settings.ts'
import { paceFrom, waitFrom } from './pace.ts'

/** `perMinute`: as many requests as the office wants just now; `pause` waits, and ends the run when it was cancelled. */
export type Office = {
  ctx: Pick<Context, 'db' | 'tenant'>
  account: EpoAccount
  perMinute: number
  pause: (ms: number) => Promise<void>
  tries: number
  timeoutMs: number
}
type Got = { bytes: Buffer } | 'unknown' | { fault: Words }
/** A fault that may pass, and the headers that say when. */
type Again = { again: Words; headers?: IncomingHttpHeaders }

const MOST_BYTES = 4 << 20
const MOST_TOKEN_BYTES = 64 << 10
const LONGEST_WAIT_MS = 60_000

export const openOffice = (ctx: Office['ctx'], account: EpoAccount, more: Partial<Office> = {}): Office => ({
  ctx,
  account,
  perMinute: account.perMinute,
  pause: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  tries: 3,
  timeoutMs: 20_000,
  ...more,
})

/** One document of the register. What concerns this number alone is answered; what would meet every number ends the run. */
export async function askRegister(office: Office, path: string): Promise<Got> {
  let [isFresh, last] = [false, UNREACHED]
  for (let tried = 0; tried < office.tries; tried++) {
    await takeTurn(office)
    const got = await askOnce(office, path, isFresh)
    if (got === 'sign in') {
      if (isFresh) return stop(WRONG_KEY)
      ;[isFresh, last] = [true, BUSY]
      continue
    }
    if (got === 'unknown' || !('again' in got)) return got
    ;[isFresh, last] = [false, got.again]
    if (tried + 1 < office.tries) await office.pause(waitOf(got.headers ?? {}) ?? 1000 * 2 ** tried)
  }
  return stop(last)
}

async function askOnce(office: Office, path: string, isFresh: boolean): Promise<Got | 'sign in' | Again> {
  const signed = await tokenOf(office, { again: isFresh })
  if ('again' in signed) return signed
  const headers = { authorization: `Bearer ${signed.token}`, accept: 'application/xml' }
  const address = `${office.account.base}/rest-services/${path}`
  const called = await callOut(address, { method: 'GET', headers, most: MOST_BYTES, timeoutMs: office.timeoutMs })
  if ('fault' in called) return { again: reached(called.fault) }
  const said = called.headers['x-throttling-control']
  const allowed = paceFrom(said, Number.POSITIVE_INFINITY)
  // An answer that the office had kept does not say it.
  if (said !== undefined) office.perMinute = Math.min(office.account.perMinute, allowed)
  const got = readStatus(called)
  if (got !== 'again') return got
  if (allowed >= 2) return { again: BUSY, headers: called.headers }
  // A minute of waiting for each request would hold a place among the jobs for hours.
  waitOf(called.headers)
  return stop(BUSY)
}

type Answered = Exclude<Called, { fault: Words }>

function readStatus({ code, headers, bytes, isWhole }: Answered): Got | 'again' | 'sign in' {
  const said = bytes.subarray(0, 2000).toString('utf8')
  if (code === 200) return isWhole ? { bytes } : { fault: bytes.length > MOST_BYTES ? TOO_LONG : BROKEN_OFF }
  if (code === 404) return 'unknown'
  if (code === 401 || (code === 400 && /access.?token/i.test(said))) return 'sign in'
  const reason = `${headers['x-rejection-reason']?.toString() ?? ''} ${said}`
  if (code === 403 && isUsedUp(reason)) return stop(/week/i.test(reason) ? WEEK_USED_UP : USED_UP)
  if (mayPass(code)) return 'again'
  return { fault: [`该局回答了状态 ${code}`, `the office answered with status ${code}`] }
}

/** ThrottlingControlQuota means too many requests within a minute. */
const isUsedUp = (reason: string) => /quota/i.test(reason.replace(/ThrottlingControlQuota/gi, ''))

const mayPass = (code: number) => code === 403 || code === 429 || code >= 500

/** As the office tells. Longer than a minute is not waited for: the run ends, and what was read is kept. */
function waitOf(headers: IncomingHttpHeaders): number | undefined {
  const ms = waitFrom(headers)
  if (ms !== undefined && ms > LONGEST_WAIT_MS) stop(waitLonger(Math.ceil(ms / 60_000)))
  return ms
}

/** The requests of all processes of the tenant are spread over the minute. */
async function takeTurn({ ctx, perMinute, pause }: Office) {
  const seconds = 60 / perMinute
  while (!(await claimTurn(ctx, 'epo.turn', seconds))) await pause(Math.min(seconds * 1000, 1000))
}

type Token = { of: string; token: string; until: number }
const tokens = new WeakMap<Tenant, Token>()

/** Tries the key and secret. */
export async function signIn(office: Office): Promise<void> {
  const signed = await tokenOf(office, { again: true })
  if ('again' in signed) stop(signed.again)
}

/** The token of the account, until shortly before it expires. */
async function tokenOf({ ctx, account, timeoutMs }: Office, { again }: { again: boolean }): Promise<{ token: string } | Again> {
  const of = JSON.stringify([account.base, account.key, account.secret])
  const known = tokens.get(ctx.tenant)
  if (!again && known?.of === of && known.until > Date.now()) return known
  tokens.delete(ctx.tenant)
  const headers = {
    authorization: `Basic ${Buffer.from(`${account.key}:${account.secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const body = 'grant_type=client_credentials'
  const called = await callOut(`${account.base}/auth/accesstoken`, { method: 'POST', body, headers, most: MOST_TOKEN_BYTES, timeoutMs })
  if ('fault' in called) return { again: reached(called.fault) }
  if (called.code === 400 || called.code === 401) return stop(WRONG_KEY)
  if (called.code === 403 && isUsedUp(String(called.headers['x-rejection-reason']))) return stop(USED_UP)
  const found = called.code === 200 && called.isWhole ? tokenIn(called.bytes) : undefined
  if (!found) return mayPass(called.code) ? { again: BUSY, headers: called.headers } : stop(NOT_THE_OFFICE)
  tokens.set(ctx.tenant, { of, token: found.token, until: Date.now() + Math.max(0, found.seconds - 60) * 1000 })
  return found
}

function tokenIn(bytes: Buffer): { token: string; seconds: number } | undefined {
  try {
    const { access_token, expires_in } = JSON.parse(bytes.toString('utf8')) ?? {}
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(access_token)) return undefined
    const seconds = Number(expires_in)
    return { token: access_token, seconds: seconds > 0 && seconds < 86_400 ? seconds : 0 }
  } catch {
    return undefined
  }
}

const stop = ([zh, en]: Words): never => refuse('rule', { summary_zh: `未能查询欧洲专利局登记簿：${zh}`, summary_en: `The EPO register was not read: ${en}` }) // oxfmt-ignore

const reached = ([zh, en]: Words): Words => [`无法连接（${zh}）。请稍后再试，或请系统管理员核对接口地址与网络`, `it cannot be reached (${en}). Try again later, or ask an administrator to check its address and the network`] // oxfmt-ignore
const waitLonger = (minutes: number): Words => [
  `该局要求 ${minutes} 分钟后再查询，请届时重新开始`,
  `the office asks to wait ${minutes} minutes: start again then`,
]
const UNREACHED: Words = reached(['没有回答', 'no answer'])
const BUSY: Words = ['该局繁忙，多次尝试均未接受。请稍后重新开始', 'the office is busy and took none of several requests. Start again later']
const WRONG_KEY: Words = [
  '该局不接受 key 和 secret，请系统管理员在系统设置的“专利局接口”中更正',
  'the office does not accept the key and secret: ask an administrator to correct them under Settings > Patent offices',
]
const USED_UP: Words = ['本账号的查询额度已用完，请一小时后重新开始', 'the quota of the account is used up: start again in an hour']
const WEEK_USED_UP: Words = ['本账号一周的查询额度已用完，请下周重新开始', 'the weekly quota of the account is used up: start again next week']
const NOT_THE_OFFICE: Words = [
  '该地址的回答不是专利局的，请系统管理员核对接口地址',
  'what answers there is not the office: ask an administrator to check the address',
]
const TOO_LONG: Words = ['回答过长，未读取', 'the answer is too long and was not read']
const BROKEN_OFF: Words = ['回答中断，未读取', 'the answer broke off and was not read']
