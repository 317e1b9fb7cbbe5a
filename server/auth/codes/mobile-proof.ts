import { confirmMobile, readOwnMobile, sendMobileProof } from '../../../model/auth/codes/mobile-proof-routes.ts'
import { labelOf, type Lang, wordIn, type Words } from '../../../model/kit/fields.ts'
import { plainMobile } from '../../../model/kit/identity/mobile.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { type Route, serve } from '../../route.ts'
import { audit } from '../audit/audit.ts'
import { countAttempt } from '../limits/limits.ts'
import { refuseUnlessConfirmed } from '../session/confirmed.ts'
import { mailNotice } from '../session/notices.ts'
import { ownAccount } from '../session/own-account.ts'
import { digest } from '../session/secrets.ts'
import { CODE_MINUTES, newCode, type Owner, RESEND_SECONDS, takeCode } from './codes.ts'
import { isCodeOn, textTo } from './send.ts'

const WHAT: Words = ['用令牌验证手机号', 'prove a mobile number with a token']

/** A mobile number can sign in only after its owner has proved, in a session, that they receive messages there. */
export const mobileProofRoutes: readonly Route[] = [
  serve(readOwnMobile, async ({ ctx }) => {
    const { mobile, proven } = await ownMobile(ctx)
    return { mobile: mobile && shown(mobile), is_proven: mobile !== null && mobile === proven, is_used: await isCodeOn(ctx.tenant, 'MOBILE') }
  }),
  serve(sendMobileProof, async ({ ctx, request }) => {
    const user = await ownAccount(ctx, request, WHAT)
    await refuseUnlessConfirmed(ctx)
    const owner = await ownerOf(ctx, user)
    await countAttempt(ctx.tenant, 'send_code_to', digest(owner.to))
    const code = await newCode(ctx.tenant, owner)
    if (code) await textTo(ctx.tenant, owner.to, TEXTS[ctx.lang](code))
    return { sent: true, resend_seconds: RESEND_SECONDS, minutes: CODE_MINUTES }
  }),
  serve(confirmMobile, async ({ ctx, request, body: { code } }) => {
    const user = await ownAccount(ctx, request, WHAT)
    await refuseUnlessConfirmed(ctx)
    const owner = await ownerOf(ctx, user)
    await countAttempt(ctx.tenant, 'password', user)
    if ((await takeCode(ctx.tenant, owner, code.replace(/\s/g, ''))) !== 'RIGHT') refuseCode(ctx.lang)
    await ctx.db.updateTable('user').set({ mobile_proven: owner.to }).where('sid', '=', user).execute()
    await audit(request, 'MOBILE_PROVEN', { user })
    mailNotice({ tenant: ctx.tenant, request, user, notice: NOTICE })
    return { is_proven: true }
  }),
]

/** Enough digits to recognise the number; people who view as another person see no more. */
const shown = (mobile: string) => mobile.replace(/^(.{3}).*(.{4})$/, '$1****$2')

async function ownMobile({ db, actor }: Context) {
  const row = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['p.mobile', 'u.mobile_proven'])
    .where('u.sid', '=', actor.user_sid)
    .executeTakeFirst()
  return { mobile: row?.mobile ? plainMobile(row.mobile) : null, proven: row?.mobile_proven ?? null }
}

/** Owner of a proof code. Proof codes and sign-in codes are separate, so that neither is valid as the other. */
async function ownerOf(ctx: Context, user: string): Promise<Owner> {
  if (!(await isCodeOn(ctx.tenant, 'MOBILE'))) refuse('code_login')
  const { mobile } = await ownMobile(ctx)
  return mobile === null ? refuse('rule', NO_MOBILE) : { channel: 'PROOF', user, to: mobile, password: undefined, browser: '' }
}

const refuseCode = (lang: Lang) =>
  refuseFaults([
    { field: 'code', label: labelOf(confirmMobile.body.code, lang), reason: wordIn(['不正确或已过期', 'is wrong or has expired'], lang) },
  ])

const NO_MOBILE = {
  summary_zh: '您的资料中没有手机号：请先填写，或请管理员填写',
  summary_en: 'No mobile number is entered for you: enter it, or ask an administrator to',
}

const NOTICE: { subject: Words; text: Words } = {
  subject: ['手机号可用于登录', 'A mobile number signs in'],
  text: ['您资料中的手机号已验证，可用来登录。', 'the mobile number entered for you was proven, and signs in from now on.'],
}

const TEXTS: Record<Lang, (code: string) => string> = {
  zh: (code) => `您正在验证手机号，验证码 ${code}，${CODE_MINUTES} 分钟内有效。请勿告诉他人；如果不是您本人，请忽略。`,
  en: (code) =>
    `The code to prove your mobile number is ${code}, valid for ${CODE_MINUTES} minutes. Give it to nobody. If it was not you, ignore this message.`,
}
