import { DEFAULT_LIMITS, type Limits } from '../../model/settings/limits.ts'
import type { Db } from '../database/pool.ts'
import { readSetting } from './settings.ts'

export const LIMITS_KEY = 'limits'
type Handle = { db: Db }

/** What administrators have set. */
export const ownLimits = async (handle: Handle) => ((await readSetting(handle, LIMITS_KEY)) ?? {}) as Partial<Limits> // as changeLimits writes it

/** The limits that hold: those of the tenant, within those of the installation. */
export async function limitsOf(handle: Handle): Promise<Limits> {
  const limits = { ...DEFAULT_LIMITS, ...(await ownLimits(handle)) }
  const within = (value: number, name: string) => Math.min(value, Number(process.env[name] || Infinity)) // examined at the start
  return {
    ...limits,
    changed_results: within(limits.changed_results, 'INNOE_MAX_SELECTED'),
    exported_rows: within(limits.exported_rows, 'INNOE_MAX_EXPORTED'),
  }
}
