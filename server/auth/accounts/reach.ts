import { SCOPES } from '../../../model/auth/roles/role_grant.ts'
import type { Call, Condition, Value } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { RowOf } from '../../database/tables.ts'
import type { Context, Grant } from '../../records/context.ts'
import { takes } from '../../records/permission/denied.ts'
import { givenOn, gives, type Holding, mayAnywhere, mayEverywhere, SEEING, seesAllCompanies } from '../../records/permission/governing.ts'
import { partsOf } from '../../records/permission/parts.ts'
import { holdingsOf } from '../../records/permission/role-grants.ts'
import { conditionOf } from '../../records/permission/scopes.ts'

/**
 * Roles that reach records beyond the companies of this person. A person limited to some companies cannot assign such a role, to
 * themselves or to others, unless they reach as far themselves.
 */
export async function rolesBeyond(ctx: Context, roles: readonly string[]): Promise<Set<string>> {
  const { actor, tenant } = ctx
  if (roles.length === 0 || seesAllCompanies(tenant.models, actor)) return new Set()
  const holdingOf = await holdingsOf(ctx, roles)
  return new Set(roles.filter((role) => reachesBeyond(ctx, holdingOf([role]))))
}

/**
 * Of each of these people, whether their roles show records of companies beyond those of this person, further than they see themselves:
 * whoever keeps the people of some companies only does not become one who sees more, by a new password or another address. To see what names
 * people and companies is left out, since everybody may know it; to change it is not. What is common to all companies counts only if it is
 * set up for them together, such as sign-in at a provider. A department elsewhere is seen by the roles that show the own department.
 */
export async function seeingBeyond(ctx: Context, people: readonly Placed[]): Promise<boolean[]> {
  if (keepsEverybody(ctx)) return people.map(() => false)
  const holdingOf = await holdingsOf(ctx, people.flatMap(({ role_sids }) => role_sids ?? [])) // oxfmt-ignore
  const elsewhere = await departmentsBeyond(ctx, people.flatMap(departmentsOf))
  return people.map((person) =>
    reachesBeyond(ctx, holdingOf(person.role_sids ?? []), { ...OF_PEOPLE, isElsewhere: departmentsOf(person).some((one) => elsewhere.has(one)) }),
  )
}

type Placed = Pick<RowOf<'user_info'>, 'role_sids' | 'department_sid' | 'part_time_department_sids'>

const departmentsOf = ({ department_sid, part_time_department_sids }: Omit<Placed, 'role_sids'>) => [
  ...(department_sid ? [department_sid] : []),
  ...(part_time_department_sids ?? []),
]

/** Those of these departments that are of no company whose people this person keeps. */
async function departmentsBeyond({ db, actor }: Context, sids: readonly string[]): Promise<Set<string>> {
  if (sids.length === 0) return new Set()
  const within = givenOn(actor, 'user_info', 'update').grants.flatMap((grant) => grant.within ?? [])
  const reach = new Set([...actor.companies, ...within])
  const rows = await db
    .selectFrom('department')
    .select(['sid', 'company_sid'])
    .where('sid', 'in', [...new Set(sids)])
    .execute()
  return new Set(rows.flatMap(({ sid, company_sid }) => (company_sid && reach.has(company_sid) ? [] : [sid])))
}

const keepsEverybody = ({ actor }: Context) => actor.platform === 2 || mayEverywhere(actor, 'user_info', 'update')

/**
 * Which models are asked about, and of which of them everybody may see the records: to change these is to reach beyond one's own.
 * `isElsewhere`: the own department of the holder is beyond as well.
 */
type Asked = { isAsked: (model: Model | undefined) => boolean; isOpen: (model: Model | undefined) => boolean; isElsewhere?: boolean }

const OF_ROLES: Asked = { isAsked: () => true, isOpen: (model) => model?.scope === 'tenant' }
const OF_PEOPLE: Asked = {
  isAsked: (model) => !model || model.scope === 'company' || model.group_wide === true,
  isOpen: (model) => model?.scope === 'company' && model.public_name === true,
}

