import type { Words } from '../../../model/kit/fields.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { isAsBefore } from '../../records/write/batch/as-before.ts'
import { leaves, stateWords } from '../../records/write/states.ts'
import { readRecord } from '../read-cases.ts'
import { columnsOfTransitions, isOf, moveByEvents, stepsOf } from './event-transitions.ts'
import { tell } from './told.ts'

/** The catalogue says which transition an event triggers; a case that does not allow it stays in its state. */
export async function moveCase(ctx: Context, drafts: readonly Draft[]) {
  await moveByEvents(ctx, drafts.filter(({ before }) => !before).map(({ row }) => row)) // oxfmt-ignore
  if (isAsBefore(ctx)) return
  for (const { sid, before, row, changed } of drafts) if (before && changed.has('code')) await moveAnew(ctx, before, { ...row, sid })
}

type Step = NonNullable<ReturnType<Awaited<ReturnType<typeof stepsOf>>['get']>>

/** A corrected kind brings about its step, unless the former kind did, or the case has gone on from there since. */
async function moveAnew(ctx: Context, was: RowValues, row: RowValues) {
  const steps = await stepsOf(ctx, [was.code, row.code])
  const [former, wanted] = [steps.get(String(was.code)), steps.get(String(row.code))]
  if ((!former && !wanted) || (former && wanted && isSame(former, wanted))) return
  const later = await laterSteps(ctx, row)
  const before = wanted && (await statesOf(ctx, row, wanted))
  const next = before && later.find((one) => before.leads(one))
  if (next) return before.mayTake() ? tellLater(ctx, before.words, next) : undefined
  if (wanted) await moveByEvents(ctx, [row])
  const after = former && (await statesOf(ctx, row, former))
  if (!former || !after?.isReached() || later.some((one) => after.isReached(one)) || (wanted && after.mayTake(wanted))) return
  tellStands(ctx, after.words, former)
}

const isSame = (one: Step, other: Step) =>
  (['transition', 'case_kind', 'direction'] as const).every((code) => (one[code] ?? null) === (other[code] ?? null))

type Later = Readonly<Record<'name' | 'name_en' | 'event_date' | 'transition', string | null>>

/** The steps of the case by events of a later day, or of the same day and recorded later; the last one first. */
async function laterSteps({ db }: Context, { sid, case_sid, event_date, created_at }: RowValues): Promise<Later[]> {
  return db
    .selectFrom('official_event as e')
    .innerJoin('document_type as t', 't.code', 'e.code')
    .select(['t.name', 't.name_en', 't.transition', 'e.event_date'])
    .where('e.case_sid', '=', String(case_sid))
    .where('e.sid', '!=', String(sid))
    .where('e.deleted_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .where('t.transition', 'is not', null)
    .where((of) => {
      const isSameDay = of.and([of('e.event_date', '=', String(event_date)), of('e.created_at', '>', String(created_at))])
      return of.or([of('e.event_date', '>', String(event_date)), isSameDay])
    })
    .orderBy('e.event_date', 'desc')
    .orderBy('e.created_at', 'desc')
    .execute()
}

type Named = Pick<Step, 'transition'>

/** What the case takes of this step, and of others, in its state. */
async function statesOf(ctx: Context, { case_sid }: RowValues, step: Step) {
  const found = await readRecord(ctx, String(case_sid), columnsOfTransitions)
  const { model } = found?.kind ?? {}
  if (!found || !model?.states || !isOf(found.kind, step)) return undefined
  const { field, transitions } = model.states
  const state = String(found.row[field])
  const stepOf = ({ transition }: Named) => transitions[String(transition)]
  const isLeaving = (one: Named, from: string) => {
    const taken = stepOf(one)
    return taken !== undefined && leaves(model, taken, from, found.row)
  }
  return {
    words: stateWords(model, state),
    /** Whether the case may take the step now. */
    mayTake: (one: Named = step) => isLeaving(one, state),
    /** Whether the state is the one to which the step leads. */
    isReached: (one: Named = step) => stepOf(one)?.to === state,
    /** Whether the other one follows the step. */
    leads: (other: Named) => isLeaving(other, stepOf(step)?.to ?? ''),
  }
}

function tellLater(ctx: Context, [zh, en]: Words, { name, name_en, event_date: day }: Later) {
  tell(ctx, [`案件仍为“${zh}”：其后已有 ${day} 的“${name}”`, `The case stays in “${en}”: “${name_en ?? name}” of ${day} followed`])
}

/** The step of a mistaken kind is not taken back: other facts may have led to the same state. */
function tellStands(ctx: Context, [zh, en]: Words, { name, name_en }: Step) {
  tell(ctx, [
    `案件仍为“${zh}”，即原文件类型“${name}”所引致的状态：若不符，请在案件上撤销或改办状态变更`,
    `The case stays in “${en}”, to which the former type “${name_en ?? name}” leads: if that is wrong, undo the step on the case`,
  ])
}
