import type { Condition, Value } from '../../../model/kit/iql/ast.ts'
import { both, refuse } from '../../errors.ts'
import { escaped } from '../../records/query/words/text.ts'
import { UUID } from '../../records/write/values.ts'
import { type Attribute, attributeOf, type Kind, subOf, withoutUrn } from './attributes.ts'
import type { Filter, Literal, Operator } from './filter.ts'

/** Kinds of filters on an attribute: a text (its first filled field), a moment, a record, or a condition of its own */
export type Asked =
  | { kind: 'text'; fields: readonly string[]; lower?: true }
  | { kind: 'moment'; field: string }
  | { kind: 'record'; field: string }
  | { kind: 'own'; of(op: Operator | 'pr', value: Literal): Condition | undefined }

/** By the name of the attribute, with its part after a dot. */
export type Attributes = Readonly<Record<string, Asked>>

/** The condition of a query that means the same as the filter. */
export function conditionOf(kind: Kind, filter: Filter, attributes: Attributes): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map((one) => conditionOf(kind, one, attributes)) }
    case 'not':
      return { kind: 'not', of: conditionOf(kind, filter.of, attributes) }
    case 'within':
      return within(kind, filter, attributes)
    case 'present':
      return askedOf(kind, filter, attributes, 'pr', null)
    case 'compare':
      return askedOf(kind, filter, attributes, filter.op, filter.value)
  }
}

const refuseAt = (at: number, why: readonly [string, string]): never => refuse('scim_filter', { position: at + 1, ...both('why', why) })

const AT = 1
const text = (value: string): Value => ({ kind: 'text', value, at: AT })
export const empty = (field: string): Condition => ({ kind: 'empty', path: field.split('.'), at: AT, negated: false })
/** No record is without an ID. */
export const NEVER = empty('sid')
const ALWAYS: Condition = { kind: 'not', of: NEVER }
export const equals = (field: string, value: string): Condition => ({ kind: 'compare', path: field.split('.'), at: AT, op: '=', value: text(value) })

/** One value of several is stored, so filters on its type and on `primary` have a known answer. */
function within(kind: Kind, { path, of, at }: Filter & { kind: 'within' }, attributes: Attributes): Condition {
  const { urn, rest } = withoutUrn(kind, path)
  const found = attributeOf(kind, rest, urn)
  if (!found?.attribute.multiValued) return refuseAt(at, ['此属性不能用方括号', 'this attribute takes no square brackets'])
  return partly(kind, found.attribute, of, attributes)
}

function partly(kind: Kind, attribute: Attribute, filter: Filter, attributes: Attributes): Condition {
  if (filter.kind === 'and' || filter.kind === 'or')
    return { kind: filter.kind, of: filter.of.map((one) => partly(kind, attribute, one, attributes)) }
  if (filter.kind === 'not') return { kind: 'not', of: partly(kind, attribute, filter.of, attributes) }
  if (filter.kind === 'within') return refuseAt(filter.at, ['方括号不能嵌套', 'square brackets cannot be nested'])
  const sub = subOf(attribute, filter.path)
  if (!sub) return refuseAt(filter.at, ['没有这个属性', 'there is no such attribute'])
  if (sub.name === 'value' || sub.name === 'display') return conditionOf(kind, { ...filter, path: `${attribute.name}.${sub.name}` }, attributes)
  const kept = sub.name === 'primary' ? true : TYPES[attribute.name]
  const isMet = filter.kind === 'present' || (String(kept) === String(filter.value).toLowerCase()) === (filter.op === 'eq')
  return isMet ? ALWAYS : NEVER
}

export const TYPES: Readonly<Record<string, string>> = { emails: 'work', phoneNumbers: 'mobile', members: 'user' }

function askedOf(kind: Kind, { path, at }: { path: string; at: number }, attributes: Attributes, op: Operator | 'pr', value: Literal): Condition {
  const { urn, rest } = withoutUrn(kind, path)
  const [name = '', part] = rest.split('.')
  const found = attributeOf(kind, name, urn)
  const sub = found && part !== undefined ? subOf(found.attribute, part) : undefined
  const own = found && (sub ? `${found.attribute.name}.${sub.name}` : found.attribute.name)
  const asked = own === undefined || (part !== undefined && !sub) ? undefined : (attributes[own] ?? attributes[own.replace(/\.value$/, '')])
  if (!asked) return refuseAt(at, ['不能按此属性查询', 'this attribute cannot be asked for'])
  return conditionFor(asked, op, value) ?? refuseAt(at, ['此属性不能这样比较', 'this attribute cannot be compared in this way'])
}

function conditionFor(asked: Asked, op: Operator | 'pr', value: Literal): Condition | undefined {
  if (asked.kind === 'own') return asked.of(op, value)
  if (op === 'ne') {
    const same = conditionFor(asked, 'eq', value)
    return same && { kind: 'not', of: same }
  }
  if (asked.kind === 'text') return op === 'pr' ? anyFilled(asked.fields) : onTexts(asked, op, value)
  if (op === 'pr') return { kind: 'not', of: empty(asked.field) }
  if (value === null && op === 'eq') return empty(asked.field)
  if (typeof value !== 'string') return undefined
  if (asked.kind === 'record') return op === 'eq' ? (UUID.test(value) ? equals(asked.field, value.toLowerCase()) : NEVER) : undefined
  const compared = COMPARED[op]
  const moment = Date.parse(value)
  if (!compared || Number.isNaN(moment)) return undefined
  return { kind: 'compare', path: [asked.field], at: AT, op: compared, value: text(new Date(moment).toISOString()) }
}

const COMPARED: Partial<Record<Operator, '=' | '>' | '>=' | '<' | '<='>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

const anyFilled = (fields: readonly string[]): Condition => ({ kind: 'not', of: { kind: 'and', of: fields.map(empty) } })

/** The first filled field counts. */
function onTexts({ fields, lower }: Asked & { kind: 'text' }, op: Operator, value: Literal): Condition | undefined {
  if (value === null && op === 'eq') return { kind: 'not', of: anyFilled(fields) }
  if (typeof value !== 'string') return op === 'eq' ? NEVER : undefined
  const wanted = lower ? value.toLowerCase() : value
  const each = fields.map((field) => onText(field, op, wanted, lower === true))
  if (each.includes(undefined)) return undefined
  const parts = each.flatMap((one, at) => (one ? [allOf([...fields.slice(0, at).map(empty), one])] : []))
  return parts.length > 1 ? { kind: 'or', of: parts } : parts[0]
}

const allOf = (of: Condition[]): Condition => (of.length > 1 ? { kind: 'and', of } : (of[0] ?? ALWAYS))

const PATTERNS: Partial<Record<Operator, (value: string) => string>> = {
  eq: (value) => value,
  co: (value) => `%${value}%`,
  sw: (value) => `${value}%`,
  ew: (value) => `%${value}`,
}

/** Text is compared without case. A field that is stored in small letters is found by its index. */
function onText(field: string, op: Operator, value: string, lower: boolean): Condition | undefined {
  if (op === 'eq' && lower) return equals(field, value)
  const pattern = PATTERNS[op]
  return pattern && { kind: 'like', path: field.split('.'), at: AT, negated: false, value: { kind: 'text', value: pattern(escaped(value)), at: AT } }
}
