import type { changeSignInRules } from '../../../model/auth/session/sign-in-routes.ts'
import { SIGN_IN_RULES, type SignInRules } from '../../../model/auth/session/sign-in-rules.ts'
import type { Field, Words } from '../../../model/kit/fields.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import { both, refuse } from '../../errors.ts'
import { type Context, inTransaction, later, lockKey } from '../../records/context.ts'
import { readFields } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { isEverywhere } from '../../records/permission/governing.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { writeHistoryOfAll } from '../../records/history/of-all.ts'
import { openProviders } from '../single-sign-on/providers.ts'
import { isCodeOn } from '../codes/send.ts'
import { auditIn } from '../audit/audit.ts'
import { forgetActors } from '../session/actor.ts'
import { ownRules, RULES_KEY, rulesOf } from '../session/rules.ts'

type Changes = ReadFrom<typeof changeSignInRules>

/** Whether this person holds all permissions on all records, not only those on some roles or companies. */
export const isAdministrator = ({ actor }: Context) =>
  (actor.denies ?? []).length === 0 && actor.grants.some((grant) => grant.model === '*' && grant.verbs.includes('*') && isEverywhere(grant))

/** Only administrators change settings of the whole tenant. */
export function refuseUnlessAdministrator(ctx: Context, what: Words = SIGN_IN) {
  if (!isAdministrator(ctx)) refuse('forbidden', both('what', what))
}

/** Only administrators may read the rules in a pack. */
export const packedSignInRules: Part = {
  configuration: {
    settings: [
      {
        code: 'sign_in',
        words: ['登录设置', 'Sign-in'],
        labelOf: (key) => {
          const field: Field | undefined = Object.hasOwn(SIGN_IN_RULES, key) ? SIGN_IN_RULES[key as keyof typeof SIGN_IN_RULES] : undefined // as just asked
          return field && [field.zh, field.en]
        },
        async read(ctx) {
          refuseUnlessAdministrator(ctx)
          return { ...(await ownRules(ctx)) }
        },
        async write(ctx, _company, values) {
          await changeRules(ctx, readFields(ctx, SIGN_IN_RULES, values, { changes: true }))
        },
      },
    ],
  },
}

const SIGN_IN = ['登录设置', 'settings of signing in'] as const

/** Only the given settings change; null restores the default. The change log says who changed which of them. */
export function changeRules(ctx: Context, changes: Changes): Promise<SignInRules> {
  refuseUnlessAdministrator(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, RULES_KEY)
    const before = await rulesOf(tx)
    const own = Object.fromEntries(Object.entries({ ...(await ownRules(tx)), ...changes }).filter(([, value]) => value !== null))
    await keepSetting(tx, RULES_KEY, own)
    const rules = await rulesOf(tx)
    await refuseWithoutProvider(tx, changes.password_login)
    if (rules.password_login === 'EMAIL' && !(await isCodeOn({ ...tx.tenant, db: tx.db }, 'EMAIL'))) refuse('rule', NO_CODE)
    const changed = changedIn(before, rules)
    if (changed.length > 0) {
      await auditIn(tx, [{ event: 'SIGN_IN_RULES_CHANGED', details: { changed } }])
      await writeHistoryOfAll(tx, 'user', `登录设置 / Sign-in settings: ${changed.join(', ')}`)
    }
    later(tx, forgetActors)
    return rules
  })
}

/** A provider of the only allowed way to sign in must exist; 'SSO' is any provider. */
async function refuseWithoutProvider(ctx: Context, wanted: Changes['password_login']) {
  if (!wanted || wanted === 'ALLOWED' || wanted === 'EMAIL') return
  const open = await openProviders(ctx)
  if (!open.some(({ type }) => wanted === 'SSO' || type === wanted.toLowerCase())) refuse('rule', NO_PROVIDER)
}

const NO_PROVIDER = {
  summary_zh: '请先启用一个这种身份提供方',
  summary_en: 'Set up and switch on such an identity provider first',
}

const NO_CODE = {
  summary_zh: '仅邮箱验证码：请先设置发信邮箱并允许邮箱验证码登录',
  summary_en: 'E-mail code only: set up outgoing mail and allow sign-in with a code by e-mail first',
}

const changedIn = (before: SignInRules, after: SignInRules) => {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([code, value]) => (old.get(code) === value ? [] : [`${code} ${old.get(code)} → ${value}`]))
}
