import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { addPasskey, beginPasskey, removePasskey } from '../../../model/auth/session/passkey-routes.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import { refuse } from '../../errors.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { type Route, serve } from '../../route.ts'
import { asksForMore } from '../key-strength.ts'
import { forgetActors, sessionOf } from '../session/actor.ts'
import { audit } from '../audit/audit.ts'
import { refuseUnlessConfirmedBy } from '../session/confirmed.ts'
import { mailNotice, type Notice } from '../session/notices.ts'
import { lockAccount, noteSecondStep, ownAccount } from '../session/own-account.ts'
import { endSessions } from '../session/tokens.ts'
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenges.ts'
import { descriptorOf, passkeysOf, type RelyingParty, relyingPartyOf } from './relying-party.ts'

const MAX_PASSKEYS = 20

/** One's own passkeys, in a session alone. */
export const ownPasskeyRoutes: readonly Route[] = [
  serve(beginPasskey, async ({ ctx, request, body: { password } }) => {
    const user = await ownAccount(ctx, request, WHAT)
    await refuseUnlessConfirmedBy(ctx, password)
    const site = (await relyingPartyOf(ctx)) ?? refuse('passkey_off')
    return { options: await optionsFor(ctx, user, site) }
  }),
  serve(addPasskey, async ({ ctx, request, body }) => {
    const user = await ownAccount(ctx, request, WHAT)
    const site = (await relyingPartyOf(ctx)) ?? refuse('passkey_off')
    const made = await verify(ctx, request, { user, site, body })
    const sid = await inTransaction(ctx, (tx) => keep(tx, user, made))
    await noteSecondStep(ctx)
    await changed(ctx, request, { user, name: body.name, ...ADDED })
    return { sid }
  }),
  serve(removePasskey, async ({ ctx, request, body: { sid, password } }) => {
    const user = await ownAccount(ctx, request, WHAT)
    await refuseUnlessConfirmedBy(ctx, password)
    const { requiresSecond } = await sessionOf(ctx.tenant, request)
    const name = await inTransaction(ctx, (tx) => remove(tx, user, sid, requiresSecond))
    await changed(ctx, request, { user, name, ...REMOVED })
    return { removed: true }
  }),
]

/** EdDSA, ES256 and RS256, by their COSE numbers; devices make RSA keys of 2,048 bits. */
const algorithms = () => (asksForMore() ? [-8, -7] : [-8, -7, -257])

const WHAT = ['用令牌管理通行密钥', 'manage passkeys with a token'] as const

async function optionsFor(ctx: Context, user: string, { id }: RelyingParty) {
  const { account, name, token_sid } = ctx.actor
  const challenge = await newChallenge(ctx, { owner: user, binding: String(token_sid) })
  return generateRegistrationOptions({
    rpName: 'Innoe',
    rpID: id,
    userID: Buffer.from(user),
    userName: account,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms(),
    excludeCredentials: (await passkeysOf(ctx, user)).map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type Made = Awaited<ReturnType<typeof verify>>
type Given = { user: string; site: RelyingParty; body: ReadFrom<typeof addPasskey> }

async function verify(ctx: Context, request: FastifyRequest, { user, site, body }: Given) {
  const { name, id, client_data: clientDataJSON, attestation: attestationObject, transports = null } = body
  const binding = String(ctx.actor.token_sid)
  const expectedChallenge = (await takeChallenge(ctx, clientDataJSON, { owner: user, binding })) ?? refuse('passkey_wrong')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms(),
  }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a passkey was not accepted')
    return refuse('passkey_wrong')
  })
  const { credential, credentialBackedUp: backed_up } = registrationInfo ?? refuse('passkey_wrong')
  const public_key = Buffer.from(credential.publicKey).toString('base64url')
  return { name, transports, rp_id: site.id, credential_id: credential.id, public_key, counter: credential.counter, backed_up }
}

async function keep(ctx: Context, user: string, made: Made): Promise<string> {
  await lockAccount(ctx, user)
  const { n } = await ctx.db
    .selectFrom('passkey')
    .select((of) => of.fn.countAll().as('n'))
    .where('user_sid', '=', user)
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_PASSKEYS) refuse('too_many_values', { key: 'passkey', max: MAX_PASSKEYS })
  const known = await ctx.db.selectFrom('passkey').select('sid').where('credential_id', '=', made.credential_id).executeTakeFirst()
  if (known) refuse('rule', KNOWN)
  const [sid, now, by] = [randomUUIDv7(), new Date().toISOString(), ctx.actor.sid]
  const base = { sid, version: 1, valid: true, created_at: now, updated_at: now, created_by: by, updated_by: by, company_sid: ctx.actor.company_sid }
  await ctx.db
    .insertInto('passkey')
    .values({ ...base, ...made, user_sid: user })
    .execute()
  return sid
}

const KNOWN = { summary_zh: '该通行密钥已添加过', summary_en: 'This passkey has already been added' }

async function remove(ctx: Context, user: string, sid: string, isRequired: boolean): Promise<string> {
  const { totp_since } = await lockAccount(ctx, user)
  const row = await ctx.db.deleteFrom('passkey').where('sid', '=', sid).where('user_sid', '=', user).returning('name').executeTakeFirst()
  if (!row) return refuse('not_found')
  if (isRequired && !totp_since && (await passkeysOf(ctx, user)).length === 0) refuse('rule', LAST)
  return String(row.name)
}

const LAST = {
  summary_zh: '您的角色要求两步验证，请先添加另一个通行密钥或设置身份验证器',
  summary_en: 'A role of yours requires a second factor; add another passkey or set up an authenticator app first',
}

const ADDED = {
  event: 'PASSKEY_ADDED',
  subject: ['添加了通行密钥', 'A passkey was added'],
  text: (name) => [`添加了通行密钥“${name}”，可用它登录。`, `the passkey “${name}” was added; it can sign in.`],
} as const satisfies Change
const REMOVED = {
  event: 'PASSKEY_REMOVED',
  subject: ['移除了通行密钥', 'A passkey was removed'],
  text: (name) => [`通行密钥“${name}”已移除。`, `the passkey “${name}” was removed.`],
} as const satisfies Change

type Change = Pick<Notice, 'subject'> & { event: 'PASSKEY_ADDED' | 'PASSKEY_REMOVED'; text: (name: string) => Notice['text'] }

/** Recorded, mailed to the owner, and known to every process. Other sessions end, as after another password. */
async function changed(
  { tenant, actor }: Context,
  request: FastifyRequest,
  { user, name, event, subject, text }: Change & { user: string; name: string },
) {
  await endSessions(tenant, user, { except: actor.token_sid ?? undefined })
  await audit(request, event, { user, entity: 'passkey', about: name })
  mailNotice({ tenant, request, user, notice: { subject, text: text(name) } })
  forgetActors(tenant)
}
