import type { Db } from '../../database/pool.ts'
import { claimTurn, keepSetting, readSetting, takeSetting } from '../../records/settings/settings.ts'
import { digest, isDigestOf, newSecret, underDigest } from '../session/secrets.ts'

export const RESET_MINUTES = 10
/** Between two mails to one account. */
export const RESEND_SECONDS = 60

type Handle = { db: Db }
type Link = { user: string; until: number; password: string }

const linkKey = (hash: string) => `reset_link.${hash}`
const latestKey = (user: string) => `reset_latest.${user}`

/**
 * A link for the account, stored only as a hash; undefined if one was made just now. Earlier links stay valid,
 * so that another request does not end them. Every change of the password ends all of them.
 */
export async function newResetLink(handle: Handle, user: string, password: string): Promise<string | undefined> {
  if (!(await claimTurn(handle, latestKey(user), RESEND_SECONDS))) return undefined
  const token = newSecret('w')
  await keepSetting(handle, linkKey(digest(token)), { user, until: Date.now() + RESET_MINUTES * 60_000, password: digest(password) } satisfies Link)
  return token
}

export async function readResetLink(handle: Handle, token: string): Promise<Link | undefined> {
  const link = (await underDigest(token, (hash) => readSetting(handle, linkKey(hash)))) as Link | undefined // as written above
  return link && link.until > Date.now() ? link : undefined
}

/** Whether the password for which the link was made is still the present one. */
export const isLinkOf = (link: Link, password: string) => isDigestOf(link.password, password)

/** Only one of two concurrent calls gets the link. */
export const takeResetLink = async (handle: Handle, token: string) =>
  (await underDigest(token, (hash) => takeSetting(handle, linkKey(hash)))) !== undefined

/** Each night. */
export async function dropOldResetLinks({ db }: Handle) {
  const old = new Date(Date.now() - RESET_MINUTES * 60_000).toISOString()
  for (const keys of ['reset\\_link.%', 'reset\\_latest.%'])
    await db.deleteFrom('setting').where('key', 'like', keys).where('updated_at', '<', old).execute()
}
