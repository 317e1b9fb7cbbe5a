import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../context.ts'
import { accessOf } from './permission.ts'
import { fieldOf } from '../registry.ts'

/** A call that reveals values, such as a comparison with a file, needs the right to read them; each missing field is named. */
export function refuseUnlessRead(ctx: Context, model: Model, codes: readonly string[]) {
  const { mayRead, masks } = accessOf(ctx, model)
  const unread = codes.filter((code) => !mayRead(code) || masks(code)).map((code) => fieldOf(model, code) ?? { zh: code, en: code })
  if (unread.length === 0) return
  refuse('forbidden', {
    what_zh: `查看${model.zh}的${unread.map(({ zh }) => `“${zh}”`).join('、')}`,
    what_en: `see ${unread.map(({ en }) => `“${en}”`).join(', ')} of ${model.en.toLowerCase()}s`,
  })
}
