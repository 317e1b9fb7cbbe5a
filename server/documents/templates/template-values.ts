import type { TemplateData } from 'easy-template-x'
import { printValue } from '../../../model/import/values/print-value.ts'
import { type Field, type Lang, labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { FilledField } from '../../../model/documents/template-actions.ts'
import type { Model, Verb } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { actorIn } from '../../records/acting/actor-name.ts'
import { type Context } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { getMany } from '../../records/query/get.ts'
import { search } from '../../records/query/search.ts'
import { fieldOf, fieldsOf, modelNamed } from '../../records/registry.ts'
import type { TagNode } from './word-file.ts'

type Row = Record<string, unknown>
type Fields = Readonly<Record<string, Field>>
/** `row` is the record as this person sees it; a field that it lacks is not theirs to use. */
type Scope = { fields: Fields; row: Row; whole: boolean; outer?: Scope }
type Found = { field: Field; value: unknown; currency?: string }

/** Lists of the case beside its own fields, with their open records. */
export const LISTS = {
  deadlines: { model: 'deadline', words: ['未办期限', 'Open deadlines'], iql: "status = 'OPEN' ORDER BY official_due" },
  fees: { model: 'fee', words: ['待缴费用', 'Fees to pay'], iql: "status IN ('PLANNED', 'TO_PAY', 'OVERDUE') ORDER BY due_date" },
} as const satisfies Readonly<Record<string, { model: 'deadline' | 'fee'; words: Words; iql: string }>>
const MAX_LISTED = 100

/** Values that no field of the case has. */
export const EXTRAS = { today: ['今天', 'Today'], me: ['本人姓名', 'Own name'] } as const satisfies Readonly<Record<string, Words>>

/** The data of the fields, and the same in words for the person to check. Everything is read with the person's own permission. */
export async function valuesOf(ctx: Context, { lang, kind, sid, nodes }: { lang: Lang; kind: string; sid: string; nodes: readonly TagNode[] }) {
  const model = modelNamed(ctx.tenant.models, kind)
  const [row] = await getMany(ctx, model, [sid])
  if (!row) return refuse('not_found')
  const work: Work = { ctx, lang, sid, told: new Map(), linked: new Map() }
  const data = await fill(work, { fields: model.fields, row, whole: true }, nodes)
  return { data, fields: [...work.told.values()] }
}

/** `linked`: each linked record is read once. `told`: the fields with their values, for the person's check. */
type Work = { ctx: Context; lang: Lang; sid: string; told: Map<string, FilledField>; linked: Map<string, Row | undefined> }

async function fill(work: Work, scope: Scope, nodes: readonly TagNode[]): Promise<TemplateData> {
  const data: TemplateData = {}
  // A field that opens a condition comes last, so that its value decides and not its words.
  for (const { name, inner } of nodes.toSorted((a, b) => Number(Boolean(a.inner)) - Number(Boolean(b.inner))))
    if (inner) Object.assign(data, await opened(work, scope, { name, inner }))
    else data[name] = await textOf(work, scope, name)
  return data
}

async function textOf(work: Work, scope: Scope, name: string): Promise<string> {
  const { ctx, lang } = work
  if (isKeyOf(EXTRAS, name)) return tell(work, name, wordIn(EXTRAS[name], lang), name === 'today' ? dayIn(ctx.today, lang) : actorIn(ctx.actor, lang))
  const found = await find(work, scope, name)
  return found ? tell(work, name, labelOf(found.field, lang), wordsOf(found, lang)) : tell(work, name, name, undefined)
}

/** Rows repeat the inner part; any other value shows or omits it. */
async function opened(work: Work, scope: Scope, { name, inner }: Required<TagNode>): Promise<TemplateData> {
  const found = isKeyOf(LISTS, name) ? await listed(work, name) : await find(work, scope, name)
  if (!found) {
    tell(work, name, name, undefined)
    return { ...(await fill(work, scope, inner)), [name]: false }
  }
  const { field, value } = found
  if (field.type !== 'rows')
    return { ...(await fill(work, scope, inner)), [name]: field.type === 'boolean' ? value === true : wordsOf(found, work.lang) }
  const rows = (value as Row[] | null) ?? [] // as the record engine reads rows
  const within = { fields: field.of, whole: false, outer: scope }
  if (rows.length === 0) await fill(work, { ...within, row: {} }, inner) // names every field that does not exist
  const filled: TemplateData[] = []
  for (const row of rows) filled.push(await fill(work, { ...within, row }, inner))
  return { [name]: filled }
}

async function listed({ ctx, sid }: Work, name: keyof typeof LISTS): Promise<Found | undefined> {
  const { model: code, iql, words } = LISTS[name]
  const model = modelNamed(ctx.tenant.models, code)
  if (!may(ctx, model, 'search')) return undefined
  const fl = fieldsOf(model).flatMap(([one, { type, internal }]) => (type === 'json' || internal || !accessOf(ctx, model).mayRead(one) ? [] : [one]))
  const { record } = await search(ctx, model, { fl, iql: `case_sid = '${sid}' AND ${iql}`, rows: MAX_LISTED, total: 'none' })
  return { field: { type: 'rows', zh: words[0], en: words[1], of: model.fields }, value: record }
}

/** `a.b`: the field b of the record that a refers to. Outer fields are found inside rows too. */
async function find(work: Work, scope: Scope, name: string): Promise<Found | undefined> {
  const [own = '', further, ...rest] = name.split('.')
  if (rest.length > 0) return undefined
  const field = Object.hasOwn(scope.fields, own) && (!scope.whole || own in scope.row) ? scope.fields[own] : undefined
  if (!field) return scope.outer && find(work, scope.outer, name)
  if (further === undefined) return { field, value: scope.row[own], ...currencyOf(field, scope.row) }
  if (field.type !== 'reference') return undefined
  const beyond = fieldOf(modelNamed(work.ctx.tenant.models, field.to), further)
  const row = beyond && (await linkedRow(work, field.to, sidIn(scope.row[own])))
  if (!beyond || (row && !(further in row))) return undefined
  return { field: beyond, value: row?.[further], ...(row && currencyOf(beyond, row)) }
}

async function linkedRow({ ctx, linked }: Work, to: string, sid: string | undefined): Promise<Row | undefined> {
  const model = modelNamed(ctx.tenant.models, to)
  if (!sid || !may(ctx, model, 'get')) return undefined
  const key = `${to} ${sid}`
  if (!linked.has(key)) linked.set(key, (await getMany(ctx, model, [sid]))[0])
  return linked.get(key)
}

const may = (ctx: Context, model: Model, verb: Verb) => ['*', verb].some((one) => accessOf(ctx, model).verbs.has(one))

function wordsOf({ field, value, currency }: Found, lang: Lang): string {
  if (value === null || value === undefined) return ''
  const between = lang === 'zh' ? '、' : ', '
  switch (field.type) {
    case 'date':
    case 'datetime':
      return dayIn(String(value).slice(0, 10), lang)
    case 'money':
      return `${currency ? `${currency} ` : ''}${grouped(String(value))}`
    case 'rows':
      return (value as Row[]).map((row) => firstName(field.of, row)).filter((one) => one !== '').join(between) // oxfmt-ignore
    case 'references':
    case 'attachment':
      return (value as Row[]).map(({ name }) => String(name ?? '')).join(between) // {sid, name}
    case 'options':
      return String(printValue(field, value, lang) ?? '').replaceAll('; ', between)
    default:
      return String(printValue(field, value, lang) ?? '')
  }
}

/** Keeps the value for the person's check; the values of rows stand one after the other. */
function tell({ told }: Work, tag: string, label: string, value: string | undefined): string {
  const before = told.get(tag)
  const joined = [before?.value, value].filter(Boolean).join('; ').slice(0, 500)
  const state = value === undefined ? 'unknown' : joined === '' ? 'empty' : 'filled'
  if (before?.state !== 'unknown') told.set(tag, { tag, label, value: joined, state })
  return value ?? ''
}

const isKeyOf = <T extends object>(of: T, key: string): key is keyof T & string => Object.hasOwn(of, key)
const sidIn = (value: unknown) => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : undefined)
const currencyOf = (field: Field, row: Row) =>
  field.type === 'money' ? { currency: /^[A-Z]{3}$/.test(field.currency) ? field.currency : String(row[field.currency] ?? '') } : {}

/** Of a row that refers to a record, that record's name; of another, its first filled text. */
function firstName(of: Fields, row: Row): string {
  const linked = Object.entries(of).find(([, { type }]) => type === 'reference')
  const value = row[linked?.[0] ?? Object.keys(of)[0] ?? '']
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value ?? '')
}

const grouped = (amount: string) => amount.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
const dayIn = (day: string, lang: Lang) =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
