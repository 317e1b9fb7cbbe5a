import { placeIn } from '../../../model/docketing/wording/rule-words.ts'
import { randomUUIDv7 } from 'node:crypto'
import { daysIn } from '../../../model/kit/days/day-text.ts'
import { isPaidEarly } from '../../../model/docketing/facts-of-case.ts'
import { type BesideGap, isBesideFacts } from '../../../model/docketing/beside-facts.ts'
import { checkCompleteness, type Gap } from '../../../model/docketing/findings/completeness.ts'
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { isGranted } from '../../../model/docketing/calculation/state.ts'
import { secondNotices } from '../../../model/docketing/events/second-notices.ts'
import { undocketed } from '../../../model/docketing/events/undocketed.ts'
import { anyTable } from '../../database/pool.ts'
import { modelNamed } from '../../records/registry.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import { updateRows, wrote } from '../../records/write/write.ts'
import { readLawRows } from '../../../seed/law/deadlines/read.ts'
import { BadLaw } from '../../../model/docketing/rules/law-pack.ts'
import { type Case, roleOf } from '../read-cases.ts'
import { laterDatesWaiting } from '../later-dates/waiting.ts'
import { lawFor, type TenantLaw } from '../law/law.ts'
import { catalogueOf, documentsWithoutEvent, withoutEvent } from './documents.ts'
import { foundAgain, inState } from './acknowledged.ts'
import { forgotten, WITHOUT_CASE } from './forgotten.ts'
import { unrelatedPhases } from './unrelated-phases.ts'

/** A recorded reason why nothing is due is not a fault. */
const REASONS = new Set(['WAITING_FOR_OFFICE'])

/** `opened`: those of the open findings that were not open before. */
export type Found = { open: number; opened: number }

/** Findings of these cases are opened, kept or settled. */
export async function findInCases(ctx: Context, cases: readonly Case[], { law }: TenantLaw): Promise<Found> {
  const sids = cases.map((one) => String(one.row.sid))
  const catalogue = await catalogueOf(ctx, cases)
  const papers = await documentsWithoutEvent(ctx, sids)
  const waits = await laterDatesWaiting(ctx, sids)
  const phases = await unrelatedPhases(ctx, cases)
  const left = await forgotten(ctx, cases)
  const wanted = cases.flatMap((one) => {
    const made = computeDeadlines(one.facts, law, ctx.today)
    const beside: BesideGap[] = [
      ...undocketed(one.facts, law, made, catalogue),
      ...withoutEvent(papers.get(String(one.row.sid)) ?? []),
      ...annuitiesGivenUp(one),
      ...ownerless(one, ctx.today),
      ...unpriced(one),
      ...(waits.get(String(one.row.sid)) ?? []),
      ...(phases.get(String(one.row.sid)) ?? []),
      ...paidEarly(one),
      ...(left.get(String(one.row.sid)) ?? []),
    ]
    return rowsOf(one, [...inFacts(one, law, ctx.today, made), ...beside])
  })
  return keep(
    ctx,
    wanted,
    cases.flatMap(({ findings }) => findings),
  )
}

/** Finds faults from the facts of these cases alone. */
export async function findInFacts(ctx: Context, cases: readonly Case[]) {
  if (cases.length === 0) return
  const { law } = await lawFor(ctx)
  const there = cases.flatMap(({ findings }) => findings.filter(({ code }) => !isBesideFacts(code)))
  const wanted = cases.flatMap((one) => {
    // A reason is no fault: its row waits for the nightly check, so that a save does not write it.
    const isWritten = (gap: Gap) => !REASONS.has(gap.code) || one.findings.some(({ code }) => code === gap.code)
    return rowsOf(one, inFacts(one, law, ctx.today, computeDeadlines(one.facts, law, ctx.today)).filter(isWritten))
  })
  if (wanted.length > 0 || there.length > 0) await keep(ctx, wanted, there)
}

