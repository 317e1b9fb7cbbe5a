import { sql } from 'kysely'
import type { Lang } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { englishFieldOf } from '../../../../model/cases/case-kind.ts'
import { fieldOf, modelNamed } from '../../registry.ts'
import { displayOf } from './display.ts'
import { refuseBehind } from '../../on-replica.ts'
import type { Tenant, Context } from '../../context.ts'

/** The display name of a record with a public name; a missing record has an empty one. */
export type NameOf = (model: string, sid: string) => string

type Kept = { generation: number; names: Map<string, string> }

const KEPT = 50_000
const kept = new WeakMap<Tenant, Map<string, Kept>>()

/**
 * Names of persons, companies, parties: shown in every list and rarely changed. The process caches them until a
 * write to their model, like totals, so that a page of records is read from its own table alone.
 */
export async function namesFor(ctx: Context, wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<NameOf> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, sids] of wanted) {
    const model = modelNamed(ctx.tenant.models, name)
    found.set(name, ctx.db.isTransaction ? await readNames(ctx, model, [...sids]) : await keptNames(ctx, model, sids))
  }
  return (model, sid) => found.get(model)?.get(sid) ?? ''
}

async function keptNames(ctx: Context, model: Model, sids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const { generation, names } = namesOf(ctx, model)
  const missing = [...sids].filter((sid) => !names.has(sid))
  if (missing.length === 0) return names
  refuseBehind(ctx, () => [model.name, besideOf(ctx.tenant.models, model)?.name ?? model.name])
  const read = await readNames(ctx, model, missing)
  // A record written meanwhile may have another name already: the name is shown, but not cached.
  const isOld = generation !== generationOf(ctx.tenant, model)
  if (isOld || names.size + read.size > KEPT) {
    kept.get(ctx.tenant)?.delete(keyOf(ctx.lang, model.name))
    return new Map([...names, ...read])
  }
  for (const sid of missing) names.set(sid, read.get(sid) ?? '')
  return names
}

const keyOf = (lang: Lang, model: string) => `${lang} ${model}`

/** A name is stale after a write to one of its fields, including those of the record in `disambiguate_by`. */
function generationOf({ totals, models }: Tenant, model: Model): number {
  const other = besideOf(models, model)
  return totals.generation(model.name, namingColumns(model)) + (other ? totals.generation(other.name, namingColumns(other)) : 0)
}

/** The model whose record distinguishes two records of one name */
function besideOf(models: Tenant['models'], model: Model): Model | undefined {
  const beside = model.disambiguate_by?.field
  const field = beside === undefined ? undefined : fieldOf(model, beside)
  return field?.type === 'reference' ? models.all.get(field.to) : undefined
}

const namings = new WeakMap<Model, readonly string[]>()

function namingColumns(model: Model): readonly string[] {
  const known = namings.get(model)
  if (known) return known
  const columns = [
    ...model.display.flatMap((code) => [code, englishFieldOf(model, code)]),
    ...(model.disambiguate_by ? [model.disambiguate_by.field] : []),
  ]
  namings.set(model, columns)
  return columns
}

function namesOf({ tenant, lang }: Context, model: Model): Kept {
  let all = kept.get(tenant)
  if (!all) kept.set(tenant, (all = new Map()))
  const generation = generationOf(tenant, model)
  const known = all.get(keyOf(lang, model.name))
  if (known?.generation === generation) return known
  const fresh = { generation, names: new Map<string, string>() }
  all.set(keyOf(lang, model.name), fresh)
  return fresh
}

async function readNames({ db, lang, tenant }: Context, model: Model, sids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sid: string; name: string | null }>`select t.sid, ${displayOf(model, 't', { lang, tenant })} as name
    from ${sql.table(model.name)} as t where t.sid = any(${[...sids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ sid, name }) => [sid, name ?? '']))
}
