import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Db } from '../database/pool.ts'
import { refuse } from '../errors.ts'
import { readCustomFields } from './custom-fields/custom-fields.ts'

/** All models of a tenant: the declared ones with the tenant's own fields merged in, so that no one can tell them apart. */
export type Models = { all: ReadonlyMap<string, Model>; generation: number }

const ROOT = new URL('../../model/', import.meta.url)

/** Every file of model/ whose name is an entity's (snake_case, no hyphen). Adding an entity is adding its file. */
export async function declaredModels(): Promise<Map<string, Model>> {
  const found = new Map<string, Model>()
  for (const path of readdirSync(ROOT, { recursive: true }).map(String).sort()) {
    if (!/(^|\/)[a-z][a-z0-9_]*\.ts$/.test(path) || path.startsWith('kit/')) continue
    const exports: Record<string, unknown> = await import(new URL(path, ROOT).href)
    for (const model of Object.values(exports).filter(isModel)) found.set(model.name, model)
  }
  checkLinks(found)
  return found
}

const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && 'display' in value && 'fields' in value

/** Entities link by name; a name that leads nowhere stops the start. */
function checkLinks(models: Map<string, Model>) {
  for (const model of models.values()) {
    for (const [code, field] of Object.entries(model.fields)) {
      for (const [inner, part] of field.type === 'rows' ? Object.entries(field.of) : [[code, field] as const])
        if ('to' in part && !models.has(part.to)) throw new Error(`${model.name}.${code} ${inner} links to an unknown model: ${part.to}`)
    }
    for (const code of [...model.display, ...(model.disambiguate_by ? [model.disambiguate_by.field] : [])])
      if (!(code in model.fields)) throw new Error(`${model.name} is displayed by an unknown field: ${code}`)
  }
}

let generation = 0

export async function loadModels(db: Db, declared: ReadonlyMap<string, Model>): Promise<Models> {
  const all = new Map(declared)
  const there = await sql<{ n: unknown }>`select to_regclass('custom_field') as n`.execute(db)
  if (there.rows[0]?.n) {
    for (const [name, fields] of await readCustomFields(db)) {
      const model = all.get(name)
      if (model) all.set(name, { ...model, fields: { ...fields, ...model.fields } as Model['fields'] }) // a declared field wins over a custom one of its name
    }
  }
  return { all, generation: ++generation }
}

export function modelNamed(models: Models, name: string): Model {
  return models.all.get(name) ?? refuse('not_found')
}

export function fieldOf(model: Model, code: string): Field | undefined {
  return Object.hasOwn(model.fields, code) ? (model.fields as Record<string, Field>)[code] : undefined
}

const listed = new WeakMap<Model, readonly [string, Field][]>()

/** Asked for with every record, so each model's list is made once. */
export function fieldsOf(model: Model): readonly [string, Field][] {
  const known = listed.get(model)
  if (known) return known
  const fields = Object.entries(model.fields)
  listed.set(model, fields)
  return fields
}

/** The display name of a row as it stands, in the words of its own fields. */
export function nameOf({ display, display_first }: Model, row: Record<string, unknown>): string {
  const parts = display.map((code) => row[code]).filter(Boolean)
  return (display_first ? parts.slice(0, 1) : parts).join(' ')
}
