import { SCOPES } from '../../../model/auth/role_grant.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Context } from '../../records/context.ts'
import { gives, partsOf } from '../../records/permission/permission.ts'

/**
 * The roles that show records of companies beyond those of this person. Nobody who sees only some companies can give
 * such a role, to themselves or to anybody else.
 */
export async function rolesBeyond(ctx: Context, roles: readonly string[]): Promise<Set<string>> {
  const { db, actor } = ctx
  const sids = [...new Set(roles)]
  if (sids.length === 0 || actor.grants.some(({ model, scope, within }) => scope === 'ALL' && !within && isOfCompanies(ctx, model))) return new Set()
  const grants = await db
    .selectFrom('role_grant')
    .select(['role_sid', 'entity', 'data_scope', 'query', 'within_company'])
    .where('role_sid', 'in', sids)
    .where('data_scope', 'in', ['ALL', 'CUSTOM'])
    .where('deleted_at', 'is', null)
    .execute()
  const beyond = grants.filter(
    ({ entity, data_scope, query, within_company }) =>
      isOfCompanies(ctx, String(entity)) &&
      !(within_company && actor.companies.includes(within_company)) &&
      !(data_scope === 'CUSTOM' && isOwn(parseIql(query ?? '').where)),
  )
  return new Set(beyond.flatMap(({ role_sid }) => role_sid ?? []))
}

type GrantRow = Pick<RowOf<'role_grant'>, 'entity' | 'verbs' | 'data_scope' | 'query' | 'within_company' | 'hidden_fields'>

/** What of a grant goes beyond what this person holds on the same records: nobody grants what they do not have. */
export function beyondOwn(ctx: Context, grant: GrantRow): 'verbs' | 'data_scope' | 'hidden_fields' | undefined {
  const model = ctx.tenant.models.all.get(String(grant.entity))
  if (!model) return undefined
  const own = partsOf(ctx, model).given.map((one) => one.grant)
  if ((grant.verbs ?? []).some((verb) => !own.some((one) => gives(one, verb)))) return 'verbs'
  const hidden = own[0]?.hidden.filter((code) => own.every((one) => one.hidden.includes(code))) ?? []
  if (hidden.some((code) => !(grant.hidden_fields ?? []).includes(code))) return 'hidden_fields'
  if (model.scope === 'tenant') return undefined
  const widest = Math.max(0, ...own.map((one) => widthOf({ data_scope: one.scope, query: one.query, isWithin: Boolean(one.within) })))
  const isWithin = Boolean(grant.within_company && ctx.actor.companies.includes(grant.within_company))
  return widthOf({ ...grant, isWithin }) > widest ? 'data_scope' : undefined
}

const WIDTHS: readonly unknown[] = Object.keys(SCOPES)

function widthOf({ data_scope, query, isWithin }: { data_scope: unknown; query: string | null; isWithin: boolean }): number {
  if (data_scope === 'CUSTOM' && isOwn(parseIql(query ?? '').where)) return 0
  const width = data_scope === 'CUSTOM' ? WIDTHS.length - 1 : Math.max(0, WIDTHS.indexOf(data_scope))
  return isWithin ? Math.min(width, WIDTHS.indexOf('COMPANY_SUB')) : width
}

/** Records that belong to companies, and of which others see more than names. */
function isOfCompanies({ tenant }: Context, name: string) {
  const model = tenant.models.all.get(name)
  return name === '*' || (model?.scope === 'company' && !model.public_name)
}

/** Each record that meets the condition names the person, or their department or company. */
function isOwn(condition: Condition | undefined): boolean {
  switch (condition?.kind) {
    case 'and':
      return condition.of.some(isOwn)
    case 'or':
      return condition.of.every(isOwn)
    case 'compare':
      return condition.op === '=' && condition.value.kind === 'function' && condition.value.value !== 'today'
    default:
      return false
  }
}
