import { ownRules, RULES_KEY } from '../../../server/auth/session/rules.ts'
import type { Tenant } from '../../../server/records/context.ts'
import { keepSetting } from '../../../server/records/settings/settings.ts'

/** From here on a code of an authenticator app is also taken in the step after its own, so that no test fails at the end of one. */
export async function takeLateCodes(tenant: Tenant) {
  await keepSetting(tenant, RULES_KEY, { ...(await ownRules(tenant)), code_clock: true })
}
