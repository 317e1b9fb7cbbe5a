import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { MAX_REVIEWS } from '../../../model/fees/annuities/annuity_round.ts'
import { ENDED } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import { refuse } from '../../errors.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { visible } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnLate } from '../../records/write/checks/warnings.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'

/** A round that begins reviews each right with an undecided annuity of its days, as its author sees them. */
export const annuityRounds: Part = { hooks: [{ model: 'annuity_round', prepare, check, written: fill }] }

/** A step without changes is not written and has no effects. */
function prepare(_: Context, drafts: readonly DraftOf<'annuity_round'>[]) {
  for (const draft of drafts) if (draft.transition === 'open' || draft.transition === 'refill') setValue(draft, 'filled_at', new Date().toISOString())
}

function check(ctx: Context, drafts: readonly DraftOf<'annuity_round'>[]) {
  const model = modelNamed(ctx.tenant.models, 'annuity_round')
  for (const draft of drafts) {
    const { due_from, due_to } = draft.row
    if (due_from && due_to && due_to < due_from) faultAt(ctx, model, draft, 'due_to', ['不能早于开始日', 'must not be before the first day'])
    if (draft.before && draft.before.status !== 'DRAFT' && (draft.changed.has('due_from') || draft.changed.has('due_to')))
      faultAt(ctx, model, draft, 'due_from', ['评审开始后不能修改', 'cannot be changed once the review has begun'])
  }
}

type Round = DraftOf<'annuity_round'>
type Owed = { sid: string; case_sid: string; annuity_year: unknown; due_date: string; currency: string; amount: string }

async function fill(ctx: Context, drafts: readonly Round[]) {
  for (const draft of drafts) if (draft.transition === 'open' || draft.transition === 'refill') await addReviews(ctx, draft, drafts)
}

async function addReviews(ctx: Context, round: Round, rounds: readonly Round[]) {
  const { sid, row } = round
  const known = await ctx.db.selectFrom('annuity_review').select('case_sid').where('round_sid', '=', sid).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const there = new Set(known.map(({ case_sid }) => case_sid))
  const first = new Map<string, Owed>()
  for (const fee of await owedIn(ctx, row)) if (!there.has(fee.case_sid) && !first.has(fee.case_sid)) first.set(fee.case_sid, fee)
  const elsewhere = await askedElsewhere(ctx, sid, first)
  for (const of of elsewhere) first.delete(of)
  if (elsewhere.size > 0) warnLate(ctx, modelNamed(ctx.tenant.models, 'annuity_round'), rounds, round, leftOut(elsewhere.size))
  if (first.size === 0) return
  const [own, model] = [onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'annuity_review')]
  const fees = [...first.values()]
  const facts = await factsOf(ctx, [...first.keys()])
  const made = await draftNew(own, model, fees.map(({ case_sid }) => ({ round_sid: sid, case_sid, company_sid: facts.get(case_sid)?.company_sid }))) // oxfmt-ignore
  for (const [at, draft] of made.entries()) {
    const fee = fees[at]
    const fact = fee && facts.get(fee.case_sid)
    if (!fee || !fact) continue
    const { annuity_year, due_date, currency, amount } = fee
    const { owner_sid, value_grade, bound_by, costs } = fact
    const suggestion = suggested(fact)
    for (const [code, value] of Object.entries({ fee_sid: fee.sid, annuity_year, due_date, currency, amount, owner_sid, value_grade, bound_by, costs, suggestion }))
      setValue(draft, code, value) // oxfmt-ignore
  }
  refuseFaulty(made)
  await insertDrafts(own, model, made)
  await ask(ctx, row, fees.map(({ case_sid }) => facts.get(case_sid)?.owner_sid ?? null)) // oxfmt-ignore
}

const leftOut = (count: number) => ({
  code: 'asked_elsewhere',
  words: [
    `${count} 件权利正由其他评审轮次征求意见，未列入本轮；其决定作出后，再次填充本轮即可列入`,
    `${count} ${count === 1 ? 'right is' : 'rights are'} left out, because another open round asks about ${count === 1 ? 'it' : 'them'}; fill this round again once that is decided`,
  ] as const,
})

/** Nobody is asked about the same or an earlier annuity in two rounds at once; the later round takes the right when it is filled again after the decision. */
async function askedElsewhere({ db }: Context, round: string, owed: ReadonlyMap<string, Owed>): Promise<ReadonlySet<string>> {
  if (owed.size === 0) return new Set()
  const asked = await db
    .selectFrom('annuity_review as one')
    .innerJoin('annuity_round as of', 'of.sid', 'one.round_sid')
    .select(['one.case_sid', 'one.fee_sid', 'one.due_date'])
    .where('one.case_sid', 'in', [...owed.keys()])
    .where('one.round_sid', '!=', round)
    .where('one.status', 'in', ['ASKED', 'RECOMMENDED'])
    .where('of.status', '=', 'OPEN')
    .where('one.deleted_at', 'is', null)
    .where('of.deleted_at', 'is', null)
    .execute()
  const isAsked = ({ case_sid, fee_sid, due_date }: (typeof asked)[number]) => {
    const fee = owed.get(String(case_sid))
    return fee !== undefined && (fee_sid === fee.sid || String(due_date) <= fee.due_date)
  }
  return new Set(asked.filter(isAsked).map(({ case_sid }) => String(case_sid)))
}

