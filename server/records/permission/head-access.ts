import { headFields, partyPart } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldOf } from '../registry.ts'

/** The visible records of one kind: `rows` in terms of its own model, undefined being all of them. */
export type OfKind = { kind: Model; rows: Condition | undefined }

/** The heads of all these records. A condition shared by all kinds is tested once; `all` says that no kind is missing. */
export function headRows(parts: readonly OfKind[], all: boolean, given: number): Condition | undefined {
  const shown = parts.map(({ kind, rows }) => ({ kind, rows: rows && onHead(rows, kind) }))
  const [first] = shown
  if (first && all && shown.every(({ rows }) => JSON.stringify(rows) === JSON.stringify(first.rows))) return first.rows
  const of = shown.map(({ kind, rows }): Condition => {
    const isKind: Condition = {
      kind: 'in',
      path: ['kind'],
      at: given,
      negated: false,
      values: [{ kind: 'text', value: kind.name, at: given }],
    }
    return rows ? { kind: 'and', of: [isKind, rows] } : isKind
  })
  return of.length > 1 ? { kind: 'or', of } : of[0]
}

/** Applies a record's condition to its head: fields of the head are read there, others in the record itself. */
function onHead(condition: Condition, kind: Model): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map((part) => onHead(part, kind)) }
    case 'not':
      return { kind: 'not', of: onHead(condition.of, kind) }
    default:
      return { ...condition, path: pathOnHead(condition.path, kind) }
  }
}

function pathOnHead(path: readonly string[], kind: Model): string[] {
  const [code = '', next, ...rest] = path
  const field = fieldOf(kind, code)
  if (!field) return [...path] // ANY: the whole record, for which the head stands
  const head = headFieldOf(kind, code)
  // A number matches in every spelling, by keys that only the record has.
  if (head === undefined || field.number) return [kind.name, ...path]
  if (field.type !== 'rows') return [head, ...path.slice(1)]
  return next !== undefined && next === partyPart(field) ? [head, ...rest] : [kind.name, ...path]
}

const fieldsFilled = new WeakMap<Model, ReadonlyMap<string, string>>()

/** The head's field that this field of a record fills. */
function headFieldOf(kind: Model, code: string): string | undefined {
  let known = fieldsFilled.get(kind)
  if (!known) fieldsFilled.set(kind, (known = new Map([...headFields(kind)].map(([head, from]) => [from, head]))))
  return known.get(code)
}
