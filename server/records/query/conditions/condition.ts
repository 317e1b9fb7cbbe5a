import { type RawBuilder, sql } from 'kysely'
import { ZONE } from '../../../../model/kit/days/clock.ts'
import { addDuration } from '../../../../model/kit/days/duration.ts'
import type { Field, FieldType } from '../../../../model/kit/fields.ts'
import { TYPE_WORDS } from './type-words.ts'
import type { Condition, FunctionName, Predicate, Value } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { markKeys } from '../../../../model/cases/numbers/marks.ts'
import { recognise } from '../../../../model/cases/numbers/recognise.ts'
import { refuse } from '../../../errors.ts'
import { isGiven, OWN } from '../../permission/conditions.ts'
import { isOpenName } from '../../permission/permission.ts'
import { keyOfNumber, type Past, tableIn, tableOf } from './kinds.ts'
import { follow, joinSql, type Joins, seenSql, type Spot, todayIn, valueAt } from './joins.ts'
import { fieldOf, modelNamed } from '../../registry.ts'
import { parseValue } from '../../write/values.ts'
import { ANY, anywhere } from './anywhere.ts'
import { withBelow } from './cascades.ts'
import { contains, type Indexed, indexedBy, like } from '../words/text.ts'
import type { Context } from '../../context.ts'

type Sql = RawBuilder<unknown>

/** The tables of a query on a model, before any join; `past`: as they stood on another day. */
export function joinsOf(ctx: Context, model: Model, alias = 't', next = { n: 0 }, past?: Past): Joins {
  return { ctx, model, alias, list: [], next, past, compile: compileCondition }
}

/** A condition as SQL: every value is a bound parameter, every name comes from a model. */
export function compileCondition(joins: Joins, condition: Condition): Sql {
  switch (condition.kind) {
    case 'and':
      return sql`(${sql.join(
        condition.of.map((part) => compileCondition(joins, part)),
        sql` and `,
      )})`
    case 'or':
      return sql`(${sql.join(
        condition.of.map((part) => compileCondition(joins, part)),
        sql` or `,
      )})`
    case 'not':
      // The result is never unknown: a non-match is a non-match, even where a field is empty.
      return sql`((${compileCondition(joins, condition.of)}) is not true)`
    default:
      return compilePredicate(joins, condition)
  }
}

function compilePredicate(joins: Joins, predicate: Predicate): Sql {
  const settled = withoutNull(predicate)
  return settled.kind === 'or' || settled.kind === 'not' ? compileCondition(joins, settled) : compileOne(joins, settled)
}

type Settled = Predicate | { kind: 'or'; of: Predicate[] } | { kind: 'not'; of: { kind: 'or'; of: Predicate[] } }

/** NULL tests for emptiness, in any position. */
function withoutNull(predicate: Predicate): Settled {
  const { path, at } = predicate
  if (predicate.kind === 'compare' && predicate.value.kind === 'null' && (predicate.op === '=' || predicate.op === '!='))
    return { kind: 'empty', path, at, negated: predicate.op === '!=' }
  if (predicate.kind !== 'in' || !predicate.values.some(({ kind }) => kind === 'null')) return predicate
  const values = predicate.values.filter(({ kind }) => kind !== 'null')
  if (values.length === 0) return { kind: 'empty', path, at, negated: predicate.negated }
  const either = {
    kind: 'or' as const,
    of: [
      { ...predicate, values, negated: false },
      { kind: 'empty' as const, path, at, negated: false },
    ],
  }
  return predicate.negated ? { kind: 'not', of: either } : either
}

function compileOne(joins: Joins, predicate: Predicate): Sql {
  const [code = ''] = predicate.path
  const first = fieldOf(joins.model, code)
  const isWhole = predicate.path.at(-1) === ANY && (predicate.path.length === 1 || first?.type === 'reference')
  if (isWhole) return negates(predicate) ? sql`((${onRecord(joins, plain(predicate))}) is not true)` : onRecord(joins, predicate)
  if (predicate.at === OWN && predicate.path.length > 1 && first?.type === 'reference') return throughOwn(joins, code, first.to, predicate)
  const spot = follow(joins, predicate.path, predicate.at)
  const positive = spot.kind === 'inside' ? inside(joins, spot, predicate) : onColumn(joins, spot, predicate)
  return negates(predicate) ? sql`((${positive}) is not true)` : positive
}