/** The undecided annuities of these days that the author of the round sees, the earliest first. */
async function owedIn(ctx: Context, { due_from, due_to, department_sid }: Round['row']): Promise<Owed[]> {
  const model = modelNamed(ctx.tenant.models, 'fee')
  const within = department_sid ? ` AND case_sid.department_sid = '${department_sid}'` : ''
  const { where } = readIql(`fee_class = 'ANNUITY' AND decision = 'ASK' AND status IN ('PLANNED', 'TO_PAY', 'DUE', 'OVERDUE') AND due_date BETWEEN '${due_from}' AND '${due_to}'${within}`) // oxfmt-ignore
  const order = readIql('ORDER BY due_date ASC').order
  const fl = ['sid', 'case_sid', 'annuity_year', 'due_date', 'currency', 'amount']
  const found = await readPage(ctx, model, fl, { where: visible(ctx, model, where), order }, { start: 0, rows: MAX_REVIEWS + 1 })
  if (found.length > MAX_REVIEWS)
    refuse('rule', {
      summary_zh: `一轮最多评审 ${MAX_REVIEWS} 件权利，请缩短期限或按部门分轮`,
      summary_en: `A round reviews at most ${MAX_REVIEWS} rights: choose fewer days or one department`,
    })
  return found.map(({ sid, case_sid, annuity_year, due_date, currency, amount }) => ({
    sid: String(sid),
    case_sid: sidIn(case_sid),
    annuity_year,
    due_date: String(due_date),
    currency: String(currency),
    amount: String(amount ?? '0'),
  }))
}

const sidIn = (value: unknown) => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value))

type Facts = { company_sid: string | null; owner_sid: string | null; value_grade: string | null; bound_by: string | null; costs: readonly object[] }

/** Facts for the decision about a right, from the records of today */
async function factsOf(ctx: Context, sids: readonly string[]): Promise<ReadonlyMap<string, Facts>> {
  const heads = await ctx.db
    .selectFrom('case')
    .select(['sid', 'kind', 'owner_sid', 'company_sid'])
    .where('sid', 'in', [...sids])
    .execute()
  const [grades, bound, costs] = [new Map<string, string>(), await contractsOf(ctx, sids), await costsOf(ctx, sids)]
  for (const [name, of] of Map.groupBy(heads, ({ kind }) => String(kind))) {
    const kind = ctx.tenant.models.kinds.get(name)
    if (kind && hasGrade(kind)) for (const [sid, grade] of await gradesOf(ctx, name, of.map((one) => one.sid))) grades.set(sid, grade) // oxfmt-ignore
  }
  return new Map(
    heads.map(({ sid, owner_sid, company_sid }) => [
      sid,
      { owner_sid, company_sid, value_grade: grades.get(sid) ?? null, bound_by: bound.get(sid)?.join('、').slice(0, 500) ?? null, costs: costs.get(sid) ?? [] },
    ]),
  ) // oxfmt-ignore
}

const GRADE = 'value_grade'
const hasGrade = ({ model }: CaseKind) => Object.hasOwn(model.fields, GRADE)

async function gradesOf({ db }: Context, kind: string, sids: readonly string[]): Promise<[string, string][]> {
  const rows = await anyTable(db)
    .selectFrom(kind)
    .select(['sid', GRADE])
    .where('sid', 'in', [...sids])
    .where(GRADE, 'is not', null)
    .execute()
  return rows.map((row) => [String(row.sid), String(row[GRADE])])
}

/** The numbers of the contracts and disputes in progress that name a right. */
async function contractsOf({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('dealt_right as r')
    .innerJoin('case as c', 'c.sid', 'r.dealing_sid')
    .select(['r.case_sid', 'c.case_no', 'c.phase'])
    .where('r.case_sid', 'in', [...sids])
    .where('r.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.case_no')
    .execute()
  const live = rows.filter(({ phase }) => phase !== null && !ENDED.has(phase))
  return new Map([...Map.groupBy(live, ({ case_sid }) => String(case_sid))].map(([sid, of]) => [sid, of.map(({ case_no }) => String(case_no))]))
}

/** Payments for a right, by currency */
async function costsOf({ db }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, object[]>> {
  const rows = await db
    .selectFrom('fee')
    .select(({ fn }) => [
      'case_sid',
      'currency',
      fn.sum<string>(fn.coalesce('paid_amount', 'amount')).as('amount'),
      fn.countAll<string>().as('count'),
    ])
    .where('case_sid', 'in', [...sids])
    .where('status', '=', 'PAID')
    .where('deleted_at', 'is', null)
    .groupBy(['case_sid', 'currency'])
    .orderBy('currency')
    .execute()
  const one = ({ currency, amount, count }: (typeof rows)[number]) => ({ currency, amount: amount ?? '0', count: Number(count) })
  return new Map([...Map.groupBy(rows, ({ case_sid }) => String(case_sid))].map(([sid, of]) => [sid, of.map(one)]))
}

/** Without a ground there is no suggestion: a person decides in any case. */
function suggested({ bound_by, value_grade }: Facts): 'KEEP' | 'ABANDON' | null {
  if (bound_by || value_grade === 'A' || value_grade === 'B') return 'KEEP'
  return value_grade === 'D' ? 'ABANDON' : null
}

/** Each owner is asked once, with the number of their rights. */
async function ask(ctx: Context, { name, opinions_due }: Round['row'], owners: readonly (string | null)[]) {
  const counts = Map.groupBy(owners.filter((one) => one !== null), (one) => one) // oxfmt-ignore
  await notify(
    ctx,
    [...counts].map(([user_sid, { length }]) => ({
      user_sid,
      level: 'SOON' as const,
      title: `年费评审“${name}”：${length} 件权利请您在 ${opinions_due} 前提出意见`,
      title_en: `Annuity round “${name}”: your opinion on ${length} ${length === 1 ? 'right' : 'rights'} is asked until ${opinions_due}`,
      link: `/m/annuity_review?${new URLSearchParams({ iql: "owner_sid = me() AND status = 'ASKED' ORDER BY due_date ASC" })}`,
      about: null,
    })),
    'FEE',
  )
}
