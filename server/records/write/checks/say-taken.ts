import type { Model } from '../../../../model/kit/model.ts'
import { isDuplicate, violated } from '../../../database/violation.ts'
import { indexesOf } from '../../../database/sync/sync.ts'
import { refuseFaults } from '../../../errors.ts'
import type { Context } from '../../context.ts'
import { fieldOf } from '../../registry.ts'

/** A violation of a unique index is reported by its fields that people fill in, like any other fault; the others of the index say within what. */
export function sayTaken(ctx: Context, model: Model, error: unknown): never {
  const index = isDuplicate(error) ? violated(error, indexesOf(model)) : undefined
  if (!index?.of) throw error
  const { of } = index
  const labelOf = (code: string) => (fieldOf(model, code) ?? model)[ctx.lang]
  const filled = of.filter((code) => fieldOf(model, code)?.computed !== true)
  return refuseFaults((filled.length > 0 ? filled : of).map((field) => ({ field, label: labelOf(field), reason: takenIn(ctx, of.filter((code) => code !== field).map(labelOf)) }))) // oxfmt-ignore
}

function takenIn({ lang }: Context, others: readonly string[]): string {
  if (lang === 'zh') return others.length > 0 ? `已被其他记录使用（${others.join('、')}相同）` : '已被其他记录使用'
  return others.length > 0
    ? `is already used by another record with the same ${others.join(', ').toLowerCase()}`
    : 'is already used by another record'
}
