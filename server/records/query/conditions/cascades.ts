import type { Field } from '../../../../model/kit/fields.ts'
import type { Predicate, Value } from '../../../../model/kit/iql/ast.ts'

/** Asked for an option of a cascade, the options below it are meant as well. The caller negates. */
export function withBelow(field: Field, predicate: Predicate): Predicate {
  const above = 'above' in field ? field.above : undefined
  if (!above) return predicate
  const isOne = predicate.kind === 'compare' && (predicate.op === '=' || predicate.op === '!=')
  const asked = isOne ? [predicate.value] : predicate.kind === 'in' ? predicate.values : []
  const codes = new Set(asked.flatMap((value) => (value.kind === 'text' ? [value.value] : value.kind === 'number' ? [value.text] : [])))
  const below = Object.keys(above).filter((code) => !codes.has(code) && isBelow(above, code, codes))
  if (below.length === 0) return predicate
  const { path, at } = predicate
  const further = below.map((value): Value => ({ kind: 'text', value, at }))
  return { kind: 'in', path, at, negated: false, values: [...asked, ...further] }
}

/** No tree of options is deeper. */
const MAX_DEPTH = 10

function isBelow(above: Readonly<Record<string, string>>, code: string, codes: ReadonlySet<string>): boolean {
  let one: string | undefined = above[code]
  for (let depth = 0; one !== undefined && depth < MAX_DEPTH; depth++) {
    if (codes.has(one)) return true
    one = above[one]
  }
  return false
}
