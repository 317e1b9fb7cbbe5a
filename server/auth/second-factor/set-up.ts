import type { FastifyRequest } from 'fastify'
import type { AuditEvent } from '../../../model/auth/audit_entry.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../model/auth/session/second-factor-routes.ts'
import { type Lang, labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { keepSetting, readSetting, takeSetting } from '../../records/settings/settings.ts'
import { type Route, serve } from '../../route.ts'
import { forgetActors, sessionOf } from '../session/actor.ts'
import { audit } from '../audit/audit.ts'
import { refuseUnlessConfirmedBy } from '../session/confirmed.ts'
import { countAttempt } from '../limits/limits.ts'
import { mailNotice, type Notice } from '../session/notices.ts'
import { lockAccount, noteSecondStep, ownAccount } from '../session/own-account.ts'
import { endSessions } from '../session/tokens.ts'
import { dropPasskeys, hasPasskey, passkeysOf } from '../passkeys/relying-party.ts'
import { newRecoveryCodes, newTotpSecret, openTotp, sealTotp, stepOf, totpUri } from './codes.ts'

const SETUP_MINUTES = 10

/** One's own second factor, in a session alone. */
export const secondFactorRoutes: readonly Route[] = [
  serve(readSecondFactor, async ({ ctx, request }) => {
    const { requiresSecond } = await sessionOf(ctx.tenant, request)
    const row = await ctx.db
      .selectFrom('user')
      .select(['totp_since', 'recovery_codes'])
      .where('sid', '=', ctx.actor.user_sid ?? '')
      .executeTakeFirst()
    const codes = (row?.recovery_codes as string[] | null | undefined) ?? [] // written by newRecoveryCodes
    const passkeys = await passkeysOf(ctx, ctx.actor.user_sid ?? '')
    const since = row?.totp_since ?? null
    return { is_on: since !== null, is_required: requiresSecond, since, codes_left: codes.length, passkeys: passkeys.length }
  }),
  serve(beginSecondFactor, async ({ ctx, request, body: { password } }) => {
    const user = await ownerOf(ctx, request)
    await refuseUnlessConfirmedBy(ctx, password)
    const secret = newTotpSecret()
    await keepSetting(ctx, pendingKey(user), {
      sealed: sealTotp(ctx.tenant, user, secret),
      until: Date.now() + SETUP_MINUTES * 60_000,
    } satisfies Pending)
    return { secret, uri: totpUri(secret, ctx.actor.account, `Innoe ${request.hostname}`) }
  }),
  serve(confirmSecondFactor, async ({ ctx, request, body: { code } }) => {
    const user = await ownerOf(ctx, request)
    await countAttempt(ctx.tenant, 'password', user)
    const recovery_codes = await inTransaction(ctx, (tx) => switchOn(tx, user, code))
    await endSessions(ctx.tenant, user, { except: ctx.actor.token_sid ?? undefined })
    await noteSecondStep(ctx)
    await changed(ctx, request, user, 'on')
    return { recovery_codes }
  }),
  serve(renewRecoveryCodes, async ({ ctx, request, body: { password } }) => {
    const user = await ownerOf(ctx, request)
    await refuseUnlessConfirmedBy(ctx, password)
    await refuseUnlessOn(ctx, user)
    const recovery_codes = await newRecoveryCodes(ctx, user)
    await changed(ctx, request, user, 'codes')
    return { recovery_codes }
  }),
  serve(removeSecondFactor, async ({ ctx, request, body: { password } }) => {
    const user = await ownerOf(ctx, request)
    await refuseUnlessConfirmedBy(ctx, password)
    const { requiresSecond } = await sessionOf(ctx.tenant, request)
    await inTransaction(ctx, async (tx) => {
      await lockAccount(tx, user)
      if (requiresSecond && !(await hasPasskey(tx, user))) refuse('rule', REQUIRED)
      await dropSecondFactor(tx, user)
    })
    await changed(ctx, request, user, 'off')
    return { is_on: false }
  }),
]

const REQUIRED = { summary_zh: '您的角色要求两步验证，不能停用', summary_en: 'A role of yours requires the second factor; it cannot be switched off' }
const NOT_ON = { summary_zh: '尚未启用两步验证', summary_en: 'The second factor is not on' }

type Pending = { sealed: string; until: number }
const pendingKey = (user: string) => `totp_pending.${user}`

const ownerOf = (ctx: Context, request: FastifyRequest) => ownAccount(ctx, request, ['用令牌设置两步验证', 'set up the second factor with a token'])

const refuseOne = (lang: Lang, field: string, label: string, reason: Words) => refuseFaults([{ field, label, reason: wordIn(reason, lang) }])

async function switchOn(ctx: Context, user: string, code: string) {
  await lockAccount(ctx, user)
  const pending = (await readSetting(ctx, pendingKey(user))) as Pending | undefined // written above
  const label = labelOf(confirmSecondFactor.body.code, ctx.lang)
  if (!pending || pending.until < Date.now())
    return refuseOne(ctx.lang, 'code', label, ['设置已过期，请重新开始', 'the set-up has expired; begin again'])
  const step = await stepOf(ctx, openTotp(ctx.tenant, user, pending.sealed), code.replace(/\s/g, ''))
  if (step === undefined) return refuseOne(ctx.lang, 'code', label, ['不正确，请核对手机的时间', 'is wrong; check the time of the phone'])
  if (!(await takeSetting(ctx, pendingKey(user)))) return refuse('second_factor_over')
  await ctx.db
    .updateTable('user')
    .set({ totp_secret: pending.sealed, totp_step: step, totp_since: new Date().toISOString() })
    .where('sid', '=', user)
    .execute()
  return newRecoveryCodes(ctx, user)
}

async function refuseUnlessOn({ db }: Context, user: string) {
  const row = await db.selectFrom('user').select('totp_since').where('sid', '=', user).executeTakeFirst()
  if (!row?.totp_since) refuse('rule', NOT_ON)
}

/** By an administrator or the operator, for those who lost all of it. */
export async function dropAllFactors(handle: Pick<Context, 'db'>, user: string) {
  await dropSecondFactor(handle, user)
  await dropPasskeys(handle, user)
}

async function dropSecondFactor({ db }: Pick<Context, 'db'>, user: string) {
  await db.updateTable('user').set({ totp_secret: null, totp_step: null, totp_since: null, recovery_codes: null }).where('sid', '=', user).execute()
}

const EVENTS = {
  on: {
    event: 'SECOND_FACTOR_ON',
    subject: ['两步验证已启用', 'Second factor switched on'],
    text: ['两步验证已启用。', 'the second factor was switched on.'],
  },
  off: {
    event: 'SECOND_FACTOR_OFF',
    subject: ['两步验证已停用', 'Second factor switched off'],
    text: ['两步验证已停用。', 'the second factor was switched off.'],
  },
  codes: {
    event: 'RECOVERY_CODES_RENEWED',
    subject: ['恢复码已更换', 'Recovery codes renewed'],
    text: ['恢复码已更换。', 'the recovery codes were renewed.'],
  },
  reset: {
    event: 'SECOND_FACTOR_RESET',
    subject: ['两步验证已由管理员重置', 'Second factor reset by an administrator'],
    text: ['管理员重置了两步验证，下次登录只需密码。', 'an administrator reset the second factor; the next sign-in takes the password alone.'],
  },
} as const satisfies Record<string, Notice & { event: AuditEvent }>

/** Recorded in the log, mailed to the owner, and known to every process. */
export async function changed({ tenant, actor }: Context, request: FastifyRequest, user: string, kind: keyof typeof EVENTS) {
  const { event, ...notice } = EVENTS[kind]
  await audit(request, event, { user, by: actor.user_sid })
  mailNotice({ tenant, request, user, notice })
  forgetActors(tenant)
}
