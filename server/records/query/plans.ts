import { CompiledQuery, type RawBuilder } from 'kysely'
import { createHash } from 'node:crypto'
import { namesFor } from './words/names.ts'
import { refuseBehind } from '../on-replica.ts'
import { readsOf } from './reads.ts'
import type { Pick } from './select.ts'
import type { Context, Access } from '../context.ts'

/** A record as read: the requested fields. */
export type Found = Record<string, unknown>

/** Placeholders in a statement for the values of each call. */
export const SLOT = { sid: Symbol('sid'), offset: Symbol('offset') } as const
export type Slots = Partial<Record<keyof typeof SLOT, unknown>>

export type Plan = {
  text: string
  parameters: readonly unknown[]
  picks: readonly Pick[]
  /** The text and the parameters, computed on first use. */ digest?: string
}

const KEPT = 1000
// A list of a thousand keys is hardly repeated, and would fill the memory.
export const MAX_PLAN_CHARS = 10_000
const plans = new WeakMap<Access, Map<string, Plan>>()

type Make = () => { statement: RawBuilder<unknown>; picks: readonly Pick[] }

/**
 * The same query of the same person is compiled once: parsing, permission and compiling cost more than the database.
 * A person's access is a new object after any change to it, and so are their plans. A query without a key is compiled for this call.
 */
export function planned(ctx: Context, access: Access, key: string | undefined, make: Make): Plan {
  if (key === undefined) return compiled(ctx, make)
  const whole = `${ctx.tenant.models.generation} ${ctx.today} ${ctx.lang} ${key}`
  let own = plans.get(access)
  if (!own) plans.set(access, (own = new Map()))
  const known = own.get(whole)
  if (known) return known
  const plan = compiled(ctx, make)
  if (whole.length > MAX_PLAN_CHARS) return plan
  own.set(whole, plan)
  if (own.size > KEPT) own.delete(own.keys().next().value ?? '')
  return plan
}

function compiled(ctx: Context, make: Make): Plan {
  const { statement, picks } = make()
  const { sql, parameters } = statement.compile(ctx.db)
  return { text: once(sql), parameters, picks }
}

const texts = new Map<string, string>()

/** Queries that differ only in their values share one text, which is stored once. */
function once(text: string) {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size > KEPT) texts.clear()
  texts.set(text, text)
  return text
}

export async function runPlan(ctx: Context, plan: Plan, slots: Slots): Promise<Found[]> {
  return shownRows(ctx, plan.picks, await readPlan(ctx, plan, slots))
}

/** The rows in the database format. */
export async function readPlan(ctx: Context, plan: Plan, slots: Slots): Promise<Found[]> {
  refuseBehind(ctx, () => readsOf(plan.text, ctx).keys())
  const values = plan.parameters.map((value) => (typeof value === 'symbol' ? filled(value, slots) : value))
  const { rows } = await ctx.db.executeQuery<Found>(CompiledQuery.raw(plan.text, values))
  return rows
}

/** Converts rows from the database to the wire format. */
export async function shownRows(ctx: Context, picks: readonly Pick[], rows: readonly Found[]): Promise<Found[]> {
  const wanted = new Map<string, Set<string>>()
  const want = (model: string, sid: string) => {
    const sids = wanted.get(model)
    if (sids) sids.add(sid)
    else wanted.set(model, new Set([sid]))
  }
  for (const { refers } of picks) if (refers) for (const row of rows) refers(row, want)
  const nameOf = await namesFor(ctx, wanted)
  const isWire = picks.every(({ isOwn }) => isOwn)
  const shown = rows.map((row) => {
    const out: Found = isWire ? row : {}
    for (const pick of picks) pick.read(row, out, nameOf)
    return out
  })
  for (const { narrow } of picks) await narrow?.(ctx, rows, shown)
  return shown
}

const filled = (slot: symbol, slots: Slots) => (slot === SLOT.sid ? slots.sid : slots.offset)

export const digestOf = (text: string, parameters: readonly unknown[]) =>
  createHash('sha256').update(text).update(JSON.stringify(parameters)).digest('base64')
