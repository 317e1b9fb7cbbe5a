import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Ref } from '../../../model/kit/wire/wire.ts'
import { refuse } from '../../errors.ts'
import { accessOf, isOpenName } from '../permission/permission.ts'
import { displayOf } from './words/display.ts'
import { follow, join, joinSql, type Joins, seenSql, type Spot, valueAt } from './conditions/joins.ts'
import { seenInBatches } from '../history/batches.ts'
import { isLogged, isOfMany, shownInLog } from '../history/logged.ts'
import { fieldsOf, modelNamed } from '../registry.ts'
import { maskSql } from '../permission/masks.ts'
import { toldRowsSql } from '../permission/told-rows.ts'
import type { NameOf } from './words/names.ts'
import type { Context, Access } from '../context.ts'

type Sql = RawBuilder<unknown>
type Raw = Record<string, unknown>

/**
 * The columns of one wanted field and its wire format; `refers` are the referenced records with public names. `isOwn`: its only column has
 * the name of the field, so that a row as read can become the record.
 */
export type Pick = {
  code: string
  columns: Sql[]
  read(row: Raw, out: Raw, nameOf: NameOf): void
  refers?: Refers
  narrow?: Narrow
  isOwn?: boolean
}
type Naming = (model: string, sid: string) => void
type Refers = (row: Raw, name: Naming) => void
/** Removes values that the person may not see, if only the database can decide this. */
type Narrow = (ctx: Context, rows: readonly Raw[], out: readonly Raw[]) => Promise<void>
type Wire = { code: string; key: string }

/** The columns for the wanted fields. `flat` gives references as sids, with `<field>_name` beside them. */
function picksFor(joins: Joins, codes: readonly string[], flat: boolean): Pick[] {
  return codes.map((code, at) => {
    const key = LONG_OR_DOTTED.test(code) ? `c${at}` : code
    const one = pick(joins, code, key, flat)
    return { ...one, isOwn: key === code && one.columns.length === 1 }
  })
}

// PostgreSQL cuts longer names.
const LONG_OR_DOTTED = /\.|.{40}/

type Selected = { picks: readonly Pick[]; list: Sql }
const lists = new WeakMap<Access, Map<string, Selected>>()
const KEPT = 50

/** The same as SQL. A list that needs no other table is compiled once for each person. */
export function selected(joins: Joins, codes: readonly string[], flat: boolean): Selected {
  const { ctx, model } = joins
  const access = accessOf(ctx, model)
  const key = `${ctx.tenant.models.generation} ${ctx.lang} ${flat} ${joins.alias} ${codes.join()}`
  let own = lists.get(access)
  if (!own) lists.set(access, (own = new Map()))
  const known = own.get(key)
  if (known) return known
  const picks = picksFor(joins, codes, flat)
  const list = sql.join(picks.flatMap((pick) => pick.columns))
  const { sql: text, parameters } = list.compile(ctx.db)
  if (joins.list.length > 0 || parameters.length > 0) return { picks, list }
  if (own.size >= KEPT) own.clear()
  own.set(key, { picks, list: sql.raw(text) })
  return { picks, list }
}

function pick(joins: Joins, code: string, key: string, flat: boolean): Pick {
  const spot = follow(joins, code.split('.'))
  if (spot.kind === 'inside') return pickInside(joins, spot, { code, key, flat })
  const column = valueAt(spot)
  const { field } = spot
  if (field.type === 'reference') return pickReference(joins, spot.alias, spot.code, { code, key, to: field.to, flat })
  if (field.type === 'references') return pickList(joins, field, column, { code, key, flat })
  if (field.type === 'rows' && referencesIn(field).length > 0)
    return flat ? flatRows(pickRows(joins, field, column, { code, key }), field) : pickRows(joins, field, column, { code, key })
  if (isLogged(spot.model, spot.code)) return pickLogged(joins, spot, { code, key })
  const empty = EMPTY_LISTS.has(field.type) ? [] : null
  const shown = accessOf(joins.ctx, spot.model).masks(spot.code) ? veiled(joins, field, column) : column
  return { code, columns: [sql`${shown} as ${sql.id(key)}`], read: (row, out) => void (out[code] = row[key] ?? empty) }
}