/** ANY is a whole record, which is only searched for words and numbers. */
function onRecord(joins: Joins, predicate: Predicate): Sql {
  const [code = '', ...rest] = predicate.path
  const first = fieldOf(joins.model, code)
  if (rest.length > 0 && first?.type === 'reference') {
    const link = sql.ref(`${joins.alias}.${code}`)
    return existsIn(joins, first.to, (alias) => sql`${sql.ref(`${alias}.sid`)} = ${link}`, { ...predicate, path: rest })
  }
  if (predicate.kind === 'contains') return anywhere(joins, predicate.value.value, isGiven(predicate.at))
  return refuse('bad_iql', { position: predicate.at, why_zh: 'ANY 只能用 CONTAINS', why_en: 'ANY can be used only with CONTAINS' })
}

/** Uses the keys of the own parents, which an index finds; a join would read all parents. */
function throughOwn(joins: Joins, code: string, to: string, predicate: Predicate): Sql {
  const parents = joinsOf(joins.ctx, modelNamed(joins.ctx.tenant.models, to), `x${++joins.next.n}`, joins.next)
  const met = compilePredicate(parents, { ...predicate, path: predicate.path.slice(1) })
  const from = sql`${sql.table(to)} as ${sql.id(parents.alias)} ${joinSql(parents)}`
  return sql`${sql.ref(`${joins.alias}.${code}`)} = any(array(select ${sql.ref(`${parents.alias}.sid`)} from ${from} where ${met}))`
}

const negates = (predicate: Predicate) => (predicate.kind === 'compare' ? predicate.op === '!=' : predicate.negated)

/** Any row, or any record of the list, that matches the rest of the path; empty when none has a value there. */
function inside(joins: Joins, spot: Extract<Spot, { kind: 'inside' }>, predicate: Predicate): Sql {
  if (predicate.kind === 'empty') return sql`(not ${anyInside(joins, spot, predicate, true)})`
  return anyInside(joins, spot, predicate, false)
}

function anyInside(joins: Joins, spot: Extract<Spot, { kind: 'inside' }>, predicate: Predicate, filled: boolean): Sql {
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  const rest: Predicate = predicate.kind === 'empty' ? { ...predicate, path: spot.rest, negated: filled } : { ...plain(predicate), path: spot.rest }
  if (spot.field.type === 'references') {
    if (isOwn(predicate) && predicate.kind !== 'empty') return holdingOwn(joins, spot.field.to, column, rest)
    return existsIn(joins, spot.field.to, (alias) => sql`${sql.ref(`${alias}.sid`)} = any(${column})`, rest)
  }
  const [code = ''] = spot.rest
  const part = spot.part
  if (part?.type === 'reference' && spot.rest.length > 1) return holding(joins, spot, part.to, { ...rest, path: spot.rest.slice(1) })
  if (!part || spot.rest.length > 1)
    return refuse('bad_iql', { position: predicate.at, why_zh: `“${spot.shown}”不能再往下取`, why_en: `“${spot.shown}” has no fields of its own` })
  const isByOne = predicate.kind === 'compare' && (predicate.op === '=' || predicate.op === '!=') && !isSeveral(predicate.value)
  if (part.type === 'reference' && isByOne) {
    const sid = bind(joins, spot.shown, part, predicate.value)
    return sql`${column} @> ${JSON.stringify([{ [code]: sid }])}::jsonb`
  }
  const element = `e${++joins.next.n}`
  const value = sql`(${sql.ref(`${element}.value`)} ->> ${sql.lit(code)})`
  if (filled) return sql`exists (select 1 from jsonb_array_elements(${column}) as ${sql.id(element)}(value) where ${value} is not null)`
  const typed =
    part.type === 'option' || part.type === 'string' || part.type === 'text' ? value : sql`${value}::${sql.raw(CAST[part.type] ?? 'text')}`
  const met = compare(joins, spot.shown, part, typed, plain(withBelow(part, predicate)))
  return sql`exists (select 1 from jsonb_array_elements(${column}) as ${sql.id(element)}(value) where ${met})`
}

