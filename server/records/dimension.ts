import { type Field, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { printText } from '../../model/kit/iql/print.ts'
import { groupIql } from '../../model/statistics/group-condition.ts'
import { both, refuse } from '../errors.ts'
import { codesIn, isFew } from './words/code-words.ts'
import { labelIn, wordedOptions } from './words/wording.ts'
import type { Context } from './context.ts'
import { accessOf } from './permission/permission.ts'
import { joinsOf } from './query/conditions/condition.ts'
import { groupedField } from './query/totals/group-keys.ts'
import { search } from './query/search.ts'
import { fieldOf } from './registry.ts'

/** A way in which records are divided into groups. */
export type Dimension = { path: string; field: Field; period: string | undefined; isList: boolean; label: string }

/** Refused, by its name, where the field is unknown, hidden, masked, or none to group by. */
export function dimensionOf(ctx: Context, model: Model, path: string): Dimension {
  const { field, period, isList } = groupedField(joinsOf(ctx, model), path)
  if (field.type === 'datetime' && period === undefined)
    refuse('bad_request', both('why', [`“${path}”须按年、季或月统计`, `“${path}” is grouped by year, quarter or month`]))
  return { path, field: wordedOptions(ctx, keyAlong(ctx, model, path), field), period, isList, label: labelAlong(ctx, model, path) }
}

/** The key of the words of the field at the end of a path, such as `patent.country`. */
function keyAlong(ctx: Context, model: Model, path: string): string {
  const codes = (path.split(':')[0] ?? '').split('.')
  let at: Model | undefined = model
  for (const [i, code] of codes.entries()) {
    const field: Field | undefined = at && fieldOf(at, code)
    if (!at || !field || i === codes.length - 1 || field.type === 'rows') return `${at?.name ?? ''}.${codes.slice(i).join('.')}`
    at = 'to' in field ? ctx.tenant.models.all.get(field.to) : undefined
  }
  return ''
}

const PERIOD_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  year: ['按年', 'by year'],
  quarter: ['按季', 'by quarter'],
  month: ['按月', 'by month'],
}

/** The labels on the path to the field. A part of a table within a record has the label of the table only. */
export function labelAlong(ctx: Context, model: Model, path: string): string {
  const [codes = '', period] = path.split(':')
  const labels: string[] = []
  let at: Model | undefined = model
  for (const code of codes.split('.')) {
    const field: Field | undefined = at && fieldOf(at, code)
    if (!field) break
    labels.push(labelIn(ctx, at ?? model, [code, field]))
    if (field.type === 'rows') break
    at = 'to' in field ? ctx.tenant.models.all.get(field.to) : undefined
  }
  const words = PERIOD_WORDS[period ?? '']
  const named = labels.join(' / ') || codes
  return words ? (ctx.lang === 'zh' ? `${named}（${words[0]}）` : `${named} (${words[1]})`) : named
}

/** Value of a group that is compared, stored and queried: text, or null for the group without a value */
export function valueOf(given: unknown): string | null {
  if (given === null || given === undefined) return null
  return typeof given === 'object' && 'sid' in given ? String(given.sid) : String(given)
}

const EMPTY = ['（空）', '(empty)'] as const
const UNSEEN = ['（不可见）', '(not visible)'] as const

/** The words of groups, in the language of the reader. */
export async function labelsOf(ctx: Context, { field }: Dimension, groups: readonly unknown[]): Promise<ReadonlyMap<string | null, string>> {
  const values = [...new Set(groups.map(valueOf))].filter((value) => value !== null)
  const names = await namesOfCodes(ctx, field, values)
  const labels = new Map<string | null, string>()
  for (const group of groups) {
    const value = valueOf(group)
    if (labels.has(value)) continue
    labels.set(value, value === null ? wordIn(EMPTY, ctx.lang) : (names.get(value) ?? wordOf(ctx, field, group, value)))
  }
  return labels
}

function wordOf(ctx: Context, field: Field, group: unknown, value: string): string {
  if (typeof group === 'object' && group !== null && 'name' in group) return String(group.name ?? '') || wordIn(UNSEEN, ctx.lang)
  if (field.type === 'boolean') return wordIn(value === 'true' ? ['是', 'Yes'] : ['否', 'No'], ctx.lang)
  if ((field.type === 'option' || field.type === 'options') && field.options && Object.hasOwn(field.options, value)) {
    const words = field.options[value]
    if (words) return wordIn(words, ctx.lang)
  }
  return isFew(field.code_of) ? (codesIn(ctx, field.code_of).get(value) ?? value) : value
}

/** A code may have records of several versions. */
const BATCH_SIZE = 25
const PAGE = 100

/** Fields of codes, such as types of official documents, are shown by the names of their records. */
async function namesOfCodes(ctx: Context, { code_of: of }: Field, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const [name = '', by = ''] = of?.split('.') ?? []
  const model = ctx.tenant.models.all.get(name)
  const names = new Map<string, string>()
  if (!model || !fieldOf(model, 'name')) return names
  const { verbs } = accessOf(ctx, model)
  if (!verbs.has('search') && !verbs.has('*')) return names
  const fl = [by, 'name', ...(fieldOf(model, 'name_en') ? ['name_en'] : [])]
  for (let at = 0; at < values.length; at += BATCH_SIZE) {
    const iql = `${by} IN (${values
      .slice(at, at + BATCH_SIZE)
      .map(printText)
      .join(', ')})`
    const { record } = await search(ctx, model, { fl, iql, rows: PAGE, total: 'none' })
    for (const row of record) {
      const code = String(row[by])
      if (!names.has(code)) names.set(code, String((ctx.lang === 'en' && row.name_en) || row.name || code))
    }
  }
  return names
}

export const iqlOf = ({ path, field }: Dimension, value: string | null) => groupIql({ path, type: field.type }, value)
