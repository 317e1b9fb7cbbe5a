import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Family, Member } from '../../model/cases/relations/family-facts.ts'
import { type Field, labelOf, wordIn, type Words } from '../../model/kit/fields.ts'
import type { Fault } from '../../model/kit/wire/wire.ts'
import type { calculatePlan } from '../../model/planning/plan-actions.ts'
import { BASE, PLAN_FACTS } from '../../model/planning/plan-facts.ts'
import { anyTable } from '../database/pool.ts'
import { claimsOf, readFamily } from '../docketing/family/read-family.ts'
import { kindNamed } from '../docketing/golden/suppose.ts'
import { type Case, readCases } from '../docketing/read-cases.ts'
import { refuse, refuseFaults } from '../errors.ts'
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
  const asked = askedOf(ctx, kind, body)
  return body.case_sid === undefined ? supposedBase(ctx, kind, body, asked) : recordedBase(ctx, kind, body, asked)
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
function supposedBase(ctx: Context, kind: CaseKind, { country, subtype, route: said, filing_date: filed }: PlanBody, asked: RowValues): Base {
  const { roles } = kind
  const missing = [...(country ? [] : ['country'] as const), ...(filed ? [] : ['filing_date'] as const), ...(subtype || !roles.subtype ? [] : ['subtype'] as const)]
  if (missing.length > 0) return refuseFaults(missing.map((code) => faultOf(ctx, code, PLAN_FACTS[code], REQUIRED)))
  const route = said ?? (country && kind.planning?.route?.(country))
  const row: RowValues = { sid: BASE, ...asked, [roles.country ?? '']: country, [roles.filing_date ?? '']: filed }
  for (const [role, value] of [['subtype', subtype], ['route', route]] as const) {
    const code = roles[role]
    const field = code && value ? fieldIn(kind, code) : undefined
    if (field?.type === 'option' && !Object.hasOwn(field.options, value ?? '')) return refuseFaults([faultOf(ctx, role, field, noOption(value))])
    if (code && value) row[code] = value
  }
  return { kind, sid: BASE, record: undefined, row, claims: [], later: [], family: { members: new Map<string, Member>(), links: [] }, asked }
} // oxfmt-ignore

export const fieldIn = ({ model }: CaseKind, code: string): Field | undefined =>
  Object.entries<Field>(model.fields).find(([one]) => one === code)?.[1]

const REQUIRED = ['必填', 'is required'] as const
const noOption = (value: unknown): Words => [`没有选项“${String(value)}”`, `there is no option “${String(value)}”`]

const faultOf = ({ lang }: Context, code: string, field: Pick<Field, 'zh' | 'en'>, reason: Words): Fault => ({
  field: code,
  label: labelOf(field, lang),
  reason: wordIn(reason, lang),
})

/** Values for the number-based fees are the same in all planned cases. */
function askedOf(ctx: Context, kind: CaseKind, { facts = [] }: PlanBody): RowValues {
  const row: RowValues = {}
  for (const { field: code, value } of facts) {
    const field = askedBy(kind, code)
    if (!field) return refuse('rule', { summary_zh: `方案不考虑字段“${code}”`, summary_en: `A plan takes no account of the field “${code}”` })
    const parsed = parseValue(field, field.type === 'integer' && /^\d{1,6}$/.test(value) ? Number(value) : value, {})
    if ('fault' in parsed) return refuseFaults([faultOf(ctx, code, field, parsed.fault)])
    row[code] = parsed.value
  }
  return row
}

function askedBy(kind: CaseKind, code: string): Field | undefined {
  const { asked = [], counts = {} } = kind.planning ?? {}
  return asked.includes(code) ? fieldIn(kind, code) : Object.entries(counts).find(([one]) => one === code)?.[1]
}
