import type { Tenant } from '../records/context.ts'
import {
  type Again,
  type Answer,
  type Answered,
  askInTurn,
  BUSY,
  type Got,
  mayPass,
  NOT_THE_OFFICE,
  type Office,
  reach,
  stop,
  waitOf,
  wholeOf,
  WRONG_KEY,
} from './office.ts'
import { readRegister } from './epo-answer.ts'
import { paceFrom } from './pace.ts'
import type { Words } from '../../model/kit/fields.ts'

const MAX_BYTES = 4 << 20
const MAX_TOKEN_BYTES = 64 << 10

/** Answer of the register for an application such as EP10167109 */
export async function askEpo(office: Office, number: string): Promise<Answer> {
  const got = await askRegister(office, `register/application/epodoc/${number}/biblio,events,procedural-steps`)
  return got === 'unknown' || 'fault' in got ? got : readRegister(got.bytes, number)
}

/** One document of the register. */
export const askRegister = (office: Office, path: string): Promise<Got> => askInTurn(office, (isFresh) => askOnce(office, path, isFresh))

async function askOnce(office: Office, path: string, isFresh: boolean): Promise<Got | 'sign in' | Again> {
  const signed = await tokenOf(office, { again: isFresh })
  if ('again' in signed) return signed
  const headers = { authorization: `Bearer ${signed.token}`, accept: 'application/xml' }
  const called = await reach(office, `${office.account.base}/rest-services/${path}`, { method: 'GET', headers, most: MAX_BYTES })
  if ('again' in called) return called
  const said = called.headers['x-throttling-control']
  const allowed = paceFrom(said, Number.POSITIVE_INFINITY)
  // An answer that the office had kept does not say it.
  if (said !== undefined) office.perMinute = Math.min(office.account.perMinute, allowed)
  const got = readStatus(office, called)
  if (got !== 'again') return got
  if (allowed >= 2) return { again: BUSY, headers: called.headers }
  // A minute of waiting for each request would hold a place among the jobs for hours.
  waitOf(office, called.headers)
  return stop(office, BUSY)
}

function readStatus(office: Office, called: Answered): Got | 'again' | 'sign in' {
  const { code, headers, bytes } = called
  const said = bytes.subarray(0, 2000).toString('utf8')
  if (code === 200) return wholeOf(called, MAX_BYTES)
  if (code === 404) return 'unknown'
  if (code === 401 || (code === 400 && /access.?token/i.test(said))) return 'sign in'
  const reason = `${headers['x-rejection-reason']?.toString() ?? ''} ${said}`
  if (code === 403 && isUsedUp(reason)) return stop(office, /week/i.test(reason) ? WEEK_USED_UP : USED_UP)
  if (code === 403 || mayPass(code)) return 'again'
  return { fault: [`该局回答了状态 ${code}`, `the office answered with status ${code}`] }
}

/** ThrottlingControlQuota means too many requests within a minute. */
const isUsedUp = (reason: string) => /quota/i.test(reason.replace(/ThrottlingControlQuota/gi, ''))

type Token = { of: string; token: string; until: number }
const tokens = new WeakMap<Tenant, Token>()

/** Tries the key and secret. */
export async function signIn(office: Office): Promise<void> {
  const signed = await tokenOf(office, { again: true })
  if ('again' in signed) stop(office, signed.again)
}

/** The token of the account, until shortly before it expires. */
async function tokenOf(office: Office, { again }: { again: boolean }): Promise<{ token: string } | Again> {
  const { ctx, account } = office
  const of = JSON.stringify([account.base, account.user, account.secret])
  const known = tokens.get(ctx.tenant)
  if (!again && known?.of === of && known.until > Date.now()) return known
  tokens.delete(ctx.tenant)
  const headers = {
    authorization: `Basic ${Buffer.from(`${account.user}:${account.secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const asked = { method: 'POST', body: 'grant_type=client_credentials', headers, most: MAX_TOKEN_BYTES } as const
  const called = await reach(office, `${account.base}/auth/accesstoken`, asked)
  if ('again' in called) return called
  if (called.code === 400 || called.code === 401) return stop(office, WRONG_KEY)
  if (called.code === 403 && isUsedUp(String(called.headers['x-rejection-reason']))) return stop(office, USED_UP)
  const found = called.code === 200 && called.isWhole ? tokenIn(called.bytes) : undefined
  if (!found) return called.code === 403 || mayPass(called.code) ? { again: BUSY, headers: called.headers } : stop(office, NOT_THE_OFFICE)
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

const USED_UP: Words = ['本账号的查询额度已用完，请一小时后重新开始', 'the quota of the account is used up: start again in an hour']
const WEEK_USED_UP: Words = ['本账号一周的查询额度已用完，请下周重新开始', 'the weekly quota of the account is used up: start again next week']
