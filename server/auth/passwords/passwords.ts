import { changePassword as changePasswordRoute } from '../../../model/auth/session/session-routes.ts'
import { missingFrom, PASSWORD_LENGTHS, type PasswordPart, type PasswordRule } from '../../../model/auth/passwords/password-rule.ts'
import type { SignInRules } from '../../../model/auth/session/sign-in-rules.ts'
import { type Lang, labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import type { Fault } from '../../../model/kit/wire/wire.ts'
import type { Tenant, Context } from '../../records/context.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { forgetActors } from '../session/actor.ts'
import { isBreached } from './common-passwords.ts'
import { dropFailures } from '../limits/failures.ts'
import { countAttempt } from '../limits/limits.ts'
import { rulesOf } from '../session/rules.ts'
import { hashPassword, isPassword } from '../session/secrets.ts'
import { endSessions } from '../session/tokens.ts'

const FAULTS: Record<PasswordPart, (rule: PasswordRule) => Words> = {
  length: ({ password_length }) => {
    const { min, max } = PASSWORD_LENGTHS[password_length]
    return [`密码应为 ${min} 到 ${max} 位`, `must have ${min} to ${max} characters`]
  },
  kinds: ({ password_kinds }) =>
    password_kinds === 'TWO'
      ? ['至少含字母、数字、符号中的两种', 'must contain at least two of letters, digits and symbols']
      : ['须含大写字母、小写字母、数字和符号', 'must contain capital letters, small letters, digits and symbols'],
  spaces: () => ['不能含空格', 'must contain no spaces'],
  common: () => ['过于常见或含账号名，容易被猜中', 'is too easy to guess: it is common or contains the account name'],
}

/** The first rule of the tenant that the password breaks. */
async function passwordFault(password: string, rule: PasswordRule, own: readonly string[]): Promise<Words | undefined> {
  const [part] = missingFrom(password, rule, own)
  if (part) return FAULTS[part](rule)
  return (await isBreached(password)) ? FAULTS.common(rule) : undefined
}

type Wanted = ReadFrom<typeof changePasswordRoute>

/** Every other session of the account ends; its personal tokens too, if the tenant has chosen so. */
export async function changePassword(ctx: Context, { old_password: old, new_password: fresh, confirm_password: again }: Wanted) {
  const { tenant, actor, lang } = ctx
  const row = await tenant.db.selectFrom('user').select(['sid', 'secret']).where('sid', '=', actor.user_sid).executeTakeFirst()
  if (!row || !actor.user_sid) return refuse('login_required')
  const rules = await rulesOf(tenant)
  const kept = (row.secret as string[] | null) ?? [] // written by setPassword
  const faults: Fault[] = []
  if (!(await isPassword(old, kept[0] ?? ''))) {
    // Limits password guesses on an unattended open session.
    await countAttempt(tenant, 'password', actor.user_sid)
    faults.push({ field: 'old_password', label: labelOf(changePasswordRoute.body.old_password, lang), reason: wordIn(['不正确', 'is wrong'], lang) })
  }
  faults.push(...(await newPasswordFaults({ fresh, again, kept, rules, account: actor.account, lang })))
  if (faults.length) refuseFaults(faults)
  await setPassword(tenant, actor.user_sid, fresh, false)
  await endSessions(tenant, actor.user_sid, { except: actor.token_sid ?? undefined, personal: rules.end_tokens })
  // The present session is no longer limited to changing the password.
  forgetActors(tenant)
  return { changed: true }
}

/** Entered again before what matters: wrong ones are limited, also on an unattended open session. */
export async function isOwnPassword({ tenant, actor }: Context, password: string): Promise<boolean> {
  if (!actor.user_sid) return false
  const row = await tenant.db.selectFrom('user').select('secret').where('sid', '=', actor.user_sid).executeTakeFirst()
  const kept = (row?.secret as string[] | null | undefined)?.[0] // written by setPassword
  if (kept && (await isPassword(password, kept))) return true
  await countAttempt(tenant, 'password', actor.user_sid)
  return false
}

type NewPassword = { fresh: string; again: string; kept: readonly string[]; rules: SignInRules; account: string; lang: Lang }

/** Faults of a new password; both calls name its fields alike. */
export async function newPasswordFaults({ fresh, again, kept, rules, account, lang }: NewPassword): Promise<Fault[]> {
  const faults: Fault[] = []
  const fault = (field: 'new_password' | 'confirm_password', reason: Words) =>
    faults.push({ field, label: labelOf(changePasswordRoute.body[field], lang), reason: wordIn(reason, lang) })
  const weak = await passwordFault(fresh, rules, [account])
  if (weak) fault('new_password', weak)
  else if (await isAny(fresh, kept.slice(0, rules.password_history)))
    fault('new_password', ['不能与用过的密码相同', 'must differ from earlier passwords'])
  if (fresh !== again) fault('confirm_password', ['两次输入的密码不一致', 'Password Not the Same'])
  return faults
}

async function isAny(password: string, kept: readonly string[]) {
  for (const one of kept) if (await isPassword(password, one)) return true
  return false
}

/** `mustChange` is set for passwords that another person has seen. */
export async function setPassword({ db }: Pick<Tenant, 'db'>, user: string, password: string, mustChange: boolean) {
  const hash = await hashPassword(password)
  const { password_history } = await rulesOf({ db })
  const row = await db.selectFrom('user').select('secret').where('sid', '=', user).executeTakeFirst()
  const kept = [hash, ...((row?.secret as string[] | null) ?? [])].slice(0, password_history) // as above
  await db
    .updateTable('user')
    .set({
      secret: JSON.stringify(kept),
      must_change_password: mustChange,
      password_changed_at: new Date().toISOString(),
      failures: 0,
      locked_until: null,
    })
    .where('sid', '=', user)
    .execute()
  await dropFailures({ db }, user)
}
