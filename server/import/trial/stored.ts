import { printValue } from '../../../model/import/values/print-value.ts'
import { isNamed } from '../../../model/import/values/read-value.ts'
import type { StoredRow } from '../../../model/import/import-routes.ts'
import { type Field, labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, RowValues } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { fieldsOf, modelNamed, nameOf } from '../../records/registry.ts'
import { kindOf } from '../profile.ts'
import type { Item } from '../rows/item.ts'
import { lineOf } from '../rows/relations/priority-rows.ts'
import type { Tried } from './trial.ts'

/** The claims of a case, beside its fields. */
export const CLAIMS = 'priority'

/** Values that these rows would store, in words, field by field; read within the trial, which contains the new names */
export async function storedOf(ctx: Context, model: Model, items: readonly Item[], tried: Tried): Promise<StoredRow[]> {
  const willOf = wills(tried)
  const filled = [...new Set(items.flatMap(({ values }) => Object.keys(values)))] // a value that one row states is derived for another
  const words = await inWords(ctx, model, items.map((item) => valuesOf(ctx, model, { item, filled }, tried))) // oxfmt-ignore
  return items.map((item, at) => {
    const values = Object.entries(words[at] ?? {})
    const claims = tried.drafts.get(item)?.claims ?? []
    if (claims.length > 0) values.push([CLAIMS, claims.map(lineOf).join('; ')])
    return { row: item.row.at, will: willOf(item), values: Object.fromEntries(values) }
  })
}

/** The filled fields of each row, as people read them. */
export async function inWords(ctx: Context, model: Model, rows: readonly RowValues[]): Promise<Record<string, string>[]> {
  const names = await namesIn(ctx, model, rows)
  return rows.map((row) =>
    Object.fromEntries(
      fieldsOf(model).flatMap(([code, field]): [string, string][] => {
        const text = printValue(field, withNames(field, row[code], names), ctx.lang)
        return text === null || text === '' ? [] : [[code, String(text)]]
      }),
    ),
  )
}

/** The labels of the fields that the rows fill, in their order. */
export function labelsOf(ctx: Context, model: Model, rows: readonly StoredRow[]) {
  const filled = new Set(rows.flatMap(({ values }) => Object.keys(values)))
  const own = fieldsOf(model).flatMap(([code, field]) => (filled.has(code) ? [{ code, label: labelOf(field, ctx.lang) }] : []))
  return filled.has(CLAIMS) && kindOf(ctx, model) ? [...own, { code: CLAIMS, label: modelNamed(ctx.tenant.models, CLAIMS)[ctx.lang] }] : own
}

function wills({ created, updated, completed, waiting, skipped }: Tried): (item: Item) => StoredRow['will'] {
  const lists = [['CREATED', new Set(created)], ['UPDATED', new Set(updated)], ['COMPLETED', new Set(completed)], ['WAITING', new Set(waiting)], ['SKIPPED', new Set(skipped)]] as const // oxfmt-ignore
  return (item) => lists.find(([, items]) => items.has(item))?.[0] ?? 'REJECTED'
}

/** Values of a row; without a record of its own, the values read. Of a record on file, only what the caller may see whole. */
function valuesOf(ctx: Context, model: Model, { item, filled }: { item: Item; filled: readonly string[] }, { drafts }: Tried): RowValues {
  const draft = drafts.get(item)?.draft
  if (!draft) return item.values
  const access = accessOf(ctx, model)
  const isSeen = (code: string) => access.mayRead(code) && !access.masks(code)
  const isOfFile = (code: string) => !draft.before || draft.changed.has(code)
  const said = kindOf(ctx, model)?.priorities?.said
  const shown = (code: string) => {
    if (code in item.values) return [[code, isOfFile(code) || isSeen(code) ? draft.row[code] : item.values[code]]]
    return isOfFile(code) || code === said ? [[code, isSeen(code) ? draft.row[code] : null]] : []
  }
  return Object.fromEntries([...filled, ...(said ? [said] : [])].flatMap(shown))
}

/** The references of a value with the models that they name. */
function references(field: Field, value: unknown): [to: string, sid: string][] {
  if (value === undefined || value === null) return []
  if (field.type === 'reference') return typeof value === 'string' ? [[field.to, value]] : []
  if (field.type === 'references')
    return (value as unknown[]).flatMap((one) => (typeof one === 'string' ? [[field.to, one] as [string, string]] : [])) // a list in row format
  if (field.type !== 'rows') return []
  return (value as RowValues[]).flatMap((row) => Object.entries(field.of).flatMap(([code, part]) => references(part, row[code]))) // as above
}

async function namesIn(ctx: Context, model: Model, rows: readonly RowValues[]): Promise<ReadonlyMap<string, string>> {
  const all = rows.flatMap((row) => fieldsOf(model).flatMap(([code, field]) => references(field, row[code])))
  const names = new Map<string, string>()
  for (const [to, some] of Map.groupBy(all, ([target]) => target)) {
    const target = modelNamed(ctx.tenant.models, to)
    const found = await anyTable(ctx.db)
      .selectFrom(to)
      .select(['sid', ...target.display])
      .where('sid', 'in', [...new Set(some.map(([, sid]) => sid))])
      .execute()
    for (const row of found) names.set(String(row.sid), nameOf(target, row))
  }
  return names
}

/** As printValue takes references; a name that was not found stands for itself. */
function withNames(field: Field, value: unknown, names: ReadonlyMap<string, string>): unknown {
  const named = (one: unknown) => ({ name: isNamed(one) ? one.named : (names.get(String(one)) ?? '') })
  if (value === undefined || value === null) return null
  if (field.type === 'reference') return named(value)
  if (field.type === 'references') return (value as unknown[]).map(named) // a list in row format
  if (field.type !== 'rows') return value
  return (value as RowValues[]).map((row) =>
    Object.fromEntries(Object.entries(field.of).map(([code, part]) => [code, withNames(part, row[code], names)])),
  ) // as above
}