function inFacts({ kind, facts, deadlines }: Case, law: Law, today: string, made: readonly ComputedDeadline[]): Gap[] {
  const end = made.find((one) => one.kind === 'TERM')?.raw_due
  const expiry = end ? { expiry_date: end } : {} // the rules do not need it
  const kept = new Set(deadlines.flatMap(({ key, later_due }) => (later_due ? [key] : []))) // still counted from the first notice
  const counted = made.filter(({ key }) => !kept.has(key))
  return [...checkCompleteness({ ...facts, ...expiry }, law, today, kind.docketing?.completeness, made), ...secondNotices(facts, law, counted)]
}

/** The findings of these codes alone are opened, kept or settled. */
export async function findOnly(ctx: Context, cases: readonly Case[], codes: readonly string[], findingsOf: (one: Case) => readonly Gap[]) {
  const wanted = cases.flatMap((one) => rowsOf(one, findingsOf(one)))
  const there = cases.flatMap(({ findings }) => findings.filter(({ code }) => codes.includes(String(code))))
  if (wanted.length > 0 || there.length > 0) await keep(ctx, wanted, there)
}

/** Settles open findings of deleted cases. An acknowledged one stays so for a restoration. `sids`: only these cases. */
export async function settleDeleted(ctx: Context, sids?: readonly string[]) {
  const there = await ctx.db
    .selectFrom('finding as g')
    .selectAll('g')
    .where('g.case_sid', 'is not', null)
    .where('g.status', 'in', ['OPEN', 'NOTED'])
    .$if(sids !== undefined, (query) => query.where('g.case_sid', 'in', [...(sids ?? [])]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('case as c').select('c.sid').whereRef('c.sid', '=', 'g.case_sid').where('c.deleted_at', 'is', null))),
    )
    .execute()
  if (there.length > 0) await keep(ctx, [], there)
}

const rowsOf = ({ row: { sid, company_sid } }: Case, found: readonly Gap[]) => merged(found).map((gap) => rowOf(gap, String(sid), company_sid))

/** Faults of the law itself. */
export async function findInLaw(ctx: Context): Promise<Found> {
  const there = await ctx.db.selectFrom('finding').selectAll().where('case_sid', 'is', null).where('code', 'not in', [...WITHOUT_CASE]).execute() // oxfmt-ignore
  const wanted = merged(await faultsOfLaw(ctx)).map((gap) => rowOf(gap, null, null))
  return keep(ctx, wanted, there)
}

/** Several findings of one kind become one finding that names them all, each once: five later cases may differ in the same way. */
function merged(found: readonly Gap[]): Gap[] {
  const once = (words: readonly string[], between: string) => [...new Set(words)].join(between)
  return [...Map.groupBy(found, ({ code }) => code)].map(([code, some]) => ({
    code,
    zh: once(some.map(({ zh }) => zh), '；'), // oxfmt-ignore
    en: once(some.map(({ en }) => en), '; '), // oxfmt-ignore
    cases: [...new Set(some.flatMap(({ cases = [] }) => cases))].toSorted(),
  }))
}

const NEAR_DAYS = 30

/** Without an owner, a deadline has no reminder. */
function ownerless(one: Case, today: string): BesideGap[] {
  const limit = `${Temporal.PlainDate.from(today).add({ days: NEAR_DAYS })}`
  const near = one.deadlines.filter(({ status, owner_sid, official_due: due }) => status === 'OPEN' && !owner_sid && due && due <= limit)
  if (near.length === 0 || roleOf(one, 'owner')) return []
  return [
    {
      code: 'NO_OWNER',
      zh: `${near.length} 个 ${NEAR_DAYS} 天内的期限没有负责人：请在案件上指定负责人`,
      en: `${near.length === 1 ? '1 deadline' : `${near.length} deadlines`} within ${NEAR_DAYS} days ${near.length === 1 ? 'has' : 'have'} no owner: name the person responsible on the case`,
    },
  ]
}

