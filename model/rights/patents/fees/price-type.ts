import type { FeeFacts } from '../../../fees/facts.ts'

export type RightType = 'INVENTION' | 'UTILITY' | 'DESIGN'

const OTHER_TYPES: Readonly<Record<string, RightType>> = { DESIGN: 'DESIGN', UTILITY: 'UTILITY' }
// Elsewhere a “utility” patent is an invention.
const KNOW_UTILITY_MODELS: ReadonlySet<string> = new Set(['CN', 'JP', 'KR', 'DE'])

/** The fee schedules have inventions, utility models and designs. */
export function rightTypeOf({ subtype, country }: Pick<FeeFacts, 'subtype' | 'country'>): RightType {
  if (subtype === 'UTILITY' && !KNOW_UTILITY_MODELS.has(country)) return 'INVENTION'
  return OTHER_TYPES[subtype ?? ''] ?? 'INVENTION'
}
