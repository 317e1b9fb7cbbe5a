import { englishFieldOf } from '../../../model/cases/case-kind.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, RowValues } from '../context.ts'
import { nameOf } from '../registry.ts'
import { accessOf } from './permission.ts'

/** The name of a record in the language of its reader, without the parts that they may not read or see masked. */
export function shownNameOf(ctx: Context, model: Model, row: RowValues): string {
  const access = accessOf(ctx, model)
  const isShown = (code: string) => access.mayRead(code) && !access.masks(code)
  const display = model.display.filter((code) => model.public_name === true || isShown(code))
  const mayEnglish = display.every((code) => isShown(englishFieldOf(model, code)) || !(englishFieldOf(model, code) in model.fields))
  return nameOf({ ...model, display }, row, mayEnglish ? ctx.lang : 'zh')
}
