import { DEFAULT_LIMITS, type Limits } from '../../../model/settings/limits.ts'
import type { Db } from '../../database/pool.ts'
import { readSetting } from './settings.ts'

export const LIMITS_KEY = 'limits'
type Handle = { db: Db }

/** Limits that administrators have set */
export const ownLimits = async (handle: Handle) => ((await readSetting(handle, LIMITS_KEY)) ?? {}) as Partial<Limits> // as changeLimits writes it

/** The limits that hold: those of the tenant, within those of the installation, which hold where the tenant has set none. */
export async function limitsOf(handle: Handle): Promise<Limits> {
  const own = await ownLimits(handle)
  const within = (code: 'changed_results' | 'exported_rows', name: string) => {
    const installed = process.env[name] ? Number(process.env[name]) : undefined // examined at the start
    return Math.min(own[code] ?? installed ?? DEFAULT_LIMITS[code], installed ?? Infinity)
  }
  return {
    ...DEFAULT_LIMITS,
    ...own,
    changed_results: within('changed_results', 'INNOE_MAX_SELECTED'),
    exported_rows: within('exported_rows', 'INNOE_MAX_EXPORTED'),
  }
}