/** A condition on the caller also matches few records. */
const isOwn = (one: Predicate) => one.at === OWN || (one.kind === 'compare' && one.value.kind === 'function' && one.value.value === 'me')

const CAST: Partial<Record<FieldType, string>> = {
  integer: 'numeric',
  decimal: 'numeric',
  money: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
  reference: 'uuid',
}

function existsIn(joins: Joins, to: string, link: (alias: string) => Sql, rest: Predicate): Sql {
  const { inner, where } = meeting(joins, to, rest)
  return sql`exists (select 1 from ${tableIn(inner, to)} as ${sql.id(inner.alias)} ${joinSql(inner)} where ${link(inner.alias)} and ${where})`
}

/** The visible records of a model that match a predicate. */
function meeting(joins: Joins, to: string, rest: Predicate): { inner: Joins; where: Sql } {
  const target = modelNamed(joins.ctx.tenant.models, to)
  const inner = joinsOf(joins.ctx, target, `x${++joins.next.n}`, joins.next, joins.past)
  const met = compilePredicate(inner, rest)
  const open = isGiven(rest.at) || (rest.path.length === 1 && isOpenName(target, rest.path[0] ?? ''))
  return { inner, where: open ? met : sql`${met} and ${seenSql(inner, inner.alias, target)}` }
}

/** Own records are few: their keys are read first, and found by the index of the list. */
function holdingOwn(joins: Joins, to: string, column: Sql, rest: Predicate): Sql {
  const { inner, where } = meeting(joins, to, rest)
  const keys = sql`select ${sql.ref(`${inner.alias}.sid`)} from ${tableIn(inner, to)} as ${sql.id(inner.alias)} ${joinSql(inner)} where ${where}`
  return sql`${column} && array(${keys})`
}

/** The records whose rows contain a match of the rest: from the few to the many, by the index of the rows. */
function holding(joins: Joins, { alias, models, code, rest: [part = ''] }: Extract<Spot, { kind: 'inside' }>, to: string, rest: Predicate): Sql {
  const holder = `h${++joins.next.n}`
  const held = (one: string) =>
    sql`${sql.ref(`${holder}.${code}`)} @> jsonb_build_array(jsonb_build_object(${part}::text, ${sql.ref(`${one}.sid`)}::text))`
  const { inner, where } = meeting(joins, to, rest)
  const from = sql`${tableIn(inner, to)} as ${sql.id(inner.alias)} ${joinSql(inner)}`
  // A missing record contains nothing, and that is certain.
  const own = sql.ref(`${alias}.sid`)
  return sql`(${own} is not null and ${own} = any(array(select ${sql.ref(`${holder}.sid`)} from ${from} join ${tableOf(models, code, joins.past)} as ${sql.id(holder)} on ${held(inner.alias)} where ${where})))`
}

/** The predicate without its negation, which the caller applies. */
function plain(predicate: Predicate): Predicate {
  if (predicate.kind === 'compare') return predicate.op === '!=' ? { ...predicate, op: '=' } : predicate
  return { ...predicate, negated: false }
}

