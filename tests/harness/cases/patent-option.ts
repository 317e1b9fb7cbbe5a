import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { OptionWords } from '../../../model/docketing/wording/rule-words.ts'
import type { Field } from '../../../model/kit/fields.ts'
import { declaredModels } from '../../../server/records/registry.ts'

const { kinds } = await declaredModels()
/** Patents first: they share the codes of some types with others. */
const models = [...kinds.values()].toSorted((one, other) => Number(other.default_law ?? false) - Number(one.default_law ?? false)).map(({ model }) => model) // oxfmt-ignore

/** The names of types, routes and states in the shipped rules and prices. */
export const patentOption: OptionWords = (role, code) => {
  for (const model of models) {
    const field = Object.entries<Field>(model.fields).find(
      ([name]) => name === (role === 'status' ? model.states?.field : fieldOfRole(model, role)),
    )?.[1]
    const words = field?.type === 'option' ? field.options[code] : undefined
    if (words) return { zh: words[0], en: words[1] }
  }
  return undefined
}
