import { anyTable } from '../../database/pool.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import type { Item } from './item.ts'
import { areDifferent, comparable, matchKeysOf, type MatchKeys } from './match-keys.ts'

/** A record that is there already. */
export type ExistingRecord = { sid: string; name: string }

/** For each item the record that it is, in the company that it would be written to. */
export async function findExisting(ctx: Context, model: Model, items: readonly Item[]): Promise<Map<Item, ExistingRecord>> {
  const found = new Map<Item, ExistingRecord>()
  for (const same of matchKeysOf(model)) {
    const asked = items.flatMap((item) => {
      const row = found.has(item) ? undefined : comparable(model, item)
      const key = row && same.keyOf(row)
      return row && key !== undefined ? [{ item, row, key }] : []
    })
    if (asked.length === 0) continue
    const rows = await candidates(
      ctx,
      model,
      same,
      asked.map(({ row }) => row),
    )
    const byKey = Map.groupBy(rows, (row) => same.keyOf(row))
    for (const { item, row, key } of asked) {
      const there = byKey.get(key)?.find((one) => !areDifferent(model, row, one))
      if (there)
        found.set(item, {
          sid: String(there.sid),
          name: model.display
            .map((code) => there[code] ?? '')
            .join(' ')
            .trim(),
        })
    }
  }
  return found
}

/** Those that agree in the column that tells most; what else must agree is compared afterwards. */
async function candidates(ctx: Context, model: Model, { columns }: MatchKeys, rows: readonly Record<string, unknown>[]) {
  const telling = columns.at(-1) ?? 'sid'
  const values = [...new Set(rows.map((row) => row[telling]))]
  const texts = values.filter((value) => typeof value === 'string')
  const isText =
    texts.length === values.length && ['string', 'text'].includes((model.fields as Record<string, { type: string }>)[telling]?.type ?? '')
  const company = ctx.actor.selected?.[0] ?? ctx.actor.company_sid
  const wanted = [...new Set(['sid', ...columns, ...model.display, ...(model.name === 'patent' ? ['application_key'] : [])])]
  return anyTable(ctx.db)
    .selectFrom(model.name)
    .select(wanted)
    .where('deleted_at', 'is', null)
    .$if(model.scope === 'company', (query) => query.where('company_sid', company ? '=' : 'is', company))
    .where((eb) => (isText && !telling.endsWith('_key') ? eb(eb.fn('lower', [telling]), 'in', spellings(texts)) : eb(telling, 'in', values)))
    .execute()
}

const spellings = (texts: readonly string[]) => [...new Set(texts.flatMap((text) => [text.toLowerCase(), text.normalize('NFKC').toLowerCase()]))]

/** The row of the file that said the same before. */
export const saidBefore = new WeakMap<Item, number>()

/** The items that stand first in the file of those that are the same, and the others. */
export function firstOfEach(model: Model, items: readonly Item[]): { first: Item[]; again: Item[] } {
  const ways = matchKeysOf(model)
  const seen = new Map<string, { row: Record<string, unknown>; at: number }>()
  const [first, again]: [Item[], Item[]] = [[], []]
  for (const item of items) {
    const row = comparable(model, item)
    const keys = ways.flatMap((way) => way.keyOf(row) ?? [])
    const same = keys.map((key) => seen.get(key)).find((one) => one && !areDifferent(model, row, one.row))
    if (same) {
      again.push(item)
      if (!saidBefore.has(item)) saidBefore.set(item, same.at)
    } else {
      first.push(item)
      for (const key of keys) if (!seen.has(key)) seen.set(key, { row, at: item.row.at })
    }
  }
  return { first, again }
}
