// Values as a pack carries them: references by name, and IDs within texts and graphs too.
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import type { RowValues } from '../records/context.ts'
import { fieldOf } from '../records/registry.ts'
import { isNamed, isPlain, type Keys, type Named, namedBy, sidNamed } from './keys.ts'

/** A file of a pack, by its content. */
export type CarriedFile = { name: string; size: number; sha256: string }

/** `fileOf` answers the digest of an uploaded file. */
export async function carried(keys: Keys, model: Model, codes: readonly string[], row: RowValues): Promise<RowValues> {
  const record: RowValues = {}
  for (const code of codes) {
    const field = fieldOf(model, code)
    const value = row[code] ?? null
    if (field && value !== null) record[code] = await carry(keys, field, value)
  }
  return record
}

async function carry(keys: Keys, field: Field, value: unknown): Promise<unknown> {
  switch (field.type) {
    case 'reference':
      return (await namedBy(keys, field.to, String(value))) ?? null
    case 'references': {
      const named = await Promise.all((value as string[]).map((sid) => namedBy(keys, field.to, sid))) // a column of sids
      return named.filter((one) => one !== undefined).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    case 'rows': {
      const rows = []
      for (const row of value as RowValues[]) rows.push(await carriedPart(keys, field.of, row)) // a column of rows
      return rows
    }
    case 'attachment':
      return filesOf(keys, value as { sid: string; name: string; size: number }[]) // a column of files
    case 'json':
    case 'text':
      return outward(keys, value)
    default:
      return value
  }
}

async function carriedPart(keys: Keys, of: Readonly<Record<string, Field>>, row: RowValues): Promise<RowValues> {
  const part: RowValues = {}
  for (const [code, field] of Object.entries(of)) if ((row[code] ?? null) !== null) part[code] = await carry(keys, field, row[code])
  return part
}

async function filesOf({ ctx }: Keys, files: readonly { sid: string; name: string; size: number }[]): Promise<CarriedFile[]> {
  const sids = files.map(({ sid }) => sid)
  const rows = await ctx.db.selectFrom('document').select(['sid', 'hash']).where('sid', 'in', sids).execute()
  return files.map(({ sid, name, size }) => ({ name, size, sha256: rows.find((row) => row.sid === sid)?.hash ?? '' }))
}

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** `@{role:…}` in place of the ID of a record. */
async function outward(keys: Keys, value: unknown): Promise<unknown> {
  const text = JSON.stringify(value)
  const sids = [...new Set(text.match(IDS) ?? [])]
  if (sids.length === 0) return value
  const names = new Map<string, string>()
  for (const sid of sids) {
    const named = await ownerOf(keys, sid)
    if (named) names.set(sid, `@{${named.of}:${escaped(JSON.stringify(named.key))}}`)
  }
  return JSON.parse(text.replace(IDS, (sid) => names.get(sid) ?? sid))
}

const escaped = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

/** The record with the ID: texts and graphs may name configuration and the organisation. */
async function ownerOf(keys: Keys, sid: string): Promise<Named | undefined> {
  const { db, tenant } = keys.ctx
  for (const model of tenant.models.all.values()) {
    if (!model.configuration && model.public_name !== true) continue
    const row = await anyTable(db).selectFrom(model.name).select('sid').where('sid', '=', sid).executeTakeFirst()
    if (row) return namedBy(keys, model.name, sid)
  }
  return undefined
}

const NAMES = /@\{([a-z_]+):([^}"\\]*)\}/g

/** The values of a record of a pack as the API takes them. `upload` keeps a file of the pack, and answers it as an attachment. */
export async function taken(
  keys: Keys,
  model: Model,
  record: RowValues,
  upload: (field: Field, file: CarriedFile) => Promise<unknown>,
): Promise<RowValues> {
  const values: RowValues = {}
  for (const [code, value] of Object.entries(record)) {
    const field = fieldOf(model, code)
    values[code] = field && value !== null ? await take(keys, field, value, upload) : value
  }
  return values
}

async function take(keys: Keys, field: Field, value: unknown, upload: (field: Field, file: CarriedFile) => Promise<unknown>): Promise<unknown> {
  if (field.type === 'reference') return isNamed(value) && value.of === field.to ? sidNamed(keys, value) : value
  if (field.type === 'references' && Array.isArray(value)) {
    const sids: unknown[] = []
    for (const one of value) sids.push(isNamed(one) && one.of === field.to ? await sidNamed(keys, one) : one)
    return sids
  }
  if (field.type === 'rows' && Array.isArray(value)) {
    const rows: unknown[] = []
    for (const row of value) rows.push(isPlain(row) ? await takePart(keys, field.of, row, upload) : row)
    return rows
  }
  if (field.type === 'attachment' && Array.isArray(value)) {
    const files: unknown[] = []
    for (const file of value) files.push(isFile(file) ? await upload(field, file) : file)
    return files
  }
  return field.type === 'json' || field.type === 'text' ? inward(keys, value) : value
}

async function takePart(
  keys: Keys,
  of: Readonly<Record<string, Field>>,
  row: RowValues,
  upload: (field: Field, file: CarriedFile) => Promise<unknown>,
) {
  const part: RowValues = {}
  for (const [code, value] of Object.entries(row)) {
    const field = Object.hasOwn(of, code) ? of[code] : undefined
    part[code] = field && value !== null ? await take(keys, field, value, upload) : value
  }
  return part
}

export const isFile = (value: unknown): value is CarriedFile =>
  isPlain(value) && typeof value.name === 'string' && typeof value.size === 'number' && typeof value.sha256 === 'string'

async function inward(keys: Keys, value: unknown): Promise<unknown> {
  const text = JSON.stringify(value)
  const sids = new Map<string, string>()
  for (const [whole, of = '', key = ''] of text.matchAll(NAMES)) {
    const named = namedIn(keys, of, key)
    if (named) sids.set(whole, await sidNamed(keys, named))
  }
  return sids.size === 0 ? value : JSON.parse(text.replace(NAMES, (whole) => sids.get(whole) ?? whole))
}

/** Text that only looks like a name is kept as text. */
function namedIn({ ctx }: Keys, of: string, escapedKey: string): Named | undefined {
  if (!ctx.tenant.models.all.has(of)) return undefined
  try {
    const key: unknown = JSON.parse(decodeURIComponent(escapedKey))
    return isPlain(key) ? { of, key } : undefined
  } catch {
    return undefined
  }
}
