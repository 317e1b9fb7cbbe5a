import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Family, Member } from '../../model/cases/relations/family-facts.ts'
import type { Field } from '../../model/kit/fields.ts'
import type { calculatePlan } from '../../model/planning/plan-actions.ts'
import { BASE } from '../../model/planning/plan-facts.ts'
import { anyTable } from '../database/pool.ts'
import { claimsOf, readFamily } from '../docketing/family/read-family.ts'
import { kindNamed } from '../docketing/golden/suppose.ts'
import { type Case, readCases } from '../docketing/read-cases.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import type { Context, RowValues } from '../records/context.ts'
import { mayAnywhere } from '../records/permission/governing.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { parseValue } from '../records/write/values.ts'

export type PlanBody = Call<typeof calculatePlan>['body']

/** The base case of the plan, recorded or supposed. `asked`: the planner's values for all planned cases. */
export type Base = {
  kind: CaseKind
  sid: string
  /** Set for a recorded case */
  record: Case | undefined
  row: RowValues
  claims: readonly RowValues[]
  /** The cases that come from it already, by the type of the relation and the office. */
  later: readonly { type: string; country: string }[]
  family: Family
  asked: RowValues
}

export async function readBase(ctx: Context, body: PlanBody): Promise<Base> {
  const name = body.case_sid === undefined ? body.case_kind : await kindOf(ctx, body.case_sid)
  const kind = kindNamed(ctx, name)
  if (!kind?.relations?.derives || !kind.planning)
    return refuse('rule', { summary_zh: '此类案件不能制定布局方案', summary_en: 'There are no filing plans for cases of this kind' })
  const asked = askedOf(kind, body)
  return body.case_sid === undefined ? supposedBase(kind, body, asked) : recordedBase(ctx, kind, body, asked)
}

async function kindOf({ db }: Context, sid: string): Promise<string> {
  const row = await db.selectFrom('case').select('kind').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  return row?.kind ?? refuse('not_found')
}

async function recordedBase(ctx: Context, kind: CaseKind, { case_sid: sid = '', filing_date: supposed }: PlanBody, asked: RowValues): Promise<Base> {
  await get(ctx, modelNamed(ctx.tenant.models, kind.name), sid)
  refuseOutsiders(ctx)
  const [row, [record], family, claims, later] = await Promise.all([
    anyTable(ctx.db).selectFrom(kind.name).selectAll().where('sid', '=', sid).executeTakeFirst(),
    readCases(ctx, [sid], kind.name),
    readFamily(ctx, [sid]),
    ctx.db
      .selectFrom('case as p')
      .select((of) => claimsOf(of).as('claims'))
      .where('p.sid', '=', sid)
      .executeTakeFirst(),
    readLater(ctx, kind, sid),
  ])
  if (!row || !record) return refuse('not_found')
  const filed = kind.roles.filing_date ?? ''
  const whole = { ...row, ...(!row[filed] && supposed && { [filed]: supposed }), ...asked }
  return { kind, sid, record, row: whole, claims: (claims?.claims as RowValues[] | null) ?? [], later, family, asked } // selected by claimsOf
}

/** A plan reveals all dates and fees of a case; a person who sees some only by a share must not have it. */
function refuseOutsiders({ actor }: Context) {
  if (!mayAnywhere(actor, 'filing_plan', 'search'))
    refuse('forbidden', { what_zh: '计算已有案件的布局方案', what_en: 'calculate a filing plan of this case' })
}

async function readLater({ db }: Context, { name }: CaseKind, sid: string): Promise<Base['later']> {
  const rows = await db
    .selectFrom('related_case as r')
    .innerJoin('case as c', 'c.sid', 'r.later_sid')
    .select(['r.relation_type as type', 'c.country'])
    .where('r.earlier_sid', '=', sid)
    .where('r.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('c.kind', '=', name)
    .execute()
  return rows.map(({ type, country }) => ({ type: String(type), country: String(country) }))
}

/** A first filing, an international application or a registration that is not on record. */
function supposedBase(kind: CaseKind, { country, subtype, route, filing_date: filed }: PlanBody, asked: RowValues): Base {
  if (!country || !filed) return refuse('rule', { summary_zh: '请填写国家/地区和申请日', summary_en: 'Enter the country and the filing date' })
  const { roles } = kind
  if (!subtype && roles.subtype) return refuse('rule', { summary_zh: '请选择权利类型', summary_en: 'Choose the right: invention, utility model or design' })
  const row: RowValues = { sid: BASE, ...asked, [roles.country ?? '']: country, [roles.filing_date ?? '']: filed }
  for (const [role, value] of [['subtype', subtype], ['route', route]] as const) {
    const code = roles[role]
    if (code && value) row[code] = optionOf(fieldIn(kind, code), value)
  }
  return { kind, sid: BASE, record: undefined, row, claims: [], later: [], family: { members: new Map<string, Member>(), links: [] }, asked }
} // oxfmt-ignore

export const fieldIn = ({ model }: CaseKind, code: string): Field | undefined =>
  Object.entries<Field>(model.fields).find(([one]) => one === code)?.[1]

function optionOf(field: Field | undefined, value: string): string {
  if (field?.type !== 'option' || Object.hasOwn(field.options, value)) return value
  return refuse('rule', { summary_zh: `${field.zh}：没有选项“${value}”`, summary_en: `${field.en}: there is no option “${value}”` })
}

/** Values for the number-based fees are the same in all planned cases. */
function askedOf(kind: CaseKind, { facts = [] }: PlanBody): RowValues {
  const row: RowValues = {}
  for (const { field: code, value } of facts) {
    const field = kind.planning?.asked.includes(code) ? fieldIn(kind, code) : undefined
    if (!field) return refuse('rule', { summary_zh: `方案不考虑字段“${code}”`, summary_en: `A plan takes no account of the field “${code}”` })
    const parsed = parseValue(field, field.type === 'integer' && /^\d{1,6}$/.test(value) ? Number(value) : value, {})
    if ('fault' in parsed) return refuse('rule', { summary_zh: `${field.zh}${parsed.fault[0]}`, summary_en: `${field.en} ${parsed.fault[1]}` })
    row[code] = parsed.value
  }
  return row
}
