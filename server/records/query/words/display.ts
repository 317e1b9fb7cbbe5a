import { type RawBuilder, sql } from 'kysely'
import type { Lang } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { englishFieldOf } from '../../../../model/cases/case-kind.ts'
import { accessOf } from '../../permission/permission.ts'
import { fieldOf, modelNamed } from '../../registry.ts'
import type { Tenant, Context } from '../../context.ts'

type Sql = RawBuilder<unknown>

/** The display name of a record under this alias in the reader's language, without unreadable parts; without a person, the whole name. */
export function displayOf(model: Model, alias: string, reader: Reader): Sql {
  const name = nameSql(model, alias, reader)
  const { field, shared } = model.disambiguate_by ?? {}
  if (field === undefined) return name
  const beside = sql`nullif(${besideSql(model, alias, field, reader)}, '')`
  const [own = ''] = model.display
  const other = sql`exists (select 1 from ${sql.table(model.name)} as o where ${sql.ref(`o.${own}`)} = ${sql.ref(`${alias}.${own}`)}
    and o.sid <> ${sql.ref(`${alias}.sid`)} and o.deleted_at is null)`
  return shared ? sql`(case when ${other} then ${bracketed(name, beside)} else ${name} end)` : bracketed(name, beside)
}

type Reader = Context | { lang: Lang; tenant: Tenant }

/** The name of the record in brackets. */
export const besideOf = (model: Model, alias: string, reader: Reader): Sql =>
  model.disambiguate_by ? besideSql(model, alias, model.disambiguate_by.field, reader) : sql`null::text`

const bracketed = (name: Sql, beside: Sql) => sql`(${name} || coalesce(' (' || ${beside} || ')', ''))`

function besideSql(model: Model, alias: string, code: string, reader: Reader): Sql {
  const column = sql.ref(`${alias}.${code}`)
  const field = fieldOf(model, code)
  if (field?.type !== 'reference') return column
  const target = modelNamed(reader.tenant.models, field.to)
  return sql`(select ${nameSql(target, 'b', reader)} from ${sql.table(target.name)} as b where b.sid = ${column})`
}

function nameSql(model: Model, alias: string, reader: Reader): Sql {
  const mayRead = (code: string) => !('actor' in reader) || model.public_name === true || accessOf(reader, model).mayRead(code)
  const shown = model.display.filter(mayRead)
  const english = new Map<string, Sql>()
  for (const code of reader.lang === 'en' ? shown : []) {
    const own = englishFieldOf(model, code)
    if (fieldOf(model, own) !== undefined && mayRead(own)) english.set(code, sql`nullif(${sql.ref(`${alias}.${own}`)}, '')`)
  }
  const parts = shown.map((code) => {
    const column = sql.ref(`${alias}.${code}`)
    const isDay = fieldOf(model, code)?.type === 'date' && reader.lang === 'en'
    const own = isDay ? sql`to_char(${column}, 'DD Mon YYYY')` : column // as dayIn writes it
    const inEnglish = english.get(code)
    return inEnglish ? sql`coalesce(${inEnglish}, ${own})` : own
  })
  if (parts.length === 0) return sql`null::text`
  if (parts.length === 1) return sql`${parts[0]}`
  return model.display_first ? sql`coalesce(${sql.join([...english.values(), ...parts])})` : sql`concat_ws(' ', ${sql.join(parts)})`
}
