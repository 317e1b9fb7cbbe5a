import { sql } from 'kysely'
import type { Field, Options } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { lineOf } from '../../../model/kit/tree.ts'
import type { Db } from '../../database/pool.ts'

type Item = {
  sid: string
  code: string
  label_zh: string
  label_en: string | null
  colour: string | null
  valid: boolean | null
  parent_sid?: string | null
}

/** The options of a dictionary as in a declaration: the table's own first, in their order, then the missing declared ones. */
function withItems<F extends Field>(field: F, items: readonly Item[]): F {
  const declared = 'options' in field ? field.options : undefined
  const own = items.map(({ code, label_zh, label_en }) => [code, [label_zh, label_en ?? label_zh]] as const)
  const options: Options = { ...Object.fromEntries(own), ...Object.fromEntries(Object.entries(declared ?? {}).filter(([code]) => !items.some((one) => one.code === code))) } // oxfmt-ignore
  const colours = Object.fromEntries(items.flatMap(({ code, colour }) => (colour ? [[code, colour]] : [])))
  const bySid = new Map(items.map((one) => [one.sid, one]))
  const lineAbove = (item: Item) => lineOf(item.sid, (sid) => bySid.get(sid)?.parent_sid)?.flatMap((sid) => bySid.get(sid) ?? []) ?? [item]
  // Below an invalid option, none is valid.
  const invalid = items.filter((item) => lineAbove(item).some(({ valid }) => valid === false)).map(({ code }) => code)
  const above = Object.fromEntries(
    items.flatMap(({ code, parent_sid }) => {
      const parent = bySid.get(parent_sid ?? '')
      return parent ? [[code, parent.code]] : []
    }),
  )
  return { ...field, options, colours, invalid, ...(Object.keys(above).length > 0 && { above }) }
}

const dictionaryOf = (field: Field) => ('dictionary' in field ? field.dictionary : undefined)

/** Replaces the declared options of models whose options the tenant maintains. */
export async function withDictionaries(db: Db, models: Map<string, Model>) {
  // All columns: a schema of an earlier version has none for the options above.
  const { rows } = await sql<Item & { dictionary: string }>`select * from dictionary_item
    where deleted_at is null order by sort nulls last, created_at, sid`.execute(db)
  if (rows.length === 0) return
  const items = Map.groupBy(rows, ({ dictionary }) => dictionary)
  const own = (field: Field) => items.get(dictionaryOf(field) ?? '')
  for (const [name, model] of models) {
    const entries = Object.entries<Field>(model.fields)
    if (!entries.some(([, field]) => own(field))) continue
    const fields = Object.fromEntries(entries.map(([code, field]) => [code, own(field) ? withItems(field, own(field) ?? []) : field]))
    models.set(name, { ...model, fields: fields as Model['fields'] }) // the same fields, some with other options
  }
}
