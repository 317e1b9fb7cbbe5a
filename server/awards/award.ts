import { fieldOfRole } from '../../model/cases/case-kind.ts'
import { RECURRING } from '../../model/awards/award-events.ts'
import type { Award, Share } from '../../model/awards/award.ts'
import type { AwardRule } from '../../model/awards/award_rule.ts'
import { LEGAL_PERIOD, legalFloorOf, remunerationFloorOf } from '../../model/awards/legal-floor.ts'
import { equalShares, splitMoney } from '../../model/kit/money/split-money.ts'
import { dayOf } from '../../model/docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../model/kit/days/duration.ts'
import { compareMoney, formatMoney, isMoney, percentMoney } from '../../model/kit/money/money.ts'
import { anyTable } from '../database/pool.ts'
import { codesIn, subtypesOf } from '../records/words/code-words.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { sidOf } from '../records/write/values.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'

type Draft = DraftOf<'award'>

/** An award proposes its day, its sum and its shares from the case and the policy; people may set others. */
export const awards: Part = {
  hooks: [
    { model: 'award', prepare: prepareAwards, check: checkFamilies },
    { model: 'award_rule', prepare: checkRules },
  ],
  shown: { award: showFormula },
}

/** A rule gives an amount or a percentage of an income. */
async function checkRules(ctx: Context, drafts: readonly DraftOf<'award_rule'>[]) {
  const model = modelNamed(ctx.tenant.models, 'award_rule')
  for (const draft of drafts) {
    const { amount, percent, valid_from, valid_to } = draft.row
    if ((amount === null) === (percent === null))
      faultAt(ctx, model, draft, 'amount', ['金额和百分比应填其一', 'or a percentage is required, not both'])
    checkCase(ctx, draft)
    if (valid_from && valid_to && valid_to < valid_from)
      faultAt(ctx, model, draft, 'valid_to', ['不能早于生效日', 'must not be before the first day'])
  }
}

/** A rule for what no case can be would never apply. */
function checkCase(ctx: Context, draft: DraftOf<'award_rule'>) {
  const model = modelNamed(ctx.tenant.models, 'award_rule')
  const { kind, subtype } = draft.row
  if (kind && draft.changed.has('kind') && !ctx.tenant.declared.kinds.has(kind))
    return faultAt(ctx, model, draft, 'kind', ['不是案件类别', 'is no kind of case'])
  if (!subtype || !(draft.changed.has('kind') || draft.changed.has('subtype'))) return
  const known = kind ? Object.hasOwn(subtypesOf(ctx.tenant.models.all.get(kind)), subtype) : codesIn(ctx, 'subtype').has(subtype)
  if (!known) faultAt(ctx, model, draft, 'subtype', ['不是这种权利的类型', 'is no type of this kind of right'])
}

type Case = { sid: string; kind: string; subtype: string | null; country: string | null; granted: string | null; filed: string | null; inventors: Inventor[]; family: string | null } // oxfmt-ignore
type Inventor = { inventor_sid: string; contribution_pct: string | null }

async function prepareAwards(ctx: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    const { row, before, changed, transition } = draft
    if (!before && !row.award_no) setValue(draft, 'award_no', await drawNumber(ctx))
    keepDecided(ctx, draft)
    const one = await caseOf(ctx, row.case_sid)
    if (!one) continue // refused as missing
    if (!before || ['trigger_date', 'rule_sid', 'basis', 'currency', 'total', 'shares'].some((code) => changed.has(code))) {
      proposeDay(draft, one)
      await proposeSum(ctx, draft, one)
      await share(ctx, draft, one)
    }
    if (!before || FLOORED.some((code) => changed.has(code)) || transition === 'approve') {
      holdToFloor(ctx, draft, one)
      warnOfRemuneration(ctx, draft, one)
    }
    if (transition === 'approve') await approve(ctx, draft)
    if (transition === 'reopen') for (const code of ['approver', 'approved_on'] as const) setValue(draft, code, null)
    if (transition === 'ask_inventors') setValue(draft, 'reason', null)
  }
}

/** Values that decide the minimum award */
const FLOORED = ['case_sid', 'award_type', 'trigger_date', 'rule_sid', 'basis', 'currency', 'total']

const AGREED = ['trigger_date', 'rule_sid', 'basis', 'currency', 'total', 'shares', 'company_sid']

