import { readTextMessages, sendCode, signInByEmail, signInByMobile } from '../../../model/auth/codes/code-routes.ts'
import { newCaptcha, refreshSession, signIn, signOut } from '../../../model/auth/session/session-routes.ts'
import { passSecondFactor } from '../../../model/auth/session/second-factor-routes.ts'
import { askPasskey, signInWithPasskey } from '../../../model/auth/session/passkey-routes.ts'
import {
  askForLink,
  changeForgotten,
  checkReset,
  checkResetAddress,
  forgetPassword,
  resetForgotten,
} from '../../../model/auth/passwords/recovery-routes.ts'
import { changeSignInRules, readPasswordRules, readWays, readSignInRules } from '../../../model/auth/session/sign-in-routes.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { textMessages } from '../../mail/text-messages.ts'
import type { ServerModule } from '../../module.ts'
import { type RouteCall, serve } from '../../route.ts'
import { signOutAt } from '../single-sign-on/flow.ts'
import { openProviders } from '../single-sign-on/providers.ts'
import { singleSignOnRoutes } from '../single-sign-on/routes.ts'
import { cloudRoutes } from '../cloud/routes.ts'
import { isCodeOn, send } from '../codes/send.ts'
import { mobileProofRoutes } from '../codes/mobile-proof.ts'
import { signInWithCode } from '../codes/sign-in.ts'
import { ownPasskeyRoutes } from '../passkeys/own.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { ask, isAllowed, show } from '../passkeys/sign-in.ts'
import { secondFactorRoutes } from '../second-factor/set-up.ts'
import { readTicket } from '../second-factor/tickets.ts'
import { bearerOf } from './actor.ts'
import { audit } from '../audit/audit.ts'
import type { LoginState } from './admit.ts'
import { newCaptcha as makeCaptcha } from '../limits/captcha.ts'
import { change } from '../passwords/change-outside.ts'
import { changeRules, packedSignInRules, refuseUnlessAdministrator } from '../passwords/change-rules.ts'
import { check, checkByAddress, forget, forgetByGet, reset } from '../passwords/recovery.ts'
import { confirmationRoutes } from './confirmed.ts'
import { rulesOf } from './rules.ts'
import { setKnownCookie } from '../limits/known-browser.ts'
import { addressOf, countAttempt } from '../limits/limits.ts'
import { ownAccount } from './own-account.ts'
import { login, platformOf, secondStep } from './login.ts'
import { clearPortalCookie, refuseOtherPortal, setPortalCookie } from './portal-cookie.ts'
import { digestsOf } from './secrets.ts'
import { endFamily, refreshSession as rotate } from './tokens.ts'

/** Everything under /innoe-passport: sign in, refresh, sign out. */
export const sessionModule: ServerModule = {
  name: 'session',
  parts: [packedSignInRules],
  routes: [
    serve(newCaptcha, async ({ tenant, request }) => {
      await countAttempt(tenant, 'captcha', addressOf(request))
      return makeCaptcha(tenant)
    }),
    serve(signIn, (call) => enter(call, platformOf(call.body.platform), () => login(call, call.body))),
    serve(passSecondFactor, async (call) => {
      const ticket = await readTicket(call.tenant, call.body.ticket)
      return enter(call, ticket?.platform ?? 1, () => secondStep(call, call.body))
    }),
    ...secondFactorRoutes,
    ...confirmationRoutes,
    ...ownPasskeyRoutes,
    ...mobileProofRoutes,
    serve(askPasskey, ask),
    serve(signInWithPasskey, async (call) => {
      const { row, platform, admitted } = await show(call)
      return { ...(await enter(call, platform, admitted)), account: row.account ?? '' }
    }),
    ...singleSignOnRoutes,
    ...cloudRoutes,
    serve(refreshSession, refresh),
    serve(signOut, leave),
    serve(forgetPassword, forgetByGet),
    serve(askForLink, forget),
    serve(changeForgotten, change),
    serve(checkResetAddress, checkByAddress),
    serve(checkReset, check),
    serve(resetForgotten, reset),
    serve(readPasswordRules, async ({ tenant }) => {
      const { password_length, password_kinds, password_history, password_days } = await rulesOf(tenant)
      return { password_length, password_kinds, password_history, password_days }
    }),
    serve(readWays, async ({ tenant }) => ({
      forgotten_password: (await mailboxOf(tenant)) !== undefined,
      passkeys: await isAllowed(tenant),
      passkey_site: (await relyingPartyOf(tenant))?.origin ?? null,
      mail_code: await isCodeOn(tenant, 'EMAIL'),
      mobile_code: await isCodeOn(tenant, 'MOBILE'),
      providers: await openProviders(tenant),
    })),
    serve(readSignInRules, async ({ ctx }) => {
      refuseUnlessAdministrator(ctx)
      return rulesOf(ctx)
    }),
    serve(changeSignInRules, ({ ctx, body }) => changeRules(ctx, body)),
    serve(sendCode, send),
    serve(signInByEmail, (call) => byCode(call, { channel: 'EMAIL', to: call.body.email, ...call.body })),
    serve(signInByMobile, (call) => byCode(call, { channel: 'MOBILE', to: call.body.mobile, ...call.body })),
    serve(readTextMessages, async ({ ctx, request }) => {
      refuseUnlessAdministrator(ctx, OUTBOX)
      // These messages let the reader sign in as anybody, so a leaked personal token must not be able to read them.
      await ownAccount(ctx, request, OUTBOX)
      await audit(request, 'TEXT_MESSAGES_READ', { user: ctx.actor.user_sid })
      return { messages: await textMessages(ctx.tenant) }
    }),
  ],
}

const OUTBOX = ['短信发件箱', 'the outbox of text messages'] as const

const byCode = async (call: Entering, given: Parameters<typeof signInWithCode>[1]) => {
  const { account, ...state } = await enter(call, platformOf(given.platform), () => signInWithCode(call, given))
  return { ...state, account }
}

type Entering = Pick<RouteCall<typeof signIn>, 'server' | 'tenant' | 'request' | 'reply'>

async function enter<S extends LoginState>({ server, tenant, request, reply }: Entering, platform: 1 | 2, admitted: () => Promise<S>) {
  const held = await refuseOtherPortal(server, tenant, request, platform)
  const { family, known, ...state } = await admitted()
  // A new sign-in replaces the previous session of the browser.
  if (held) await endFamily(tenant, held.family)
  setPortalCookie(server, tenant, request, reply, { platform: state.platform, family })
  setKnownCookie(request, reply, known)
  return state
}

async function refresh({ server, tenant, body, request, reply }: RouteCall<typeof refreshSession>) {
  const check = async ({ platform }: { platform: 1 | 2 }) => void (await refuseOtherPortal(server, tenant, request, platform))
  const { family, ...pair } = await rotate(tenant, body.refresh_token, request, check)
  setPortalCookie(server, tenant, request, reply, { platform: pair.platform, family })
  return pair
}

async function leave({ tenant, request, reply }: RouteCall<typeof signOut>) {
  const row = await tenant.db
    .selectFrom('token')
    .select(['family', 'kind', 'user_sid', 'provider_sid', 'provider_session'])
    .where('hash', 'in', digestsOf(bearerOf(request)))
    .executeTakeFirst()
  if (row?.kind === 'SESSION') {
    await endFamily(tenant, String(row.family))
    await audit(request, 'SIGNED_OUT', { user: row.user_sid })
  }
  clearPortalCookie(request, reply)
  const location = row?.provider_sid ? await signOutAt(tenant, request, { provider: row.provider_sid, session: row.provider_session }) : undefined
  return { out: true, location: location ?? null }
}
