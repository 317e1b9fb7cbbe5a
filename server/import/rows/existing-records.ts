import { sql } from 'kysely'
import type { RowFault } from '../../../model/import/row.ts'
import { anyTable } from '../../database/pool.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import { sidsSpelt } from '../../records/query/words/spelt.ts'
import { fieldOf } from '../../records/registry.ts'
import { profileOf } from '../profile.ts'
import { isCompanyDoubtful, type Item } from './item.ts'
import { areDifferent, comparable, matchKeysOf, type MatchKey } from './match-keys.ts'
import { seenOf } from './permission.ts'

type Row = Record<string, unknown>

/** An existing record. */
export type ExistingRecord = { sid: string; name: string }

/** `unclear`: rows that match several records, with the columns that do not distinguish them; `among`: these records. */
export type Existing = { there: Map<Item, ExistingRecord>; unclear: Map<Item, RowFault>; among: Map<Item, readonly string[]> }

/** Finds the existing record of each item. A later key may decide between several matches. */
export async function findExisting(ctx: Context, model: Model, items: readonly Item[]): Promise<Existing> {
  const there = new Map<Item, ExistingRecord>()
  const open = new Map<Item, { key: MatchKey; among: ReadonlySet<unknown> }>()
  for (const key of matchKeysOf(model, profileOf(ctx, model))) {
    const asked = items.flatMap((item) => {
      const row = there.has(item) ? undefined : comparable(model, item)
      const text = row && key.keyOf(row, (code) => item.given?.has(code) ?? true)
      return row && text !== undefined ? [{ item, row, text }] : []
    })
    if (asked.length === 0) continue
    const found = await candidates(ctx, model, key, asked.map(({ row }) => row)) // oxfmt-ignore
    for (const { item, row, text } of asked) {
      const among = open.get(item)?.among
      const alike = (found.get(text) ?? []).filter((one) => !areDifferent(model, row, one) && (!among || among.has(one.sid)))
      const placed = closest(ctx, model, key, row, alike)
      const same = placed.length === 0 && isCompanyDoubtful(item) ? closest(ctx, model, key, { ...row, company_sid: undefined }, alike) : placed
      const [one] = same
      if (one && same.length === 1) there.set(item, { sid: String(one.sid), name: nameOfRow(model, one) })
      else if (one) open.set(item, { key, among: new Set(same.map(({ sid }) => sid)) })
    }
  }
  const unclear = [...open].filter(([item]) => !there.has(item)).map(([item, { key }]) => [item, severalFault(model, key)] as const)
  const among = new Map(unclear.map(([item]) => [item, [...(open.get(item)?.among ?? [])].map(String)]))
  return { there, unclear: new Map(unclear), among }
}

const nameOfRow = (model: Model, row: Row) =>
  model.display
    .map((code) => row[code] ?? '')
    .join(' ')
    .trim()

/** Of several matches, prefers those of the row's company, and those with the exact spelling. */
function closest(ctx: Context, model: Model, { columns, unique }: MatchKey, row: Row, alike: readonly Row[]): readonly Row[] {
  const near = isOfCompany(model, unique) ? ofCompany(ctx, model, row, alike) : alike
  const exact = near.filter((one) => [...columns, ...model.display].every((code) => row[code] === undefined || row[code] === one[code]))
  return exact.length > 0 ? exact : near
}

/** A company is its own; a tenant-unique value matches in every company. */
const isOfCompany = (model: Model, unique: MatchKey['unique']) => model.scope === 'company' && unique !== 'tenant' && !model.visibility?.company

/** A row without a company may match a record of another one, if the names are equal. */
function ofCompany(ctx: Context, model: Model, row: Row, alike: readonly Row[]): readonly Row[] {
  const company = row.company_sid ?? companyFor(ctx)
  const own = alike.filter((one) => one.company_sid === company)
  if (row.company_sid !== undefined || own.length === alike.length) return own
  const isNamed = (one: Row) => model.display.some((code) => row[code]) && model.display.every((code) => (row[code] ?? null) === (one[code] ?? null))
  const named = alike.filter((one) => one.seen && isNamed(one))
  const ownNamed = named.filter((one) => one.company_sid === company)
  return ownNamed.length > 0 ? ownNamed : named.length > 0 ? named : own
}

