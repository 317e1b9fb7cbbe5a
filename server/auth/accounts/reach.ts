import { SCOPES } from '../../../model/auth/role_grant.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Context, Grant } from '../../records/context.ts'
import { takes } from '../../records/permission/denied.ts'
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
    .where('data_scope', 'in', ['ALL', 'CUSTOM', 'VIRTUAL'])
    .where('denies', 'is not', true)
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

type GrantRow = Pick<
  RowOf<'role_grant'>,
  | 'entity'
  | 'verbs'
  | 'data_scope'
  | 'change_scope'
  | 'delete_scope'
  | 'query'
  | 'within_company'
  | 'export_max'
  | 'hidden_fields'
  | 'read_only_fields'
>
type Beyond = 'verbs' | 'data_scope' | 'change_scope' | 'delete_scope' | 'export_max' | 'hidden_fields' | 'read_only_fields'

/** What of a grant goes beyond what this person holds on the same records: nobody grants what they do not have. */
export function beyondOwn(ctx: Context, grant: GrantRow): Beyond | undefined {
  const model = ctx.tenant.models.all.get(String(grant.entity))
  if (!model) return undefined
  const { given: held, denied } = partsOf(ctx, model)
  const own = held.map((one) => one.grant)
  if (denied.length > 0 && (grant.verbs ?? []).some((verb) => verb === '*' || denied.some((one) => takes(one.grant, verb)))) return 'verbs'
  const given = grant.verbs ?? []
  if (given.some((verb) => !own.some((one) => gives(one, verb)))) return 'verbs'
  const closed = closedTo(own)
  const [hidden, fixed] = [grant.hidden_fields ?? [], grant.read_only_fields ?? []]
  if (closed.hidden.some((code) => !hidden.includes(code))) return 'hidden_fields'
  if (closed.fixed.some((code) => !hidden.includes(code) && !fixed.includes(code))) return 'read_only_fields'
  const most = Math.max(0, ...own.map(({ export_max }) => export_max ?? Number.POSITIVE_INFINITY))
  if (givesAny(given, ['export']) && (grant.export_max ?? Number.POSITIVE_INFINITY) > most) return 'export_max'
  return model.scope === 'tenant'
    ? undefined
    : widerThan(own, grant, grant.within_company !== null && ctx.actor.companies.includes(grant.within_company))
}

const givesAny = (verbs: readonly string[], asked: readonly string[]) => verbs.includes('*') || verbs.some((verb) => asked.includes(verb))

/** The fields that every one of these grants hides, or lets nobody change. */
function closedTo(own: readonly Grant[]) {
  const inAll = (codesOf: (one: Grant) => readonly string[]) => {
    const [first, ...others] = own.map(codesOf)
    return (first ?? []).filter((code) => others.every((codes) => codes.includes(code)))
  }
  return { hidden: inAll(({ hidden }) => hidden), fixed: inAll(({ hidden, read_only }) => [...hidden, ...read_only]) }
}

/** The scope of the grant that no own one has: for seeing, for changes, or for deleting. */
function widerThan(own: readonly Grant[], grant: GrantRow, isWithin: boolean): 'data_scope' | 'change_scope' | 'delete_scope' | undefined {
  const held = (scopeOf: (one: Grant) => unknown) => own.map((one) => ({ data_scope: scopeOf(one), query: one.query, isWithin: Boolean(one.within) }))
  const isWider = (data_scope: unknown, scopes: readonly Scoped[]) => !isHeld({ data_scope, query: grant.query, isWithin }, scopes)
  const [change, remove] = [grant.change_scope ?? grant.data_scope, grant.delete_scope ?? grant.change_scope ?? grant.data_scope]
  if (
    isWider(
      grant.data_scope,
      held(({ scope }) => scope),
    )
  )
    return 'data_scope'
  if (
    isWider(
      change,
      held((one) => one.change_scope ?? one.scope),
    )
  )
    return 'change_scope'
  return isWider(
    remove,
    held((one) => one.delete_scope ?? one.change_scope ?? one.scope),
  )
    ? 'delete_scope'
    : undefined
}

type Scoped = { data_scope: unknown; query: string | null; isWithin: boolean }

/** Virtual organisations lie across companies: their scope is no part of that of a company, nor the other way round. */
function isHeld(asked: Scoped, own: readonly Scoped[]): boolean {
  if (asked.data_scope === 'VIRTUAL') return own.some(({ data_scope, isWithin }) => data_scope === 'VIRTUAL' || (data_scope === 'ALL' && !isWithin))
  const comparable = own.map((one) => (one.data_scope === 'VIRTUAL' ? { ...one, data_scope: 'SELF' } : one))
  return widthOf(asked) <= Math.max(0, ...comparable.map(widthOf))
}

const WIDTHS: readonly unknown[] = Object.keys(SCOPES)

function widthOf({ data_scope, query, isWithin }: Scoped): number {
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
