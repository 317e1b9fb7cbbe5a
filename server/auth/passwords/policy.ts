import type { SignInRules } from '../../../model/auth/session/sign-in-rules.ts'
import type { RowOf } from '../../database/tables.ts'
import { refuse } from '../../errors.ts'
import { systemContext, type Tenant } from '../../records/context.ts'
import { fullRoles } from '../roles/administrators.ts'
import { rulesOf } from '../session/rules.ts'

type Shown = { way: NonNullable<RowOf<'token'>['way']>; protocol?: RowOf<'identity_provider'>['protocol'] }
type Policy = {
  refusal: 'mail_only' | 'sso_only' | 'dingtalk_only' | 'wecom_only' | 'feishu_only' | 'third_party_only'
  allows: (shown: Shown) => boolean
}

/** Ways to sign in that each choice of the tenant allows, and the refusal of all others */
const POLICIES: Record<Exclude<SignInRules['password_login'], 'ALLOWED'>, Policy> = {
  EMAIL: { refusal: 'mail_only', allows: ({ way }) => way === 'EMAIL' },
  SSO: { refusal: 'sso_only', allows: ({ way }) => way === 'SSO' },
  DINGTALK: { refusal: 'dingtalk_only', allows: ({ protocol }) => protocol === 'DINGTALK' },
  WECOM: { refusal: 'wecom_only', allows: ({ protocol }) => protocol === 'WECOM' },
  FEISHU: { refusal: 'feishu_only', allows: ({ protocol }) => protocol === 'FEISHU' },
  OAUTH2: { refusal: 'third_party_only', allows: ({ protocol }) => protocol === 'OAUTH2' },
}

/** Enforces the sign-in methods of the tenant. Administrators keep every method, in case the chosen one fails. */
export async function refuseByPolicy(tenant: Tenant, { person }: { person: string }, shown: Shown) {
  const { password_login } = await rulesOf(tenant)
  if (password_login === 'ALLOWED') return
  const { refusal, allows } = POLICIES[password_login]
  if (!allows(shown) && !(await isAdministrator(tenant, person))) refuse(refusal)
}

async function isAdministrator(tenant: Tenant, person: string): Promise<boolean> {
  const full = await fullRoles(systemContext(tenant))
  const row = await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
  return (row?.role_sids ?? []).some((role) => full.includes(role))
}
