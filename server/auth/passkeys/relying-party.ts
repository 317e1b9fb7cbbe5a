import { isIP } from 'node:net'
import type { Db } from '../../database/pool.ts'
import { siteAddressOf } from '../../mail/mail-settings.ts'

type Handle = { db: Db }
export type RelyingParty = { id: string; origin: string }

/**
 * The site for which passkeys are made: the address in the settings, never one that a request names. Undefined where browsers
 * allow none: without an address, on a bare IP address, and without TLS except on this machine.
 */
export const relyingPartyOf = async (handle: Handle): Promise<RelyingParty | undefined> => relyingPartyAt(await siteAddressOf(handle))

export function relyingPartyAt(site: string | null | undefined): RelyingParty | undefined {
  if (!site) return undefined
  const { protocol, hostname, origin } = new URL(site)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && isIP(hostname) === 0 ? { id: hostname, origin } : undefined
}

/** The passkeys of an account that can be used at the present address. */
export async function passkeysOf(handle: Handle, user: string) {
  const site = await relyingPartyOf(handle)
  if (!site) return []
  return handle.db.selectFrom('passkey').selectAll().where('user_sid', '=', user).where('rp_id', '=', site.id).orderBy('created_at').execute()
}

export const hasPasskey = async (handle: Handle, user: string) => (await passkeysOf(handle, user)).length > 0

/** Passkeys for an earlier address of the system count too: they are unusable, but the account has a second factor. */
export const hasAnyPasskey = async ({ db }: Handle, user: string) =>
  (await db.selectFrom('passkey').select('sid').where('user_sid', '=', user).limit(1).executeTakeFirst()) !== undefined

/** A password reset deletes the passkeys, since an intruder may have added one. */
export const dropPasskeys = ({ db }: Handle, user: string) => db.deleteFrom('passkey').where('user_sid', '=', user).execute()

/** The part of a credential that browsers are asked for. */
export const descriptorOf = ({ credential_id, transports }: { credential_id: string | null; transports: string | null }) => ({
  id: String(credential_id),
  transports: transports ? transports.split(',') : [],
})
