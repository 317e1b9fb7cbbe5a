import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { refuse } from '../../../errors.ts'
import { isGiven } from '../../permission/conditions.ts'
import { accessOf, isOpenName } from '../../permission/permission.ts'
import { fieldOf, modelNamed } from '../../registry.ts'
import type { Context } from '../../context.ts'
import { fieldOfKinds, kindsRead, type Past, tableIn, tableOf } from './kinds.ts'

/** The tables of one query: its own as `t`, and the targets of its dotted fields. */
export type Joins = {
  ctx: Context
  model: Model
  alias: string
  list: { key: string; alias: string; table: RawBuilder<unknown>; on: RawBuilder<unknown> }[]
  next: { n: number }
  /** A model of which no record is hidden from this person: the statement tests that itself. */
  allSeen?: string
  /** The tables as they stood on a past day; otherwise those of now. */
  past?: Past | undefined
  /** Conditions and joins need each other: the caller that opens the joins supplies the compiler. */
  compile: (joins: Joins, condition: Condition) => RawBuilder<unknown>
}

/** Of the records of a past day, today is that day. */
export const todayIn = ({ ctx, past }: Joins) => Temporal.PlainDate.from(past?.day ?? ctx.today)

/** The end of a dotted path: a column, or a list to search. `models`: those whose records are read there, of which `model` decides on access. */
export type Spot = { alias: string; model: Model; models: readonly Model[]; code: string; field: Field; shown: string } & (
  | { kind: 'column' }
  | { kind: 'inside'; rest: string[]; part: Field | undefined }
)

/** The value at the end of a path: its column, or what the code in another column means. */
export function valueAt({ alias, code, field }: Pick<Spot, 'alias' | 'code' | 'field'>): RawBuilder<unknown> {
  const { read_from: from } = field
  return from ? sql`(${sql.lit(JSON.stringify(from.as))}::jsonb ->> ${sql.ref(`${alias}.${from.field}`)})` : sql.ref(`${alias}.${code}`)
}

/** Follows a path through references; a field that is unknown, or unreadable for this person, is refused by name. */
export function follow(joins: Joins, path: readonly string[], at?: number): Spot {
  const shown = path.join('.')
  let { model, alias } = joins
  for (let i = 0; ; i++) {
    const code = path[i] ?? ''
    const kinds = kindsRead(joins.ctx, model, code, at)
    if (kinds[0]) {
      alias = joinRecord(joins, alias, kinds, code)
      model = kinds[0]
      if (code === model.name && i < path.length - 1) continue
    }
    const models = kinds.length > 1 ? kinds : [model]
    const own = isGiven(at) ? (fieldOf(model, code) ?? unknown(model, shown, at)) : readableField(joins.ctx, model, code, shown, at)
    const field = fieldOfKinds(models, code) ?? own
    const last = i === path.length - 1
    if (field.type === 'rows' || field.type === 'references') {
      if (last) return { kind: 'column', alias, model, models, code, field, shown }
      const next = path[i + 1] ?? ''
      const part = field.type === 'rows' && Object.hasOwn(field.of, next) ? field.of[next] : undefined
      if (field.type === 'rows' && !part) unknown(model, shown, at)
      return { kind: 'inside', alias, model, models, code, field, rest: path.slice(i + 1), part, shown }
    }
    if (last) return { kind: 'column', alias, model, models, code, field, shown }
    if (field.type !== 'reference' || path.length > 6) unknown(model, shown, at)
    const target = modelNamed(joins.ctx.tenant.models, field.to)
    const open = isGiven(at) || (i + 2 === path.length && isOpenName(target, path[i + 1] ?? ''))
    alias = join(joins, alias, code, target, open)
    model = target
  }
}

function readableField(ctx: Context, model: Model, code: string, shown: string, at?: number): Field {
  const field = fieldOf(model, code)
  const access = accessOf(ctx, model)
  if (!field || !access.mayRead(code)) return unknown(model, shown, at)
  // Repeated filters would reveal the masked value.
  if (at !== undefined && access.masks(code))
    refuse('bad_iql', {
      position: at,
      why_zh: `“${shown}”只能脱敏查看，不能查询或排序`,
      why_en: `“${shown}” is masked for you and cannot be used in a query or sort`,
    })
  return field
}

function unknown(model: Model, shown: string, at?: number): never {
  if (at === undefined) refuse('unknown_field', { model_zh: model.zh, model_en: model.en, field: shown })
  const why = { why_zh: `“${model.zh}”没有字段“${shown}”，或您无权读取`, why_en: `“${model.en}” has no field “${shown}”, or you may not read it` }
  return refuse('bad_iql', { position: at, ...why })
}

/** The record of a visible head, in its kind's table under the same sid; or its field, where several kinds have it. */
function joinRecord(joins: Joins, from: string, kinds: readonly Model[], code: string): string {
  const key = kinds.length > 1 ? `${from} of each kind ${code}` : `${from} ${kinds[0]?.name}`
  return (
    joins.list.find((one) => one.key === key)?.alias ?? addJoin(joins, { key, table: tableOf(kinds, code, joins.past), from: `${from}.sid` }).alias
  )
}

// No screen follows more; beyond this PostgreSQL takes longer to plan a query than to run it.
const MAX_JOINS = 60

/** A record hidden from this person stays hidden through a reference too, except its public name. */
export function join(joins: Joins, from: string, code: string, target: Model, open = target.public_name === true): string {
  const hidden = open || joins.allSeen === target.name ? undefined : accessOf(joins.ctx, target).rows
  const key = `${from}.${code}${hidden ? ' seen' : ''}`
  const known = joins.list.find((one) => one.key === key)
  if (known) return known.alias
  const entry = addJoin(joins, { key, table: tableIn(joins, target.name), from: `${from}.${code}` })
  if (hidden) entry.on = sql`${entry.on} and ${seenSql(joins, entry.alias, target)}`
  return entry.alias
}

function addJoin(joins: Joins, { key, table, from }: { key: string; table: RawBuilder<unknown>; from: string }): Joins['list'][number] {
  if (joins.list.length >= MAX_JOINS)
    refuse('bad_request', {
      why_zh: `经由引用的字段过多，最多涉及 ${MAX_JOINS} 个引用`,
      why_en: `a query can use fields of at most ${MAX_JOINS} references`,
    })
  const alias = `r${++joins.next.n}`
  const entry = { key, alias, table, on: sql`${sql.ref(`${alias}.sid`)} = ${sql.ref(from)}` }
  joins.list.push(entry)
  return entry
}

/** The condition that this person may see, now, the record of `target` under the alias. */
export function seenSql(joins: Joins, alias: string, target: Model): RawBuilder<unknown> {
  const { rows } = accessOf(joins.ctx, target)
  if (!rows) return sql`true`
  const seen: Joins = { ...joins, past: undefined, model: target, alias: `s${++joins.next.n}`, list: [] }
  const condition = joins.compile(seen, rows)
  return sql`exists (select 1 from ${sql.table(target.name)} as ${sql.id(seen.alias)} ${joinSql(seen)} where ${sql.ref(`${seen.alias}.sid`)} = ${sql.ref(`${alias}.sid`)} and ${condition})`
}

export function joinSql(joins: Joins): RawBuilder<unknown> {
  return sql.join(
    joins.list.map(({ alias, table, on }) => sql`left join ${table} as ${sql.id(alias)} on ${on}`),
    sql` `,
  )
}
