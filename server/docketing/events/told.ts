import { daysIn } from '../../../model/kit/days/day-text.ts'
import { type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Context } from '../../records/context.ts'
import { contextSlot } from '../../records/slots.ts'

/** Collects, for the person who looks at what a notice would do, why its case stays in its state or nothing of it is docketed. */
export const toldStays = contextSlot<Words[]>()

/** Tells the caller of a preview, or else the person who writes. */
export function tell(ctx: Context, [zh, en]: Words) {
  const [told, words] = [toldStays.of(ctx), [zh, daysIn(en, 'en')] as const]
  if (told) told.push(words)
  else ctx.warnings?.push(wordIn(words, ctx.lang))
}
