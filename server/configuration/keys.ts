import { BASE, type Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { both, refuse } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { fieldOf, fieldsOf, modelNamed, nameOf } from '../records/registry.ts'

/** A record identified by the values of its key, not by its ID */
export type Named = { of: string; key: RowValues }

/** The fields that a pack carries: those that people fill in, without secrets and bookkeeping. */
export const packedCodes = (model: Model): string[] =>
  fieldsOf(model).flatMap(([code, field]) =>
    field.computed || field.internal || field.secret || (code in BASE && code !== 'valid' && code !== 'remark') ? [] : [code],
  )

/** The fields of the display name of a model that is no configuration */
function keySets({ configuration, display }: Model): readonly (readonly string[])[] {
  return configuration?.key ?? [display]
}

export function keyCodes(model: Model, row: RowValues): readonly string[] {
  const sets = keySets(model)
  return sets.find((codes) => codes.every((code) => (row[code] ?? null) !== null)) ?? sets.at(-1) ?? []
}

/** Remembers names for one comparison or application. */
export type Keys = { ctx: Context; names: Map<string, Promise<Named | undefined>>; sids: Map<string, string> }

export const keysOf = (ctx: Context): Keys => ({ ctx, names: new Map(), sids: new Map() })

/** The name of a record; undefined where it is not there. */
export function namedBy(keys: Keys, of: string, sid: string): Promise<Named | undefined> {
  const known = keys.names.get(`${of} ${sid}`)
  if (known) return known
  const fresh = readName(keys, of, sid)
  keys.names.set(`${of} ${sid}`, fresh)
  return fresh
}

async function readName(keys: Keys, of: string, sid: string): Promise<Named | undefined> {
  const model = modelNamed(keys.ctx.tenant.models, of)
  const row = await anyTable(keys.ctx.db).selectFrom(of).selectAll().where('sid', '=', sid).executeTakeFirst()
  return row && { of, key: await keyOf(keys, model, row) }
}

/** References within a key are names themselves, such as a menu above. */
export async function keyOf(keys: Keys, model: Model, row: RowValues): Promise<RowValues> {
  const key: RowValues = {}
  for (const code of keyCodes(model, row)) {
    const field = fieldOf(model, code)
    const value = row[code] ?? null
    key[code] = field?.type === 'reference' && value !== null ? ((await namedBy(keys, field.to, String(value))) ?? null) : value
  }
  return key
}

/** The record with this key among those that are there. Nothing is guessed: none, or several, are refused. */
export async function sidNamed(keys: Keys, { of, key }: Named): Promise<string> {
  const found = await findNamed(keys, { of, key })
  const model = modelNamed(keys.ctx.tenant.models, of)
  const name = shownKey(key)
  return (
    found ??
    refuse('rule', both('summary', [`这里没有（或不止一个）${model.zh}“${name}”`, `There is no ${model.en} “${name}” here, or more than one`]))
  )
}

export async function findNamed(keys: Keys, { of, key }: Named): Promise<string | undefined> {
  const text = `${of} ${JSON.stringify(key)}`
  const known = keys.sids.get(text)
  if (known) return known
  const model = modelNamed(keys.ctx.tenant.models, of)
  if (!keySets(model).some((codes) => codes.length === Object.keys(key).length && codes.every((code) => code in key))) return undefined
  let query = anyTable(keys.ctx.db).selectFrom(of).select('sid').where('deleted_at', 'is', null)
  for (const [code, value] of Object.entries(key)) {
    const sid = isNamed(value) ? await findNamed(keys, value) : undefined
    if (isNamed(value) && sid === undefined) return undefined
    const sought = sid ?? value
    query = sought === null ? query.where(code, 'is', null) : query.where(code, '=', sought)
  }
  const rows = await query.limit(2).execute()
  if (rows.length !== 1) return undefined
  const sid = String(rows[0]?.sid)
  keys.sids.set(text, sid)
  return sid
}

export const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'of' in value && typeof value.of === 'string' && 'key' in value && isPlain(value.key)

export const isPlain = (value: unknown): value is RowValues => typeof value === 'object' && value !== null && !Array.isArray(value)

export function shownKey(key: RowValues): string {
  return Object.values(key).map((value) => (isNamed(value) ? shownKey(value.key) : String(value ?? ''))).filter(Boolean).join(' ') // oxfmt-ignore
}

export const nameIn = (model: Model, record: RowValues): string => {
  const plain = Object.fromEntries(Object.entries(record).map(([code, value]) => [code, isNamed(value) ? shownKey(value.key) : value]))
  return nameOf(model, plain) || shownKey(record)
}
