import { labelOf } from '../../../model/kit/fields.ts'
import { BASE, type Model, type States, type Transition, type Verb } from '../../../model/kit/model.ts'
import { type Refusal, refuse, refuseFaults } from '../../errors.ts'
import { anyTable } from '../../database/pool.ts'
import { onBehalfOf } from '../acting/on-behalf-of.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import { getOrGone, refuseUnlessObject, withWarnings } from './create.ts'
import { get } from '../query/get.ts'
import type { Found } from '../query/plans.ts'
import { fieldsOf } from '../registry.ts'
import { targetsOf } from './batch/state-before.ts'
import { leaves, mayTake, stateLabel, transitionsNow } from './states.ts'
import { checkAfterDay } from './checks/after-day.ts'
import { setValue, takeInput } from './checks/validate.ts'
import { sidOf } from './values.ts'
import { takeConfirmed } from './checks/warnings.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'
import { checkVersion, draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from './write.ts'

/** POST do/transition: `sid`, `transition`, its required fields, and `confirm` as in do/create. */
export async function transition(ctx: Context, model: Model, body: RowValues): Promise<Found> {
  authorize(ctx, model, 'transition')
  refuseUnlessObject(body)
  const { rest, confirmed } = takeConfirmed(ctx, body)
  const { sid, transition: code, version, ...fields } = rest
  refuseUnnamed(ctx, { sid, transition: code })
  const known = sidOf(sid) ?? refuse('bad_sid', { value: String(sid ?? '').slice(0, 60) })
  const warnings: string[] = []
  const postponed = await inTransaction({ ...ctx, warnings, confirmed }, (tx) =>
    takeTransition(tx, model, known, String(code ?? ''), fields, { version, verb: 'transition' }),
  )
  if (postponed) throw postponed // what it waits for is committed
  return withWarnings(await getOrGone(ctx, model, known), warnings)
}

const NAMES = { sid: BASE.sid, transition: { zh: '状态变更', en: 'Transition' } } as const

/** Requires a record and a transition. */
function refuseUnnamed({ lang }: Context, given: Record<keyof typeof NAMES, unknown>) {
  const missing = (['sid', 'transition'] as const).filter((key) => (given[key] ?? '') === '')
  const reason = lang === 'zh' ? '必填' : 'is required'
  if (missing.length > 0) refuseFaults(missing.map((field) => ({ field, label: NAMES[field][lang], reason })))
}

export const transitionNamed = ({ transitions }: States, code: string) => (Object.hasOwn(transitions, code) ? transitions[code] : undefined)

export const lockingFor = (verb: Verb | undefined, asked: Transition | undefined) => ({
  ...(verb && { verb }),
  ...(asked?.ability && { ability: asked.ability.code }),
})

/** Locks the record that the step joins these to, with them: two steps in opposite directions wait for each other in turn. */
export async function lockJoined(ctx: Context, model: Model, sids: readonly string[], wanted: Transition | undefined, fields: RowValues) {
  const other = sidOf(wanted?.joins ? fields[wanted.joins] : undefined)
  if (other) await lockRows(onBehalfOf(ctx), model, [...sids, other])
}

/** A record is locked after what it is part of, as a step of the whole locks its parts: a fee after its payment list. */
export async function lockWholes(ctx: Context, model: Model, sids: readonly string[], fields: RowValues) {
  if (sids.length === 0) return
  // All fields that name the same table are locked at once, in the order of its records: a bill names the list of its request and those that paid it.
  for (const [to, fieldsThere] of Map.groupBy(wholesOf(model), (one) => one.to)) {
    const own = await anyTable(ctx.db)
      .selectFrom(model.name)
      .select(fieldsThere.map(({ code }) => code))
      .where('sid', 'in', [...sids])
      .execute()
    const named = [...own, fields].flatMap((row) =>
      fieldsThere.flatMap(({ code, part }) => (part ? rowsIn(row[code]).map((one) => one[part]) : [row[code]])),
    )
    const wholes = [...new Set(named.flatMap((value) => sidOf(value) ?? []))].toSorted()
    if (wholes.length > 0) await anyTable(ctx.db).selectFrom(to).select('sid').where('sid', 'in', wholes).orderBy('sid').forNoKeyUpdate().execute()
  }
}

/** A caller may have sent anything: the values are checked after the locks. */
const rowsIn = (value: unknown): RowValues[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => (typeof one === 'object' && one !== null ? [{ ...one }] : []))

type Whole = { code: string; part?: string; to: string }

const wholesOf = (model: Model) =>
  fieldsOf(model).flatMap(([code, field]): Whole[] => {
    if (field.type === 'reference') return field.part_of ? [{ code, to: field.to }] : []
    const parts = field.type === 'rows' ? Object.entries(field.of) : []
    return parts.flatMap(([part, of]) => (of.type === 'reference' && of.part_of ? [{ code, part, to: of.to }] : []))
  })

type Taking = { version?: unknown; verb?: Verb }

/**
 * Also for transitions on a user's behalf: of records with any changing verb, unless a `verb` is named. Of those that a user asks for, the
 * refusal is returned if something else must come first.
 */
export async function takeTransition(
  ctx: Context,
  model: Model,
  sid: string,
  code: string,
  fields: RowValues,
  { version, verb }: Taking = {},
): Promise<Refusal | undefined> {
  const states = model.states ?? refuse('verb_refused', { why_zh: `${model.zh}没有状态`, why_en: `${model.en} has no states` })
  const wanted = transitionNamed(states, code)
  const asked = verb && wanted // a transition on a user's behalf needs no ability
  if (asked && !wanted.automatic && !mayTake(ctx, model, asked)) refuse('forbidden', { what: labelOf(wanted, ctx.lang) })
  await lockWholes(ctx, model, [sid], fields)
  await lockJoined(ctx, model, [sid], wanted, fields)
  const before = (await lockRows(ctx, model, [sid], lockingFor(verb, asked)))[0] ?? refuse('not_found')
  await checkVersion(before, version, () => get(ctx, model, sid))
  const state = String(before[states.field] ?? '')
  if (!wanted || asked?.automatic || !leaves(model, wanted, state, before)) {
    const allowed = transitionsNow(ctx, model, before)
      .map((one) => one.label)
      .join(ctx.lang === 'zh' ? '、' : ', ')
    const name = wanted ? labelOf(wanted, ctx.lang) : code
    refuse('transition', { state: stateLabel(ctx, model, state), transition: name.slice(0, 60), allowed: allowed || '—' })
  }
  if (!mayTake(ctx, model)) refuse('forbidden', { what: labelOf(wanted, ctx.lang) })
  const draft = { ...draftFrom(before), transition: code }
  takeInput(ctx, model, accessOf(ctx, model), draft, fields)
  setValue(draft, states.field, (await targetsOf(ctx, model, wanted, [before]))(sid))
  if (verb) checkAfterDay(ctx, model, wanted, draft)
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  const postponed = verb ? (await ctx.tenant.modules.postpone(ctx, model, [draft], fields)).get(sid) : undefined
  if (postponed) return postponed.done ? undefined : postponed.refusal
  await updateDrafts(ctx, model, [draft], 'TRANSITION')
  return undefined
}
