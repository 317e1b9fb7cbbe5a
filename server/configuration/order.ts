import type { Field } from '../../model/kit/fields.ts'
import { type Difference, type ModelDifferences, rowName } from './compare.ts'
import { isNamed, isPlain } from './keys.ts'

/** Orders models so that referenced records come before the records that refer to them. */
export function inOrder(parts: readonly ModelDifferences[]): ModelDifferences[] {
  const byName = new Map(parts.map((part) => [part.model.name, part]))
  const holders = Map.groupBy(
    parts.flatMap(({ model, rows }) => rows.map(({ packed }) => ({ of: model.name, code: String(packed?.key.code) }))),
    ({ code }) => code,
  )
  const done = new Set<string>()
  const order: ModelDifferences[] = []
  const visit = (part: ModelDifferences) => {
    if (done.has(part.model.name)) return
    done.add(part.model.name)
    for (const to of targetsOf(part, holders)) {
      const target = byName.get(to)
      if (target) visit(target)
    }
    order.push({ ...part, rows: rowsInOrder(part) })
  }
  for (const part of parts) visit(part)
  return order
}

/** Codes that the product makes: no text holds one by chance. */
const MADE_CODES = /[a-z]+_[0-9a-f]{32}/g

/** Models whose codes its fields hold, and those that its records name, in texts and graphs too. */
function targetsOf({ model, rows }: ModelDifferences, holders: ReadonlyMap<string, readonly { of: string }[]>): string[] {
  const coded = Object.values<Field>(model.fields).flatMap(({ code_of }) => code_of?.split('.')[0] ?? [])
  const text = JSON.stringify(rows.map(({ packed }) => packed?.record ?? null))
  const named = [...text.matchAll(/"of":"([a-z_]+)"|@\{([a-z_]+):/g)].map(([, of, within]) => of ?? within ?? '')
  const placed = [...new Set(text.match(MADE_CODES) ?? [])].flatMap((code) => holders.get(code) ?? [])
  return [...new Set([...coded, ...named, ...placed.map(({ of }) => of)])].filter((one) => one !== model.name)
}

/** In JSON, with their quotation marks. */
const TEXTS = /"(?:[^"\\]|\\.)*"/g

/** Parents precede their children, and a record follows those whose codes its drawing contains. */
function rowsInOrder({ model, rows }: ModelDifferences): Difference[] {
  const byRow = new Map(rows.map((one) => [one.row, one]))
  const drawn = Object.entries<Field>(model.fields).flatMap(([code, { type }]) => (type === 'json' ? [code] : []))
  const coded = Map.groupBy(drawn.length > 0 ? rows : [], ({ packed }) => JSON.stringify(packed?.key.code ?? null))
  const mentioned = ({ packed }: Difference) => {
    const text = JSON.stringify(drawn.map((code) => packed?.record[code] ?? null))
    return [...new Set(text.match(TEXTS) ?? [])].flatMap((code) => coded.get(code) ?? [])
  }
  const done = new Set<string>()
  const order: Difference[] = []
  const visit = (one: Difference) => {
    if (done.has(one.row)) return
    done.add(one.row)
    for (const above of named(model.name, one.packed?.record)) {
      const parent = byRow.get(above)
      if (parent) visit(parent)
    }
    for (const other of mentioned(one)) visit(other)
    order.push(one)
  }
  for (const one of rows) visit(one)
  return order
}

function named(of: string, value: unknown): string[] {
  if (isNamed(value)) return value.of === of ? [rowName(of, value.key)] : []
  if (Array.isArray(value)) return value.flatMap((one) => named(of, one))
  return isPlain(value) ? Object.values(value).flatMap((one) => named(of, one)) : []
}