function onColumn(joins: Joins, spot: Extract<Spot, { kind: 'column' }>, predicate: Predicate): Sql {
  if (spot.field.read_from) return onMeanings(joins, spot, predicate, spot.field.read_from)
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  // A record's own key is stored and queried like a reference.
  const field: Field = spot.code === 'sid' ? { type: 'reference', zh: spot.field.zh, en: spot.field.en, to: spot.model.name } : spot.field
  if (predicate.kind === 'empty') return emptiness(field, column)
  const asked = withBelow(field, predicate)
  if (field.type === 'options' || field.type === 'references') return onList(joins, spot.shown, field, column, asked)
  const met = compare(joins, spot.shown, field, column, plain(asked), joins.past ? undefined : indexedBy(spot.models, spot.alias, field))
  const keys = joins.past ? undefined : numberKeys(spot, predicate)
  return keys ? sql`(${met} or ${keys})` : met
}

/** Asked of the codes with these meanings, which an index of their column finds. */
function onMeanings(joins: Joins, spot: Extract<Spot, { kind: 'column' }>, predicate: Predicate, from: NonNullable<Field['read_from']>): Sql {
  const { shown, field, alias } = spot
  const values = predicate.kind === 'in' ? predicate.values : predicate.kind === 'compare' && EITHER.has(predicate.op) ? [predicate.value] : undefined
  if (predicate.kind === 'empty') return emptiness(field, valueAt(spot))
  if (!values) return compare(joins, shown, field, valueAt(spot), plain(predicate))
  const wanted = new Set(values.map((value) => bind(joins, shown, field, value)))
  const codes = Object.entries(from.as).flatMap(([code, meaning]) => (wanted.has(meaning) ? [code] : []))
  return sql`${sql.ref(`${alias}.${from.field}`)} = any(${codes}::text[])`
}

/**
 * A single number with a normalised form matches in every spelling. A list matches literally: normalising a thousand
 * numbers costs more than finding them, and batch_search does that.
 */
function numberKeys({ models, alias, code, field }: Extract<Spot, { kind: 'column' }>, predicate: Predicate): Sql | undefined {
  const key = keyOfNumber(code)
  const stored = models.map((model) => fieldOf(model, key)).find((one) => one !== undefined)
  if (!field.number || key === code || !stored) return undefined
  if (predicate.kind !== 'compare' || !EITHER.has(predicate.op) || predicate.value.kind !== 'text') return undefined
  const text = predicate.value.value
  const normalised = stored.normalises?.kind === 'mark' ? markKeys(text) : recognise(text).map((reading) => reading.normalised)
  return normalised.length > 0 ? sql`${sql.ref(`${alias}.${key}`)} = any(${[...new Set(normalised)]}::text[])` : undefined
}

const EITHER = new Set(['=', '!='])

function emptiness(field: Field, column: Sql): Sql {
  return LISTS.has(field.type) && (field.type === 'options' || field.type === 'references')
    ? sql`(${column} is null or cardinality(${column}) = 0)`
    : sql`${column} is null`
}

const LISTS = new Set<FieldType>(['options', 'references', 'rows', 'attachment'])

function onList(joins: Joins, shown: string, field: Field, column: Sql, predicate: Predicate): Sql {
  const one: Field =
    field.type === 'references' ? { ...field, type: 'reference', to: field.to } : { type: 'string', zh: field.zh, en: field.en, max: 255 }
  const type = sql.raw(field.type === 'references' ? 'uuid[]' : 'text[]')
  if (predicate.kind === 'compare' && (predicate.op === '=' || predicate.op === '!=')) {
    return sql`${column} @> ${[bind(joins, shown, one, predicate.value)]}::${type}`
  }
  if (predicate.kind === 'in') return sql`${column} && ${predicate.values.map((value) => bind(joins, shown, one, value))}::${type}`
  if ((predicate.kind === 'contains' || predicate.kind === 'like') && field.type === 'options') {
    const element = `e${++joins.next.n}`
    const met = compare(joins, shown, one, sql.ref(`${element}.value`), plain(predicate))
    return sql`exists (select 1 from unnest(${column}) as ${sql.id(element)}(value) where ${met})`
  }
  return mismatch(shown, field, predicate)
}