/** Numbers of persons are masked; of rows, those are left out that may not be read. */
const veiled = ({ ctx }: Joins, field: Field, column: Sql): Sql =>
  field.type === 'rows' ? toldRowsSql(ctx, field, column, accessOf) : maskSql(column)

function pickLogged({ ctx }: Joins, { alias, model, code: own }: Extract<Spot, { kind: 'column' }>, { code, key }: Wire): Pick {
  const columns = (
    [
      [own, key],
      ['entity', `${key}e`],
      ['company_sid', `${key}o`],
    ] as const
  ).map(([column, name]) => sql`${sql.ref(`${alias}.${column}`)} as ${sql.id(name)}`)
  const about = (row: Raw) => ({ entity: row[`${key}e`], company_sid: row[`${key}o`] })
  const read: Pick['read'] = (row, out) => void (out[code] = shownInLog(ctx, model, own, about(row), row[key]))
  if (!isOfMany(model)) return { code, columns, read }
  const records = sql`${sql.ref(`${alias}.edited_records`)} as ${sql.id(`${key}r`)}`
  return { code, columns: [...columns, records], read, narrow: (work, rows, out) => narrowBatches(work, { code, key }, rows, out) }
}

/** A batch without a record visible to this person shows no value either. */
async function narrowBatches(ctx: Context, { code, key }: Wire, rows: readonly Raw[], out: readonly Raw[]) {
  const seen = await seenInBatches(
    ctx,
    rows.map((row) => ({ entity: row[`${key}e`], records: row[`${key}r`] })),
  )
  for (const [at, one] of out.entries()) {
    const value = one[code]
    const own = seen[at] ?? new Set()
    if (Array.isArray(value)) one[code] = value.filter((record: { sid: string }) => own.has(record.sid))
    else if (own.size === 0) one[code] = {}
  }
}

const EMPTY_LISTS = new Set(['options', 'rows', 'attachment'])

function pickReference(joins: Joins, alias: string, column: string, { code, key, to, flat }: Wire & { to: string; flat: boolean }): Pick {
  const target = modelNamed(joins.ctx.tenant.models, to)
  const own = sql`${sql.ref(`${alias}.${column}`)} as ${sql.id(key)}`
  const show = (sid: unknown, name: string, out: Raw) => {
    if (flat) {
      out[code] = sid
      out[`${code}_name`] = sid === null ? null : name
    } else out[code] = sid === null ? null : { sid, name }
  }
  if (target.public_name)
    return {
      code,
      columns: [own],
      read: (row, out, nameOf) => show(row[key], row[key] === null ? '' : nameOf(to, String(row[key])), out),
      refers: (row, name) => row[key] !== null && name(to, String(row[key])),
    }
  const shown = displayOf(target, join(joins, alias, column, target), joins.ctx)
  return { code, columns: [own, sql`${shown} as ${sql.id(`${key}n`)}`], read: (row, out) => show(row[key], String(row[`${key}n`] ?? ''), out) }
}

type ReferencesField = Extract<Field, { type: 'references' }>

