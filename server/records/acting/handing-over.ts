import type { Context } from '../context.ts'
import { contextSlot } from '../slots.ts'

const handing = contextSlot<true>()

/** Runs writes that pass the work of a leaver to others, also on records that are being approved. */
export const handingOver = <T>(ctx: Context, act: () => Promise<T>): Promise<T> => handing.during(ctx, true, act)

export const isHandingOver = (ctx: Context) => handing.of(ctx) === true
