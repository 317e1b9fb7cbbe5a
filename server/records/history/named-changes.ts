import { sql } from 'kysely'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { joinsOf } from '../query/conditions/condition.ts'
import { displayOf } from '../query/words/display.ts'
import { joinSql } from '../query/conditions/joins.ts'
import { type NameOf, namesFor } from '../query/words/names.ts'
import { conditionSql } from '../query/page.ts'
import { fieldOf, modelNamed } from '../registry.ts'
import { linksOf } from '../write/checks/validate.ts'

export type Change = { field: string; old: unknown; new: unknown }

/** References of old and new values as {sid, name} in the reader's language, where the reader may see the record; one query for each model. */
export async function withNames(ctx: Context, model: Model, changes: readonly Change[]): Promise<Map<Change, Change>> {
  const wanted = new Map<string, Set<string>>()
  for (const { field: code, old, new: now } of changes) {
    const field = fieldOf(model, code)
    if (!field || field.type === 'attachment') continue
    for (const { to, sid } of [old, now].flatMap((value) => linksOf(field, value))) wanted.set(to, (wanted.get(to) ?? new Set()).add(sid))
  }
  const nameOf = await namesSeen(ctx, wanted)
  return new Map(changes.map((change) => [change, named(fieldOf(model, change.field), change, nameOf)]))
}

function named(field: Field | undefined, change: Change, nameOf: NameOf): Change {
  return field ? { ...change, old: shown(field, change.old, nameOf), new: shown(field, change.new, nameOf) } : change
}

function shown(field: Field, value: unknown, nameOf: NameOf): unknown {
  if (value === null || value === undefined) return value
  const one = (to: string, sid: unknown) => (typeof sid === 'string' ? { sid, name: nameOf(to, sid) } : sid)
  if (field.type === 'reference') return one(field.to, value)
  if (field.type === 'references') return Array.isArray(value) ? value.map((sid) => one(field.to, sid)) : value
  if (field.type !== 'rows' || !Array.isArray(value)) return value
  return value.map((row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).map(([code, part]) => [code, field.of[code] ? shown(field.of[code], part, nameOf) : part])),
  )
}

/** Display names in the reader's language, where the reader may see the records; one query for each model. */
export async function namesSeen(ctx: Context, wanted: ReadonlyMap<string, ReadonlySet<string>>): Promise<NameOf> {
  const all = [...wanted].map(([name, sids]) => ({ model: modelNamed(ctx.tenant.models, name), sids }))
  const open = await namesFor(ctx, new Map(all.filter(({ model }) => model.public_name).map(({ model, sids }) => [model.name, sids])))
  const others = new Map<string, ReadonlyMap<string, string>>()
  for (const { model, sids } of all) if (!model.public_name) others.set(model.name, await seenNames(ctx, model, [...sids]))
  return (model, sid) => others.get(model)?.get(sid) ?? open(model, sid)
}

async function seenNames(ctx: Context, model: Model, sids: readonly string[]): Promise<Map<string, string>> {
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, accessOf(ctx, model).rows)
  const { rows } = await sql<{ sid: string; name: string | null }>`select t.sid, ${displayOf(model, 't', ctx)} as name
    from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = any(${[...sids]}::uuid[]) and ${condition}`.execute(ctx.db)
  return new Map(rows.map(({ sid, name }) => [sid, name ?? '']))
}