function reachesBeyond(ctx: Context, role: Holding, { isAsked, isOpen, isElsewhere = false }: Asked = OF_ROLES): boolean {
  const { actor, tenant } = ctx
  return role.grants.some((grant) => {
    const model = tenant.models.all.get(grant.model)
    const showsElsewhere = isElsewhere && (grant.scope === 'DEPT' || grant.scope === 'DEPT_SUB')
    if (!isAsked(model) || (isWithinOwn(ctx, grant, model) && !(showsElsewhere && !grant.within))) return false
    const reaching = grant.verbs.filter((verb) => !isOpen(model) || !SEEING.has(verb))
    return reaching.some((verb) => mayAnywhere(role, grant.model, verb === '*' ? 'update' : verb) && !mayEverywhere(actor, grant.model, verb))
  })
}

/** Whether a grant ends at the companies of this person, or at the records of each person. */
function isWithinOwn({ actor }: Context, { scope, query, within }: Grant, model: Model | undefined): boolean {
  if (within?.some((company) => actor.companies.includes(company))) return true
  if (model?.scope === 'tenant') return scope === 'AGENCY' && model.visibility?.agency !== undefined
  return scope === 'CUSTOM' ? widthOfQuery(conditionOf(query)) < WIDEST : scope !== 'ALL' && scope !== 'VIRTUAL' && scope !== 'PEOPLE'
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

/** Part of a grant that exceeds the person's own permissions on the same records: nobody grants more than they have. */
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

/** Fields that every one of these grants hides or makes read-only */
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

/**
 * Virtual organisations cross companies: neither their scope nor that of a company includes the other. The same holds for the
 * personnel range of another role, unless the grant is limited to a company.
 */
function isHeld(asked: Scoped, own: readonly Scoped[]): boolean {
  if (asked.data_scope === 'VIRTUAL') return own.some(({ data_scope, isWithin }) => data_scope === 'VIRTUAL' || (data_scope === 'ALL' && !isWithin))
  if (asked.data_scope === 'PEOPLE' && !asked.isWithin) return own.some(({ data_scope, isWithin }) => data_scope === 'ALL' && !isWithin)
  const comparable = own.map((one) => (one.data_scope === 'VIRTUAL' || one.data_scope === 'PEOPLE' ? { ...one, data_scope: 'SELF' } : one))
  return widthOf(asked) <= Math.max(0, ...comparable.map(widthOf))
}

const WIDTHS: readonly unknown[] = Object.keys(SCOPES)
const WIDEST = WIDTHS.length - 1

function widthOf({ data_scope, query, isWithin }: Scoped): number {
  const width = data_scope === 'CUSTOM' ? widthOfQuery(conditionOf(query)) : Math.max(0, WIDTHS.indexOf(data_scope))
  return isWithin ? Math.min(width, WIDTHS.indexOf('COMPANY_SUB')) : width
}

/** The scope of the records that name the person, or their department or companies, whichever field names it. */
const SCOPE_OF: Readonly<Record<Exclude<Call['value'], 'today'>, keyof typeof SCOPES>> = {
  me: 'SELF',
  my_department: 'DEPT',
  my_company: 'COMPANY',
  my_companies: 'COMPANY_SUB',
}

/** A query is no wider than the records that it limits to those of the person, and as wide as all records otherwise. */
function widthOfQuery(condition: Condition | undefined): number {
  switch (condition?.kind) {
    case 'and':
      return Math.min(...condition.of.map(widthOfQuery))
    case 'or':
      return Math.max(...condition.of.map(widthOfQuery))
    case 'compare':
      return condition.op === '=' ? widthOfValue(condition.value) : WIDEST
    case 'in':
      return condition.negated ? WIDEST : Math.max(...condition.values.map(widthOfValue))
    default:
      return WIDEST
  }
}

const widthOfValue = (value: Value) => (value.kind === 'function' && value.value !== 'today' ? WIDTHS.indexOf(SCOPE_OF[value.value]) : WIDEST)
