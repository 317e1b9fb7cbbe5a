import type { Model } from '../../model/kit/model.ts'
import type { Found } from '../records/query/plans.ts'

export const displayOfRecord = (model: Model, record: Found) =>
  model.display
    .map((code) => record[code])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
