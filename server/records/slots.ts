import type { Context, Slots } from './context.ts'

/** A place in the context through which the hooks of one transaction hand a value on. */
export type Slot<T> = {
  /** Nothing outside a transaction, and where nothing was put. */
  of(ctx: Context): T | undefined
  /** What is there, or what `make` gives and is kept from then on. */
  ensure(ctx: Context, make: () => T): T
  /** Holds the value while `act` runs; what was there before is there again afterwards. */
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
