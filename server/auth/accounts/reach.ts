import type { Condition } from '../../../model/kit/iql/ast.ts'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { Context } from '../../records/context.ts'

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
