// Papers move cases, and the steps of a case that are acts of ours leave their paper: the catalogue tells which go together.
import type { PatentStatus } from '../../../model/rights/patents/lifecycle/states.ts'
import { createRow } from '../../records/write/create.ts'
import type { Draft, RowValues, DraftOf } from '../../records/hooks.ts'
import { removeRows } from '../../records/write/delete.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { leaves } from '../../records/write/states.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { contextSlot } from '../../records/slots.ts'
import { updateRow } from '../../records/write/update.ts'
import type { Context } from '../../records/context.ts'
import { TOLD_BY_STEP } from '../read-cases.ts'

/** Writes in which a paper moves its case; the step then needs no paper of its own. */
const moving = contextSlot<true>()

/** An invalidation under way is no state of its own: the right is in force until it is decided. */
export async function markContested(ctx: Context, drafts: readonly DraftOf<'official_event'>[]) {
  for (const { row, before } of drafts) {
    if (before || row.code !== 'CN34' || !row.case_sid) continue
    const patent = modelNamed(ctx.tenant.models, 'patent')
    const now = await ctx.db.selectFrom('patent').select('invalidation_status').where('sid', '=', row.case_sid).executeTakeFirst()
    if (!now || (now.invalidation_status ?? 'NONE') !== 'NONE') continue
    await updateRow(ctx, patent, String(row.case_sid), { invalidation_status: 'PENDING' })
  }
}

/** The catalogue says which state a paper leads to; a case that cannot go there from where it stands stays. */
export async function moveCase(ctx: Context, drafts: readonly Draft[]) {
  const fresh = drafts.filter((draft) => !draft.before)
  const codes = [...new Set(fresh.map((draft) => String(draft.row.code)))]
  if (codes.length === 0) return
  const types = await ctx.db
    .selectFrom('document_type')
    .select(['code', 'transition'])
    .where('code', 'in', codes)
    .where('transition', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const leads = new Map(types.map((type) => [type.code, String(type.transition)]))
  await moving.during(ctx, true, async () => {
    for (const { row } of fresh) {
      const code = leads.get(String(row.code))
      if (code) await move(ctx, String(row.case_sid), code)
    }
  })
}

// Steps that nobody recorded and that the paper shows to have been taken, in the order in which they are tried.
const CATCH_UP = [
  'answer', 'answer_correction', 'enter_se', 'start_prelim', 'request_reexam', 'ep_answer', 'ep_examine', 'ep_approve', 'us_complete', 'us_elect', 'us_answer', 'us_examine',
  'us_issue_fee', 'jp_answer', 'jp_examine', 'pct_cure', 'pct_search',
] // oxfmt-ignore

async function move(ctx: Context, sid: string, code: string) {
  const patent = modelNamed(ctx.tenant.models, 'patent')
  const now = await ctx.db.selectFrom('patent').selectAll().where('sid', '=', sid).executeTakeFirst()
  const wanted = patent.states?.transitions[code]
  if (!now || !wanted || !isReady(ctx, code, now)) return
  if (leaves(patent, wanted, String(now.status), now)) {
    await takeTransition(ctx, patent, sid, code, {})
    return
  }
  if (String(now.status) === wanted.to) return
  const before = CATCH_UP.find((one) => {
    const step = patent.states?.transitions[one]
    return step && isReady(ctx, one, now) && leaves(patent, step, String(now.status), now) && leaves(patent, wanted, step.to, now)
  })
  if (!before) return
  await takeTransition(ctx, patent, sid, before, {})
  await takeTransition(ctx, patent, sid, code, {})
}

/** Whether the case has what the step asks for. */
function isReady({ tenant }: Context, code: string, now: RowValues): boolean {
  const patent = modelNamed(tenant.models, 'patent')
  const fields = patent.states?.transitions[code]?.fields ?? []
  return fields.every((field) => !fieldOf(patent, field)?.required_at?.includes(code) || (now[field] ?? null) !== null)
}

/** A reply is filed, a demand made: the step is an event with a date, which closes what it answers and opens what follows. */
export async function recordActs(ctx: Context, drafts: readonly Draft[]) {
  if (moving.of(ctx)) return
  const moved = drafts.filter(({ transition }) => transition)
  if (moved.length === 0) return
  const acts = await actsOf(ctx)
  const event = modelNamed(ctx.tenant.models, 'official_event')
  for (const { sid, row, transition = '' } of moved) {
    const act = acts.find((one) => one.transition === transition && (!one.office || one.office === row.country))
    if (!act || hasDay(ctx, transition)) continue
    const given = { code: act.code, event_date: ctx.today, company_sid: row.company_sid, remark: TOLD_BY_STEP }
    await moving.during(ctx, true, () => createRow(ctx, event, { case_sid: sid, ...given }))
  }
}

type Act = { code: string; transition: string; office: string | null }

/** What we send or decide ourselves, with the step it is. */
async function actsOf({ db }: Context): Promise<Act[]> {
  const rows = await db
    .selectFrom('document_type')
    .select(['code', 'transition', 'office'])
    .where('direction', 'in', ['OUT', 'INTERNAL'])
    .where('transition', 'is not', null)
    .where('transition', '!=', '')
    .where('deleted_at', 'is', null)
    .orderBy('code')
    .execute()
  return rows.map(({ code, transition, office }) => ({ code: String(code), transition: String(transition), office: office ? String(office) : null }))
}

/** A step that carries its own date closes by that date. */
function hasDay({ tenant }: Context, code: string): boolean {
  const patent = modelNamed(tenant.models, 'patent')
  return (patent.states?.transitions[code]?.fields ?? []).some((field) => fieldOf(patent, field)?.type === 'date')
}

/** A step taken back takes the event along that it left. */
export async function takeBackAct(ctx: Context, sid: string, { from, to }: { from: unknown; to: unknown }) {
  const steps = modelNamed(ctx.tenant.models, 'patent').states?.transitions ?? {}
  const codes = (await actsOf(ctx))
    .filter(({ transition }) => steps[transition]?.to === to && steps[transition]?.from.includes(from as PatentStatus)) // a status of the patent's own list
    .map(({ code }) => code)
  if (codes.length === 0) return
  const last = await ctx.db
    .selectFrom('official_event')
    .select('sid')
    .where('case_sid', '=', sid)
    .where('code', 'in', codes)
    .where('remark', '=', TOLD_BY_STEP)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (last) await removeRows(ctx, modelNamed(ctx.tenant.models, 'official_event'), [String(last.sid)])
}
