import { type BatchMode, type BatchWays, modesOf, valueAfter } from '../../../../model/kit/batch-modes.ts'
import { labelOf, type Words, wordIn } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Fault } from '../../../../model/kit/wire/wire.ts'
import { refuseFaults } from '../../../errors.ts'
import type { Context, RowValues } from '../../context.ts'
import { fieldOf } from '../../registry.ts'

const MAX_FIND = 255

/** How each field is changed, checked; a field without a mode is set. */
export function waysIn({ lang }: Context, model: Model, changes: RowValues, given: unknown): BatchWays {
  if (given === undefined || given === null) return {}
  const faults: Fault[] = []
  const fault = (code: string, words: Words) => {
    const field = fieldOf(model, code)
    faults.push({ field: code, label: field ? labelOf(field, lang) : code, reason: wordIn(words, lang) })
  }
  if (typeof given !== 'object' || Array.isArray(given)) {
    fault('modes', ['应为 {字段: {mode, find}}', 'must be {field: {mode, find}}'])
    return refuseFaults(faults)
  }
  const ways: [string, BatchWays[string]][] = []
  for (const [code, way] of Object.entries(given)) {
    const field = fieldOf(model, code)
    const { mode, find } = (typeof way === 'object' && way !== null ? way : {}) as { mode?: unknown; find?: unknown } // an object, as just asked
    if (!field || !Object.hasOwn(changes, code)) fault(code, ['不在要修改的字段中', 'is not among the changed fields'])
    else if (!modesOf(field.type).some((one) => one === mode)) fault(code, ['此字段没有这种修改方式', 'cannot be changed in this mode'])
    else if (mode === 'REPLACE' && !isFindable(find)) fault(code, ['请指定被替换的内容', 'needs what is replaced'])
    else ways.push([code, { mode: mode as BatchMode, ...(find !== undefined && { find }) }]) // one of the modes, as just asked
  }
  if (faults.length > 0) refuseFaults(faults)
  return Object.fromEntries(ways)
}

const isFindable = (find: unknown) =>
  (typeof find === 'string' && find !== '' && find.length <= MAX_FIND) ||
  (typeof find === 'object' && find !== null && JSON.stringify(find).length <= MAX_FIND)

/** The values that this row gets. */
export const valuesFor = (row: RowValues, changes: RowValues, ways: BatchWays): RowValues =>
  Object.fromEntries(Object.entries(changes).map(([code, value]) => [code, ways[code] ? valueAfter(ways[code], row[code], value) : value]))
