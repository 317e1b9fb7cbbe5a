// Official events trigger transitions, and transitions for our own acts create an event: the catalogue of document types pairs them.
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../model/kit/model.ts'
import { Refusal } from '../../errors.ts'
import { tentatively } from '../../records/tentative.ts'
import { asBefore } from '../../records/write/batch/as-before.ts'
import { removeRows } from '../../records/write/delete.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { leaves, stateWords } from '../../records/write/states.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../../records/write/write.ts'
import { contextSlot } from '../../records/slots.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { deferred } from '../deferred.ts'
import { endings } from '../later-dates/endings.ts'
import { readRecord } from '../read-cases.ts'
import { tell } from './told.ts'

/** The remark of such an event; the field `by_transition` states its origin. */
const REMARK = '随状态变更记录；日期不同的请改正 / recorded with the change of state; correct the date if it was another day'

/** Writes in which an event triggers a transition; the transition then creates no event of its own. */
const moving = contextSlot<true>()

/** The day of the event that triggers a transition: a case that it ends has ended by that day, whenever it is recorded. */
export const dayOfEvent = contextSlot<string>()

/** Set while a notice of an office changes the state of a case: a statement of an office counts as a fact. */
export const saidByOffice = contextSlot<true>()

/** The step that these events bring about, also of one that was recorded when its case could not take it. */
export async function moveByEvents(ctx: Context, events: readonly RowValues[]) {
  if (events.length === 0) return
  const leads = await stepsOf(ctx, events.map(({ code }) => code)) // oxfmt-ignore
  await moving.during(ctx, true, async () => {
    for (const row of events) {
      const type = leads.get(String(row.code))
      if (!type) continue
      const act = () => dayOfEvent.during(ctx, String(row.event_date), () => move(ctx, String(row.case_sid), type))
      await (type.direction === 'IN' ? saidByOffice.during(ctx, true, act) : act())
    }
  })
}