/** Fields that inventors were asked to confirm cannot be changed. */
function keepDecided(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'award')
  const { before, changed, row, transition } = draft
  if (!before && row.status !== 'DRAFT') faultAt(ctx, model, draft, 'status', ['新奖酬的状态为草稿', 'of a new award must be a draft'])
  if (before && before.status !== 'DRAFT')
    for (const code of AGREED)
      if (changed.has(code))
        faultAt(ctx, model, draft, code, ['已提请确认，须先退回修改', 'cannot be changed while it is confirmed: reopen the award'])
  if (changed.has('payment_sid') && !transition) faultAt(ctx, model, draft, 'payment_sid', ['只在列入发放单时填写', 'is set by putting the award on a payment list']) // oxfmt-ignore
  if (changed.has('trigger_date') && row.trigger_date && row.trigger_date > ctx.today) faultAt(ctx, model, draft, 'trigger_date', ['不能晚于今天', 'must not be in the future']) // oxfmt-ignore
}

/** The number is JC, the year, and a sequence number. */
async function drawNumber({ db, today }: Context): Promise<string> {
  const year = today.slice(0, 4)
  const { last } = await db
    .insertInto('sequence')
    .values({ scope: `award.${year}`, last: 1 })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb('sequence.last', '+', 1) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `JC${year}${String(last).padStart(5, '0')}`
}

async function caseOf({ db, tenant }: Context, sid: string | null): Promise<Case | undefined> {
  if (!sid) return undefined
  const head = await db
    .selectFrom('case')
    .select(['kind', 'subtype', 'country'])
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!head?.kind) return undefined
  const model = modelNamed(tenant.models, head.kind)
  const row = await anyTable(db).selectFrom(head.kind).selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  const text = (code: string | undefined) => (code && typeof row[code] === 'string' ? row[code] : null)
  const code = fieldOfRole(model, 'inventors')
  const inventors = code && Array.isArray(row[code]) ? (row[code] as Inventor[]) : [] // rows of this role name their inventors
  return {
    ...head,
    sid,
    kind: head.kind,
    granted: text(fieldOfRole(model, 'grant_date')),
    filed: text(fieldOfRole(model, 'filing_date')),
    family: text(tenant.declared.kinds.get(head.kind)?.family),
    inventors: inventors.filter(({ inventor_sid }) => typeof inventor_sid === 'string'),
  }
}

function proposeDay(draft: Draft, { granted, filed }: Case) {
  const { award_type, trigger_date, due_date } = draft.row
  const own = award_type === 'GRANT' ? granted : award_type === 'FILING' || award_type === 'FOREIGN' ? filed : null
  if (!trigger_date && own) setValue(draft, 'trigger_date', own)
  if (due_date && !draft.changed.has('trigger_date')) return
  const day = draft.row.trigger_date
  if (award_type === 'GRANT' && day && !draft.changed.has('due_date')) setValue(draft, 'due_date', isoOf(addDuration(dayOf(day), LEGAL_PERIOD)))
}

/** The rule that applies on that day, and its sum. */
async function proposeSum(ctx: Context, draft: Draft, one: Case) {
  const { award_type, trigger_date: day } = draft.row
  if (!award_type || !day) return
  const rules = await ctx.db
    .selectFrom('award_rule')
    .selectAll()
    .where('award_type', '=', award_type)
    .where('valid', '=', true)
    .where('deleted_at', 'is', null)
    .where('company_sid', '=', draft.row.company_sid)
    .execute()
  const fitting = (rules as AwardRule[]).filter((rule) => fits(rule, one, day)) // rows of this very table
  const chosen = draft.row.rule_sid
  if (chosen && !fitting.some(({ sid }) => sid === chosen))
    faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'rule_sid', [
      '不适用于该案件、事由或日期',
      'does not apply to this case, event or day',
    ])
  const rule = chosen ? fitting.find(({ sid }) => sid === chosen) : fitting.toSorted(bySpecial)[0]
  if (!rule && !chosen && draft.row.total === null) faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'total', [`没有适用于该案件和 ${day} 的规则，须填写总额`, `is required: no rule applies to this case on ${day}`]) // oxfmt-ignore
  if (!rule) return
  if (!chosen) setValue(draft, 'rule_sid', rule.sid)
  if (draft.row.total !== null && !isOutdated(draft, rules as AwardRule[])) return warnOfKept(ctx, draft, rule) // rows of this very table
  if (!draft.before || draft.changed.has('rule_sid')) setValue(draft, 'currency', rule.currency)
  const sum = sumOf(rule, draft.row)
  if (sum === undefined)
    faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'basis', ['按百分比计算须填收入', 'is required for a percentage'])
  else setValue(draft, 'total', sum)
}

const asksForSum = ({ before, changed }: Draft) => before !== null && !changed.has('total') && (changed.has('basis') || changed.has('rule_sid'))

