import { changePassword as changePasswordRoute } from '../../../model/auth/session-routes.ts'
import { labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import type { ReadFrom } from '../../../model/kit/route.ts'
import type { Fault } from '../../../model/kit/wire.ts'
import type { Tenant, Context } from '../../records/context.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { forgetActors } from './actor.ts'
import { countAttempt } from './limits.ts'
import { hashPassword, isPassword } from './secrets.ts'
import { endSessions } from './tokens.ts'
import { isGuessable } from './weak-passwords.ts'

const KEPT = 3

/** 8 to 16 characters, at least two of letters, digits and symbols, and not one that is tried first. */
function passwordFault(password: string, own: readonly string[] = []): Words | undefined {
  if (password.length < 8 || password.length > 16) return ['密码应为 8 到 16 位', 'must have 8 to 16 characters']
  const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z0-9\s]/].filter((kind) => kind.test(password)).length
  if (/\s/.test(password) || kinds < 2)
    return ['至少含字母、数字、符号中的两种，不含空格', 'must contain at least two of letters, digits and symbols, and no spaces']
  if (isGuessable(password, ['innoe', ...own]))
    return ['过于常见或含账号名，容易被猜中', 'is too easy to guess: it is common or contains the account name']
  return undefined
}

type Wanted = ReadFrom<typeof changePasswordRoute>

/** Every other session of the account ends. */
export async function changePassword(ctx: Context, { old_password: old, new_password: fresh, confirm_password: again }: Wanted) {
  const { tenant, actor, lang } = ctx
  const row = await tenant.db.selectFrom('user').select(['sid', 'secret']).where('sid', '=', actor.user_sid).executeTakeFirst()
  if (!row || !actor.user_sid) return refuse('login_required')
  const kept = (row.secret as string[] | null) ?? [] // written by setPassword
  const faults: Fault[] = []
  const fault = (field: keyof Wanted, reason: Words) =>
    faults.push({ field, label: labelOf(changePasswordRoute.body[field], lang), reason: wordIn(reason, lang) })
  if (!(await isPassword(old, kept[0] ?? ''))) {
    // Limits password guesses on an unattended open session.
    await countAttempt(tenant, 'password', actor.user_sid)
    fault('old_password', ['不正确', 'is wrong'])
  }
  const weak = passwordFault(fresh, [actor.account])
  if (weak) fault('new_password', weak)
  else if (await isAny(fresh, kept)) fault('new_password', ['不能与用过的密码相同', 'must differ from earlier passwords'])
  if (fresh !== again) fault('confirm_password', ['两次输入的密码不一致', 'Password Not the Same'])
  if (faults.length) refuseFaults(faults)
  await setPassword(tenant, actor.user_sid, fresh, false)
  await endSessions(tenant, actor.user_sid, actor.token_sid ?? undefined)
  // The session that goes on is no longer one that must change it.
  forgetActors(tenant)
  return { changed: true }
}

async function isAny(password: string, kept: readonly string[]) {
  for (const one of kept) if (await isPassword(password, one)) return true
  return false
}

/** `mustChange` is set for passwords that another person has seen. */
export async function setPassword({ db }: Pick<Tenant, 'db'>, user: string, password: string, mustChange: boolean) {
  const hash = await hashPassword(password)
  const row = await db.selectFrom('user').select('secret').where('sid', '=', user).executeTakeFirst()
  const kept = [hash, ...((row?.secret as string[] | null) ?? [])].slice(0, KEPT) // as above
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
}