function pickList(joins: Joins, { to }: ReferencesField, column: Sql, { code, key, flat }: Wire & { flat: boolean }): Pick {
  const target = modelNamed(joins.ctx.tenant.models, to)
  const show = (list: readonly Ref[], out: Raw) => {
    out[code] = flat ? list.map(({ sid }) => sid) : list
    if (flat) out[`${code}_name`] = list.map(({ name }) => name)
  }
  if (target.public_name) {
    const sidsOf = (row: Raw) => (row[key] ?? []) as string[] // a column of uuid[]
    return {
      code,
      columns: [sql`${column} as ${sql.id(key)}`],
      read: (row, out, nameOf) =>
        show(
          sidsOf(row).map((sid) => ({ sid, name: nameOf(to, sid) })),
          out,
        ),
      refers: (row, name) => sidsOf(row).forEach((sid) => name(to, sid)),
    }
  }
  const named = sql`(select jsonb_agg(jsonb_build_object('sid', o.sid, 'name', coalesce(${displayOf(target, 'm', joins.ctx)}, '')) order by o.at)
    from unnest(${column}) with ordinality as o(sid, at) left join ${sql.table(target.name)} as m on m.sid = o.sid and ${seenSql(joins, 'm', target)})`
  return { code, columns: [sql`${named} as ${sql.id(key)}`], read: (row, out) => show((row[key] ?? []) as Ref[], out) } // as just built
}

type RowsField = Extract<Field, { type: 'rows' }>

const referencesIn = (field: RowsField) =>
  Object.entries(field.of).flatMap(([code, part]) => (part.type === 'reference' ? [{ code, to: part.to }] : []))

/** Child rows with their references as {sid, name}. */
function pickRows(joins: Joins, field: RowsField, column: Sql, { code, key }: Wire): Pick {
  const parts = referencesIn(field).map((part) => ({ ...part, target: modelNamed(joins.ctx.tenant.models, part.to) }))
  if (parts.every(({ target }) => target.public_name)) return pickOpenRows(column, parts, { code, key })
  return { code, columns: [sql`${namedRows(joins, parts, column)} as ${sql.id(key)}`], read: (row, out) => void (out[code] = row[key] ?? []) }
}

/** The same rows with each reference as its sid, and its name beside it. */
function flatRows(whole: Pick, field: RowsField): Pick {
  const codes = referencesIn(field).map(({ code }) => code)
  const flattened = (row: Raw) =>
    codes.reduce<Raw>((flat, code) => {
      const ref = row[code] as Ref | null | undefined // in the format of pickRows
      return { ...flat, [code]: ref?.sid ?? null, [`${code}_name`]: ref?.name ?? null }
    }, row)
  return {
    ...whole,
    read: (row, out, nameOf) => {
      whole.read(row, out, nameOf)
      out[whole.code] = (out[whole.code] as Raw[]).map(flattened) // a list of rows
    },
  }
}

function pickOpenRows(column: Sql, parts: readonly { code: string; to: string }[], { code, key }: Wire): Pick {
  const rowsOf = (row: Raw) => (row[key] ?? []) as Raw[] // a column of jsonb, written as a list of rows
  return {
    code,
    columns: [sql`${column} as ${sql.id(key)}`],
    read: (row, out, nameOf) => {
      const named = (one: Raw, { code: part, to }: { code: string; to: string }) => {
        const sid = one[part] ?? null
        return [part, sid === null ? null : { sid, name: nameOf(to, String(sid)) }] as const
      }
      out[code] = rowsOf(row).map((one, at) => ({ ...one, seq: at + 1, ...Object.fromEntries(parts.map((part) => named(one, part))) }))
    },
    refers: (row, name) => {
      for (const one of rowsOf(row)) for (const { code: part, to } of parts) if (one[part]) name(to, String(one[part]))
    },
  }
}

function namedRows(joins: Joins, parts: readonly { code: string; target: Model }[], column: Sql): Sql {
  const named = parts.map(({ code, target }, i) => {
    const alias = `m${i}`
    const sid = sql`(o.row ->> ${sql.lit(code)})::uuid`
    const seen = target.public_name ? sql`true` : seenSql(joins, alias, target)
    return {
      joined: sql`left join ${sql.table(target.name)} as ${sql.id(alias)} on ${sql.ref(`${alias}.sid`)} = ${sid} and ${seen}`,
      pair: sql`${sql.lit(code)}, case when o.row ->> ${sql.lit(code)} is null then null else jsonb_build_object('sid', ${sid}, 'name', coalesce(${displayOf(target, alias, joins.ctx)}, '')) end`,
    }
  })
  return sql`(select jsonb_agg(o.row || jsonb_build_object('seq', o.at, ${sql.join(named.map((n) => n.pair))}) order by o.at)
    from jsonb_array_elements(${column}) with ordinality as o(row, at) ${sql.join(
      named.map((n) => n.joined),
      sql` `,
    )})`
}