function compare(joins: Joins, shown: string, field: Field, column: Sql, predicate: Predicate, indexed?: Indexed): Sql {
  switch (predicate.kind) {
    case 'compare': {
      if (predicate.value.kind === 'null' || !EQUAL.has(field.type) || (predicate.op !== '=' && !ORDERED.has(field.type)))
        return mismatch(shown, field, predicate)
      if (isSeveral(predicate.value)) return sql`${column} = any(${boundAll(joins, shown, field, [predicate.value])}::uuid[])`
      const value = bind(joins, shown, field, predicate.value)
      if (field.type === 'datetime') return compareInstant(column, predicate.op, String(value))
      return sql`${column} ${sql.raw(predicate.op)} ${cast(field, value)}`
    }
    case 'in': {
      if (!EQUAL.has(field.type)) return mismatch(shown, field, predicate)
      const values = boundAll(joins, shown, field, predicate.values)
      if (field.type === 'datetime')
        return sql`(${sql.join(
          values.map((value) => compareInstant(column, '=', String(value))),
          sql` or `,
        )})`
      return sql`${column} = any(${values}::${sql.raw(`${CAST[field.type] ?? 'text'}[]`)})`
    }
    case 'between': {
      if (!ORDERED.has(field.type)) return mismatch(shown, field, predicate)
      const [low, high] = [bind(joins, shown, field, predicate.from), bind(joins, shown, field, predicate.to)]
      if (field.type === 'datetime') return sql`(${compareInstant(column, '>=', String(low))} and ${compareInstant(column, '<=', String(high))})`
      return sql`(${column} >= ${cast(field, low)} and ${column} <= ${cast(field, high)})`
    }
    case 'like':
      if (!TEXTS.has(field.type)) return mismatch(shown, field, predicate)
      return like(column, predicate.value.value, indexed)
    case 'contains':
      if (!TEXTS.has(field.type)) return mismatch(shown, field, predicate)
      return contains(column, predicate.value.value, indexed)
    case 'within': {
      if (field.type !== 'date' && field.type !== 'datetime') return mismatch(shown, field, predicate)
      const today = todayIn(joins)
      const other = addDuration(today, predicate.value.value)
      const [low, high] = Temporal.PlainDate.compare(other, today) < 0 ? [other, today] : [today, other]
      if (field.type === 'datetime') return sql`(${compareInstant(column, '>=', `${low}`)} and ${compareInstant(column, '<=', `${high}`)})`
      return sql`(${column} >= ${`${low}`}::date and ${column} <= ${`${high}`}::date)`
    }
    default:
      return mismatch(shown, field, predicate)
  }
}

const EQUAL = new Set<FieldType>(['string', 'text', 'integer', 'decimal', 'money', 'date', 'datetime', 'boolean', 'option', 'reference'])
const ORDERED = new Set<FieldType>(['string', 'text', 'integer', 'decimal', 'money', 'date', 'datetime'])
const TEXTS = new Set<FieldType>(['string', 'text', 'option'])

function cast(field: Field, value: unknown): Sql {
  const type = CAST[field.type]
  return type ? sql`${value}::${sql.raw(type)}` : sql`${value}`
}

/** A date means the whole day in the tenant's zone; a timestamp means itself. */
function compareInstant(column: Sql, op: string, value: string): Sql {
  if (value.includes('T')) return sql`${column} ${sql.raw(op)} ${value}::timestamptz`
  const start = sql`(${value}::date)::timestamp at time zone ${sql.lit(ZONE)}`
  const end = sql`(${value}::date + 1)::timestamp at time zone ${sql.lit(ZONE)}`
  if (op === '=') return sql`(${column} >= ${start} and ${column} < ${end})`
  if (op === '>' || op === '<=') return sql`${column} ${sql.raw(op === '>' ? '>=' : '<')} ${end}`
  return sql`${column} ${sql.raw(op)} ${start}`
}

const isSeveral = (value: Value) => value.kind === 'function' && value.value === 'my_companies'

