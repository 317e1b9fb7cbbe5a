import { subOf, type Attribute, type Resource, isObject } from './attributes.ts'
import type { Filter, Literal } from './filter.ts'

/** Whether one of several values meets a filter in square brackets, such as type eq "work". */
export function meets(attribute: Attribute, value: unknown, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((one) => meets(attribute, value, one))
    case 'or':
      return filter.of.some((one) => meets(attribute, value, one))
    case 'not':
      return !meets(attribute, value, filter.of)
    case 'present':
      return (partOf(attribute, value, filter.path) ?? null) !== null
    case 'compare':
      return compares(partOf(attribute, value, filter.path), filter.op, filter.value)
    case 'within':
      return false
  }
}

const partOf = (attribute: Attribute, value: unknown, path: string): unknown => {
  const sub = subOf(attribute, path)
  return sub && isObject(value) ? value[sub.name] : undefined
}

function compares(own: unknown, op: string, wanted: Literal): boolean {
  const [one, other] = [keyOf(own), keyOf(wanted)]
  switch (op) {
    case 'eq':
      return one === other
    case 'ne':
      return one !== other
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    default:
      return false
  }
}

const keyOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? String(value).toLowerCase() : ''

/** The value that a filter of equalities describes; undefined for any other filter. */
export function describedBy(attribute: Attribute, filter: Filter): Resource | undefined {
  if (filter.kind === 'and') {
    const parts = filter.of.map((one) => describedBy(attribute, one))
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts)
  }
  const sub = filter.kind === 'compare' && filter.op === 'eq' ? subOf(attribute, filter.path) : undefined
  return sub && filter.kind === 'compare' ? { [sub.name]: filter.value } : undefined
}
