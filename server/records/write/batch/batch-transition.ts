import { shownNameOf } from '../../permission/shown-name.ts'
import { randomUUIDv7 } from 'node:crypto'
import { labelOf } from '../../../../model/kit/fields.ts'
import type { Model, Verb } from '../../../../model/kit/model.ts'
import { attempt, type Refusal, refuse, refuseFaults } from '../../../errors.ts'
import { accessOf, authorize } from '../../permission/permission.ts'
import { chosenSids, refuseSecrets } from './batch.ts'
import { refuseUnlessObject } from '../create.ts'
import { keepMore } from './kept-batch.ts'
import { targetsOf } from './state-before.ts'
import { leaves, mayTake, stateLabel } from '../states.ts'
import { lockingFor, lockJoined, lockWholes, transitionNamed } from '../transition.ts'
import { checkAfterDay } from '../checks/after-day.ts'
import { setValue, takeInput } from '../checks/validate.ts'
import { takeConfirmed } from '../checks/warnings.ts'
import { writtenBeside } from '../written-beside.ts'
import { inTransaction, type Context, type Draft, type RowValues } from '../../context.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../write.ts'

export type Outcome = { sid: string; ok: boolean; message?: string }

/** By record, the refusal that says for what its transition waits. */
type Waiting = Map<string, Refusal>

/**
 * POST do/batch_transition {sids, transition, each?, …its fields}: all or none; with `each: true` possible ones are
 * done and the others are returned with their reason. What waits for something else is in both cases returned with that. What was done
 * is one entry of the batch edit history that can be undone for a day.
 */
export async function batchTransition(caller: Context, model: Model, body: RowValues) {
  authorize(caller, model, 'transition')
  refuseUnlessObject(body)
  const { rest, confirmed } = takeConfirmed(caller, body)
  const batch = randomUUIDv7()
  const ctx = { ...caller, confirmed }
  const { sids: _, transition, each, ...fields } = rest
  const sids = chosenSids(body)
  refuseSecrets(ctx, model, fields)
  const code = String(transition ?? '')
  const waiting: Waiting = new Map()
  let isKept = false
  const take = (own: readonly string[]) =>
    attempt(async () => {
      isKept = await inTransaction(ctx, async (tx) => {
        const beside = new Set<string>()
        const taken = await takeTransitions(tx, model, own, code, fields, { verb: 'transition', waiting, beside })
        return keepMore(tx, model, { batch, changes: fields, transition: code, beside }, taken, isKept)
      })
    })
  const outcomeOf = (sid: string): Outcome => {
    const refusal = waiting.get(sid)
    return refusal ? { sid, ok: false, message: messageOf(ctx, refusal) } : { sid, ok: true }
  }
  const answer = (record: Outcome[]) => {
    const done = record.filter(({ ok }) => ok).length
    return { done, failed: record.length - done, record, batch_sid: isKept ? batch : null }
  }
  const together = await take(sids)
  if (!together) return answer(sids.map(outcomeOf))
  if (each !== true) throw together
  const record: Outcome[] = []
  for (const sid of sids) {
    waiting.clear()
    const refused = sids.length > 1 ? await take([sid]) : together
    record.push(refused ? { sid, ok: false, message: messageOf(ctx, refused) } : outcomeOf(sid))
  }
  return answer(record)
}

/** A warning that needs a confirmation is reported in its own words. */
export const messageOf = ({ lang }: Context, refused: Refusal) =>
  refused.warnings?.map(({ reason }) => reason).join(lang === 'zh' ? '；' : '; ') ?? refused.words(lang)

/** `beside` gets the names of the other models that the write concerned; `ofWhole`: it is a step of the record that these are part of, which is locked. */
type Taking = { verb?: Verb; waiting?: Waiting; beside?: Set<string>; ofWhole?: boolean }

/** Takes one transition of many records in one write; every fault names its record. */
export async function takeTransitions(
  ctx: Context,
  model: Model,
  sids: readonly string[],
  code: string,
  fields: RowValues = {},
  { verb, waiting, beside, ofWhole }: Taking = {},
): Promise<Draft[]> {
  const states = model.states ?? refuse('verb_refused', { why_zh: `${model.zh}没有状态`, why_en: `${model.en} has no states` })
  const wanted = transitionNamed(states, code)
  const asked = verb && wanted // a transition on a user's behalf needs no ability
  if (wanted && !asked?.automatic && !mayTake(ctx, model, asked)) refuse('forbidden', { what: labelOf(wanted, ctx.lang) })
  if (!ofWhole) await lockWholes(ctx, model, sids, fields)
  await lockJoined(ctx, model, sids, wanted, fields)
  const rows = await lockRows(ctx, model, sids, lockingFor(verb, asked))
  if (rows.length < new Set(sids).size) refuse('not_found')
  const name = wanted ? labelOf(wanted, ctx.lang) : code.slice(0, 60)
  const target = wanted ? await targetsOf(ctx, model, wanted, rows) : () => ''
  const drafts = rows.map((before) => {
    const draft: Draft = { ...draftFrom(before), transition: code }
    const state = String(before[states.field] ?? '')
    if (!wanted || asked?.automatic || !leaves(model, wanted, state, before)) {
      const from = stateLabel(ctx, model, state)
      draft.faults.push({
        field: '',
        label: '',
        reason: ctx.lang === 'zh' ? `状态“${from}”下不能“${name}”` : `“${name}” is not possible in state “${from}”`,
      })
      return draft
    }
    takeInput(ctx, model, accessOf(ctx, model), draft, fields)
    setValue(draft, states.field, target(draft.sid))
    if (verb) checkAfterDay(ctx, model, wanted, draft)
    return draft
  })
  const sound = drafts.filter((draft) => draft.faults.length === 0)
  await examine(ctx, model, sound)
  refuseNamed(ctx, model, drafts)
  const postponed = verb ? await ctx.tenant.modules.postpone(ctx, model, drafts, fields) : new Map<string, never>()
  for (const [sid, one] of postponed) if (!one.done) waiting?.set(sid, one.refusal)
  const now = drafts.filter(({ sid }) => !postponed.has(sid))
  const write = () => updateDrafts(ctx, model, now, 'TRANSITION')
  await (beside ? writtenBeside.during(ctx, beside, write) : write())
  beside?.delete(model.name)
  return now
}

/** In a batch, each fault names its record. */
export function refuseNamed(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const faulty = drafts.filter((draft) => draft.faults.length > 0)
  if (faulty.length === 0) return
  const faults = faulty.flatMap((draft) =>
    draft.faults.map((fault) =>
      drafts.length > 1 || !fault.label ? { ...fault, label: [shownNameOf(ctx, model, draft.row), fault.label].filter(Boolean).join(' ') } : fault,
    ),
  )
  refuseFaults(faults.slice(0, 100), faults.some(({ field }) => field === '') ? 'rule' : 'validation')
}
