// The differences of two official prices in sentences.
import { type Difference, differences, type Told } from '../../docketing/wording/differences.ts'
import type { Language, OptionWords } from '../../docketing/wording/rule-words.ts'
import type { FeeRow } from '../schedule/schedule.ts'
import { describePrice, type PricePart } from './describe-price.ts'

export type ComparedPricePart = PricePart | 'named' | 'cited' | 'further'

/** From the first price to the second. */
export function comparePrices(before: FeeRow, after: FeeRow, l: Language, option?: OptionWords): Difference<ComparedPricePart>[] {
  const told = (row: FeeRow): Told<ComparedPricePart>[] => [
    { part: 'named', lines: [row.zh, row.en] },
    ...describePrice(row, l, option),
    { part: 'cited', lines: [row.source] },
  ]
  return differences(told(before), told(after))
}
