import type { Db } from '../../database/pool.ts'
import { keepSetting, readSetting, takeSetting } from '../../records/settings/settings.ts'
import { digest, newSecret, underDigest } from '../session/secrets.ts'

export const TICKET_MINUTES = 5

type Handle = { db: Db }
/** Way of the first step of the sign-in */
export type FirstStep = 'PASSWORD' | 'EMAIL' | 'MOBILE'
type Ticket = { user: string; platform: 1 | 2; until: number; password: string; way?: FirstStep }

const ticketKey = (hash: string) => `second_step.${hash}`

/** The first step was right: for some minutes the code may follow. Only the hash is kept; a change of the password ends it. */
export async function newTicket(handle: Handle, { user, platform, password, way }: Required<Omit<Ticket, 'until'>>) {
  const ticket = newSecret('t')
  await keepSetting(handle, ticketKey(digest(ticket)), {
    user,
    platform,
    until: Date.now() + TICKET_MINUTES * 60_000,
    password: digest(password),
    way,
  } satisfies Ticket)
  return { ticket, minutes: TICKET_MINUTES }
}

export async function readTicket(handle: Handle, ticket: string): Promise<Ticket | undefined> {
  const found = (await underDigest(ticket, (hash) => readSetting(handle, ticketKey(hash)))) as Ticket | undefined // as written above
  return found && found.until > Date.now() ? found : undefined
}

/** Only one of two concurrent calls gets the ticket. */
export const takeTicket = async (handle: Handle, ticket: string) =>
  (await underDigest(ticket, (hash) => takeSetting(handle, ticketKey(hash)))) !== undefined

/** Each night; begun set-ups too. */
export async function dropOldTickets({ db }: Handle) {
  const old = new Date(Date.now() - HOUR).toISOString()
  for (const keys of ['second\\_step.%', 'totp\\_pending.%'])
    await db.deleteFrom('setting').where('key', 'like', keys).where('updated_at', '<', old).execute()
}

const HOUR = 3_600_000
