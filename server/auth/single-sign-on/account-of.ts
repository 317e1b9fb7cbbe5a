import { randomUUIDv7 } from 'node:crypto'
import type { RowOf } from '../../database/tables.ts'
import { both, refuse } from '../../errors.ts'
import { inTransaction, systemContext, type Context, type Tenant } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { auditIn } from '../audit/audit.ts'
import { isWideRole } from '../accounts/rank.ts'
import { accountToAdmit, type AccountRow } from '../session/admit.ts'
import { shortHash } from '../session/secrets.ts'
import type { Claims } from './protocol.ts'

type Provider = RowOf<'identity_provider'>

/** The account of a person of a provider: the linked one, else one that the rule of the provider finds, else a new one. */
export async function accountOf(tenant: Tenant, provider: Provider, claims: Claims): Promise<AccountRow> {
  const user = (await linkedUser(tenant, provider, claims.sub)) ?? (await firstTime(tenant, provider, claims))
  return (await accountToAdmit(tenant, user)) ?? refuse('account_not_open')
}

async function linkedUser({ db }: Tenant, provider: Provider, subject: string): Promise<string | undefined> {
  const link = await db
    .updateTable('identity_link')
    .set({ last_used_at: new Date().toISOString() })
    .where('provider_sid', '=', provider.sid)
    .where('subject', '=', subject)
    .returning('user_sid')
    .executeTakeFirst()
  return link?.user_sid ?? undefined
}

/** In one transaction: of two first sign-ins side by side one makes the link, and the other one is refused by its uniqueness. */
const firstTime = (tenant: Tenant, provider: Provider, claims: Claims): Promise<string> =>
  inTransaction(systemContext(tenant), async (ctx) => {
    const found = await findUser(ctx, provider, claims)
    const user = found ?? (provider.opens_accounts ? await openFor(ctx, provider, claims) : refuse('sso_unknown'))
    await linkTo(ctx, provider, { subject: claims.sub, user })
    return user
  })

/** One person of a provider for one account, and one account for one person of it. */
export async function linkTo(ctx: Context, provider: Provider, { subject, user }: { subject: string; user: string }) {
  await refuseOtherLink(ctx, provider, { subject, user })
  const now = new Date().toISOString()
  const link = { sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, last_used_at: now }
  await ctx.db
    .insertInto('identity_link')
    .values({ ...link, provider_sid: provider.sid, subject, user_sid: user })
    .execute()
}

/** An address that somebody else has meanwhile, or had before, does not open the account a second time. */
async function refuseOtherLink({ db }: Context, provider: Provider, { subject, user }: { subject: string; user: string }) {
  const other = await db
    .selectFrom('identity_link')
    .select('user_sid')
    .where('provider_sid', '=', provider.sid)
    .where((of) => of.or([of('user_sid', '=', user), of('subject', '=', subject)]))
    .executeTakeFirst()
  if (other) refuse('sso_failed', both('why', other.user_sid === user ? LINKED : TAKEN))
}

const LINKED = [
  '该账号已关联身份提供方的另一用户，请联系管理员',
  'the account is linked to another person of the provider; contact the administrator',
] as const
const TAKEN = ['该用户已关联另一账号，请联系管理员', 'that person is linked to another account; contact the administrator'] as const
const UNVERIFIED = ['身份提供方没有验证您的邮箱', 'the provider has not verified your e-mail'] as const
const SEVERAL = ['有多个账号与您对应，请联系管理员', 'several accounts match you; contact the administrator'] as const
const NO_ACCOUNT = [
  '您的人员信息已登记但没有账号，请联系管理员开通',
  'you are registered without an account; ask the administrator to open one',
] as const

/** PostgreSQL keeps no NUL, and no half of a character. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const textIn = (claims: Claims, name: string) => {
  const value = claims[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return isStorable(text) ? text : ''
}

/** The one account that the rule finds. Only an e-mail that the provider has verified counts; of the cloud, one binds the account oneself. */
async function findUser({ db }: Context, provider: Provider, claims: Claims): Promise<string | undefined> {
  const { match_by, match_claim, platform } = provider
  if (match_by === 'EMAIL' && claims['email_verified'] !== true)
    return provider.protocol === 'CLOUD' ? refuse('sso_unknown') : refuse('sso_failed', both('why', UNVERIFIED))
  const value = textIn(claims, match_by === 'EMAIL' ? 'email' : String(match_claim)).toLowerCase()
  if (value === '') return refuse('sso_unknown')
  const people = db
    .selectFrom('user_info as p')
    .leftJoin('user as u', (join) => join.onRef('u.user_info_sid', '=', 'p.sid').on('u.deleted_at', 'is', null))
  const rows = await people
    .select(['p.sid as person', 'u.sid as user', 'u.platform'])
    .where('p.deleted_at', 'is', null)
    .where((of) => of(of.fn('lower', [COLUMNS[match_by ?? 'EMAIL']]), '=', value))
    .limit(2)
    .execute()
  const [row, more] = rows
  if (more) refuse('sso_failed', both('why', SEVERAL))
  if (row && !row.user) refuse('sso_failed', both('why', NO_ACCOUNT))
  if (row && row.platform !== platform) refuse('wrong_platform')
  return row?.user ?? undefined
}

const COLUMNS = { EMAIL: 'p.email', JOB_NUMBER: 'p.job_number', ACCOUNT: 'u.account' } as const

/** A person and an account without a password, with the role that the provider names, unless it has become too wide since. */
async function openFor(ctx: Context, provider: Provider, claims: Claims): Promise<string> {
  const { new_role_sid, new_company_sid, new_department_sid, new_account_claim, match_by, match_claim, platform } = provider
  if (!new_role_sid || (await isWideRole(ctx, new_role_sid))) return refuse('sso_unknown')
  const { models } = ctx.tenant
  const account = await freeAccount(ctx, textIn(claims, new_account_claim ?? 'preferred_username'), claims.sub)
  const person = await createRow(ctx, modelNamed(models, 'user_info'), {
    name: (textIn(claims, 'name') || account).slice(0, 50),
    person_type: platform === '2' ? 'AGENCY' : 'INTERNAL',
    company_sid: new_company_sid,
    department_sid: new_department_sid,
    role_sids: [new_role_sid],
    ...(claims['email_verified'] === true && { email: textIn(claims, 'email') }),
    ...(match_by === 'JOB_NUMBER' && { job_number: textIn(claims, String(match_claim)) }),
  })
  const user = await createRow(ctx, modelNamed(models, 'user'), { account, user_info_sid: person, platform })
  await auditIn(ctx, [{ event: 'PERMISSION_CHANGED', user, entity: 'user', record_sid: user, about: account, action: 'CREATED' }])
  await ctx.db.updateTable('user').set({ must_change_password: false }).where('sid', '=', user).execute()
  return user
}

/** The wished name, if it can be an account here and is free; else one made of the provider's ID. */
async function freeAccount({ db }: Context, wished: string, subject: string): Promise<string> {
  const name = wished.toLowerCase()
  const taken = await db.selectFrom('user').select('sid').where('account', '=', name).executeTakeFirst()
  return /^[a-z0-9@_-]{1,50}$/.test(name) && !taken ? name : `sso-${shortHash(subject)}`
}
