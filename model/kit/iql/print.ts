import type { Condition, Order, Predicate, Query, Value } from './ast.ts'

/** The query in its plainest spelling: parsing it again gives the same query, except positions. */
export function printIql({ where, order }: Query): string {
  const parts = where ? [printCondition(where)] : []
  if (order.length > 0) parts.push(`ORDER BY ${order.map(printOrder).join(', ')}`)
  return parts.join(' ')
}

function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'not':
      return `NOT ${enclosed(condition.of)}`
    case 'and':
    case 'or':
      return condition.of.map(enclosed).join(` ${condition.kind.toUpperCase()} `)
    default:
      return printPredicate(condition)
  }
}

export function printText(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`
}

/** Prints more brackets than the grammar needs: a user need not remember that AND binds tighter. */
function enclosed(condition: Condition): string {
  const printed = printCondition(condition)
  return condition.kind === 'and' || condition.kind === 'or' ? `(${printed})` : printed
}

function printPredicate(predicate: Predicate): string {
  const field = predicate.path.join('.')
  if (predicate.kind === 'compare') return `${field} ${predicate.op} ${printValue(predicate.value)}`
  const not = predicate.negated ? 'NOT ' : ''
  switch (predicate.kind) {
    case 'in':
      return `${field} ${not}IN (${predicate.values.map(printValue).join(', ')})`
    case 'between':
      return `${field} ${not}BETWEEN ${printValue(predicate.from)} AND ${printValue(predicate.to)}`
    case 'empty':
      return `${field} IS ${not}EMPTY`
    case 'like':
    case 'contains':
    case 'within':
      return `${field} ${not}${predicate.kind.toUpperCase()} ${printValue(predicate.value)}`
  }
}

function printValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return printText(value.value)
    case 'number':
      return value.text
    case 'boolean':
      return value.value ? 'TRUE' : 'FALSE'
    case 'null':
      return 'NULL'
    case 'function':
      return `${value.value}(${value.duration === undefined ? '' : printText(value.duration)})`
  }
}

function printOrder({ path, desc }: Order): string {
  return `${path.join('.')}${desc ? ' DESC' : ''}`
}
