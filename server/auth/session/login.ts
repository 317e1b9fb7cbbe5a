import type { passSecondFactor, SecondStep } from '../../../model/auth/session/second-factor-routes.ts'
import type { signIn } from '../../../model/auth/session/session-routes.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import type { Tenant } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { hasAnyPasskey, hasPasskey } from '../passkeys/relying-party.ts'
import { isRightCode } from '../second-factor/codes.ts'
import { type FirstStep, newTicket, readTicket, takeTicket } from '../second-factor/tickets.ts'
import {
  accountsToAdmit,
  accountToAdmit,
  type AccountRow,
  admit,
  type Asked,
  type LoginState,
  passwordOf,
  refuseOldOneTime,
  refuseUnlessOpen,
} from './admit.ts'
import { noteCaller } from '../audit/audit.ts'
import { isCaptcha } from '../limits/captcha.ts'
import {
  clearFailures,
  countFailure,
  countSecondStep,
  type Guessed,
  type GuessedWay,
  noteSignIn,
  refuseLocked,
  refuseLockedMeanwhile,
} from '../limits/failures.ts'
import { isKnownBrowser } from '../limits/known-browser.ts'
import { addressOf, countAttempt, forgiveAttempt } from '../limits/limits.ts'
import { refuseByPolicy } from '../passwords/policy.ts'
import { requiresSecondFactor } from './read-actor.ts'
import { digest, hashPassword, isDigestOf, isPassword } from './secrets.ts'

const MAX_PASSWORD_CHARS = 200

// An account that does not exist takes as long as one that does.
const nobody = hashPassword('nobody has this password')

/** POST /innoe-passport/login. A wrong name and a wrong password read alike, take alike and lock alike. */
export async function login(call: Asked, body: ReadFrom<typeof signIn>): Promise<LoginState> {
  const { tenant, request } = call
  const { username, password, captcha_id, captcha } = body
  await countAttempt(tenant, 'sign_in', addressOf(request))
  if (!(await isCaptcha(tenant, captcha_id, captcha))) refuse('captcha')
  await countAttempt(tenant, 'account', `${digest(username.toLowerCase())} ${addressOf(request)}`)
  return enter(call, { username, password, platform: platformOf(body.platform) })
}

/** 1 the enterprise end, 2 the agency end. */
export const platformOf = (given: number): 1 | 2 => (given === 2 ? 2 : 1)

type Given = { username: string; password: string; platform: 1 | 2 }

async function enter(call: Asked, given: Given): Promise<LoginState> {
  const { platform } = given
  const { row, isKnown } = await rightPasswordOf(call, given)
  await refuseUnlessOpen(call.tenant, row, platform)
  refuseOldOneTime(row)
  return admitOrAskMore(call, row, { platform, isKnown, way: 'PASSWORD' })
}

/** The account of this name with this password, or a refusal that is the same whichever is wrong. */
export async function rightPasswordOf(call: Asked, { username, password }: Omit<Given, 'platform'>): Promise<{ row: AccountRow; isKnown: boolean }> {
  const { tenant } = call
  const row = await accountNamed(tenant, username)
  const kept = passwordOf(row)
  const isKnown = await guess(call, username, row, async () => {
    const right = await isPassword(password.slice(0, MAX_PASSWORD_CHARS), kept ?? (await nobody))
    return Boolean(kept) && right && password.length <= MAX_PASSWORD_CHARS
  })
  return row && kept ? { row, isKnown } : refuse('login_wrong')
}

type Shown = { platform: 1 | 2; isKnown: boolean; way: FirstStep }

/** The first step was right: a session, or the ticket of a second step. */
export async function admitOrAskMore(call: Asked, row: AccountRow, { platform, isKnown, way }: Shown): Promise<LoginState> {
  const { tenant } = call
  await refuseByPolicy(tenant, row, { way })
  // Failures are not forgiven before the second step is taken: the first one alone would else give new attempts at the code.
  const steps = await secondStepsOf(tenant, row)
  if (steps.length > 0) {
    const ticket = await newTicket(tenant, { user: row.sid, platform, way, password: passwordOf(row) ?? '' })
    return refuse('second_factor', {}, { data: { ...ticket, steps } })
  }
  await clear(call, row, { isKnown, way })
  return admit(call, row, { platform, isKnown, way })
}

