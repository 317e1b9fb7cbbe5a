import { type Field, type Lang, labelOf, type Terms, type When, type Words, wordIn } from './fields.ts'

type Values = Readonly<Record<string, unknown>>

const allTerms = (when: When): readonly Terms[] => (isList(when) ? when : [when])
// Array.isArray does not narrow a readonly array.
const isList = (when: When): when is readonly Terms[] => Array.isArray(when)

/** An empty field matches none of the listed values, and every `not` list. */
export function holds(when: When | undefined, values: Values): boolean {
  if (!when) return true
  return allTerms(when).some((terms) =>
    Object.entries(terms).every(([code, wanted]) => ('not' in wanted ? !hasAny(values[code], wanted.not) : hasAny(values[code], wanted))),
  )
}

const hasAny = (value: unknown, wanted: readonly string[]) =>
  Array.isArray(value) ? value.some((one) => wanted.includes(String(one))) : value !== null && value !== undefined && wanted.includes(String(value))

/** The fields that a condition reads. */
export const fieldsRead = (when: When | undefined): string[] => (when ? [...new Set(allTerms(when).flatMap(Object.keys))] : [])

/** The name that screens show for a value of such a field, where it has one. */
export type NameOf = (field: Field, value: string) => Words | undefined

/** A condition in words, such as "Route is PCT national phase". */
export function conditionWords(when: When, fields: Readonly<Record<string, Field>>, lang: Lang, nameOf?: NameOf): string {
  const both = lang === 'zh' ? '且' : ' and '
  const either = lang === 'zh' ? '，或' : ', or '
  return allTerms(when)
    .map((terms) =>
      Object.entries(terms)
        .map(([code, wanted]) => termWords(code, wanted, fields[code], lang, nameOf))
        .join(both),
    )
    .join(either)
}

function termWords(code: string, wanted: Terms[string], field: Field | undefined, lang: Lang, nameOf?: NameOf) {
  const values = 'not' in wanted ? wanted.not : wanted
  const names = values.map((value) => valueWords(value, field, lang, nameOf)).join(lang === 'zh' ? '、' : ' or ')
  const label = field ? labelOf(field, lang) : code
  if (lang === 'zh') return `${label}${'not' in wanted ? '不为' : '为'}${names}`
  return `${label} is ${'not' in wanted ? 'not ' : ''}${names}`
}

function valueWords(value: string, field: Field | undefined, lang: Lang, nameOf?: NameOf) {
  if (field?.type === 'boolean') return (value === 'true' ? (['是', 'yes'] as const) : (['否', 'no'] as const))[lang === 'zh' ? 0 : 1]
  const words = field && (('options' in field ? field.options?.[value] : undefined) ?? nameOf?.(field, value))
  return words ? wordIn(words, lang) : value
}

/** An empty value: `false` is an empty checkbox. */
export const saysNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)
