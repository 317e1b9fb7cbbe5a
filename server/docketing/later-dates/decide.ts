import { OF_LATER_DATES } from '../../../model/docketing/beside-facts.ts'
import type { Postponed } from '../../../model/docketing/calculation/postponed.ts'
import { daysIn } from '../../../model/kit/days/day-text.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { removeRows } from '../../records/write/delete.ts'
import { updateRow } from '../../records/write/update.ts'
import { lockRows } from '../../records/write/write.ts'
import { takeExtension } from './extension.ts'
import { carryingOut, openFor } from './proposals.ts'
import { findOnly } from '../findings/findings.ts'
import { readCases } from '../read-cases.ts'
import { docketCases } from '../reconcile.ts'
import { released } from './keep-earlier.ts'
import { isKeptAsShown } from './propose-kept.ts'
import { laterDatesWaiting } from './waiting.ts'
import { type Later, laterAmong, watched } from './watch.ts'

/** A second person decides: never the proposer, and only while the record is as it was shown. */
export const decisions: Part = {
  hooks: [{ model: 'date_confirmation', prepare: signDecisions, check: checkDecisions, written: carryOut }],
}

type Drafts = readonly DraftOf<'date_confirmation'>[]

function signDecisions(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    if (!draft.transition) continue
    const isAgain = draft.transition === 'propose_again'
    setValue(draft, 'decided_by', isAgain ? null : ctx.actor.sid)
    setValue(draft, 'decided_on', isAgain ? null : ctx.today)
  }
}

async function checkDecisions(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'date_confirmation')
  for (const draft of drafts) {
    const { row, transition } = draft
    if (transition !== 'confirm') continue
    if (!ctx.actor.sid || row.proposed_by === ctx.actor.sid)
      faultAt(ctx, model, draft, 'decided_by', ['须由提出人以外的另一人确认', 'must be a different person than the one who proposed it'])
    else if (!(await isAsShown(ctx, row)))
      faultAt(ctx, model, draft, 'proposed', [
        '记录在提出后已改变，请不同意后重新提出',
        'cannot be confirmed: the record has changed since the proposal; refuse it and propose it again',
      ])
  }
}

async function isAsShown(ctx: Context, { kind, entity, record_sid, former, proposed }: RowValues): Promise<boolean> {
  if (kind === 'DEADLINE') return isKeptAsShown(ctx, String(record_sid), proposed)
  const [now] = await lockRows(onBehalfOf(ctx), recordModel(ctx, entity), [String(record_sid)])
  return now !== undefined && Object.entries(former as RowValues).every(([code, value]) => sameValue(now[code] ?? null, value)) // written by propose
}

const recordModel = (ctx: Context, entity: unknown): Model => modelNamed(ctx.tenant.models, String(entity))

async function carryOut(ctx: Context, drafts: Drafts) {
  for (const { row, transition } of drafts) {
    if (transition !== 'confirm') continue
    const own = onBehalfOf(ctx)
    const changes: NonNullable<ReturnType<typeof watched.of>> = new Map()
    const freed = await shownWaiting(ctx, row)
    const act = () => (freed.size > 0 ? released.during(own, freed, () => write(own, row)) : write(own, row))
    await carryingOut.during(own, true, () => watched.during(own, changes, act))
    refuseUnlessShown(row, await laterAmong(own, changes, false))
  }
  await findAnew(ctx, drafts)
}

/** A decided proposal ends its waiting finding; a refused later day is reported at once. */
async function findAnew(ctx: Context, drafts: Drafts) {
  const sids = [...new Set(drafts.flatMap(({ row, transition }) => (transition ? [String(row.case_sid)] : [])))]
  if (sids.length === 0) return
  const waiting = await laterDatesWaiting(ctx, sids)
  await findOnly(ctx, await readCases(ctx, sids), OF_LATER_DATES, ({ row }) => waiting.get(String(row.sid)) ?? [])
}

/**
 * The later days that waited already: the second person was shown the whole way from the day that counts, and does not confirm it twice. Days
 * that this person proposed stay for somebody else.
 */
async function shownWaiting(ctx: Context, { kind, case_sid, deadlines }: RowValues): Promise<ReadonlySet<string>> {
  if (kind === 'DEADLINE') return new Set()
  const shown = deadlines as readonly Postponed[] // written by propose
  const cases = [...new Set(shown.map((one) => String(one.case_sid ?? case_sid)))]
  if (cases.length === 0) return new Set()
  const own = (await openFor(ctx, cases)).filter(({ proposed_by: by }) => by === ctx.actor.sid).map(({ record_sid }) => record_sid)
  const waiting = await ctx.db
    .selectFrom('deadline')
    .select(['sid', 'case_sid', 'key'])
    .where('case_sid', 'in', cases)
    .where('later_due', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const isShown = ({ key, case_sid: of }: RowValues) => shown.some((one) => one.key === key && (one.case_sid ?? case_sid) === of)
  return new Set(waiting.filter((one) => isShown(one) && !own.includes(String(one.case_sid))).map(({ sid }) => sid))
}

async function write(ctx: Context, { kind, entity, record_sid, case_sid, proposed }: RowValues) {
  const [sid, values] = [String(record_sid), proposed as RowValues] // written by propose
  if (kind === 'EXTENSION') await takeExtension(ctx, sid, { period: String(values.period), date: String(values.date) })
  else if (kind === 'DEADLINE') await release(ctx, String(case_sid), values)
  else if (kind === 'REMOVAL') await removeRows(ctx, recordModel(ctx, entity), [sid])
  else await updateRow(ctx, recordModel(ctx, entity), sid, values)
}

/** Something else was confirmed or entered since: the second person has not seen the day that would count now. */
function refuseUnlessShown({ case_sid, deadlines }: RowValues, later: readonly Later[]) {
  const shown = deadlines as readonly Postponed[] // written by propose
  const other = later.find(
    ({ key, case_sid: home, to }) => !shown.some((one) => one.key === key && (one.case_sid ?? case_sid) === home && one.to === to),
  )
  if (!other) return
  refuse('rule', {
    summary_zh: `提出后情况已变：“${other.name}”现将由 ${other.from} 推迟到 ${other.to}，与所示不同；请不同意后重新提出`,
    summary_en: daysIn(
      `The dates have changed since the proposal: “${other.name_en}” would now move from ${other.from} to ${other.to}, which was not shown; refuse it and propose it again`,
      'en',
    ),
  })
}

/** The deadlines follow the facts of their case. */
const release = (ctx: Context, case_sid: string, { later_due }: RowValues) =>
  released.during(ctx, new Set(Object.keys(later_due ?? {})), () => docketCases(ctx, [case_sid]))
