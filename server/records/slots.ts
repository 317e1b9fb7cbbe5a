import type { Context, Slots } from './context.ts'

/** A slot in the context through which the hooks of one transaction pass a value. */
export type Slot<T> = {
  /** Undefined outside a transaction, and in an empty slot. */
  of(ctx: Context): T | undefined
  /** The stored value, or the result of `make`, which is then stored. */
  ensure(ctx: Context, make: () => T): T
  /** Empties the slot. */
  clear(ctx: Context): void
  /** Sets the value while `act` runs, and restores the former value afterwards. */
  during<R>(ctx: Context, value: T, act: () => Promise<R>): Promise<R>
}

export function contextSlot<T>(): Slot<T> {
  const slot: Slot<T> = {
    of: ({ slots }) => slots?.get(slot) as T | undefined, // only this slot writes at its own key
    ensure(ctx, make) {
      const known = slot.of(ctx)
      if (known !== undefined) return known
      const fresh = make()
      slotsOf(ctx).set(slot, fresh)
      return fresh
    },
    clear: ({ slots }) => void slots?.delete(slot),
    async during(ctx, value, act) {
      const slots = slotsOf(ctx)
      const before = slot.of(ctx)
      slots.set(slot, value)
      try {
        return await act()
      } finally {
        if (before === undefined) slots.delete(slot)
        else slots.set(slot, before)
      }
    },
  }
  return slot
}

function slotsOf({ slots }: Context): Slots {
  if (!slots) throw new Error('values pass between hooks inside a transaction only')
  return slots
}
