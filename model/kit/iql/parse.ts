import { COMPARISONS, FUNCTION_NAMES, LIMITS, type Condition, type Order, type Predicate, type Query, type Text, type Value } from './ast.ts'
import { DurationFault, parseDuration, type Step } from '../days/duration.ts'
import { IqlError } from './fault.ts'
import { advance, expect, fail, overLimit, peek, readerOf, take, takeKind, type Reader } from './reader.ts'
import type { Token } from './tokens.ts'

export { IqlError } from './fault.ts'

/** Throws IqlError. An empty text is a query without a condition. */
export function parseIql(text: string): Query {
  return readQuery(readerOf(text))
}

/** The editor uses its own reader, to learn the possible tokens where it stopped. */
export function readQuery(reader: Reader): Query {
  const where = atEnd(reader) || atOrder(reader) ? undefined : readOr(reader)
  const order = atOrder(reader) ? readOrder(reader) : []
  if (!atEnd(reader)) fail(reader)
  return where ? { where, order } : { order }
}

function atEnd(reader: Reader): boolean {
  reader.tried.add('end')
  return peek(reader).kind === 'end'
}

/** Checks both words, since a field may be called `order`. */
function atOrder(reader: Reader): boolean {
  reader.tried.add('ORDER BY')
  return isKeyword(peek(reader), 'ORDER') && isKeyword(peek(reader, 1), 'BY')
}

function isKeyword(token: Token, keyword: string): boolean {
  return token.kind === 'word' && token.keyword === keyword
}

function readOrder(reader: Reader): Order[] {
  expect(reader, 'ORDER')
  expect(reader, 'BY')
  const order: Order[] = []
  do {
    const on = readField(reader)
    if (order.length === LIMITS.orders) throw overLimit('too_many_orders', on.at, LIMITS.orders, '个排序字段', 'sort fields')
    const desc = take(reader, 'DESC')
    if (!desc) take(reader, 'ASC')
    order.push({ ...on, desc })
  } while (take(reader, ','))
  return order
}

function readOr(reader: Reader): Condition {
  return readJoined(reader, 'OR', () => readJoined(reader, 'AND', () => readUnary(reader)))
}

function readJoined(reader: Reader, word: 'AND' | 'OR', readPart: () => Condition): Condition {
  const first = readPart()
  const rest: Condition[] = []
  while (take(reader, word)) rest.push(readPart())
  return rest.length === 0 ? first : { kind: word === 'AND' ? 'and' : 'or', of: [first, ...rest] }
}

function readUnary(reader: Reader): Condition {
  const { at } = peek(reader)
  if (take(reader, 'NOT')) return deeper(reader, at, () => ({ kind: 'not', of: readUnary(reader) }))
  if (!take(reader, '(')) return readPredicate(reader)
  return deeper(reader, at, () => {
    const inner = readOr(reader)
    expect(reader, ')')
    return inner
  })
}

function deeper(reader: Reader, at: number, read: () => Condition): Condition {
  reader.depth += 1
  if (reader.depth > LIMITS.depth) throw overLimit('too_deep', at, LIMITS.depth, '层嵌套', 'levels of nesting')
  const condition = read()
  reader.depth -= 1
  return condition
}

function readPredicate(reader: Reader): Predicate {
  const on = readField(reader)
  reader.predicates += 1
  if (reader.predicates > LIMITS.predicates) throw overLimit('too_many_predicates', on.at, LIMITS.predicates, '个条件', 'conditions')
  reader.focus = { path: on.path }
  const predicate = readTest(reader, on)
  delete reader.focus
  return predicate
}

type On = { path: string[]; at: number }

function readField(reader: Reader): On {
  reader.tried.add('field')
  const token = peek(reader)
  if (token.kind !== 'word' || ['AND', 'OR', 'NOT'].includes(token.keyword)) fail(reader)
  advance(reader)
  return { path: token.text.split('.'), at: token.at }
}