/** The types of these codes that trigger a transition, by their code. */
export async function stepsOf({ db }: Context, codes: readonly unknown[]) {
  const types = await db
    .selectFrom('document_type')
    .select(['code', 'name', 'name_en', 'transition', 'case_kind', 'direction'])
    .where('code', 'in', [...new Set(codes.map(String))])
    .where('transition', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(types.map((type) => [String(type.code), type]))
}

/** A type without a kind of case belongs to the kind of the default law. */
export const isOf = ({ name, default_law }: CaseKind, { case_kind }: { case_kind: string | null }) =>
  case_kind ? case_kind === name : default_law === true

async function move(ctx: Context, sid: string, type: { transition: string | null; case_kind: string | null }) {
  const found = await readRecord(ctx, sid, columnsOfTransitions)
  if (!found || !isOf(found.kind, type)) return
  const code = String(type.transition)
  const { row, kind } = found
  const model = modelNamed(ctx.tenant.models, kind.name)
  const wanted = model.states?.transitions[code]
  if (!wanted || !model.states) return
  const state = String(row[model.states.field])
  if (leaves(model, wanted, state, row)) return take(ctx, model, { sid, steps: [code], wanted, state, row })
  if (!isReady(model, code, row)) return
  if (state === wanted.to) return
  const before = kind.docketing?.catch_up?.find((one) => isReady(model, one, row) && leadsTo(model, one, wanted, { state, row }))
  if (before) await take(ctx, model, { sid, steps: [before, code], wanted, state, row })
}

/** Whether the step `one` leads to a state that `wanted` leaves. */
export function leadsTo(model: Model, one: string, wanted: Transition, { state, row }: Pick<Step, 'state' | 'row'>): boolean {
  const step = model.states?.transitions[one]
  return step !== undefined && leaves(model, step, state, row) && leaves(model, wanted, step.to, row)
}

type Step = { sid: string; steps: readonly string[]; wanted: Transition; state: string; row: RowValues }

/** Records an event of an office even if the case lacks required values, such as applicants, or is being approved: the step then waits. */
async function take(ctx: Context, model: Model, { sid, steps, wanted, state, row }: Step) {
  const act = async (own: Context) => {
    for (const code of steps) await takeTransition(own, model, sid, code, {})
    return undefined
  }
  const isComplete = steps.every((code) => isReady(model, code, row))
  if (!saidByOffice.of(ctx) || deferred.of(ctx)) return isComplete ? act(ctx) : undefined
  const refusal = await tentatively(
    ctx,
    (own) => act(own).catch((error: unknown) => waits(error, !isComplete)),
    (found) => !found,
  )
  if (refusal && !NOT_THEIRS.has(refusal.name)) tellStays(ctx, model, { wanted, state, refusal })
}

/** A person who may record an event, but not change the case, cannot take a step for which the case is not ready. */
const NOT_THEIRS: ReadonlySet<string> = new Set(['not_found', 'forbidden'])

export function waits(error: unknown, alsoNotTheirs = false): Refusal {
  if (error instanceof Refusal && (error.errors || error.name === 'in_approval' || (alsoNotTheirs && NOT_THEIRS.has(error.name)))) return error
  throw error
}

/** As for a filing receipt in a case without application number: the step waits until a person takes it with the required values. */
function tellStays(ctx: Context, model: Model, { wanted, state, refusal }: Pick<Step, 'wanted' | 'state'> & { refusal: Refusal }) {
  const stands = stateWords(model, state)
  const words: Words = [
    `案件仍为“${stands[0]}”，“${wanted.zh}”尚不能办理：${refusal.words('zh')}。之后请在案件上办理“${wanted.zh}”`,
    `The case stays in “${stands[1]}”; “${wanted.en}” cannot be taken yet: ${refusal.words('en')}. Take “${wanted.en}” on the case after that`,
  ]
  tell(ctx, words)
}

/** The columns that decide whether a transition is available: the state, its required fields and its conditions. */
export function columnsOfTransitions({ model: { states } }: CaseKind): string[] {
  const fields = Object.values(states?.transitions ?? {}).flatMap(({ fields: asked = [], only = {} }) => [...asked, ...Object.keys(only)])
  return [...new Set([...(states ? [states.field] : []), ...fields])]
}

/** Whether the case has the fields that the transition requires. */
function isReady(model: Model, code: string, now: RowValues): boolean {
  const fields = model.states?.transitions[code]?.fields ?? []
  return fields.every((field) => !fieldOf(model, field)?.required_at?.includes(code) || (now[field] ?? null) !== null)
}

/** Filing a reply or a demand is an event with a date, which closes answered deadlines and opens the next ones. */
export async function recordActs(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const { name, roles } = kind
  if (moving.of(ctx)) return
  const moved = drafts.filter(({ transition }) => transition)
  if (moved.length === 0) return
  const acts = await actsOf(ctx, kind)
  const [model, event] = [modelNamed(ctx.tenant.models, name), modelNamed(ctx.tenant.models, 'official_event')]
  for (const { sid, row, transition = '' } of moved) {
    const act = acts.find((one) => one.transition === transition && (!one.office || one.office === row[roles.country ?? '']))
    if (!act || hasDay(model, transition)) continue
    const given = { code: act.code, event_date: ctx.today, company_sid: row.company_sid, remark: REMARK }
    await moving.during(ctx, true, async () => {
      const [draft] = await draftNew(ctx, event, [{ case_sid: sid, ...given }])
      if (!draft) return
      setValue(draft, 'by_transition', transition)
      refuseFaulty([draft])
      await insertDrafts(ctx, event, [draft])
    })
  }
}

type Act = { code: string; transition: string; office: string | null }

/** Our own submissions and decisions, each with its transition. */
async function actsOf({ db }: Context, kind: CaseKind): Promise<Act[]> {
  const rows = await db
    .selectFrom('document_type')
    .select(['code', 'transition', 'office', 'case_kind'])
    .where('direction', 'in', ['OUT', 'INTERNAL'])
    .where('transition', 'is not', null)
    .where('transition', '!=', '')
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .execute()
  const own = rows.filter((row) => isOf(kind, row))
  return own.map(({ code, transition, office }) => ({ code: String(code), transition: String(transition), office: office || null }))
}

/** A transition that carries its own date closes by that date. */
function hasDay(model: Model, code: string): boolean {
  return (model.states?.transitions[code]?.fields ?? []).some((field) => fieldOf(model, field)?.type === 'date')
}

/** An undone transition changes no other values, but the end of a statutory deadline waits for a second person. */
export const undoing = (ctx: Context, act: () => Promise<void>) => endings.during(ctx, true, () => asBefore(ctx, act))

/** Undoing a transition also deletes the event that it created; an event that brought it about stays on record with its dates, and is named. */
export async function takeBackAct(ctx: Context, { states }: Model, sid: string, { from, to, since }: { from: unknown; to: unknown; since: string }) {
  const steps = states?.transitions ?? {}
  const taken = Object.entries(steps).flatMap(([code, step]) => ((step.returns || step.to === to) && step.from.includes(String(from)) ? [code] : []))
  if (taken.length === 0) return
  const last = await ctx.db
    .selectFrom('official_event')
    .select('sid')
    .where('case_sid', '=', sid)
    .where('by_transition', 'in', taken)
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (last) await asBefore(ctx, () => removeRows(ctx, modelNamed(ctx.tenant.models, 'official_event'), [last.sid]))
  else await nameCause(ctx, sid, taken, since)
}

/** The event that brought about one of these transitions, whose deadlines an undo of the step leaves. */
async function nameCause(ctx: Context, sid: string, taken: readonly string[], since: string) {
  const cause = await ctx.db
    .selectFrom('official_event as e')
    .innerJoin('document_type as t', 't.code', 'e.code')
    .select(['t.name', 't.name_en', 'e.event_date'])
    .where('e.case_sid', '=', sid)
    .where('e.by_transition', 'is', null)
    .where('e.created_at', '<=', since)
    .where('e.deleted_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .where('t.transition', 'in', taken)
    .orderBy('e.created_at', 'desc')
    .executeTakeFirst()
  if (cause) tell(ctx, stays(cause))
}

const stays = ({ name, name_en, event_date: day }: Readonly<Record<'name' | 'name_en' | 'event_date', string | null>>): Words => [
  `“${name}”（${day}）仍在官方事件中，其期限照旧；录入有误的，请另行删除该事件`,
  `“${name_en ?? name}” of ${day} stays among the official events, with its deadlines: delete it as well if it was recorded in error`,
]
