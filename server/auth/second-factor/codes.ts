import { Secret, TOTP } from 'otpauth'
import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../database/pool.ts'
import type { Tenant } from '../../records/context.ts'
import { audit } from '../audit/audit.ts'
import { mailNotice, type Notice } from '../session/notices.ts'
import { rulesOf } from '../session/rules.ts'
import { hashPassword, isPassword } from '../session/secrets.ts'

const PERIOD = 30
const RECOVERY_CODES = 10

type Handle = Pick<Tenant, 'db' | 'name' | 'keys'>

const placeOf = ({ name }: Pick<Tenant, 'name'>, user: string) => ({ tenant: name, model: 'user', field: 'totp_secret', sid: user })
export const sealTotp = (tenant: Handle, user: string, secret: string) => tenant.keys.seal(placeOf(tenant, user), secret)
export const openTotp = (tenant: Handle, user: string, sealed: string) => tenant.keys.open(placeOf(tenant, user), sealed)

/** 160 random bits. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** URI that an authenticator app reads from the QR code. Every such app supports SHA-1, six digits and 30 s. */
export const totpUri = (secret: string, account: string, issuer: string) => totpOf(secret, account, issuer).toString()

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, algorithm: 'SHA1', digits: 6, period: PERIOD })

/** The time step of a code that is valid now: of the present one alone, unless the tenant allows for clocks that differ. */
export async function stepOf(handle: { db: Db }, secret: string, code: string): Promise<number | undefined> {
  const { code_clock } = await rulesOf(handle)
  const delta = totpOf(secret).validate({ token: code, window: code_clock ? 1 : 0 })
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD) + delta
}

type Asked = { tenant: Tenant; request: FastifyRequest }
type Begin = (handle: { db: Db }) => Promise<void>

/**
 * A code of the authenticator app, or one of the recovery codes; each serves once. `begin` refuses where another code has already
 * served: it is part of the transaction, so that the code that comes too late stays valid.
 */
export async function isRightCode({ tenant, request }: Asked, user: string, given: string, begin: Begin) {
  const code = given.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return takeTotp(tenant, user, code, begin)
  const left = await takeRecovery(tenant, user, code, begin)
  if (left === undefined) return false
  await audit(request, 'RECOVERY_CODE_USED', { user })
  mailNotice({ tenant, request, user, notice: recoveryUsed(left) })
  return true
}

/** A used code and all before it are invalid: one statement raises the step, which never decreases. */
async function takeTotp(tenant: Tenant, user: string, code: string, begin: Begin): Promise<boolean> {
  const row = await tenant.db.selectFrom('user').select('totp_secret').where('sid', '=', user).executeTakeFirst()
  const step = row?.totp_secret ? await stepOf(tenant, openTotp(tenant, user, row.totp_secret), code) : undefined
  if (step === undefined) return false
  return tenant.db.transaction().execute(async (db) => {
    const taken = await db
      .updateTable('user')
      .set({ totp_step: step })
      .where('sid', '=', user)
      .where((of) => of.or([of('totp_step', 'is', null), of('totp_step', '<', step)]))
      .returning('sid')
      .executeTakeFirst()
    if (taken) await begin({ db })
    return taken !== undefined
  })
}

/** How many codes are left after this one; undefined if it is none of them. */
async function takeRecovery({ db }: Tenant, user: string, code: string, begin: Begin): Promise<number | undefined> {
  if (!/^[A-Z0-9]{10}$/.test(code)) return undefined
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('user').select('recovery_codes').where('sid', '=', user).forUpdate().executeTakeFirst()
    const kept = (row?.recovery_codes as string[] | null | undefined) ?? [] // written by newRecoveryCodes
    const used = await firstOf(kept, code)
    if (used === undefined) return undefined
    await begin({ db: tx })
    const left = kept.filter((one) => one !== used)
    await tx
      .updateTable('user')
      .set({ recovery_codes: JSON.stringify(left) })
      .where('sid', '=', user)
      .execute()
    return left.length
  })
}

async function firstOf(kept: readonly string[], code: string) {
  for (const one of kept) if (await isPassword(code, one)) return one
  return undefined
}

const recoveryUsed = (left: number): Notice => ({
  subject: ['使用了恢复码', 'A recovery code was used'],
  text: [`登录时使用了一个恢复码，还剩 ${left} 个。`, `a recovery code was used to sign in; ${left} are left.`],
})

// None that looks like another.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Ten codes of 49 bits, of which only salted hashes are kept, in place of any earlier ones. */
export async function newRecoveryCodes({ db }: Pick<Tenant, 'db'>, user: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join(''))
  const kept: string[] = []
  for (const code of codes) kept.push(await hashPassword(code))
  await db
    .updateTable('user')
    .set({ recovery_codes: JSON.stringify(kept) })
    .where('sid', '=', user)
    .execute()
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}
