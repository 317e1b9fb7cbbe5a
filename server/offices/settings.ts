import { REGISTERS, type REGISTER_SETTINGS, type RegisterOffice } from '../../model/rights/patents/registers.ts'
import type { ValueOf } from '../../model/kit/action.ts'
import { refuse } from '../errors.ts'
import type { Context, Tenant } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'

type Declared = typeof REGISTER_SETTINGS
/** As stored: the secret encrypted. */
export type Settings = { [K in keyof Declared]?: ValueOf<Declared[K]> | null }
/** `user` is empty for an office that asks for none. */
export type Account = { base: string; user: string; secret: string; perMinute: number }

type Handle = Pick<Context, 'db'>

/** Prefix of the settings of one register */
export const codeOf = (office: RegisterOffice) => ({ EP: 'epo', US: 'uspto' })[office]

export const keyOf = (office: RegisterOffice) => `${codeOf(office)}.settings`

export const settingsOf = async (handle: Handle, office: RegisterOffice): Promise<Settings> =>
  ((await readSetting(handle, keyOf(office))) ?? {}) as Settings // as keepSettings writes it

export const keepSettings = (handle: Handle, office: RegisterOffice, settings: Settings) => keepSetting(handle, keyOf(office), settings)

/** The account with its secret; refused while a part of it is missing. */
export async function accountOf(tenant: Pick<Tenant, 'db' | 'name' | 'keys'>, office: RegisterOffice): Promise<Account> {
  const { base_url, per_minute, user, secret } = accountIn(office, await settingsOf(tenant, office))
  if (user === undefined || !secret) return refuseWithoutKey([office])
  return {
    base: (base_url ?? REGISTERS[office].base_url).replace(/\/+$/, ''),
    user,
    secret: tenant.keys.open(placeOf(tenant, office), secret),
    perMinute: per_minute ?? REGISTERS[office].per_minute,
  }
}

function accountIn(office: RegisterOffice, settings: Settings) {
  const register = REGISTERS[office]
  return { ...settings, user: 'user' in register ? settings[register.user] || undefined : '', secret: settings[register.secret] }
}

export const isSet = (office: RegisterOffice, settings: Settings) => {
  const { user, secret } = accountIn(office, settings)
  return user !== undefined && Boolean(secret)
}

export function refuseWithoutKey(offices: readonly RegisterOffice[]): never {
  const named = (at: 0 | 1) => offices.map((office) => REGISTERS[office].name[at])
  return refuse('rule', {
    summary_zh: `尚未设置${named(0).join('、')}的密钥：请系统管理员在系统设置的“专利局接口”中填写`,
    summary_en: `The key of the ${named(1).join(' and the ')} is not set: ask an administrator to enter it under Settings > Patent offices`,
  })
}

export const sealSecret = (tenant: Pick<Tenant, 'name' | 'keys'>, office: RegisterOffice, secret: string) =>
  tenant.keys.seal(placeOf(tenant, office), secret)

const placeOf = ({ name }: Pick<Tenant, 'name'>, office: RegisterOffice) => ({
  tenant: name,
  model: `${codeOf(office)}_settings`,
  field: REGISTERS[office].secret,
  sid: OF_TENANT,
})

/** The tenant has one account at an office, which is no record. */
const OF_TENANT = '00000000-0000-0000-0000-000000000000'
