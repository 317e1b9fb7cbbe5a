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

type Collected = { writes: readonly HeldWrite[]; isHeld: boolean }

/** What this transaction writes; it is rolled back at its end if one of these must wait. */
export const collected = contextSlot<Collected>()

/** A write that must wait. */
export const hold = (ctx: Context, write: HeldWrite) => collect(ctx, write, true)

/** A write that need not wait by itself, but is proposed together with those that must. */
export const goAlong = (ctx: Context, write: HeldWrite) => collect(ctx, write, false)

function collect(ctx: Context, write: HeldWrite, isHeld: boolean) {
  const { writes, isHeld: wasHeld } = collected.of(ctx) ?? { writes: [], isHeld: false }
  collected.clear(ctx)
  collected.ensure(ctx, () => ({ writes: [...writes, write], isHeld: wasHeld || isHeld }))
}
