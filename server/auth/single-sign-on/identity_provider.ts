import { X509Certificate } from 'node:crypto'
import { type DraftOf, type Context, later } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { sealed } from '../../records/write/secrets.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { isWideRole } from '../accounts/rank.ts'
import { isStrongCertificate, rsaBits } from '../key-strength.ts'
import { isCarryingOut } from '../proposals/permission-holding.ts'
import { forgetEnded } from '../session/tokens.ts'
import { refuseUnlessAdministrator } from '../passwords/change-rules.ts'
import { publicKeysIn } from '../cloud/token.ts'
import { newKeyPair } from './key-pair.ts'
import { HOST_NOT_ALLOWED, isAllowedHost } from '../../outbound/allowed-hosts.ts'
import { certificatesIn } from './saml.ts'

/** A provider decides who signs in as whom, so only administrators with all permissions set one. */
export const identityProviders: Part = {
  hooks: [
    {
      model: 'identity_provider',
      check: async (ctx, drafts) => {
        refuseUnlessAdministrator(ctx, WHAT)
        for (const draft of drafts) await check(ctx, draft)
      },
      written: async (ctx, drafts) => {
        // The IDs of one issuer mean nothing at another.
        const moved = drafts.filter(({ before, changed }) => before && isAnother(before, changed)).map(({ sid }) => sid)
        if (moved.length > 0) await ctx.db.deleteFrom('identity_link').where('provider_sid', 'in', moved).execute()
        const off = drafts.filter(({ row, changed }) => changed.has('status') && row.status === '0').map(({ sid }) => sid)
        for (const provider of [...moved, ...off]) await endBegun(ctx, provider)
      },
      deleted: async (ctx) => refuseUnlessAdministrator(ctx, WHAT),
      restored: async (ctx) => refuseUnlessAdministrator(ctx, WHAT),
    },
    {
      model: 'identity_link',
      deleted: async (ctx, rows) => {
        refuseUnlessAdministrator(ctx, WHAT)
        for (const { provider_sid, user_sid } of rows) if (provider_sid && user_sid) await endBegun(ctx, provider_sid, user_sid)
      },
    },
  ],
}

/** Ends the sessions that began at a provider: of one account, or of all if the provider is no longer allowed. */
async function endBegun(ctx: Context, provider: string, user?: string) {
  const ended = await ctx.db
    .deleteFrom('token')
    // With what belongs to such a session, as a view of another person.
    .where('family', 'in', (of) => {
      const begun = of.selectFrom('token').select('family').where('provider_sid', '=', provider)
      return user === undefined ? begun : begun.where('user_sid', '=', user)
    })
    .returning('hash')
    .execute()
  later(ctx, (tenant) => forgetEnded(tenant, ended))
}

/** Whether its IDs of people are those of somebody else. */
const isAnother = ({ protocol }: { protocol?: unknown }, changed: ReadonlySet<string>) =>
  NAMED_BY.some((code) => changed.has(code)) || (protocol !== 'OIDC' && changed.has('client_id'))
const NAMED_BY = ['issuer', 'entity_id', 'userinfo_url', 'subject_claim', 'api_url']

const WHAT = ['身份提供方', 'identity providers'] as const

async function check(ctx: Context, draft: DraftOf<'identity_provider'>) {
  const model = modelNamed(ctx.tenant.models, 'identity_provider')
  const { row, before, changed } = draft
  for (const code of ['issuer', 'sign_in_url', 'sign_out_url', 'token_url', 'userinfo_url', 'api_url'] as const)
    if (changed.has(code) && row[code] && !isAllowedIssuer(row[code]))
      faultAt(ctx, model, draft, code, ['应以 https:// 开头', 'must begin with https://'])
    else if (changed.has(code) && row[code] && ASKED.has(code) && !isAllowedHost(new URL(row[code]).hostname))
      faultAt(ctx, model, draft, code, HOST_NOT_ALLOWED)
  if (changed.has('certificates') && row.certificates && !areCertificates(row.certificates))
    faultAt(ctx, model, draft, 'certificates', ['应为 PEM 格式的证书', 'must be certificates in PEM'])
  else if (changed.has('certificates') && row.certificates && !certificatesIn(row.certificates).every(isStrongCertificate))
    faultAt(ctx, model, draft, 'certificates', [
      `RSA 密钥应至少 ${rsaBits()} 位，椭圆曲线密钥至少 256 位`,
      `must have RSA keys of ${rsaBits()} bits or keys on a curve of 256 bits at least`,
    ])
  if (changed.has('public_keys') && row.public_keys && !publicKeysIn(row.public_keys))
    faultAt(ctx, model, draft, 'public_keys', ['应为 PEM 格式的公钥', 'must be public keys in PEM'])
  const isElsewhere = ['issuer', 'token_url', 'api_url'].some((code) => changed.has(code))
  if (before?.client_secret && isElsewhere && !changed.has('client_secret') && !isCarryingOut(ctx))
    faultAt(ctx, model, draft, 'client_secret', [
      '身份提供方的地址已改，请重新填写',
      'must be entered again, since the address of the provider changes',
    ])
  await keepKeyPair(ctx, draft)
  if (!row.opens_accounts || !row.new_role_sid) return
  if (await isWideRole(ctx, row.new_role_sid))
    faultAt(ctx, model, draft, 'new_role_sid', [
      '权限过大：不能自动授予可维护账号、角色或全部数据的角色',
      'is too wide: a role that keeps accounts or roles, or covers everything, is not given automatically',
    ])
  const role = await ctx.db.selectFrom('role').select('platform').where('sid', '=', row.new_role_sid).executeTakeFirst()
  if (role?.platform !== row.platform) faultAt(ctx, model, draft, 'new_role_sid', ['不属于所选的登录端', 'belongs to the other end'])
  if (!row.new_department_sid || !(changed.has('new_department_sid') || changed.has('new_company_sid'))) return
  const department = await ctx.db.selectFrom('department').select('company_sid').where('sid', '=', row.new_department_sid).executeTakeFirst()
  if (department?.company_sid !== row.new_company_sid)
    faultAt(ctx, model, draft, 'new_department_sid', ['属于另一公司', 'belongs to another company'])
}

/** A cleared key is generated again when it is needed. */
async function keepKeyPair(ctx: Context, draft: DraftOf<'identity_provider'>) {
  const model = modelNamed(ctx.tenant.models, 'identity_provider')
  const { row, changed } = draft
  if (row.own_key && changed.has('own_key'))
    faultAt(ctx, model, draft, 'own_key', ['由系统生成，只能清除', 'is made by the system and can only be cleared'])
  if (row.own_key) return
  const made = row.signs_requests || row.takes_encrypted ? await newKeyPair() : undefined
  setValue(draft, 'own_key', made ? sealed(ctx, model, draft, 'own_key', made.key) : null)
  setValue(draft, 'own_certificate', made?.certificate ?? null)
}

/** The addresses that the server itself asks; to the others the browser goes. */
const ASKED: ReadonlySet<string> = new Set(['issuer', 'token_url', 'userinfo_url', 'api_url'])

function areCertificates(text: string): boolean {
  const found = certificatesIn(text)
  try {
    return found.length > 0 && found.every((pem) => new X509Certificate(pem).publicKey.type === 'public')
  } catch {
    return false
  }
}

/** An issuer on this machine may lack TLS where the operator allows it, for trials: INNOE_LOOPBACK_ISSUERS=yes. */
function isAllowedIssuer(issuer: string): boolean {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url?.protocol === 'https:') return true
  return process.env.INNOE_LOOPBACK_ISSUERS === 'yes' && url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}
