import { organisationChart, type Unit } from '../../model/organisation/company-actions.ts'
import { parseIql } from '../../model/kit/iql/parse.ts'
import { perform } from '../records/actions.ts'
import type { Context, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { search } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'

/** Larger organisations are not readable as a drawing. */
const MAX_UNITS = 2000

/** The visible companies and departments as one drawing needs them. */
export const charts: Part = { actions: perform(organisationChart, ({ ctx }) => chart(ctx)) }

async function chart(ctx: Context) {
  const [companies, departments] = [
    await unitsOf(ctx, 'company', ['company_name', 'company_name_en', 'simple_name', 'parent_sid', 'status'], 'sort_by, company_name'),
    await unitsOf(ctx, 'department', ['name', 'name_en', 'parent_sid', 'company_sid', 'leader_sid', 'status'], 'sort_by, name'),
  ]
  const [inCompanies, inDepartments] = [await peopleBy(ctx, 'company_sid', ' AND department_sid IS EMPTY'), await peopleBy(ctx, 'department_sid', '')]
  const units: Unit[] = [
    ...companies.record.map((row): Unit => ({
      ...headOf(row, inCompanies),
      kind: 'company',
      name: (ctx.lang === 'en' && textOf(row.company_name_en)) || textOf(row.simple_name) || textOf(row.company_name),
      parent: sidOf(row.parent_sid),
      company: String(row.sid),
      leader: '',
    })),
    ...departments.record.map((row): Unit => ({
      ...headOf(row, inDepartments),
      kind: 'department',
      name: (ctx.lang === 'en' && textOf(row.name_en)) || textOf(row.name),
      parent: sidOf(row.parent_sid) ?? sidOf(row.company_sid),
      company: sidOf(row.company_sid) ?? '',
      leader: nameOf(row.leader_sid),
    })),
  ]
  return { units, capped: (companies.total ?? 0) > MAX_UNITS || (departments.total ?? 0) > MAX_UNITS }
}

function unitsOf(ctx: Context, name: 'company' | 'department', fl: readonly string[], order: string) {
  const model = modelNamed(ctx.tenant.models, name)
  const { mayRead } = accessOf(ctx, model)
  const shown = order.split(', ').filter(mayRead).join(', ')
  return search(
    ctx,
    model,
    { fl: fl.filter(mayRead), ...(shown && { iql: `ORDER BY ${shown}` }), rows: MAX_UNITS, total: 'exact' },
    { most: MAX_UNITS },
  )
}

const headOf = (row: RowValues, people: ReadonlyMap<string, number> | undefined) => ({
  sid: String(row.sid),
  is_off: row.status === '0',
  people: people ? (people.get(String(row.sid)) ?? 0) : null,
})

/** The employed people of the enterprise by place, as far as this person may count them. Those of agencies work elsewhere. */
async function peopleBy(ctx: Context, by: 'company_sid' | 'department_sid', more: string): Promise<ReadonlyMap<string, number> | undefined> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const { verbs, mayRead } = accessOf(ctx, model)
  const mayCount = (verbs.has('count') || verbs.has('*')) && [by, 'person_status', 'person_type', 'department_sid'].every(mayRead)
  if (!mayCount) return undefined
  const { where } = parseIql(`person_status = 'EMPLOYED' AND person_type != 'AGENCY'${more}`)
  const groups = await aggregate(ctx, model, { where, by: [by] })
  return new Map(groups.map((group) => [sidOf(group.by[by]) ?? '', group.count]))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isRef = (value: unknown): value is { sid: string; name: string } => typeof value === 'object' && value !== null && 'sid' in value
const sidOf = (value: unknown) => (isRef(value) ? value.sid : textOf(value) || null)
const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