function readTest(reader: Reader, on: On): Predicate {
  const op = readComparison(reader)
  if (op) return { kind: 'compare', ...on, op, value: readValue(focused(reader, on, op)) }
  if (take(reader, 'IS')) return { kind: 'empty', ...on, negated: readIsNot(reader) }
  const negated = take(reader, 'NOT')
  if (take(reader, 'IN')) return { kind: 'in', ...on, negated, values: readValues(focused(reader, on, 'IN')) }
  if (take(reader, 'BETWEEN')) return { kind: 'between', ...on, negated, ...readRange(focused(reader, on, 'BETWEEN')) }
  if (take(reader, 'LIKE')) return { kind: 'like', ...on, negated, value: readText(focused(reader, on, 'LIKE'), 'text') }
  if (take(reader, 'CONTAINS')) return { kind: 'contains', ...on, negated, value: readText(focused(reader, on, 'CONTAINS'), 'text') }
  if (take(reader, 'WITHIN')) return { kind: 'within', ...on, negated, value: readWithin(focused(reader, on, 'WITHIN')) }
  fail(reader)
}

function focused(reader: Reader, { path }: On, op: string): Reader {
  reader.focus = { path, op }
  return reader
}

function readComparison(reader: Reader) {
  reader.tried.add('comparison')
  const token = peek(reader)
  const op = COMPARISONS.find((comparison) => token.kind === 'symbol' && token.text === comparison)
  if (op) advance(reader)
  return op
}

function readIsNot(reader: Reader): boolean {
  const negated = take(reader, 'NOT')
  expect(reader, 'EMPTY')
  return negated
}

function readValues(reader: Reader): Value[] {
  expect(reader, '(')
  const values: Value[] = []
  do {
    if (values.length === LIMITS.values) throw overLimit('too_many_values', peek(reader).at, LIMITS.values, '个值', 'values')
    values.push(readValue(reader))
  } while (take(reader, ','))
  expect(reader, ')')
  return values
}

function readRange(reader: Reader): { from: Value; to: Value } {
  const from = readValue(reader)
  expect(reader, 'AND')
  return { from, to: readValue(reader) }
}

function readText(reader: Reader, what: 'text' | 'duration'): Text {
  const token = takeKind(reader, 'text', what)
  return token ? { kind: 'text', value: token.value, at: token.at } : fail(reader)
}

function readWithin(reader: Reader): Text {
  const text = readText(reader, 'duration')
  checkDuration(text)
  return text
}

function readValue(reader: Reader): Value {
  const token = peek(reader)
  const { at } = token
  reader.tried.add('text')
  if (token.kind === 'text') {
    advance(reader)
    return { kind: 'text', value: token.value, at }
  }
  const number = takeKind(reader, 'number', 'number')
  if (number) return { kind: 'number', value: Number(number.text), text: number.text.replace('+', ''), at }
  if (take(reader, 'TRUE')) return { kind: 'boolean', value: true, at }
  if (take(reader, 'FALSE')) return { kind: 'boolean', value: false, at }
  if (take(reader, 'NULL')) return { kind: 'null', at }
  return readCall(reader)
}

function readCall(reader: Reader): Value {
  reader.tried.add('function')
  const token = peek(reader)
  const name = FUNCTION_NAMES.find((known) => token.kind === 'word' && token.keyword === known.toUpperCase())
  if (!name) fail(reader)
  advance(reader)
  expect(reader, '(')
  const duration = name === 'today' ? takeKind(reader, 'text', 'duration') : undefined
  if (duration) checkDuration({ kind: 'text', value: duration.value, at: duration.at })
  expect(reader, ')')
  const call = { kind: 'function', value: name, at: token.at } as const
  return duration ? { ...call, duration: duration.value } : call
}

/** Also keeps the sum within a thousand years, beyond which the database has no dates. */
function checkDuration({ value, at }: Text): void {
  const steps = readSteps(value, at)
  const years = steps.reduce((sum, { count, unit }) => sum + Math.abs(count) / { d: 365, m: 12, y: 1 }[unit], 0)
  const expected = { zh: `不超过 ${LIMITS.years} 年的时间跨度`, en: `a duration of at most ${LIMITS.years} years` }
  if (years > LIMITS.years) throw new IqlError('duration', at, expected, value.slice(0, 40))
}

function readSteps(value: string, at: number): Step[] {
  try {
    return parseDuration(value)
  } catch (fault) {
    if (!(fault instanceof DurationFault)) throw fault
    const expected = { zh: '时间跨度，如 7d、15d,4m（d 日、m 月、y 年）', en: 'a duration such as 7d or 15d,4m (d days, m months, y years)' }
    throw new IqlError('duration', at + 1 + fault.position, expected, value.slice(0, 40))
  }
}
