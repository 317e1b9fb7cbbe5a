import type { OptionWords } from '../../model/docketing/wording/rule-words.ts'
import type { Options } from '../../model/kit/fields.ts'
import { STATUS } from '../../model/rights/patents/lifecycle/states.ts'
import { PATENT_TYPES, ROUTES } from '../../model/rights/patents/types-and-routes.ts'

const OPTIONS: Readonly<Record<Parameters<OptionWords>[0], Options>> = { subtype: PATENT_TYPES, route: ROUTES, status: STATUS }

/** The names of types, routes and states in rules and prices for patents. */
export const patentOption: OptionWords = (role, code) => {
  const words = OPTIONS[role][code]
  return words && { zh: words[0], en: words[1] }
}
