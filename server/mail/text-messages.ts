import { randomUUIDv7 } from 'node:crypto'
import type { TextMessage } from '../../model/auth/codes/code-routes.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Tenant } from '../records/context.ts'
import { keepSetting } from '../records/settings/settings.ts'

type Handle = Pick<Tenant, 'db' | 'name' | 'keys'>
export type Sms = { to: string; text: string }
/** Sends one text message; returns the fault in words, or undefined. Each gateway of an operator implements it. */
export type SmsSender = (tenant: Handle, sms: Sms) => Promise<Words | undefined>

const KEPT_MS = 86_400_000
const MAX_SHOWN = 200
const PREFIX = 'text_message.'

/** The sender that needs no gateway: it keeps the message, encrypted, for a day, and administrators pass it on. */
export const outbox: SmsSender = async (tenant, { to, text }) => {
  const sid = randomUUIDv7()
  await keepSetting(tenant, `${PREFIX}${sid}`, {
    to,
    sealed: tenant.keys.seal(placeOf(tenant, sid), text),
    at: new Date().toISOString(),
  } satisfies Kept)
  return undefined
}

type Kept = { to: string; sealed: string; at: string }

const placeOf = ({ name }: Handle, sid: string) => ({ tenant: name, model: 'text_message', field: 'text', sid })

/** The messages of the last day, the latest first. */
export async function textMessages(tenant: Handle): Promise<TextMessage[]> {
  const rows = await tenant.db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'like', 'text\\_message.%')
    .where('updated_at', '>', new Date(Date.now() - KEPT_MS).toISOString())
    .orderBy('key', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ key, value }) => {
    const { to, sealed, at } = value as Kept // as written above
    const sid = key.slice(PREFIX.length)
    return { sid, to, text: tenant.keys.open(placeOf(tenant, sid), sealed), at }
  })
}

/** Each night. */
export async function dropOldTextMessages({ db }: Pick<Tenant, 'db'>) {
  const old = new Date(Date.now() - KEPT_MS).toISOString()
  await db.deleteFrom('setting').where('key', 'like', 'text\\_message.%').where('updated_at', '<', old).execute()
}
