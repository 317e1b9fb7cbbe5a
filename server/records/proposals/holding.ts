import type { ProposedLine } from '../../../model/kit/proposal.ts'
import type { Context, RowValues } from '../context.ts'
import { readSetting } from '../settings/settings.ts'
import { contextSlot } from '../slots.ts'

/** One area with changes that wait for a second person: its setting, and the entity of its proposals */
export type Holding = {
  /** The setting that turns it on; also the `entity` of a proposal to switch it off. */
  rule: string
  proposal: 'permission_proposal' | 'law_proposal'
  /** Each write in words, in both languages. Runs while the writes are in their tables. */
  linesOf: (ctx: Context, writes: readonly HeldWrite[]) => Promise<ProposedLine[]>
  /** Called while the writes are in their tables; its result is called after the rollback, for lines that need both states. */
  compared?: (ctx: Context) => Promise<(own: Context) => Promise<ProposedLine[]>>
  /** People who are notified of a proposal, without its proposer */
  confirmersOf: (ctx: Context) => Promise<readonly string[]>
  /** Turns the rule on or off, with its checks, as the person of the context. */
  setRule: (ctx: Context, two_people: boolean) => Promise<void>
  /** Further values of a proposal. */
  besideOf?: (ctx: Context, writes: readonly HeldWrite[]) => Promise<RowValues>
  proposed?: (ctx: Context, proposal: Proposed) => Promise<unknown>
  decided?: (ctx: Context, proposal: RowValues) => Promise<unknown>
  /** Carries out the writes of one proposal, which `act` makes. */
  carryOut?: (ctx: Context, writes: readonly HeldWrite[], act: () => Promise<unknown>) => Promise<void>
  words: {
    /** Name of the change in a notification */
    change: readonly [zh: string, en: string]
    /** The person who confirms, and the page */
    second: readonly [zh: string, en: string]
    /** Said at a value that a file or a job would change. */
    byFile: readonly [zh: string, en: string]
  }
}

export type Proposed = { sid: string; about: string; about_en: string; lines: readonly ProposedLine[] }

/** A write that waits. `former`: the values that it replaces, and those by which it is found unchanged; `name`: of the record, as it was. */
export type HeldWrite = {
  entity: string
  record_sid: string
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE'
  name: string
  former: RowValues
  proposed: RowValues
}

/** Set while what a second person has confirmed is written. */
export const carryingOut = contextSlot<Holding>()

/** Whether what this context writes waits for a second person. The product itself is not held. */
export async function isHolding(ctx: Context, holding: Holding): Promise<boolean> {
  if (ctx.actor.sid === null || carryingOut.of(ctx) === holding) return false
  return (await readSetting(ctx, holding.rule)) === true
}

/** `beside`: values that the transaction left out and proposes; `isHeld`: one of the writes must wait, and all are taken back. */
export type Collected = { writes: readonly HeldWrite[]; beside: readonly HeldWrite[]; isHeld: boolean }
const NONE: Collected = { writes: [], beside: [], isHeld: false }

const collected = contextSlot<ReadonlyMap<Holding, Collected>>()

export const collectedOf = (ctx: Context, holding: Holding): Collected => collected.of(ctx)?.get(holding) ?? NONE

/** Whether a write of another area waits in the same transaction. */
export const isHeldElsewhere = (ctx: Context, holding: Holding): boolean =>
  [...(collected.of(ctx) ?? [])].some(([other, { isHeld }]) => other !== holding && isHeld)

export const forgetCollected = (ctx: Context, holding: Holding) => put(ctx, holding, NONE)

/** A write that must wait. */
export const hold = (ctx: Context, holding: Holding, write: HeldWrite) => collect(ctx, holding, write, true)

/** A write that need not wait by itself, but is proposed together with those that must. */
export const goAlong = (ctx: Context, holding: Holding, write: HeldWrite) => collect(ctx, holding, write, false)

/** Values that the transaction leaves out; one act of a person is one proposal. */
export function propose(ctx: Context, holding: Holding, write: HeldWrite) {
  const known = collectedOf(ctx, holding)
  put(ctx, holding, { ...known, beside: [...known.beside, write] })
}

function collect(ctx: Context, holding: Holding, write: HeldWrite, isHeld: boolean) {
  const known = collectedOf(ctx, holding)
  put(ctx, holding, { ...known, writes: [...known.writes, write], isHeld: known.isHeld || isHeld })
}

/** A new map each time, so that a rollback to a savepoint also discards its entries. */
function put(ctx: Context, holding: Holding, all: Collected) {
  const known = collected.of(ctx) ?? []
  collected.clear(ctx)
  collected.ensure(ctx, () => new Map([...known, [holding, all]]))
}