/** A right in force with waived and no open annuities lapses without a notice. */
function annuitiesGivenUp({ facts, deadlines }: Case): BesideGap[] {
  const annuities = deadlines.filter(({ kind }) => kind === 'ANNUITY')
  const isGivenUp = annuities.some(({ status }) => status === 'WAIVED') && !annuities.some(({ status }) => status === 'OPEN')
  if (!isGranted(facts) || !isGivenUp) return []
  return [
    {
      code: 'ANNUITIES_GIVEN_UP',
      zh: '所有年费均已放弃，而案件仍为有效：权利将因不缴费而丧失；请登记放弃，或重新打开年费',
      en: 'All annuities were abandoned, but the right is in force: it will lapse for non-payment. Record the abandonment, or reopen the annuity',
    },
  ]
}

/** An annuity that is due without an amount cannot be budgeted. */
function unpriced({ deadlines, fees }: Case): BesideGap[] {
  const priced = new Set(fees.map((fee) => fee.deadline_key))
  const byHand = new Set(fees.flatMap((fee) => (fee.fee_class === 'ANNUITY' && (fee.amount ?? null) !== null ? [fee.due_date] : [])))
  const isPriced = ({ key, official_due: due }: RowValues) => priced.has(key) || byHand.has(due)
  const bare = deadlines.filter((one) => one.kind === 'ANNUITY' && one.status === 'OPEN' && one.official_due && !isPriced(one))
  return bare.length
    ? [
        {
          code: 'NO_PRICE',
          zh: `${bare.length} 个年费没有可用的费用标准：请核对官费标准，或人工填写金额`,
          en: `${bare.length === 1 ? '1 annuity has' : `${bare.length} annuities have`} no applicable fee schedule: check the schedule, or enter the amount by hand`,
        },
      ]
    : []
}

/** The office does not accept such a payment: the fee is still owed. */
function paidEarly({ fees }: Case): BesideGap[] {
  return fees
    .filter((fee) => fee.status === 'PAID' && isPaidEarly(fee))
    .map(({ name, name_en, pay_date: paid, window_from: opens }) => ({
      code: 'PAID_TOO_EARLY',
      zh: `“${name}”于 ${paid} 缴纳，早于可缴起始日 ${opens}，缴费无效，须重新缴纳`,
      en: `“${name_en}” was paid on ${paid}, before the earliest valid payment date ${opens}: the payment is invalid and must be repeated`,
    }))
}

async function faultsOfLaw(ctx: Context): Promise<Gap[]> {
  try {
    const { law, fees } = await lawFor(ctx)
    const loaded = new Set(law.rules.map((rule) => rule.id))
    const missing = [...new Set((readLawRows().rules as { id: string }[]).map(({ id }) => id))].filter((id) => !loaded.has(id)) // checked when they were packed
    const found: Gap[] = []
    if (missing.length)
      found.push({
        code: 'RULES_MISSING',
        zh: `未加载的期限规则：${missing.join('、')}`,
        en: `Deadline rules that are not loaded: ${missing.join(', ')}`,
      })
    if ([...fees.schedules.keys()].length === 0) found.push({ code: 'PRICES_MISSING', zh: '没有加载任何费用标准', en: 'No fee schedules are loaded' })
    return [...found, ...(await calendarsEnding(ctx, law.calendars))]
  } catch (error) {
    if (!(error instanceof BadLaw)) throw error
    return error.faults.slice(0, 1).map(({ where, zh, en }) => ({
      code: 'LAW_UNREADABLE',
      zh: `期限规则不能加载：${where} ${zh}`,
      en: `The deadline rules cannot be loaded: ${where} ${en}`,
    }))
  }
}

