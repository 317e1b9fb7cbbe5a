import type { Field, Options } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { COLUMN, quote } from '../sync/sync.ts'
import { type Declared, isUntold, literal, openFields, openModels, openRows, tableIn } from './open-rows.ts'
import { withinName } from './role-name.ts'

export type View = { name: string; query: string; columns: readonly Column[]; words: string }

/** `join`: further table of the column; PostgreSQL omits it if the column is not queried. */
type Column = { name: string; is: string; words: string; join?: string }

type Place = { declared: Declared; schema: string }

const BETWEEN = literal(', ')

/** One view for each model that is open to BI tools, and one beside it for each of its fields that holds several values. */
export function viewsOf(declared: Declared, schema: string): View[] {
  const place = { declared, schema }
  return openModels(declared).flatMap((model) => [
    recordView(place, model),
    ...openFields(model).flatMap(([code, field]) => listView(place, model, code, field) ?? []),
  ])
}

function recordView(place: Place, model: Model): View {
  const taken = new Set(Object.keys(model.fields))
  const columns = openFields(model).flatMap(([code, field]) => {
    const [own, ...beside] = columnsOf(place, { code, field, is: unsearched(code, field) })
    // A field of the company may have the name that ours would get.
    return own ? [own, ...beside.filter(({ name }) => !taken.has(name))] : []
  })
  return viewOf(place, model, { name: model.name, columns, words: wordsOf(model) })
}

/**
 * Such an expression uses no index. PostgreSQL searches an index before it excludes closed rows, and EXPLAIN shows how many rows it
 * found: by repeated guesses, a reader could learn the titles and numbers of secret cases. A sid cannot be guessed.
 */
const unsearched = (code: string, { type }: Field) =>
  (type === 'string' || type === 'text') && code !== 'sid' ? `r.${quote(code)} || ''` : `r.${quote(code)}`

/** One row for each value: tools of the trade count and group rows, and cannot do so within a value. */
function listView(place: Place, model: Model, code: string, field: Field): View | undefined {
  const from = listed(code, field)
  if (!from) return undefined
  const owner: Column = { name: `${model.name}_sid`, is: 'r.sid', words: wordsOf(model) }
  const position: Column = { name: 'position', is: 'e.position', words: '序号 / Position' }
  const columns = [owner, position, ...valueColumns(place, field)]
  return viewOf(place, model, { name: withinName(`${model.name}__${code}`), columns, words: `${wordsOf(model)}: ${wordsOf(field)}` }, from)
}

function listed(code: string, { type }: Field): string | undefined {
  const column = `r.${quote(code)}`
  if (type === 'rows')
    return `cross join lateral jsonb_array_elements(case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) with ordinality as e(value, position)`
  return type === 'options' || type === 'references' ? `cross join lateral unnest(${column}) with ordinality as e(value, position)` : undefined
}

function valueColumns(place: Place, field: Field): Column[] {
  if (field.type === 'references') return columnsOf(place, { code: 'value_sid', field: { ...field, type: 'reference' }, is: 'e.value' })
  if (field.type === 'options')
    return columnsOf(place, { code: 'value', field: { ...field, type: 'option', options: field.options ?? {} }, is: 'e.value' })
  if (field.type !== 'rows') return []
  const parts = Object.entries<Field>(field.of).filter(([, part]) => !isUntold(part) && !COLUMN[part.type].endsWith('[]') && part.type !== 'text')
  return parts.flatMap(([code, part]) =>
    columnsOf(place, {
      code,
      field: part,
      is: `nullif(e.value ->> ${literal(code)}, '')::${part.type === 'decimal' && part.shortest ? 'float8' : COLUMN[part.type]}`,
    }),
  )
}

type Value = { code: string; field: Field; is: string }

