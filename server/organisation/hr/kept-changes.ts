import type { Words } from '../../../model/kit/fields.ts'
import { type HrFact, NOT_KEPT } from '../../../model/organisation/hr_change.ts'
import { Refusal } from '../../errors.ts'
import type { Context, Draft } from '../../records/context.ts'
import { inTransaction } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { wrote } from '../../records/write/write.ts'
import type { PersonFacts } from './person-facts.ts'

export type Line = { fact: HrFact; old: string; came: string }

/** A stored call of the HR system. `left`: attributes that were not taken; `notes`: tasks that follow. */
export type Change = {
  entity: 'user_info' | 'department'
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  record_sid?: string
  name: string
  company_sid?: string | null
  lines: readonly Line[]
  left: Words[]
  notes: Words[]
}

/** Numbers of persons are not kept a second time. */
const HIDDEN: ReadonlySet<HrFact> = new Set(['mobile'])

const shown = (code: HrFact, value: unknown): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return (HIDDEN.has(code) && text !== '' ? NOT_KEPT : text).slice(0, 400)
}

/** Differences in the words of the HR system; `old` is empty for a new value. */
export function linesOf(before: PersonFacts, after: PersonFacts): Line[] {
  return (Object.keys(after) as HrFact[]).flatMap((fact) => // the keys of facts
    JSON.stringify(before[fact] ?? null) === JSON.stringify(after[fact] ?? null)
      ? []
      : [{ fact, old: shown(fact, before[fact]), came: shown(fact, after[fact]) }],
  ) // oxfmt-ignore
}

/** A person without a company gets that of the department. */
export async function companyLines({ db }: Context, { before, row, changed }: Draft): Promise<Line[]> {
  if (!changed.has('company_sid')) return []
  const sids = [before?.company_sid, row.company_sid].flatMap((one) => (typeof one === 'string' ? [one] : []))
  const named = await db.selectFrom('company').select(['sid', 'company_name']).where('sid', 'in', sids).execute()
  const nameOf = (sid: unknown) => shown('company', named.find((one) => one.sid === sid)?.company_name)
  return [{ fact: 'company', old: nameOf(before?.company_sid), came: nameOf(row.company_sid) }]
}

/** Runs the change in one transaction with its line in the list; a refusal is kept, too. Nothing that stayed the same is kept. */
export async function taking<T>(ctx: Context, change: Change, act: (tx: Context) => Promise<T>): Promise<T> {
  try {
    return await inTransaction({ ...ctx, unasked: true }, async (tx) => {
      const result = await act(tx)
      await keepTaken(tx, change)
      return result
    })
  } catch (error) {
    if (error instanceof Refusal && KEPT.has(error.status)) await keep(ctx, change, 'REFUSED', [[error.words('zh'), error.words('en')]])
    throw error
  }
}

export async function keepTaken(tx: Context, change: Change) {
  const { lines, left, notes, action } = change
  if (lines.length === 0 && left.length === 0 && notes.length === 0 && action === 'UPDATE') return
  await keep(tx, change, left.length > 0 ? 'PARTLY' : 'TAKEN', [...left, ...notes])
}

const KEPT: ReadonlySet<number> = new Set([400, 403, 409, 413])

async function keep(ctx: Context, { entity, action, record_sid, name, company_sid, lines }: Change, result: string, reasons: readonly Words[]) {
  const said = (at: 0 | 1) => (reasons.map((words) => words[at]).join(at === 0 ? '；' : '; ') || null)?.slice(0, 1000) ?? null
  await createRow(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'hr_change'), {
    entity,
    action,
    record_sid,
    name: name.slice(0, 255) || '—',
    result,
    changes: lines,
    reason: said(0),
    reason_en: said(1),
    token_name: await tokenName(ctx),
    request_id: ctx.request_id,
    company_sid: company_sid ?? ctx.actor.company_sid,
  })
}

async function tokenName({ db, actor }: Context): Promise<string | null> {
  const row = actor.token_sid ? await db.selectFrom('token').select('name').where('sid', '=', actor.token_sid).executeTakeFirst() : undefined
  return row?.name ?? null
}

const KEPT_DAYS = 90

export const changesClearing: Part = { nightly: { 'clear changes by the HR system': (ctx) => clearChanges(ctx) } }

export async function clearChanges(ctx: Context, now = Date.now()): Promise<number> {
  const before = new Date(now - KEPT_DAYS * 86_400_000).toISOString()
  const { numDeletedRows } = await ctx.db.deleteFrom('hr_change').where('created_at', '<', before).executeTakeFirst()
  wrote(ctx, modelNamed(ctx.tenant.models, 'hr_change'))
  return Number(numDeletedRows)
}
