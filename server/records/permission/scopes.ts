// The rows of a grant: its scope and its companies as a condition.
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import { type Model, selfPaths } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Actor, Context, Grant } from '../context.ts'
import { fieldOf, kindsOf } from '../registry.ts'
import { among, anyOf, GIVEN, NOTHING, OWN, prefixed } from './conditions.ts'
import { headRows } from './head-access.ts'

export function scopeOf(ctx: Context, model: Model, grant: Grant): Condition | undefined {
  const { actor } = ctx
  if (grant.scope === 'ALL') return undefined
  if (grant.scope === 'OWN') return ownRows(ctx, model)
  if (grant.scope === 'CUSTOM') return custom(grant)
  if (model.name === HEAD) {
    const parts = kindsOf(ctx.tenant.models).map((kind) => ({ kind, rows: scopeOf(ctx, kind, grant) }))
    return headRows(parts, true, GIVEN)
  }
  // Records common to all companies have no owner, unless it is an agency's.
  if (model.scope === 'tenant' && !(grant.scope === 'AGENCY' && model.visibility?.agency)) return undefined
  const through = model.visibility?.through
  const parent = through ? parentOf(ctx, model, through) : undefined
  const own = parent ? prefixed(scopeOf(ctx, parent, grant), through ?? '') : undefined
  const direct = directScope(ctx, model, grant)
  if (!parent) return direct ?? NOTHING
  if ((grant.scope === 'SELF' || grant.scope === 'PEOPLE') && direct) return anyOf([direct, own ?? NOTHING])
  return own === undefined && actor.platform === 1 ? direct : own
}

function directScope(ctx: Context, model: Model, grant: Grant): Condition | undefined {
  const { actor } = ctx
  const sight = model.visibility ?? {}
  switch (grant.scope) {
    case 'COMPANY':
      return among([companyOf(model)], actor.company_sid ? [actor.company_sid] : [])
    case 'COMPANY_SUB':
      return among([companyOf(model)], actor.companies)
    case 'DEPT':
      return anyOf((sight.department ?? []).map((path) => among(path.split('.'), ownDepartments(actor))))
    case 'DEPT_SUB':
      return anyOf((sight.department ?? []).map((path) => among(path.split('.'), actor.departments)))
    case 'VIRTUAL':
      return anyOf([
        ...(sight.department ?? []).map((path) => among(path.split('.'), actor.virtual.departments)),
        ...(sight.self ?? []).map((path) => among(path.split('.'), actor.virtual.people)),
      ])
    case 'PEOPLE':
      return anyOf(selfPaths(model).map((path) => among(path.split('.'), grant.people ?? [])))
    case 'AGENCY':
      return anyOf((sight.agency ?? []).map((path) => among(path.split('.'), actor.agency_sid ? [actor.agency_sid] : [])))
    case 'SELF':
      return ownRows(ctx, model)
    default:
      return undefined
  }
}

/** The main department and those in which the person works part-time. */
export const ownDepartments = ({
  department_sid,
  part_time_departments = [],
}: Pick<Actor, 'department_sid' | 'part_time_departments'>): readonly string[] => [
  ...new Set([...(department_sid ? [department_sid] : []), ...part_time_departments]),
]

function ownRows({ actor }: Context, model: Model) {
  return anyOf(selfPaths(model).map((path) => among(path.split('.'), actor.sid ? [actor.sid] : [], OWN)))
}

export function parentOf(ctx: Context, model: Model, through: string): Model {
  const field = fieldOf(model, through)
  const parent = field?.type === 'reference' ? ctx.tenant.models.all.get(field.to) : undefined
  return parent ?? refuse('not_found')
}

// An empty query shows nothing: ALL grants every row.
const custom = (grant: Grant) => conditionGiven(grant.query) ?? NOTHING

/** A condition that the person did not write: it may read fields that are hidden from them. */
export function conditionGiven(query: string | null | undefined): Condition | undefined {
  const condition = conditionOf(query)
  return condition && given(condition)
}

/** The condition of a grant. One that cannot be read is neither all nor nothing, since it may be that of a denial. */
export function conditionOf(query: string | null | undefined): Condition | undefined {
  try {
    return query ? parseIql(query).where : undefined
  } catch (error) {
    if (!(error instanceof IqlError)) throw error
    return refuse('rule', {
      summary_zh: `某个角色数据权限的条件无法识别，请管理员更正：${error.zh}`,
      summary_en: `The condition of a data permission of a role cannot be read; an administrator must correct it: ${error.en}`,
    })
  }
}

function given(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map(given) }
    case 'not':
      return { kind: 'not', of: given(condition.of) }
    default:
      return { ...condition, at: GIVEN }
  }
}

/** Records of these companies, the first of which is above the others: a company that is added below it counts at once. */
export function ofCompanies(model: Model, companies: readonly string[]): Condition | undefined {
  const [top] = companies
  const listed = among([companyOf(model)], companies)
  if (companyOf(model) !== 'sid' || !model.tree?.paths?.['path'] || top === undefined) return listed
  return anyOf([listed, { kind: 'like', path: ['path'], at: GIVEN, negated: false, value: { kind: 'text', value: `%/${top}/%`, at: GIVEN } }])
}

/** The field with the company of a record; a company is its own. */
export const companyOf = (model: Model) => model.visibility?.company ?? 'company_sid'
