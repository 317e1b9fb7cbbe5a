// The law within a record: the server checked it on write, but it is still read with care.
import type { Rule } from '../../model/docketing/rules/rule.ts'
import type { FeeRow } from '../../model/fees/schedule/schedule.ts'

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

export function ruleIn(content: unknown): Rule | null {
  const isWhole = isRow(content) && isRow(content['trigger']) && Array.isArray(content['terms']) && isRow(content['legal_basis']) && 'kind' in content
  // The server refuses a rule of any other shape.
  return isWhole ? (content as Rule) : null
}

export function priceIn(content: unknown): FeeRow | null {
  const isWhole = isRow(content) && typeof content['currency'] === 'string' && typeof content['legal_basis'] === 'string' && 'base' in content
  // The server refuses a price of any other shape.
  return isWhole ? (content as FeeRow) : null
}
