import type { Context } from '../../context.ts'
import { contextSlot } from '../../slots.ts'

const returning = contextSlot<true>()

/** Runs writes that return records to the values which they had before: an undo enters nothing new. */
export const asBefore = <T>(ctx: Context, act: () => Promise<T>): Promise<T> => returning.during(ctx, true, act)

export const isAsBefore = (ctx: Context) => returning.of(ctx) === true
