import { EPO_REGISTER, type EPO_SETTINGS } from '../../model/rights/patents/epo-register.ts'
import type { ValueOf } from '../../model/kit/action.ts'
import { refuse } from '../errors.ts'
import type { Context, Tenant } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'

type Declared = typeof EPO_SETTINGS
/** As stored: the secret encrypted. */
export type EpoSettings = { [K in keyof Declared]?: ValueOf<Declared[K]> | null }
export type EpoAccount = { base: string; key: string; secret: string; perMinute: number }

export const EPO_KEY = 'epo.settings'
type Handle = Pick<Context, 'db'>

export const epoSettings = async (handle: Handle): Promise<EpoSettings> => ((await readSetting(handle, EPO_KEY)) ?? {}) as EpoSettings // as keepEpoSettings writes it

export const keepEpoSettings = (handle: Handle, settings: EpoSettings) => keepSetting(handle, EPO_KEY, settings)

/** The account with its secret; refused while one of the two is missing. */
export async function epoAccount(tenant: Pick<Tenant, 'db' | 'name' | 'keys'>): Promise<EpoAccount> {
  const { consumer_key, consumer_secret, base_url, per_minute } = await epoSettings(tenant)
  if (!consumer_key || !consumer_secret) return refuse('rule', NO_KEY)
  return {
    base: (base_url ?? EPO_REGISTER.base_url).replace(/\/+$/, ''),
    key: consumer_key,
    secret: tenant.keys.open(placeOf(tenant), consumer_secret),
    perMinute: per_minute ?? EPO_REGISTER.per_minute,
  }
}

const NO_KEY = {
  summary_zh: '尚未设置欧洲专利局接口的 key 和 secret：请系统管理员在系统设置的“专利局接口”中填写',
  summary_en: 'The key and secret of the EPO are not set: ask an administrator to enter them under Settings > Patent offices',
}

export const sealSecret = (tenant: Pick<Tenant, 'name' | 'keys'>, secret: string) => tenant.keys.seal(placeOf(tenant), secret)

const placeOf = ({ name }: Pick<Tenant, 'name'>) => ({ tenant: name, model: 'epo_settings', field: 'consumer_secret', sid: OF_TENANT })

/** The tenant has one account, which is no record. */
const OF_TENANT = '00000000-0000-0000-0000-000000000000'
