import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import type { Context, RowValues } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { readIql } from '../records/query/search.ts'
import { streamRows } from '../records/query/stream.ts'
import { refuse } from '../errors.ts'
import { carried } from './carry.ts'
import { keyOf, type Keys, packedCodes } from './keys.ts'

/** One record of a part, as it is compared and carried. */
export type PackedRecord = { key: RowValues; record: RowValues }
export type OwnRecord = PackedRecord & { sid: string }

const MAX_ROWS = 5000

/** The models of which this person sees every field that a pack carries; a part is never packed by halves. */
export function packableModels(ctx: Context): Model[] {
  return [...ctx.tenant.models.all.values()].filter((model) => {
    if (!model.configuration) return false
    const access = accessOf(ctx, model)
    const sees = access.verbs.has('*') || access.verbs.has('search')
    return sees && packedCodes(model).every((code) => access.mayRead(code) && !access.masks(code))
  })
}

/** Their company: records of a company model are those of this one; others are common to all. */
export const companyOf = ({ actor }: Context): string | null => actor.selected?.[0] ?? actor.company_sid

/** Records in force: of a record with a draft, the published content. */
export async function ownRecords(keys: Keys, model: Model, company: string | null): Promise<OwnRecord[]> {
  const { ctx } = keys
  const rows = (await rowsOf(ctx, model, company)).map((row) => inForce(model, row)).filter((row) => row !== undefined)
  const codes = packedCodes(model)
  const records: OwnRecord[] = []
  const own = ctx.tenant.modules.configuration.write[model.name]?.carried
  for (const row of own ? rows.map(own) : rows)
    records.push({ sid: String(row.sid), key: await keyOf(keys, model, row), record: await carried(keys, model, codes, row) })
  return records
}

async function rowsOf(ctx: Context, model: Model, company: string | null): Promise<RowValues[]> {
  const { only = {}, changed } = model.configuration ?? { key: [] }
  let query = anyTable(ctx.db).selectFrom(model.name).selectAll().where('deleted_at', 'is', null).orderBy('created_at').orderBy('sid')
  if (model.scope === 'company' && company !== null) query = query.where('company_sid', '=', company)
  for (const [code, values] of Object.entries(only)) query = query.where(code, 'in', [...values])
  if (changed) query = query.where((of) => of.or([of('created_by', 'is not', null), of('updated_by', 'is not', null)]))
  const rows = await query.limit(MAX_ROWS + 1).execute()
  if (rows.length > MAX_ROWS) refuse('too_many_values', { key: model.name, max: MAX_ROWS })
  const seen = await seenAmong(ctx, model)
  return seen ? rows.filter(({ sid }) => seen.has(String(sid))) : rows
}

/** Those that this person sees; undefined is all of them. */
async function seenAmong(ctx: Context, model: Model): Promise<ReadonlySet<string> | undefined> {
  if (accessOf(ctx, model).rows === undefined) return undefined
  const sids = new Set<string>()
  for await (const batch of streamRows(ctx, model, ['sid'], readIql(''))) for (const { sid } of batch) sids.add(String(sid))
  return sids
}

function inForce(model: Model, row: RowValues): RowValues | undefined {
  if (!('publish_fault' in model.fields)) return row
  const published = row.published as { values?: RowValues } | null // written by the publication
  return published ? { ...row, ...published.values } : undefined
}