/** Warns that a sum set by a person, or by the former rule, is kept. */
function warnOfKept(ctx: Context, draft: Draft, rule: AwardRule) {
  const { total, currency } = draft.row
  const sum = sumOf(rule, draft.row)
  if (!asksForSum(draft) || sum === undefined || sum === total || (rule.amount !== null && rule.currency !== currency)) return
  const words = [`仍为 ${total}；按规则应为 ${sum}`, `stays ${total}; by the rule it would be ${sum}`] as const
  warnAt(modelNamed(ctx.tenant.models, 'award'), draft, { code: 'sum_kept', field: 'total', words, asks: true })
}

/** A sum that was calculated follows the income and the rule; one that a person set stays. */
function isOutdated(draft: Draft, rules: readonly AwardRule[]): boolean {
  const { before } = draft
  if (!before || !asksForSum(draft)) return false
  const rule = rules.find(({ sid }) => sid === before.rule_sid)
  return rule !== undefined && sumOf(rule, before) === before.total
}

const fits = ({ kind, subtype, country, valid_from, valid_to }: AwardRule, one: Case, day: string) =>
  (!kind || kind === one.kind) &&
  (!subtype || subtype === one.subtype) &&
  (!country || country === one.country) &&
  (valid_from ?? '') <= day &&
  day <= (valid_to ?? '9999')

/** The rule that says more of the case first, then the latest. */
function bySpecial(one: AwardRule, other: AwardRule): number {
  const rank = ({ kind, subtype, country, valid_from }: AwardRule) => `${[kind, subtype, country].filter(Boolean).length}${valid_from}`
  return rank(one) < rank(other) ? 1 : -1
}

function sumOf({ amount, percent }: AwardRule, { basis, currency }: Draft['row']): string | undefined {
  if (amount !== null) return amount
  return basis && percent && currency && isMoney(basis, currency) ? percentMoney(basis, percent, currency) : undefined
}

/** Shares follow the contributions to the case, including those of leavers; their amounts total the sum to the cent. */
async function share(ctx: Context, draft: Draft, { inventors }: Case) {
  const { total, currency } = draft.row
  const model = modelNamed(ctx.tenant.models, 'award')
  if (!draft.row.shares && inventors.length > 0) {
    const stated = inventors.map(({ contribution_pct }) => contribution_pct)
    const equal = equalShares(inventors.length)
    const parts = inventors.map(({ inventor_sid }, at) => ({
      inventor_sid,
      contribution_pct: (stated.includes(null) ? equal[at] : stated[at]) ?? '0',
    }))
    setValue(draft, 'shares', parts)
  }
  const shares = draft.row.shares ?? []
  if (shares.length === 0 && inventors.length === 0)
    faultAt(ctx, model, draft, 'shares', ['案件没有发明人，须填写份额', 'are required: the case names no inventors'])
  const sids = shares.flatMap(({ inventor_sid }) => inventor_sid ?? [])
  if (new Set(sids).size < sids.length) faultAt(ctx, model, draft, 'shares', ['同一发明人只能出现一次', 'must name each inventor once'])
  if (!total || !currency || shares.length === 0) return
  if (!isMoney(total, currency))
    return faultAt(ctx, model, draft, 'total', [`小数位多于 ${currency} 所允许的`, `has more decimals than ${currency} allows`])
  const left = new Set(
    (await ctx.db.selectFrom('inventor').select('sid').where('sid', 'in', sids).where((eb) => eb.or([eb('resigned', '=', true), eb('external', '=', true)])).execute()).map(({ sid }) => sid), // oxfmt-ignore
  )
  const amounts = splitMoney(
    total,
    shares.map(({ contribution_pct }) => contribution_pct ?? '0'),
    currency,
  )
  const whole = shares.map((one, at): Share => ({
    ...one,
    currency,
    amount: amounts[at] ?? null,
    pay_method: one.pay_method ?? (left.has(one.inventor_sid ?? '') ? 'BANK' : 'SALARY'),
  }))
  setValue(draft, 'shares', whole)
}

/** Without a policy the law sets the minimum award; with one, a lower award must be confirmed. */
function holdToFloor(ctx: Context, draft: Draft, { country, subtype, kind }: Case) {
  const { award_type, trigger_date, total, currency, rule_sid } = draft.row
  if (award_type !== 'GRANT' || kind !== 'patent' || currency !== 'CNY' || !trigger_date || !total || !isMoney(total, currency)) return
  const floor = legalFloorOf(country, subtype, trigger_date)
  if (!floor || compareMoney(total, floor.amount, currency) >= 0) return
  const model = modelNamed(ctx.tenant.models, 'award')
  const words = [
    `没有约定时不得低于 ${floor.amount}（${floor.rule[0]}）`,
    `must be at least ${floor.amount} where nothing is agreed (${floor.rule[1]})`,
  ] as const
  if (rule_sid) warnAt(model, draft, { code: 'below_legal_award', field: 'total', words, asks: true })
  else faultAt(ctx, model, draft, 'total', words)
}

