import { type ConfirmedBy, confirmOneself, type Unconfirmed } from '../../../model/auth/session/confirmation-routes.ts'
import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import { both, refuse, refuseFaults } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { type Route, serve } from '../../route.ts'
import { isRightCode } from '../second-factor/codes.ts'
import { bornAt } from './family.ts'
import { countAttempt } from '../limits/limits.ts'
import { ownAccount, refuseWrongPassword } from './own-account.ts'

/** Within this time after a sign-in or a confirmation, no confirmation is required. */
const MINUTES = 10
const WHAT = ['用令牌再次验证本人', 'confirm with a token that it is oneself'] as const

/** Before what decides how an account is entered or recovered: a session that somebody left open, or whose token leaked, is not enough. */
export async function refuseUnlessConfirmed(ctx: Context) {
  await refuseToken(ctx)
  const by = await missingConfirmation(ctx)
  if (by) refuseUnconfirmed(by)
}

/** The same for a call with the password, which confirms the session if no other factor is required. */
export async function refuseUnlessConfirmedBy(ctx: Context, password: string) {
  await refuseToken(ctx)
  await refuseWrongPassword(ctx, password)
  const by = await missingConfirmation(ctx)
  if (by && by !== 'PASSWORD') refuseUnconfirmed(by)
}

/** A token that leaked must not pass for its owner, who signs in to show who they are. */
async function refuseToken({ db, actor }: Context) {
  const row = await db.selectFrom('token').select('kind').where('sid', '=', actor.token_sid).executeTakeFirst()
  if (row && row.kind !== 'SESSION') refuse('forbidden', both('what', BY_TOKEN))
}

const BY_TOKEN: Words = [
  '用令牌更改登录方式、联系方式或登录会话，请登录后进行',
  'change with a token how its owner signs in and is reached, or their sessions; sign in first',
]

const refuseUnconfirmed = (by: ConfirmedBy) => refuse('confirm_oneself', {}, { data: { by, minutes: MINUTES } satisfies Unconfirmed })

/** Required confirmation of the session, or undefined. A token confirms nothing. */
export async function missingConfirmation({ db, actor }: Context): Promise<ConfirmedBy | undefined> {
  const session = await db
    .selectFrom('token as t')
    .innerJoin('user as u', 'u.sid', 't.user_sid')
    .select(['t.kind', 't.family', 't.created_at', 't.confirmed_at', 'u.secret', 'u.totp_since'])
    .where('t.sid', '=', actor.token_sid)
    .executeTakeFirst()
  if (session?.kind !== 'SESSION') return 'SIGN_IN'
  const signedIn = Math.min(bornAt(String(session.family)), Date.parse(String(session.created_at)))
  const since = Math.max(signedIn, session.confirmed_at ? Date.parse(session.confirmed_at) : 0)
  if (since + MINUTES * 60_000 > Date.now()) return undefined
  return !hasPassword(session.secret) ? 'SIGN_IN' : session.totp_since ? 'PASSWORD_AND_CODE' : 'PASSWORD'
}

const hasPassword = (secret: unknown) => Array.isArray(secret) && secret.length > 0

export const confirmationRoutes: readonly Route[] = [
  serve(confirmOneself, async ({ ctx, request, body: { password, code } }) => {
    const user = await ownAccount(ctx, request, WHAT)
    await refuseWrongPassword(ctx, password)
    const { totp_since } = await ctx.db.selectFrom('user').select('totp_since').where('sid', '=', user).executeTakeFirstOrThrow()
    if (totp_since) await refuseWrongCode(ctx, { request, user, code: code ?? '' })
    await ctx.db.updateTable('token').set({ confirmed_at: new Date().toISOString() }).where('sid', '=', ctx.actor.token_sid).execute()
    return { confirmed: true, minutes: MINUTES }
  }),
]

type Given = { request: Parameters<typeof ownAccount>[1]; user: string; code: string }

async function refuseWrongCode(ctx: Context, { request, user, code }: Given) {
  await countAttempt(ctx.tenant, 'password', user)
  if (await isRightCode({ tenant: ctx.tenant, request }, user, code, async () => {})) return
  refuseFaults([{ field: 'code', label: labelOf(confirmOneself.body.code, ctx.lang), reason: wordIn(['不正确或已使用', 'is wrong or was used before'], ctx.lang) }]) // oxfmt-ignore
}
