import { DEFAULT_RULES, type SignInRules } from '../../../model/auth/session/sign-in-rules.ts'
import type { Db } from '../../database/pool.ts'
import { readSetting } from '../../records/settings/settings.ts'

export const RULES_KEY = 'sign_in.rules'
type Handle = { db: Db }

/** The settings of signing in, with the defaults of what the tenant has not set. */
export const rulesOf = async (handle: Handle): Promise<SignInRules> => ({ ...DEFAULT_RULES, ...(await ownRules(handle)) })

/** Rules that the tenant has set */
export const ownRules = async (handle: Handle) => ((await readSetting(handle, RULES_KEY)) ?? {}) as Partial<SignInRules> // as changeRules writes it

/** Whether a password was too old when its owner signed in with it. Nobody is interrupted in a session by the age of a password. */
export const isPasswordOver = (changed: string | null, { password_days }: SignInRules, at: number) =>
  password_days > 0 && changed !== null && Date.parse(changed) + password_days * DAY < at

const DAY = 86_400_000