/** my_companies() stands for the company of the person and all below it. */
const boundAll = (joins: Joins, shown: string, field: Field, values: readonly Value[]): unknown[] =>
  values.flatMap((value): readonly unknown[] => {
    const one = bind(joins, shown, field, value)
    return isSeveral(value) ? joins.ctx.actor.companies : [one]
  })

/** A value in the column's type; a wrong type is refused with field, type and position. */
function bind(joins: Joins, shown: string, field: Field, value: Value): unknown {
  const raw = value.kind === 'function' ? evaluate(joins, value) : value.kind === 'null' ? null : value.value
  if (value.kind === 'function' && !FITS[value.value].has(field.type)) return wrongType(shown, field, value.at)
  if (field.type === 'option') return value.kind === 'number' ? value.text : typeof raw === 'string' ? raw : wrongType(shown, field, value.at)
  if ((raw === '' && field.type !== 'string' && field.type !== 'text') || value.kind === 'null') return wrongType(shown, field, value.at)
  if (field.type === 'date' && typeof raw === 'string' && raw.includes('T')) return wrongType(shown, field, value.at)
  if (DAYS.has(field.type) && typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw)) return bindDay(shown, field, raw, value.at)
  if ((field.type === 'boolean') !== (typeof raw === 'boolean')) return wrongType(shown, field, value.at)
  if (NUMBERS.has(field.type) && typeof raw !== 'number') return wrongType(shown, field, value.at)
  if (value.kind === 'number') return NUMBERS.has(field.type) ? value.text : wrongType(shown, field, value.at)
  if (raw === null) return NOBODY
  if (field.type === 'string' || field.type === 'text') return raw
  const parsed = parseValue({ ...field, max: undefined, min: undefined } as unknown as Field, raw) // limits apply to stored values, not to queries
  if ('fault' in parsed) return wrongType(shown, field, value.at)
  return field.type === 'datetime' ? Temporal.Instant.from(String(raw)).toString() : parsed.value // rows keep milliseconds; a query keeps its own
}

const NUMBERS = new Set<FieldType>(['integer', 'decimal', 'money'])
// For a person without a department, my_department() matches no record, not those without one.
const NOBODY = '00000000-0000-0000-0000-000000000000'

function bindDay(shown: string, field: Field, raw: string, at: number) {
  try {
    const day = Temporal.PlainDate.from(raw, { overflow: 'reject' })
    return day.year > 0 ? day.toString() : wrongType(shown, field, at)
  } catch {
    return wrongType(shown, field, at)
  }
}

const PEOPLE = new Set<FieldType>(['reference', 'references'])
const DAYS = new Set<FieldType>(['date', 'datetime'])
const FITS: Record<FunctionName, ReadonlySet<FieldType>> = {
  me: PEOPLE,
  my_department: PEOPLE,
  my_company: PEOPLE,
  my_companies: new Set(['reference']),
  today: DAYS,
}

function evaluate(joins: Joins, value: Extract<Value, { kind: 'function' }>): string | null {
  const { ctx } = joins
  switch (value.value) {
    case 'me':
      return ctx.actor.sid
    case 'my_department':
      return ctx.actor.department_sid
    case 'my_company':
    case 'my_companies':
      return ctx.actor.company_sid
    case 'today': {
      const today = todayIn(joins)
      return `${value.duration ? addDuration(today, value.duration) : today}`
    }
  }
}

function wrongType(shown: string, field: Field, position: number): never {
  const [zh, en] = TYPE_WORDS[field.type]
  return refuse('bad_iql', { position, why_zh: `字段“${shown}”的类型是${zh}`, why_en: `field “${shown}” expects ${en}` })
}

function mismatch(shown: string, field: Field, predicate: Predicate): never {
  const [zh, en] = TYPE_WORDS[field.type]
  const asked = predicate.kind === 'compare' ? predicate.op : predicate.kind.toUpperCase()
  return refuse('bad_iql', {
    position: predicate.at,
    why_zh: `字段“${shown}”（${zh}）不能用 ${asked}`,
    why_en: `${asked} cannot be used with field “${shown}” (${en})`,
  })
}