/** The company of a new record that names none. */
export const companyFor = ({ actor }: Context) => actor.selected?.[0] ?? actor.company_sid

/** The records that match the most selective column, by keys. A person's own records are compared with visible ones. */
async function candidates(ctx: Context, model: Model, key: MatchKey, rows: readonly Row[]): Promise<Map<string | undefined, Row[]>> {
  const telling = tellingOf(model, key)
  const values = [...new Set(rows.map((row) => row[telling]))]
  const stems = key.stemOf && [...new Set(rows.flatMap((row) => key.stemOf?.(row) ?? []))]
  const numbers = key.columns.filter((code) => fieldOf(model, code)?.normalises)
  const type = fieldOf(model, telling)?.type
  const isText = (type === 'string' || type === 'text') && !fieldOf(model, telling)?.normalises
  const wanted = new Set(['sid', 'company_sid', ...key.columns, ...model.display, ...(model.natural_keys?.apart ?? [])])
  const texts = values.filter((value) => typeof value === 'string')
  const found: Row[] = await anyTable(ctx.db)
    .selectFrom(model.name)
    .select([...wanted])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      stems
        ? eb('sid', 'in', begun(model, numbers, stems))
        : isText
          ? eb('sid', 'in', sidsSpelt(model, [telling], spellings(texts)))
          : eb(telling, 'in', values),
    )
    .orderBy('sid')
    .execute()
  const asked = model.own ? found : found.filter((row) => row.company_sid !== companyFor(ctx))
  const seen = await seenOf(ctx, model, asked.map(({ sid }) => String(sid))) // oxfmt-ignore
  for (const row of found) row.seen = seen.has(String(row.sid))
  return Map.groupBy(model.own ? found.filter((row) => row.seen) : found, (row) => key.keyOf(row))
}

/** The records with a number that is one of these stems, or continues it by at most two signs, looked up one by one like texts. */
const begun = (model: Model, codes: readonly string[], stems: readonly string[]) =>
  sql<string[]>`(select o.sid from unnest(${[...stems]}::text[]) as v(stem) cross join lateral (${sql.join(
    codes.map(
      (code) =>
        sql`(select t.sid from ${sql.table(model.name)} as t where ${sql.ref(`t.${code}`)} between v.stem and v.stem || 'Z9' and t.deleted_at is null offset 0)`,
    ),
    sql` union all `,
  )}) o)`

/** The parent reference, else the last required text, else the last column. */
function tellingOf(model: Model, { columns }: MatchKey): string {
  const isParent = (code: string) => fieldOf(model, code)?.type === 'reference' && fieldOf(model, code)?.required === true
  const isText = (code: string) => ['string', 'text'].includes(fieldOf(model, code)?.type ?? '')
  return columns.find(isParent) ?? columns.findLast(isText) ?? columns.at(-1) ?? 'sid'
}

const spellings = (texts: readonly string[]) => [...new Set(texts.flatMap((text) => [text.toLowerCase(), text.normalize('NFKC').toLowerCase()]))]

/** Names the columns in which the records match, and those that would distinguish them. */
function severalFault(model: Model, { columns }: MatchKey): RowFault {
  const labels = (codes: readonly string[], lang: 'zh' | 'en') => codes.map((code) => fieldOf(model, code)?.[lang] ?? code)
  const apart = (model.natural_keys?.apart ?? []).filter((code) => !columns.includes(code))
  const [zh, en] = [labels(columns, 'zh').join('、'), labels(columns, 'en').join(', ')]
  const more = apart.length
    ? [`，请填写${labels(apart, 'zh').join('或')}`, `; enter ${labels(apart, 'en').join(' or ')}`]
    : ['，请在系统中修改', '; change it in the system']
  return { field: columns[0] ?? '', words: [`多条${model.zh}的${zh}相同${more[0]}`, `several records have the same ${en}${more[1]}`] }
}