/** POST /innoe-passport/second_factor, after the right password. Wrong codes are counted like wrong passwords. */
export async function secondStep(call: Asked, { ticket, code }: ReadFrom<typeof passSecondFactor>): Promise<LoginState> {
  const { tenant, request } = call
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const begun = await begunWith(tenant, ticket)
  const { row, way } = begun
  const isKnown = await guess(call, row.account ?? '', row, () => isRightCode(call, row.sid, code, (handle) => spend(handle, ticket)), {
    way,
    wrong: 'second_factor_wrong',
  })
  return finish(call, begun, isKnown)
}

type Begun = { row: AccountRow; platform: 1 | 2; way: FirstStep; ticket: string }

/** The account that took the first step, unless its password has changed since. */
export async function begunWith(tenant: Tenant, ticket: string): Promise<Begun> {
  const found = await readTicket(tenant, ticket)
  const row = found && (await accountToAdmit(tenant, found.user))
  if (!row || !isDigestOf(found.password, passwordOf(row) ?? '')) return refuse('second_factor_over')
  return { row, platform: found.platform, way: found.way ?? 'PASSWORD', ticket }
}

/** Of several concurrent second steps after one password, one counts. */
export async function spend(handle: Pick<Tenant, 'db'>, ticket: string) {
  if (!(await takeTicket(handle, ticket))) refuse('second_factor_over')
}

/** The second step was right. */
export async function finish(call: Asked, { row, platform, way }: Begun, isKnown: boolean): Promise<LoginState> {
  const { tenant } = call
  await refuseUnlessOpen(tenant, row, platform)
  await clear(call, row, { isKnown, way })
  return admit(call, row, { platform, isKnown, way, second: true })
}

/** A passkey that is not required is not asked for after the password: it may be on another device. */
export async function secondStepsOf(tenant: Tenant, { sid, totp_since }: AccountRow): Promise<SecondStep['steps']> {
  const isUsable = await hasPasskey(tenant, sid)
  if (totp_since) return isUsable ? ['CODE', 'PASSKEY'] : ['CODE']
  if (!(await hasAnyPasskey(tenant, sid)) || !(await requiresSecondFactor(tenant, sid))) return []
  // A person who knows only the password must not set up another factor instead.
  return isUsable ? ['PASSKEY'] : refuse('passkey_elsewhere')
}

/** `beside`: other accounts for which a wrong guess counts, so that the lock does not tell which account a code is of. */
type Guessing = { way?: GuessedWay; wrong?: 'login_wrong' | 'second_factor_wrong' | 'code_wrong'; beside?: readonly string[] }

/** Refuses a wrong guess, and any guess after too many wrong ones; whether this browser is one that the account knows. */
export async function guess(
  { server, tenant, request }: Asked,
  name: string,
  row: AccountRow | undefined,
  isRight: () => Promise<boolean>,
  { way = 'PASSWORD', wrong = 'login_wrong', beside = [] }: Guessing = {},
): Promise<boolean> {
  const address = addressOf(request)
  const guessed: Guessed = { name: name.toLowerCase(), user: row?.sid, person: row?.person, locked_until: row?.locked_until, way, address }
  const isKnown = row !== undefined && isKnownBrowser(server, tenant, request, row)
  // Counted before it is checked: after too many wrong guesses from an address, a right one is refused as well.
  if (isKnown) await countAttempt(tenant, 'known', row.sid)
  else {
    await refuseLocked(tenant, guessed)
    await countAttempt(tenant, 'wrong', address)
  }
  const right = await isRight()
  if (!isKnown) await refuseLockedMeanwhile(tenant, guessed)
  noteCaller(request, guessed.user ?? null)
  if (!right) {
    if (!isKnown)
      await (row && wrong === 'second_factor_wrong' ? countSecondStep(tenant, { ...guessed, user: row.sid }) : countFailure(tenant, guessed, beside))
    return refuse(wrong)
  }
  if (!isKnown) await forgiveAttempt(tenant, 'wrong', address)
  return isKnown
}

async function clear({ tenant, request }: Asked, row: AccountRow, { isKnown, way }: Pick<Shown, 'isKnown' | 'way'>) {
  if (!isKnown) return clearFailures(tenant, { user: row.sid, person: row.person, way, address: addressOf(request) })
  await forgiveAttempt(tenant, 'known', row.sid)
  await noteSignIn(tenant, row.person)
}

/** Finds a deleted account too: its owner learns of the deletion with the right password. */
const accountNamed = (tenant: Tenant, username: string) =>
  accountsToAdmit(tenant)
    .where('u.account', '=', username.toLowerCase())
    .orderBy('u.deleted_at', (order) => order.desc().nullsFirst())
    .executeTakeFirst()
