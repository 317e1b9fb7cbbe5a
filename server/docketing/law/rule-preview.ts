import { previewPrice, previewRule } from '../../../model/docketing/law/rule-actions.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { Impact } from '../../../model/docketing/rules/rule-trial.ts'
import { type FeeRow, PERCENT } from '../../../model/fees/schedule/schedule.ts'
import { UNPAID_IQL } from '../../../model/fees/unpaid.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { search } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { brokenBy } from '../golden/broken.ts'
import { lawWithPrice, lawWithRule } from './draft-law.ts'
import { groupsOf, impactOn, keyOf, openFees, seesFees } from './impact.ts'
import { withCaseKind } from './rule-kind.ts'

/** Effects of a draft of a rule or price. Computed; nothing is written. */
export const lawPreviews: Part = {
  actions: [...perform(previewRule, ofRule), ...perform(previewPrice, ofPrice)],
}

const SHOWN = 50
/** A rule or price with more open deadlines or fees is judged by the earliest ones. */
const MAX_JUDGED = 5000
/** Cases that have no deadline of the rule yet, of those that it may concern: the last changed ones. */
const MAX_FURTHER = 500

async function ofRule({ ctx, model, body: { sid, content: given, follows } }: Call<typeof previewRule>) {
  const record = await draftedOf(ctx, model, sid)
  const content = withCaseKind(ctx, given, record?.case_kind)
  const laws = await lawWithRule(ctx, { sid, content, follows: follows === true })
  // A grace period has no deadlines of its own: it moves those of its rule.
  const ids = new Set([laws.new.id, laws.new.grace_of ?? laws.new.id, laws.old?.grace_of ?? laws.new.id])
  const open = await openOf(ctx, 'deadline', `rule_id IN (${listed([...ids])}) AND status = 'OPEN' AND manual != TRUE ORDER BY official_due`)
  const further = await furtherCases(ctx, laws.new)
  const cases = new Map([...further, ...open.cases])
  const isNew = (row: RowValues) => ids.has(String(row.rule_id))
  const fees = await openFees(ctx, [...cases.keys()])
  const impact = await impactOn(ctx, { ...laws, cases, deadlines: open.keys, fees, isNew })
  return {
    open: open.total,
    looked: open.keys.size,
    moved: impact.deadlines.filter(({ what }) => what !== 'ADDED').length,
    added: impact.deadlines.filter(({ what }) => what === 'ADDED').length,
    deadlines: impact.deadlines.slice(0, SHOWN),
    fees_moved: impact.fees.length,
    ...(await commonOf(ctx, laws, impact)),
  }
}

async function ofPrice({ ctx, model, body: { sid, content, follows } }: Call<typeof previewPrice>) {
  await draftedOf(ctx, model, sid)
  const laws = await lawWithPrice(ctx, { sid, content, follows: follows === true })
  const open = await openOf(ctx, 'fee', `${feesOf(laws.new)} AND ${UNPAID_IQL} AND manual != TRUE ORDER BY due_date`)
  const impact = await impactOn(ctx, { ...laws, cases: open.cases, deadlines: new Set(), fees: open.keys })
  const common = await commonOf(ctx, laws, impact)
  return { open: open.total, looked: open.keys.size, moved: impact.fees.length, ...common, ...(!seesFees(ctx) && { fees: [] }) }
}

type Laws = Parameters<typeof brokenBy> extends [unknown, infer L, unknown] ? { before: L; after: L } : never

async function commonOf(ctx: Context, { before, after }: Laws, { deadlines, fees }: Pick<Impact, 'deadlines' | 'fees'>) {
  return { fees: fees.slice(0, SHOWN), groups: groupsOf(deadlines, fees), broken: await brokenBy(ctx, before, after) }
}

/** The record that is changed or followed; a person without the right to its content gets no preview. */
async function draftedOf(ctx: Context, model: Model, sid: string | undefined) {
  if (!accessOf(ctx, model).mayWrite('content')) refuse('forbidden', { what_zh: '修改规则内容', what_en: 'change the content of a rule' })
  return sid === undefined ? undefined : get(ctx, model, sid)
}

const listed = (codes: readonly string[]) => codes.map((code) => `'${code.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(', ')

/** A percentage changes other fees than its own: surcharges and reductions of its office. */
const feesOf = ({ fee_code: code, office, currency }: FeeRow) =>
  currency === PERCENT ? `case_sid.country IN (${listed([office])})` : `fee_type IN (${listed([code])})`

type Open = { total: number; cases: ReadonlyMap<string, string>; keys: ReadonlySet<string> }

/** Only what this person may see is counted and listed. */
async function openOf(ctx: Context, name: 'deadline' | 'fee', iql: string): Promise<Open> {
  const { total, record } = await search(
    ctx,
    modelNamed(ctx.tenant.models, name),
    { fl: ['key', 'case_sid'], iql, rows: MAX_JUDGED },
    { most: MAX_JUDGED },
  )
  const cases = new Map<string, string>()
  const keys = new Set<string>()
  for (const row of record) {
    const { sid, name: called } = row.case_sid as { sid: string; name: string } // a reference, as search shows it
    cases.set(sid, called)
    keys.add(keyOf(sid, row.key))
  }
  return { total: total ?? record.length, cases, keys }
}

/** Named as far as this person may read their names; none without the right to search cases. */
async function furtherCases(ctx: Context, rule: Rule): Promise<ReadonlyMap<string, string>> {
  const heads = modelNamed(ctx.tenant.models, HEAD)
  const access = accessOf(ctx, heads)
  if (!access.verbs.has('search') && !access.verbs.has('*')) return new Map()
  const fl = ['case_no', 'title'].filter((code) => access.mayRead(code))
  const countries = rule.countries ?? (rule.office === '*' ? [] : [rule.office])
  const parts = [
    `kind = ${listed([rule.case_kind ?? ''])}`,
    `phase IN ('PREPARATION', 'PENDING', 'GRANTED', 'GRACE')`,
    ...(countries.length > 0 ? [`country IN (${listed(countries)})`] : []),
  ]
  const body = { fl: ['sid', ...fl], iql: `${parts.join(' AND ')} ORDER BY updated_at DESC`, rows: MAX_FURTHER, total: 'none' as const }
  const { record } = await search(ctx, heads, body, { most: MAX_FURTHER })
  return new Map(record.map((row) => [String(row.sid), [row.case_no, row.title].filter(Boolean).join(' ')]))
}
