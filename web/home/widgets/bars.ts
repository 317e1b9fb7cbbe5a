// The bars of a chart over several kinds of case, each with the address of exactly its cases.
import { pageOf } from '../../api/page-of.ts'
import { quoted } from '../../api/iql.ts'

/** A number of cases of one kind with the same name in the chart. `values`: of its field `code`; null is an empty one. */
export type Part = { kind: string; code: string; head: string | undefined; name: string; values: readonly (string | null)[]; count: number }
export type Bar = { name: string; count: number; to: string }

/** Parts with the same name make one bar; bars are in the order in which the names first occur. */
export const barsOf = (parts: readonly Part[]): Bar[] =>
  [...Map.groupBy(parts, ({ name }) => name)].map(([name, own]) => ({ name, count: own.reduce((sum, { count }) => sum + count, 0), to: listOf(own) }))

/** The largest parts by name, and the others together. */
export function largest(parts: readonly Part[], most: number, others: string): Part[] {
  const names = barsOf(parts).toSorted((one, other) => other.count - one.count).map(({ name }) => name) // oxfmt-ignore
  const place = new Map(names.map((name, at) => [name, at]))
  const placeOf = ({ name }: Part) => place.get(name) ?? 0
  const inOrder = parts.toSorted((one, other) => placeOf(one) - placeOf(other))
  return inOrder.map((part) => (placeOf(part) < most ? part : { ...part, name: others }))
}

/** The cases of one kind are in its own list; those of several in the list of all cases. */
function listOf(parts: readonly Part[]): string {
  const kinds = new Set(parts.map(({ kind }) => kind))
  const [first] = parts
  if (!first) return pageOf('case')
  if (kinds.size === 1) return `${pageOf(first.kind)}?${new URLSearchParams({ iql: iqlOf(first.code, valuesIn(parts)) })}`
  const each = [...Map.groupBy(parts, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const head = own[0]?.head
    return head ? [`kind = ${quoted(kind)} AND (${iqlOf(head, valuesIn(own))})`] : []
  })
  return `${pageOf('case')}?${new URLSearchParams({ iql: each.join(' OR ') })}`
}

const valuesIn = (parts: readonly Part[]) => parts.flatMap(({ values }) => values)

function iqlOf(code: string, values: readonly (string | null)[]): string {
  const named = values.filter((value) => value !== null)
  const [first] = named
  const filled = first === undefined ? [] : [named.length === 1 ? `${code} = ${quoted(first)}` : `${code} IN (${named.map(quoted).join(', ')})`]
  return [...filled, ...(named.length < values.length ? [`${code} IS EMPTY`] : [])].join(' OR ')
}
