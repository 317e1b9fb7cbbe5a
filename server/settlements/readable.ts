import type { Model } from '../../model/kit/model.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'

/** What a file is held against tells its values, so that it is for those who may read them. */
export function refuseUnlessRead(ctx: Context, model: Model, codes: readonly string[]) {
  const { mayRead, masks } = accessOf(ctx, model)
  if (!codes.every((code) => mayRead(code) && !masks(code)))
    refuse('forbidden', { what_zh: `查看${model.zh}的金额`, what_en: `see amounts of ${model.en.toLowerCase()}s` })
}