/** Rows of a file by their keys, with the values that distinguish records; rows of one key in several companies follow each other. */
export type Seen = Map<string, SeenRow>
type SeenRow = { row: Row; at: number; company?: unknown; next?: SeenRow }
/** A key, and the company in which it is one; without, any. */
type Key = { text: string; company?: unknown }

/**
 * The first item of each group of duplicates, and the others: rows of one record, and rows that share a key. A row that is
 * linked only through another one, as by the publication number of a second row of its application, waits for that row too.
 */
export function firstOfEach(
  ctx: Context,
  model: Model,
  items: readonly Item[],
  there: ReadonlyMap<Item, ExistingRecord>,
): { first: Item[]; again: Item[] } {
  const [first, again, seen]: [Item[], Item[], Seen] = [[], [], new Map()]
  for (const item of items) {
    const record = there.get(item)
    const own = keysOf(ctx, model, item)
    const same = sameIn(model, seen, item, record ? [{ text: record.sid }] : own)
    if (same) item.said_before ??= same.at
    ;(same ? again : first).push(item)
    keep(ctx, model, record ? [{ text: record.sid }, ...own] : own, item, { seen, at: same?.at ?? item.row.at })
  }
  return { first, again }
}

function sameIn(model: Model, seen: Seen, item: Item, keys: readonly Key[]): SeenRow | undefined {
  for (const { text, company } of keys)
    for (let one = seen.get(text); one; one = one.next) {
      const isOther = company !== undefined && one.company !== undefined && company !== one.company
      if (!isOther && !areDifferent(model, comparable(model, item), one.row)) return one
    }
  return undefined
}

/** The earlier row that this one repeats. */
export const rowSeen = (ctx: Context, model: Model, seen: Seen, item: Item) => sameIn(model, seen, item, keysOf(ctx, model, item))?.at

/** A row without a company repeats one of any. */
function keysOf(ctx: Context, model: Model, item: Item): Key[] {
  const row = comparable(model, item)
  const company = isCompanyDoubtful(item) ? undefined : row.company_sid
  const isGiven = (code: string) => item.given?.has(code) ?? true
  return matchKeysOf(model, profileOf(ctx, model)).flatMap((way) => {
    const text = way.keyOf(row, isGiven)
    return text === undefined ? [] : isOfCompany(model, way.unique) ? { text, company } : { text }
  })
}

type SeenAt = { seen: Seen; at: number }

/** The record of a row without a company is of one's own, and so found by rows of that company. */
function keep(ctx: Context, model: Model, keys: readonly Key[], item: Item, { seen, at }: SeenAt) {
  const row = comparable(model, item)
  const apart = Object.fromEntries((model.natural_keys?.apart ?? []).map((code) => [code, row[code]]))
  for (const { text, ...of } of keys) {
    const kept: SeenRow = { row: apart, at, ...('company' in of && { company: of.company ?? companyFor(ctx) }) }
    const first = seen.get(text)
    if (first) append(first, kept)
    else seen.set(text, kept)
  }
}

function append(first: SeenRow, kept: SeenRow) {
  let last = first
  while (last.company !== kept.company && last.next) last = last.next
  if (last.company !== kept.company) last.next = kept
}

/** Later rows of the file find the record of this one by its keys, at the row `at` that makes it. */
export const keepRow = (ctx: Context, model: Model, item: Item, seen: Seen, at = item.row.at) =>
  keep(ctx, model, keysOf(ctx, model, item), item, { seen, at })

/** Rows that make no record are no duplicate of a later one. */
export function forgetRows(seen: Seen, rows: ReadonlySet<number>) {
  if (rows.size === 0) return
  const left = (one: SeenRow | undefined): SeenRow | undefined => {
    if (!one) return undefined
    const next = left(one.next)
    if (rows.has(one.at)) return next
    const { next: _, ...alone } = one
    return next === one.next ? one : { ...alone, ...(next && { next }) }
  }
  for (const [key, first] of seen) {
    const one = left(first)
    if (!one) seen.delete(key)
    else if (one !== first) seen.set(key, one)
  }
}
