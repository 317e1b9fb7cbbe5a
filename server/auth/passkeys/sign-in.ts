import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import type { askPasskey, signInWithPasskey } from '../../../model/auth/session/passkey-routes.ts'
import type { RowOf } from '../../database/tables.ts'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import type { RouteCall } from '../../route.ts'
import { accountToAdmit, type AccountRow, admit, type Asked, type LoginState, refuseUnlessOpen } from '../session/admit.ts'
import { asksForMore, rsaBits } from '../key-strength.ts'
import { audit, noteCaller } from '../audit/audit.ts'
import { noteSignIn } from '../limits/failures.ts'
import { isKnownBrowser } from '../limits/known-browser.ts'
import { bindBrowser, type Cookie, cookieOf } from '../session/cookies.ts'
import { addressOf, countAttempt, forgiveAttempt } from '../limits/limits.ts'
import { begunWith, finish, spend } from '../session/login.ts'
import { mailNotice, type Notice } from '../session/notices.ts'
import { refuseByPolicy } from '../passwords/policy.ts'
import { rulesOf } from '../session/rules.ts'
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenges.ts'
import { descriptorOf, passkeysOf, relyingPartyOf } from './relying-party.ts'

const COOKIE: Cookie = { name: 'innoe_passkey', seconds: CHALLENGE_MS / 1000 }

/** Passkeys that may sign: any of the device, or in the second step those of the account */
export async function ask({ tenant, request, reply, body: { ticket } }: RouteCall<typeof askPasskey>) {
  await countAttempt(tenant, 'sign_in', addressOf(request))
  const site = (await relyingPartyOf(tenant)) ?? refuse('passkey_off')
  if (!ticket && !(await isAllowed(tenant))) refuse('passkey_off')
  const owner = ticket ? (await begunWith(tenant, ticket)).row.sid : null
  const challenge = await newChallenge(tenant, { owner, binding: bindBrowser(request, reply, COOKIE) })
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: owner ? (await passkeysOf(tenant, owner)).map(descriptorOf) : [],
  })
  return { options }
}

/** Whether a passkey signs in without a password. */
export const isAllowed = async (tenant: Tenant) => (await rulesOf(tenant)).passkeys && (await relyingPartyOf(tenant)) !== undefined

type Call = RouteCall<typeof signInWithPasskey>
type Shown = { row: AccountRow; platform: 1 | 2; admitted: () => Promise<LoginState> }

/** Owner of the passkey that signed, and the way of their admission */
export async function show(call: Call): Promise<Shown> {
  const { tenant, request, body } = call
  await countAttempt(tenant, 'sign_in', addressOf(request))
  await countAttempt(tenant, 'wrong', addressOf(request))
  const begun = body.ticket ? await begunWith(tenant, body.ticket) : undefined
  if (!begun && !(await isAllowed(tenant))) refuse('passkey_off')
  const user = await ownerOf(call, begun?.row.sid ?? null)
  await forgiveAttempt(tenant, 'wrong', addressOf(request))
  const row = begun?.row ?? (await accountToAdmit(tenant, user)) ?? refuse('account_not_open')
  if (begun) {
    const isKnown = isKnownBrowser(call.server, tenant, request, row)
    const admitted = async () => {
      await spend(tenant, begun.ticket)
      return finish(call, begun, isKnown)
    }
    return { row, platform: begun.platform, admitted }
  }
  const platform = row.platform === '2' ? 2 : 1
  return { row, platform, admitted: () => enter(call, row, platform) }
}

/** Like single sign-on it is no guess, so that the lock after wrong passwords does not hold. */
async function enter(call: Asked, row: AccountRow, platform: 1 | 2) {
  const { server, tenant, request } = call
  await refuseUnlessOpen(tenant, row, platform)
  await refuseByPolicy(tenant, row, { way: 'PASSKEY' })
  await noteSignIn(tenant, row.person)
  return admit(call, row, { platform, isKnown: isKnownBrowser(server, tenant, request, row), way: 'PASSKEY', second: true })
}

/** The account whose passkey signed our challenge at our address in this browser. */
async function ownerOf({ tenant, request, body }: Call, expected: string | null): Promise<string> {
  const site = (await relyingPartyOf(tenant)) ?? refuse('passkey_off')
  const binding = cookieOf(request, COOKIE)
  const expectedChallenge = (await takeChallenge(tenant, body.client_data, { owner: expected, binding })) ?? refuse('passkey_wrong')
  const kept = await tenant.db.selectFrom('passkey').selectAll().where('credential_id', '=', body.id).where('rp_id', '=', site.id).executeTakeFirst()
  const user = kept?.user_sid
  if (!kept || !user) return refuse('passkey_wrong')
  noteCaller(request, user)
  // A passkey that the device chose by itself names its account, and so does any other that names one.
  const named = body.user_handle ?? (expected ? handleOf(user) : '')
  if ((expected && expected !== user) || named !== handleOf(user)) refuse('passkey_wrong')
  const counter = await verify(request, { body, kept, expectedChallenge, site })
  await count(tenant, request, kept, counter)
  return user
}

const handleOf = (user: string) => Buffer.from(user).toString('base64url')

type Kept = RowOf<'passkey'>
type Signed = { body: Call['body']; kept: Kept; expectedChallenge: string; site: { id: string; origin: string } }

/** Counter that the authenticator reports, after every check of the signature */
async function verify(request: FastifyRequest, { body, kept, expectedChallenge, site }: Signed): Promise<number> {
  const { id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature } = body
  const publicKey = new Uint8Array(Buffer.from(String(kept.public_key), 'base64url'))
  if (isShortKey(publicKey)) refuse('passkey_wrong')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    // The counter is compared as it is written, so that of two sign-ins side by side none is missed.
    credential: { id, publicKey, counter: 0 },
  }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a passkey was not accepted')
    return refuse('passkey_wrong')
  })
  return verified ? authenticationInfo.newCounter : refuse('passkey_wrong')
}

/** Of a device that made an RSA key before the operator asked for longer ones. */
function isShortKey(bytes: Uint8Array<ArrayBuffer>): boolean {
  if (!asksForMore()) return false
  const key = decodeCredentialPublicKey(bytes)
  return cose.isCOSEPublicKeyRSA(key) && (key.get(cose.COSEKEYS.n)?.length ?? 0) * 8 < rsaBits()
}

/** A counter that does not grow means that two devices hold the key, unless it never counts. */
async function count(tenant: Tenant, request: FastifyRequest, { sid, name, user_sid }: Kept, counter: number) {
  const used = await tenant.db
    .updateTable('passkey')
    .set({ counter, last_used_at: new Date().toISOString() })
    .where('sid', '=', sid)
    .where((of) => of.or([of('counter', '<', counter), of.and([of('counter', '=', 0), of.lit(counter === 0)])]))
    .returning('sid')
    .executeTakeFirst()
  if (used || !user_sid) return
  await audit(request, 'PASSKEY_COPIED', { user: user_sid, entity: 'passkey', record_sid: sid, about: name, refused: true })
  mailNotice({ tenant, request, user: user_sid, notice: copied(String(name)) })
  refuse('passkey_wrong')
}

const copied = (name: string): Notice => ({
  subject: ['通行密钥疑似被复制', 'A passkey appears to be copied'],
  text: [
    `有人用通行密钥“${name}”登录，其使用计数没有增加，可能已被复制，登录被拒绝。请移除并重新添加。`,
    `the passkey “${name}” was used with a counter that had not grown, so that it may have been copied; the sign-in was refused. Remove it and add it anew.`,
  ],
})
