import { sql } from 'kysely'
import type { Lang } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { modelNamed } from './models.ts'
import { displayOf } from './select.ts'
import type { Tenant, Work } from './work.ts'

/** The display name of a record that may be named openly; one that is not there has an empty one. */
export type NameOf = (model: string, sid: string) => string

type Kept = { generation: number; names: Map<string, string> }

const KEPT = 50_000
const kept = new WeakMap<Tenant, Map<string, Kept>>()

/**
 * Names of people, companies, parties: what every list shows and what seldom changes. They stay in the process until their
 * model is written to, as totals do, so that a page of records is read from its own table alone.
 */
export async function namesFor(work: Work, wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<NameOf> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [name, sids] of wanted) {
    const model = modelNamed(work.tenant.models, name)
    found.set(name, work.db.isTransaction ? await readNames(work, model, [...sids]) : await keptNames(work, model, sids))
  }
  return (model, sid) => found.get(model)?.get(sid) ?? ''
}

async function keptNames(work: Work, model: Model, sids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const { generation, names } = namesOf(work, model.name)
  const missing = [...sids].filter((sid) => !names.has(sid))
  if (missing.length === 0) return names
  const read = await readNames(work, model, missing)
  // What was written meanwhile may have another name already: it is shown, and not kept.
  const isOld = generation !== work.tenant.totals.generation(model.name)
  if (isOld || names.size + read.size > KEPT) {
    kept.get(work.tenant)?.delete(keyOf(work.lang, model.name))
    return new Map([...names, ...read])
  }
  for (const sid of missing) names.set(sid, read.get(sid) ?? '')
  return names
}

const keyOf = (lang: Lang, model: string) => `${lang} ${model}`

function namesOf({ tenant, lang }: Work, model: string): Kept {
  let all = kept.get(tenant)
  if (!all) kept.set(tenant, (all = new Map()))
  const generation = tenant.totals.generation(model)
  const known = all.get(keyOf(lang, model))
  if (known?.generation === generation) return known
  const fresh = { generation, names: new Map<string, string>() }
  all.set(keyOf(lang, model), fresh)
  return fresh
}

async function readNames({ db, lang }: Work, model: Model, sids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ sid: string; name: string | null }>`select t.sid, ${displayOf(model, 't', { lang })} as name
    from ${sql.table(model.name)} as t where t.sid = any(${[...sids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ sid, name }) => [sid, name ?? '']))
}
