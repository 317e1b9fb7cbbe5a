import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { type CaseKind, type CaseKinds, englishFieldOf, withPhase } from '../../model/cases/case-kind.ts'
import { HEAD, withOptions } from '../../model/cases/head-fields.ts'
import type { Field, Lang } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Db } from '../database/pool.ts'
import { refuse } from '../errors.ts'
import { withDictionaries } from './words/dictionaries.ts'
import { readCustomFields } from './custom-fields/custom-fields.ts'
import { type PublishedLayout, readLayouts } from './layouts/read-layouts.ts'

/** The declarations of the product: its models, the kinds of case among them, and the folder of each model. */
export type Declared = { all: ReadonlyMap<string, Model>; kinds: CaseKinds; areas?: ReadonlyMap<string, string> }
/** All models of a tenant: the declared ones merged with the tenant's custom fields, without a visible difference. */
export type Models = Declared & { generation: number; layouts: ReadonlyMap<string, readonly PublishedLayout[]> }

const ROOT = new URL('../../model/', import.meta.url)

/**
 * Every file of model/ named like an entity (snake_case, no hyphen), and each `case-kind.ts`. A new entity is a new
 * file, a new kind of case is a new folder.
 */
export async function declaredModels(): Promise<Declared> {
  const models: Model[] = []
  const kinds: CaseKind[] = []
  const areas = new Map<string, string>()
  for (const path of readdirSync(ROOT, { recursive: true }).map(String).sort()) {
    const isKind = /^(rights|dealings)\/[\w-]+\/case-kind\.ts$/.test(path)
    if (!isKind && (!/(^|\/)[a-z][a-z0-9_]*\.ts$/.test(path) || path.startsWith('kit/'))) continue
    const exports: Record<string, unknown> = await import(new URL(path, ROOT).href)
    if (isKind) kinds.push(...Object.values(exports).filter(isCaseKind))
    else
      for (const model of Object.values(exports).filter(isModel)) {
        models.push(model)
        areas.set(model.name, path.split('/')[0] ?? '')
      }
  }
  return { ...declare(models, kinds), areas }
}

/** The head of all cases has the actions of its kinds; a link to an unknown model stops the start. */
export function declare(models: readonly Model[], kinds: readonly CaseKind[]): Declared {
  const names = new Set(kinds.map(({ name }) => name))
  const all = new Map(models.map((model) => [model.name, names.has(model.name) ? withPhase(model) : model]))
  const head = all.get(HEAD)
  if (head)
    all.set(
      HEAD,
      withOptions(
        head,
        kinds.map(({ model }) => model),
      ),
    )
  checkLinks(all)
  return { all, kinds: new Map(kinds.map((kind) => [kind.name, kind])) }
}

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && 'display' in value && 'fields' in value
const isCaseKind = (value: unknown): value is CaseKind => typeof value === 'object' && value !== null && 'model' in value && isModel(value.model)

/** Entities link by name; an unknown name stops the start. */
function checkLinks(models: ReadonlyMap<string, Model>) {
  for (const model of models.values()) {
    for (const [code, field] of Object.entries(model.fields)) {
      for (const [inner, part] of field.type === 'rows' ? Object.entries(field.of) : [[code, field] as const]) {
        if ('to' in part && !models.has(part.to)) throw new Error(`${model.name}.${code} ${inner} links to an unknown model: ${part.to}`)
        if (field.type === 'rows' && part.type === 'references') throw new Error(`${model.name}.${code} ${inner}: a row holds single links`)
      }
    }
    for (const code of [...model.display, ...(model.disambiguate_by ? [model.disambiguate_by.field] : [])])
      if (!(code in model.fields)) throw new Error(`${model.name} is displayed by an unknown field: ${code}`)
  }
}

let generation = 0

/** Each reading raises `generation`, so that a later result has the higher one. */
export async function loadModels(db: Db, declared: Declared): Promise<Models> {
  const begun = ++generation
  const all = new Map(declared.all)
  const there = await sql<{ n: unknown }>`select to_regclass('custom_field') as n`.execute(db)
  if (there.rows[0]?.n) {
    for (const [name, fields] of await readCustomFields(db)) {
      const model = all.get(name)
      if (model) all.set(name, { ...model, fields: { ...fields, ...model.fields } as Model['fields'] }) // a declared field wins over a custom one of its name
    }
  }
  const kept = await sql<{ n: unknown }>`select to_regclass('dictionary_item') as n`.execute(db)
  if (kept.rows[0]?.n) await withDictionaries(db, all)
  const laid = await sql<{ n: unknown }>`select to_regclass('page_layout') as n`.execute(db)
  return { ...declared, all, generation: begun, layouts: laid.rows[0]?.n ? await readLayouts(db, all) : new Map() }
}

export type Named<N extends string> = Model & { name: N }

/** The type keeps the name, so that reads of the model have the columns of its table. */
export function modelNamed<const N extends string>(models: Models, name: N): Named<N> {
  const model = models.all.get(name)
  return model && isNamed(model, name) ? model : refuse('not_found')
}

const isNamed = <N extends string>(model: Model, name: N): model is Named<N> => model.name === name

/** The kinds of case of this tenant, with its custom fields. */
export function kindsOf({ all, kinds }: Declared): Model[] {
  return [...kinds.keys()].flatMap((name) => all.get(name) ?? [])
}

/**
 * The kinds of case that have a field beyond the common head: the kind that the code names, or those that declare the field
 * with one type of value, the kind of the default law first.
 */
export function kindsWithField(models: Declared, head: Model, code: string): readonly Model[] {
  if (head.name !== HEAD || fieldOf(head, code)) return []
  const kinds = kindsOf(models)
  const named = kinds.find(({ name }) => name === code)
  if (named) return [named]
  const usual = kinds.filter(({ name }) => models.kinds.get(name)?.default_law)
  const having = [...new Set([...usual, ...kinds])].flatMap((kind) => {
    const field = fieldOf(kind, code)
    return field ? [{ kind, holds: valueType(field) }] : []
  })
  return having.filter(({ holds }) => holds === having[0]?.holds).map(({ kind }) => kind)
}

const valueType = (field: Field) => `${field.type} ${'to' in field ? field.to : ''} ${field.type === 'decimal' && field.shortest === true}`

export function fieldOf(model: Model, code: string): Field | undefined {
  return Object.hasOwn(model.fields, code) ? model.fields[code] : undefined
}

const listed = new WeakMap<Model, readonly [string, Field][]>()

/** Used for every record, so each model's list is built once. */
export function fieldsOf(model: Model): readonly [string, Field][] {
  const known = listed.get(model)
  if (known) return known
  const fields = Object.entries(model.fields)
  listed.set(model, fields)
  return fields
}

/** The display name of a row, from the values of its own fields; in English its English name, if it has one, also before a short name that is not. */
export function nameOf(model: Model, row: Record<string, unknown>, lang: Lang = 'zh'): string {
  const { display, display_first } = model
  const english = display.map((code) => (lang === 'en' && row[englishFieldOf(model, code)]) || undefined)
  const parts = display.map((code, at) => english[at] ?? row[code])
  return display_first ? String([...english, ...parts].find(Boolean) ?? '') : parts.filter(Boolean).join(' ')
}
