import { type RawBuilder, sql } from 'kysely'
import { optionsTogether } from '../../../../model/cases/head-fields.ts'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { LEXEMES } from '../../../database/sync/sync.ts'
import type { Context } from '../../context.ts'
import { isGiven } from '../../permission/conditions.ts'
import { accessOf } from '../../permission/permission.ts'
import { fieldOf, kindsWithField } from '../../registry.ts'

/** A past day, and each table as it stood at its end, by the name of its model. */
export type Past = { day: string; table: (name: string) => RawBuilder<unknown> }

export const tableIn = ({ past }: { past?: Past | undefined }, name: string): RawBuilder<unknown> => past?.table(name) ?? sql.table(name)

/** The kinds of case of which a field is read through their head: those in which this person may read it, or the first, which then refuses it. */
export function kindsRead(ctx: Context, head: Model, code: string, at: number | undefined): readonly Model[] {
  const kinds = kindsWithField(ctx.tenant.models, head, code)
  if (kinds.length < 2 || isGiven(at)) return kinds
  const readable = kinds.filter((kind) => accessOf(ctx, kind).mayRead(code))
  if (readable.length === 0) return kinds.slice(0, 1)
  // The access to the first one decides: a value that one kind masks is masked in all.
  const masks = (kind: Model) => accessOf(ctx, kind).masks(code)
  return [...readable.filter(masks), ...readable.filter((kind) => !masks(kind))]
}

/** A field of these kinds as one: with the options and the parts of all. */
export function fieldOfKinds(kinds: readonly Model[], code: string): Field | undefined {
  const all = kinds.flatMap((kind) => fieldOf(kind, code) ?? [])
  const [first] = all
  if (!first || all.length === 1) return first
  if (first.type === 'option') return { ...first, options: optionsTogether(all.flatMap((field) => (field.type === 'option' ? [field.options] : []))) }
  if (first.type === 'rows')
    return { ...first, of: Object.fromEntries(all.toReversed().flatMap((field) => (field.type === 'rows' ? Object.entries(field.of) : []))) }
  return { ...first, full_text: all.every((field) => field.full_text === true) }
}

/** The code of the field with the normalised form of a number. */
export const keyOfNumber = (code: string) => code.replace(/_no$/, '_key')

/**
 * The table that has a field: the model's own, or those of several kinds of case as one. PostgreSQL reads such a union as it reads the
 * partitions of a table, each by its own indexes.
 */
export function tableOf(models: readonly Model[], code: string, past?: Past): RawBuilder<unknown> {
  const [first, ...others] = models
  const table = (name: string) => tableIn({ past }, name)
  if (others.length === 0) return table(first?.name ?? '')
  const isSearched = !past && fieldOfKinds(models, code)?.full_text === true
  const key = keyOfNumber(code)
  const hasKey = !past && key !== code && models.some((model) => fieldOf(model, key))
  const columns = (model: Model) => [
    sql.ref('sid'),
    sql.ref(code),
    ...(isSearched ? [sql.ref(LEXEMES)] : []),
    ...(hasKey ? [fieldOf(model, key) ? sql.ref(key) : sql`null::text as ${sql.id(key)}`] : []),
  ]
  const parts = models.map((model) => sql`select ${sql.join(columns(model))} from ${table(model.name)}${past ? sql` as of_kind` : sql``}`)
  return sql`(${sql.join(parts, sql` union all `)})`
}
