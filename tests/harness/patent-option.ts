import type { OptionWords } from '../../model/docketing/wording/rule-words.ts'
import type { Options } from '../../model/kit/fields.ts'
import { STATUS } from '../../model/rights/patents/lifecycle/states.ts'
import { MARK_KINDS, ROUTES as MARK_ROUTES } from '../../model/rights/trademarks/kinds-and-routes.ts'
import { STATUS as MARK_STATUS } from '../../model/rights/trademarks/lifecycle/states.ts'
import { PATENT_TYPES, ROUTES } from '../../model/rights/patents/types-and-routes.ts'

const OPTIONS: Readonly<Record<Parameters<OptionWords>[0], Options>> = { subtype: PATENT_TYPES, route: ROUTES, status: STATUS }

const OF_TRADEMARKS: typeof OPTIONS = { subtype: MARK_KINDS, route: MARK_ROUTES, status: MARK_STATUS }

/** The names of types, routes and states in the shipped rules and prices. */
export const patentOption: OptionWords = (role, code) => {
  const words = OPTIONS[role][code] ?? OF_TRADEMARKS[role][code]
  return words && { zh: words[0], en: words[1] }
}