/** The value itself, then what it means in words. */
function columnsOf(place: Place, { code, field, is }: Value): Column[] {
  const words = wordsOf(field)
  const own: Column = { name: code, is, words }
  if (field.type === 'rows') return []
  if (field.type === 'option') return [own, ...inWords(code, field.options, words, (known) => `${known} ->> ${is}`)]
  if (field.type === 'options') {
    const joined = (value: string) => `(select string_agg(${value}, ${BETWEEN} order by u.n) from unnest(${is}) with ordinality as u(v, n))`
    return [{ ...own, is: joined('u.v') }, ...inWords(code, field.options ?? {}, words, (known) => joined(`coalesce(${known} ->> u.v, u.v)`))]
  }
  const name = nameOfTarget(place, field)
  if (field.type === 'references') {
    const beside = `(select string_agg(${name}, ${BETWEEN} order by u.n) from unnest(${is}) with ordinality as u(v, n) ${joinOf(place, field, 'u.v', 'n1')})`
    return name ? [{ name: namedBy(code, '_names'), is: beside.replaceAll('n0.', 'n1.'), words }] : []
  }
  if (field.type !== 'reference' || !name) return [own]
  const alias = quote(withinName(`to ${code}`))
  return [own, { name: namedBy(code, '_name'), is: name.replaceAll('n0.', `${alias}.`), words, join: joinOf(place, field, is, alias) }]
}

/** An object of JSON that PostgreSQL reads once finds a word at once, however many offices there are. */
function inWords(code: string, options: Options, words: string, read: (known: string) => string): Column[] {
  if (Object.keys(options).length === 0) return []
  return (['zh', 'en'] as const).map((lang, at) => ({
    name: withinName(`${code}_${lang}`),
    is: read(`${literal(JSON.stringify(Object.fromEntries(Object.entries(options).map(([key, both]) => [key, both[at]]))))}::jsonb`),
    words,
  }))
}

const namedBy = (code: string, suffix: string) => withinName(`${code.replace(/_sids?$/, '')}${suffix}`)

/** Name of the referenced record, of the alias n0, only if it is public or open to BI */
function nameOfTarget({ declared }: Place, field: Field): string | undefined {
  const target = 'to' in field ? declared.all.get(field.to) : undefined
  if (!target || (!target.open_to_bi && !target.public_name) || target.visibility?.through) return undefined
  const open = new Set(
    (target.open_to_bi ? openFields(target) : Object.entries<Field>(target.fields)).flatMap(([code, one]) => (isUntold(one) ? [] : [code])),
  )
  const parts = target.display.filter((code) => open.has(code)).map((code) => `n0.${quote(code)}::text`)
  if (parts.length === 0) return undefined
  return target.display_first ? `coalesce(${parts.map((one) => `nullif(${one}, '')`).join(', ')})` : `nullif(concat_ws(' ', ${parts.join(', ')}), '')`
}

function joinOf({ declared, schema }: Place, field: Field, value: string, alias: string): string {
  const target = 'to' in field ? declared.all.get(field.to) : undefined
  if (!target) return ''
  const rows = target.open_to_bi ? openRows(declared, target, alias, schema) : [`${alias}.deleted_at is null`]
  return `left join ${tableIn(schema, target)} as ${alias} on ${[`${alias}.sid = ${value}`, ...rows].join(' and ')}`
}

/** View with one row for each record of the model, or for each value of its list */
function viewOf({ declared, schema }: Place, model: Model, view: Omit<View, 'query'>, from = ''): View {
  const columns = view.columns.filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at)
  const list = columns.map(({ name, is }) => `${is} as ${quote(name)}`).join(', ')
  const joins = columns.flatMap(({ join }: Column) => join ?? []).join(' ')
  const where = openRows(declared, model, 'r', schema).join(' and ')
  return { ...view, columns, query: `select ${list} from ${tableIn(schema, model)} as r ${from} ${joins} where ${where}` }
}

const wordsOf = ({ zh, en }: { zh: string; en: string }) => `${zh} / ${en}`