/** The entered income may not be the income that the law means, and an agreement takes precedence: a person decides. */
function warnOfRemuneration(ctx: Context, draft: Draft, { country, subtype, kind }: Case) {
  const { award_type, trigger_date, total, currency, basis } = draft.row
  if (kind !== 'patent' || !trigger_date || !currency || !total || !basis || !isMoney(total, currency) || !isMoney(basis, currency)) return
  const floor = remunerationFloorOf(country, subtype, award_type, trigger_date)
  if (!floor) return
  const least = percentMoney(basis, floor.percent, currency)
  if (compareMoney(total, least, currency) >= 0) return
  const words = [
    `没有约定也没有依法制定的规章时，不得低于${floor.of[0]}的 ${floor.percent}%；所填收入的 ${floor.percent}% 为 ${least}（${floor.rule[0]}）`,
    `must be at least ${floor.percent}% of the ${floor.of[1]} where no agreement and no lawful rules of the employer say otherwise; of the income entered that is ${least} (${floor.rule[1]})`,
  ] as const
  warnAt(modelNamed(ctx.tenant.models, 'award'), draft, { code: 'below_legal_award', field: 'total', words, asks: true })
}

/** A person with a share of an award cannot approve it. */
async function approve(ctx: Context, draft: Draft) {
  const sids = (draft.row.shares ?? []).flatMap(({ inventor_sid }) => inventor_sid ?? [])
  const own = ctx.actor.sid
    ? await ctx.db.selectFrom('inventor').select('sid').where('sid', 'in', sids).where('user_sid', '=', ctx.actor.sid).executeTakeFirst()
    : undefined
  if (own)
    faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'approver', [
      '不能批准自己参与分配的奖酬',
      'must be someone who gets no share of the award',
    ])
  setValue(draft, 'approver', ctx.actor.sid)
  setValue(draft, 'approved_on', ctx.today)
}

/** An event of a case, or of its family if the rule so provides, is awarded once. */
async function checkFamilies(ctx: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    const { row, before } = draft
    if (before || !row.award_type || RECURRING.some((one) => one === row.award_type)) continue
    const one = await caseOf(ctx, row.case_sid)
    if (!one) continue
    const rule = row.rule_sid
      ? await ctx.db.selectFrom('award_rule').select('once_per_family').where('sid', '=', row.rule_sid).executeTakeFirst()
      : undefined
    const code = ctx.tenant.declared.kinds.get(one.kind)?.family
    const family = rule?.once_per_family && code && one.family ? await membersOf(ctx, one.kind, code, one.family) : []
    const known = await ctx.db
      .selectFrom('award')
      .select('award_no')
      .where('award_type', '=', row.award_type)
      .where('status', '!=', 'CANCELLED')
      .where('deleted_at', 'is', null)
      .where('sid', '!=', draft.sid)
      .where('case_sid', 'in', [one.sid, ...family])
      .executeTakeFirst()
    if (known)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'case_sid', [
        `该案件或其同族的同一事由已有奖酬 ${known.award_no}`,
        `already has award ${known.award_no} for this event, or its family has`,
      ])
  }
}

const membersOf = async ({ db }: Context, kind: string, code: string, family: string): Promise<string[]> =>
  (await anyTable(db).selectFrom(kind).select('sid').where(code, '=', family).where('deleted_at', 'is', null).execute()).map(({ sid }) => String(sid))

/** How the sum follows from the rule, and the shares from the sum. */
async function showFormula(ctx: Context, record: Record<string, unknown>) {
  const row = record as Pick<Award, 'currency' | 'total' | 'basis' | 'shares'>
  const { currency, total, basis } = row
  record.formula = null
  if (!currency || !total) return
  const sid = sidOf(record.rule_sid)
  const rule = sid ? await ctx.db.selectFrom('award_rule').select(['name', 'amount', 'percent']).where('sid', '=', sid).executeTakeFirst() : undefined
  const shown = formatMoney(total, currency)
  const byRule = rule?.percent && basis ? percentMoney(basis, rule.percent, currency) : rule?.amount
  const sum =
    !rule || byRule !== total
      ? shown
      : rule.percent && basis
        ? `${formatMoney(basis, currency)} × ${rule.percent}% = ${shown}`
        : `${rule.name}: ${shown}`
  const shares = (row.shares ?? []).map(({ contribution_pct, amount }) => `${contribution_pct}% = ${formatMoney(amount ?? '0', currency)}`)
  record.formula = [sum, ...shares].join('; ')
}
