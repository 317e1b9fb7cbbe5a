import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { accessOf, isOpenName } from './access.ts'
import { follow, join, type Joins, seenSql } from './joins.ts'
import { fieldsOf, modelNamed } from './models.ts'
import type { Work } from './work.ts'

type Sql = RawBuilder<unknown>
type Raw = Record<string, unknown>

/** How one wanted field is read and how it looks on the wire. */
export type Pick = { code: string; columns: Sql[]; read(row: Raw, out: Raw): void }

/** The columns for the wanted fields. `flat` gives references as sids, beside `<field>_name`. */
export function picksFor(joins: Joins, codes: readonly string[], flat: boolean): Pick[] {
  return codes.map((code, at) => pick(joins, code, `c${at}`, flat))
}

function pick(joins: Joins, code: string, key: string, flat: boolean): Pick {
  const spot = follow(joins, code.split('.'))
  if (spot.kind === 'inside') return pickInside(joins, spot, code, key)
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  const { field } = spot
  if (field.type === 'reference') {
    const target = modelNamed(joins.work.tenant.models, field.to)
    const alias = join(joins, spot.alias, spot.code, target)
    const columns = [sql`${column} as ${sql.id(key)}`, sql`${displayOf(target, alias)} as ${sql.id(`${key}n`)}`]
    return { code, columns, read: (row, out) => readReference(row[key], row[`${key}n`], code, out, flat) }
  }
  if (field.type === 'references' || (field.type === 'rows' && hasReferences(field))) {
    const named = field.type === 'references' ? namedList(joins, field, column) : namedRows(joins, field, column)
    return {
      code,
      columns: [sql`${named} as ${sql.id(key)}`],
      read: (row, out) => {
        out[code] = flat && field.type === 'references' ? ((row[key] as { sid: string }[] | null) ?? []).map((one) => one.sid) : (row[key] ?? [])
      },
    }
  }
  const empty = EMPTY_LISTS.has(field.type) ? [] : null
  return { code, columns: [sql`${column} as ${sql.id(key)}`], read: (row, out) => void (out[code] = row[key] ?? empty) }
}

const EMPTY_LISTS = new Set(['options', 'rows', 'attachment'])

function readReference(sid: unknown, name: unknown, code: string, out: Raw, flat: boolean) {
  if (flat) {
    out[code] = sid
    out[`${code}_name`] = sid === null ? null : (name ?? '')
  } else out[code] = sid === null ? null : { sid, name: name ?? '' }
}

/** The display name of a record under this alias. */
export function displayOf(model: Model, alias: string): Sql {
  const parts = model.display.map((code) => sql.ref(`${alias}.${code}`))
  if (parts.length === 1) return sql`${parts[0]}`
  return model.display_first ? sql`coalesce(${sql.join(parts)})` : sql`concat_ws(' ', ${sql.join(parts)})`
}

const hasReferences = (field: Extract<Field, { type: 'rows' }>) => Object.values(field.of).some((part) => part.type === 'reference')

function namedList(joins: Joins, field: Extract<Field, { type: 'references' }>, column: Sql): Sql {
  const target = modelNamed(joins.work.tenant.models, field.to)
  return sql`(select jsonb_agg(jsonb_build_object('sid', o.sid, 'name', coalesce(${displayOf(target, 'm')}, '')) order by o.at)
    from unnest(${column}) with ordinality as o(sid, at) left join ${sql.table(target.name)} as m on m.sid = o.sid and ${namedSql(joins, 'm', target)})`
}

/** Whether a list may name the record: openly, or because this person may see it. */
const namedSql = (joins: Joins, alias: string, target: Model) => (target.names_open ? sql`true` : seenSql(joins, alias, target))

/** Child rows with their references shown as {sid, name}. */
function namedRows(joins: Joins, field: Extract<Field, { type: 'rows' }>, column: Sql): Sql {
  const parts = Object.entries(field.of).filter(([, part]) => part.type === 'reference')
  const named = parts.map(([code, part], i) => {
    const target = modelNamed(joins.work.tenant.models, 'to' in part ? part.to : '')
    const alias = `m${i}`
    const sid = sql`(o.row ->> ${sql.lit(code)})::uuid`
    return {
      joined: sql`left join ${sql.table(target.name)} as ${sql.id(alias)} on ${sql.ref(`${alias}.sid`)} = ${sid} and ${namedSql(joins, alias, target)}`,
      pair: sql`${sql.lit(code)}, case when o.row ->> ${sql.lit(code)} is null then null else jsonb_build_object('sid', ${sid}, 'name', coalesce(${displayOf(target, alias)}, '')) end`,
    }
  })
  return sql`(select jsonb_agg(o.row || jsonb_build_object('seq', o.at, ${sql.join(named.map((n) => n.pair))}) order by o.at)
    from jsonb_array_elements(${column}) with ordinality as o(row, at) ${sql.join(
      named.map((n) => n.joined),
      sql` `,
    )})`
}

/** A dotted path into a list gives the list of what it leads to. */
function pickInside(joins: Joins, spot: Extract<ReturnType<typeof follow>, { kind: 'inside' }>, code: string, key: string): Pick {
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  const rows = spot.field.type === 'rows'
  const reference = rows ? spot.part?.type === 'reference' && spot.rest.length > 1 : true
  const read = (row: Raw, out: Raw) => void (out[code] = row[key] ?? [])
  if (!reference) {
    const list = sql`(select jsonb_agg(o.row -> ${sql.lit(spot.rest[0] ?? '')} order by o.at) from jsonb_array_elements(${column}) with ordinality as o(row, at))`
    return { code, columns: [sql`${list} as ${sql.id(key)}`], read }
  }
  const to = rows ? (spot.part && 'to' in spot.part ? spot.part.to : '') : 'to' in spot.field ? spot.field.to : ''
  const target = modelNamed(joins.work.tenant.models, to)
  const path = rows ? spot.rest.slice(1) : spot.rest
  const inner: Joins = { ...joins, model: target, alias: 'm', list: [] }
  const end = follow(inner, path)
  const value = end.kind === 'column' && inner.list.length === 0 ? sql.ref(`m.${end.code}`) : sql`null`
  const seen = path.length === 1 && isOpenName(target, path[0] ?? '') ? sql`true` : seenSql(joins, 'm', target)
  const source = rows
    ? sql`jsonb_array_elements(${column}) with ordinality as o(row, at) left join ${sql.table(target.name)} as m on m.sid = (o.row ->> ${sql.lit(spot.rest[0] ?? '')})::uuid and ${seen}`
    : sql`unnest(${column}) with ordinality as o(sid, at) left join ${sql.table(target.name)} as m on m.sid = o.sid and ${seen}`
  return { code, columns: [sql`(select jsonb_agg(${value} order by o.at) from ${source}) as ${sql.id(key)}`], read }
}

/** What a caller who names no fields is shown: the list fields, with sid and version; `all` is everything readable. */
export function shownCodes(work: Work, model: Model, all = false): string[] {
  const access = accessOf(work, model)
  const chosen = fieldsOf(model).filter(([code, field]) => access.mayRead(code) && (all || field.list || code === 'sid' || code === 'version'))
  return chosen.map(([code]) => code)
}
