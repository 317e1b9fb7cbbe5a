import { dayIn } from '../../../../model/kit/days/day-text.ts'
import type { Words } from '../../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../../model/kit/model.ts'
import type { Context, Draft } from '../../context.ts'
import { fieldOf } from '../../registry.ts'
import { isEarly } from '../states.ts'
import { warnAt } from './warnings.ts'

/** A step of the time after a day, such as the end of a term, is not taken before that day has passed, or only once a person has confirmed it. */
export function checkAfterDay(ctx: Context, model: Model, wanted: Transition, draft: Draft) {
  const { after } = wanted
  const field = after && fieldOf(model, after.day)
  if (!after || !field || !isEarly(ctx, wanted, draft.row)) return
  const day = String(draft.row[after.day])
  const words: Words = [
    `“${wanted.zh}”在${field.zh} ${day} 之后才会发生`,
    `“${wanted.en}” happens only after ${dayIn(day, 'en')}, the day of “${field.en}”`,
  ]
  if (after.asks) warnAt(model, draft, { code: 'before_its_day', field: after.day, words, asks: true })
  else draft.faults.push({ field: after.day, label: ctx.lang === 'zh' ? field.zh : field.en, reason: ctx.lang === 'zh' ? words[0] : words[1] })
}