/** Dates beyond an announced calendar are provisional; offices without pending dates are left out. */
async function calendarsEnding({ db, today }: Context, calendars: TenantLaw['law']['calendars']): Promise<Gap[]> {
  const rows = await db.selectFrom('case').select('country').distinct().where('deleted_at', 'is', null).execute()
  const until = `${Temporal.PlainDate.from(today).add({ years: 1 })}`
  return rows.flatMap(({ country }) => {
    const office = String(country)
    const known = calendars.get(office)
    if (!known || known.to >= until) return []
    const to = known.to < '1000' ? '' : known.to
    return [
      {
        code: `CALENDAR_ENDS_${office}`,
        zh: to ? `${placeIn(office, 'zh')}的工作日历只到 ${to}，此后的期限日为暂定` : `${placeIn(office, 'zh')}没有公布的工作日历，期限日为暂定`,
        en: to
          ? `The calendar of ${placeIn(office, 'en')} ends on ${to}; later dates are provisional`
          : `No calendar of ${placeIn(office, 'en')} has been announced; its dates are provisional`,
      },
    ]
  })
}

export const rowOf = ({ code, zh, en, cases = [] }: Gap, case_sid: string | null, company_sid: unknown): RowValues => ({
  case_sid,
  company_sid,
  code: code.slice(0, 60),
  words: zh.slice(0, 500),
  words_en: daysIn(en, 'en').slice(0, 500),
  about_sids: cases.length > 0 ? cases : null,
  status: REASONS.has(code) ? 'NOTED' : 'OPEN',
})

const KEPT = [
  'words', 'words_en', 'about_sids', 'status', 'reason', 'until', 'acknowledged_by', 'acknowledged_on', 'found_on', 'version', 'updated_at',
] as const // oxfmt-ignore

/** Rows of one key may be more than one where an earlier version wrote them twice: all but one are settled, first those that nobody acknowledged. */
export async function keep(ctx: Context, wanted: readonly RowValues[], there: readonly RowValues[]): Promise<Found> {
  const model = modelNamed(ctx.tenant.models, 'finding')
  const keyOf = (row: RowValues) => `${row.case_sid ?? row.company_sid ?? ''} ${row.code}`
  const known = new Map(there.toSorted((one, other) => weightOf(one) - weightOf(other)).map((row) => [keyOf(row), row]))
  const keys = new Set(wanted.map(keyOf))
  const now = new Date().toISOString()
  const changed: RowValues[] = []
  const change = (before: RowValues, after: RowValues) => {
    if (Object.entries(after).every(([code, value]) => sameValue(before[code] ?? null, value ?? null))) return
    const found_on = before.status === 'SETTLED' && after.status !== 'SETTLED' ? ctx.today : before.found_on
    changed.push({ ...before, ...after, found_on, version: Number(before.version) + 1, updated_at: now })
  }
  const fresh = wanted.filter((row) => {
    const before = known.get(keyOf(row))
    if (before) change(before, foundAgain(before, row, ctx.today))
    return !before
  })
  for (const [key, before] of known) if (!keys.has(key)) change(before, inState('SETTLED'))
  for (const row of there) if (known.get(keyOf(row)) !== row) change(row, inState('SETTLED'))
  const made = fresh.map((row) => ({ ...row, sid: randomUUIDv7(), version: 1, valid: true, found_on: ctx.today, created_at: now, updated_at: now }))
  // Another write of the case, or of its family, may have found the same at this moment.
  if (made.length) await anyTable(ctx.db).insertInto('finding').values(made).onConflict((same) => same.doNothing()).execute() // oxfmt-ignore
  await updateRows(ctx, model, changed, KEPT)
  if (made.length || changed.length) wrote(ctx, model)
  const isOpen = ({ status }: RowValues) => status === 'OPEN'
  const reopened = changed.filter((row) => isOpen(row) && known.get(keyOf(row))?.status !== 'OPEN')
  const left = new Set([...known].flatMap(([key, row]) => (row.status === 'ACKNOWLEDGED' ? [key] : [])))
  for (const row of reopened) left.delete(keyOf(row))
  const open = wanted.filter((row) => isOpen(row) && !left.has(keyOf(row)))
  return { open: open.length, opened: made.filter(isOpen).length + reopened.length }
}

const WEIGHTS = ['SETTLED', 'NOTED', 'OPEN', 'ACKNOWLEDGED']
const weightOf = ({ status }: RowValues) => WEIGHTS.indexOf(String(status))
