import type { Context, RowValues } from '../../records/context.ts'
import { readSetting } from '../../records/settings.ts'
import { contextSlot } from '../../records/slots.ts'

/** The setting; also the `entity` of a proposal to switch it off. */
export const RULE = 'permission.two_people'

/** A write that waits. `former`: the values that it replaces, and those by which it is found unchanged; `name`: of the record, as it was. */
export type HeldWrite = {
  entity: string
  record_sid: string
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE'
  name: string
  former: RowValues
  proposed: RowValues
}

/** Writes that carry out what a second person has confirmed. */
export const carryingOut = contextSlot<true>()

/** Whether what this context writes waits for a second person. The product itself is not held. */
export async function isHolding(ctx: Context): Promise<boolean> {
  if (ctx.actor.sid === null || carryingOut.of(ctx)) return false
  return (await readSetting(ctx, RULE)) === true
}

type Collected = { writes: readonly HeldWrite[]; beside: readonly HeldWrite[]; isHeld: boolean }
const NONE: Collected = { writes: [], beside: [], isHeld: false }

/** What this transaction writes, which is rolled back at its end if one of these must wait; `beside`: what it left out and proposes. */
export const collected = contextSlot<Collected>()

/** A write that must wait. */
export const hold = (ctx: Context, write: HeldWrite) => collect(ctx, write, true)

/** A write that need not wait by itself, but is proposed together with those that must. */
export const goAlong = (ctx: Context, write: HeldWrite) => collect(ctx, write, false)

/** Values that the transaction leaves out; one act of a person is one proposal. */
export function propose(ctx: Context, write: HeldWrite) {
  const known = collected.of(ctx) ?? NONE
  keep(ctx, { ...known, beside: [...known.beside, write] })
}

function collect(ctx: Context, write: HeldWrite, isHeld: boolean) {
  const known = collected.of(ctx) ?? NONE
  keep(ctx, { ...known, writes: [...known.writes, write], isHeld: known.isHeld || isHeld })
}

function keep(ctx: Context, all: Collected) {
  collected.clear(ctx)
  collected.ensure(ctx, () => all)
}