/** The references in one column of the rows. */
function pickPart(joins: Joins, field: RowsField, column: Sql, { code, key, flat }: Wire & { flat: boolean }): Pick {
  const [part = ''] = Object.keys(field.of)
  const whole = pickRows(joins, field, column, { code, key })
  return {
    ...whole,
    read: (row, out, nameOf) => {
      whole.read(row, out, nameOf)
      const refs = (out[code] as Record<string, Ref | null>[]).map((one) => one[part] ?? null) // in the format of pickRows
      out[code] = flat ? refs.map((ref) => ref?.sid ?? null) : refs
      if (flat) out[`${code}_name`] = refs.map((ref) => ref?.name ?? null)
    },
  }
}

/** A dotted path into a list gives the list of its targets. */
function pickInside(joins: Joins, spot: Extract<Spot, { kind: 'inside' }>, { code, key, flat }: Wire & { flat: boolean }): Pick {
  const own = sql.ref(`${spot.alias}.${spot.code}`)
  const column = accessOf(joins.ctx, spot.model).masks(spot.code) ? veiled(joins, spot.field, own) : own
  if (spot.field.type === 'rows' && spot.part?.type === 'reference' && spot.rest.length === 1)
    return pickPart(joins, { ...spot.field, of: { [spot.rest[0] ?? '']: spot.part } }, column, { code, key, flat })
  const rows = spot.field.type === 'rows'
  const reference = rows ? spot.part?.type === 'reference' && spot.rest.length > 1 : true
  const read = (row: Raw, out: Raw) => void (out[code] = row[key] ?? [])
  if (!reference) {
    const list = sql`(select jsonb_agg(o.row -> ${sql.lit(spot.rest[0] ?? '')} order by o.at) from jsonb_array_elements(${column}) with ordinality as o(row, at))`
    return { code, columns: [sql`${list} as ${sql.id(key)}`], read }
  }
  const to = rows ? (spot.part && 'to' in spot.part ? spot.part.to : '') : 'to' in spot.field ? spot.field.to : ''
  const target = modelNamed(joins.ctx.tenant.models, to)
  const path = rows ? spot.rest.slice(1) : spot.rest
  const inner: Joins = { ...joins, model: target, alias: 'm', list: [] }
  const end = follow(inner, path)
  // A list within a list has no place in an answer.
  if (end.kind !== 'column') return refuse('unknown_field', { model_zh: joins.model.zh, model_en: joins.model.en, field: spot.shown })
  const plain = valueAt(end)
  const value = end.field.masked && accessOf(joins.ctx, end.model).masks(end.code) ? maskSql(plain) : plain
  const seen = path.length === 1 && isOpenName(target, path[0] ?? '') ? sql`true` : seenSql(joins, 'm', target)
  const source = rows
    ? sql`jsonb_array_elements(${column}) with ordinality as o(row, at) left join ${sql.table(target.name)} as m on m.sid = (o.row ->> ${sql.lit(spot.rest[0] ?? '')})::uuid and ${seen}`
    : sql`unnest(${column}) with ordinality as o(sid, at) left join ${sql.table(target.name)} as m on m.sid = o.sid and ${seen}`
  return { code, columns: [sql`(select jsonb_agg(${value} order by o.at) from ${source} ${joinSql(inner)}) as ${sql.id(key)}`], read }
}

/** The default fields of a response: the list fields, with sid and version; `all` is everything readable. */
export function shownCodes(ctx: Context, model: Model, all = false): string[] {
  const access = accessOf(ctx, model)
  const chosen = fieldsOf(model).filter(([code, field]) => access.mayRead(code) && (all || field.list || code === 'sid' || code === 'version'))
  return chosen.map(([code]) => code)
}
