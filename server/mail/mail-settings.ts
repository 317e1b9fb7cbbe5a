import type { MAIL_SETTINGS } from '../../model/mail/mail-settings.ts'
import type { ValueOf } from '../../model/kit/action.ts'
import type { Context, Tenant } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'

type Declared = typeof MAIL_SETTINGS
/** As stored: the password encrypted. */
export type MailSettings = { [K in keyof Declared]?: ValueOf<Declared[K]> | null }
export type Mailbox = Required<{ [K in 'host' | 'port' | 'security' | 'from_address' | 'site_address']: ValueOf<Declared[K]> }> & {
  from_name: string
  reply_address: string | undefined
  auth: { user: string; pass: string } | undefined
}

export const MAIL_KEY = 'mail.settings'
type Handle = Pick<Context, 'db'>

export const mailSettings = async (handle: Handle): Promise<MailSettings> => ((await readSetting(handle, MAIL_KEY)) ?? {}) as MailSettings // as keepMailSettings writes it

/** The address under which people reach the system: that of the settings, never one that a request names. */
export const siteAddressOf = async (handle: Handle) => (await mailSettings(handle)).site_address ?? undefined

export const keepMailSettings = (handle: Handle, settings: MailSettings) => keepSetting(handle, MAIL_KEY, settings)

/** The mailbox with its password; undefined while something that sending needs is missing. */
export async function mailboxOf(tenant: Pick<Tenant, 'db' | 'name' | 'keys'>): Promise<Mailbox | undefined> {
  const { host, port, security, username, password, from_address, from_name, reply_address, site_address } = await mailSettings(tenant)
  if (!host || !from_address || !site_address) return undefined
  const auth = username && password ? { user: username, pass: tenant.keys.open(placeOf(tenant), password) } : undefined
  return {
    host,
    port: port ?? PORTS[security ?? 'STARTTLS'],
    security: security ?? 'STARTTLS',
    from_address,
    from_name: from_name ?? '',
    reply_address: reply_address ?? undefined,
    site_address,
    auth,
  }
}

const PORTS = { TLS: 465, STARTTLS: 587, NONE: 25 } as const

export const sealPassword = (tenant: Pick<Tenant, 'name' | 'keys'>, password: string) => tenant.keys.seal(placeOf(tenant), password)

const placeOf = ({ name }: Pick<Tenant, 'name'>) => ({ tenant: name, model: 'mail_settings', field: 'password', sid: OF_TENANT })

/** The tenant has one mailbox, which is no record. */
const OF_TENANT = '00000000-0000-0000-0000-000000000000'
