import { durationIn } from '../../../model/docketing/wording/words.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { type Field, labelOf, type Lang, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Call, Condition, Predicate, Value } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { Context } from '../../records/context.ts'
import { namesFor, type NameOf } from '../../records/query/words/names.ts'
import { fieldOf } from '../../records/registry.ts'

export type Conditioned = { model: string; query: string }
export type ConditionText = (of: Conditioned) => string

/** Conditions of scopes in words: fields, operators and values by their names. */
export async function conditionTexts(ctx: Context, asked: readonly Conditioned[]): Promise<ConditionText> {
  const parsed = asked.map((of) => ({ of, where: conditionIn(of.query) }))
  const named = new Map<string, Set<string>>()
  for (const { of, where } of parsed)
    for (const { to, sid } of typeof where === 'object' ? referencesIn(ctx, of.model, where) : [])
      named.set(to, (named.get(to) ?? new Set()).add(sid))
  const nameOf = await namesFor(ctx, named)
  const texts = new Map(
    parsed.map(({ of, where }) => [keyOf(of), typeof where === 'object' ? textOf({ ctx, model: of.model, nameOf }, where) : where]),
  )
  return (of) => texts.get(keyOf(of)) ?? ''
}

/** A condition that cannot be parsed is shown as written, so that its reader can correct it. */
function conditionIn(query: string): Condition | string {
  try {
    return parseIql(query).where ?? ''
  } catch (error) {
    if (error instanceof IqlError) return query
    throw error
  }
}

const keyOf = ({ model, query }: Conditioned) => `${model} ${query}`

type Naming = { ctx: Context; model: string; nameOf: NameOf }

const JOINS: Record<'and' | 'or', Words> = { and: [' 且 ', ' and '], or: [' 或 ', ' or '] }

function textOf(naming: Naming, condition: Condition): string {
  const { lang } = naming.ctx
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.of
        .map((part) => (part.kind === 'and' || part.kind === 'or' ? bracketed(textOf(naming, part), lang) : textOf(naming, part)))
        .join(wordIn(JOINS[condition.kind], lang))
    case 'not':
      return `${wordIn(['非', 'not '], lang)}${bracketed(textOf(naming, condition.of), lang)}`
    default:
      return predicateText(naming, condition)
  }
}

const bracketed = (text: string, lang: Lang) => (lang === 'zh' ? `（${text}）` : `(${text})`)

/** The operators on text, on numbers and on dates. */
const COMPARED: Record<'=' | '!=' | '>' | '>=' | '<' | '<=', { plain: Words; date: Words }> = {
  '=': { plain: ['为', 'is'], date: ['为', 'is'] },
  '!=': { plain: ['不为', 'is not'], date: ['不为', 'is not'] },
  '>': { plain: ['大于', 'is more than'], date: ['晚于', 'is after'] },
  '>=': { plain: ['不小于', 'is at least'], date: ['不早于', 'is on or after'] },
  '<': { plain: ['小于', 'is less than'], date: ['早于', 'is before'] },
  '<=': { plain: ['不大于', 'is at most'], date: ['不晚于', 'is on or before'] },
}

function predicateText({ ctx, model, nameOf }: Naming, predicate: Predicate): string {
  const { lang } = ctx
  const { label, field } = pathOf(ctx, model, predicate.path)
  const value = (one: Value) => valueText(one, { field, nameOf, lang })
  const say = (words: Words) => wordIn(words, lang)
  switch (predicate.kind) {
    case 'compare':
      return `${label} ${say(COMPARED[predicate.op][isDate(field) ? 'date' : 'plain'])} ${value(predicate.value)}`
    case 'in':
      return `${label} ${say(predicate.negated ? ['不属于', 'is none of'] : ['属于', 'is one of'])} ${predicate.values.map(value).join(say(['、', ', ']))}`
    case 'between':
      return `${label} ${say(predicate.negated ? ['不在范围', 'is not between'] : ['在范围', 'is between'])} ${value(predicate.from)} ${say(['至', 'and'])} ${value(predicate.to)}`
    case 'like':
      return `${label} ${say(predicate.negated ? ['不匹配', 'does not match'] : ['匹配', 'matches'])} ${value(predicate.value)}`
    case 'contains':
      return `${label} ${say(predicate.negated ? ['不包含', 'does not contain'] : ['包含', 'contains'])} ${value(predicate.value)}`
    case 'empty':
      return `${label} ${say(predicate.negated ? ['不为空', 'is not empty'] : ['为空', 'is empty'])}`
    case 'within':
      return `${label} ${say(predicate.negated ? ['不在今天起', 'is not within'] : ['在今天起', 'is within'])} ${durationIn(predicate.value.value, lang)}${say(['内', ' from today'])}`
  }
}

const CALLS: Record<Call['value'], Words> = {
  today: ['今天', 'today'],
  me: ['本人', 'the person'],
  my_department: ['本人的部门', 'the department of the person'],
  my_company: ['本人的公司', 'the company of the person'],
  my_companies: ['本人的公司及下级公司', 'the company of the person or a company below it'],
}

function valueText(value: Value, { field, nameOf, lang }: { field: Field | undefined; nameOf: NameOf; lang: Lang }): string {
  switch (value.kind) {
    case 'null':
      return wordIn(['空', 'empty'], lang)
    case 'boolean':
      return wordIn(value.value ? ['是', 'yes'] : ['否', 'no'], lang)
    case 'number':
      return value.text
    case 'function':
      return wordIn(CALLS[value.value], lang) + (value.duration ? ` + ${durationIn(value.duration, lang)}` : '')
    case 'text': {
      const words = field && 'options' in field ? field.options?.[value.value] : undefined
      const name = isLink(field) ? nameOf(field.to, value.value) : ''
      if (words) return wordIn(words, lang)
      return name || (isDate(field) ? dayIn(value.value, lang) : `“${value.value}”`)
    }
  }
}

const isDate = (field: Field | undefined) => field?.type === 'date' || field?.type === 'datetime'

const isLink = (field: Field | undefined): field is Extract<Field, { type: 'reference' | 'references' }> =>
  field?.type === 'reference' || field?.type === 'references'

/** The field at the end of a path, and the labels along it. */
function pathOf({ tenant, lang }: Context, model: string, path: readonly string[]): { label: string; field: Field | undefined } {
  const labels: string[] = []
  let field: Field | undefined
  for (const code of path) {
    const within = field?.type === 'rows' ? field.of : undefined
    const of = field ? (isLink(field) ? field.to : '') : model
    const record = tenant.models.all.get(of)
    field = within ? within[code] : record && fieldOf(record, code)
    labels.push(field ? labelOf(field, lang) : code)
  }
  return { label: labels.join(' · '), field }
}

/** The records that a condition names. */
function referencesIn(ctx: Context, model: string, condition: Condition): { to: string; sid: string }[] {
  if ('of' in condition) return [condition.of].flat().flatMap((part) => referencesIn(ctx, model, part))
  const { field } = pathOf(ctx, model, condition.path)
  if (!isLink(field)) return []
  const values = condition.kind === 'compare' ? [condition.value] : condition.kind === 'in' ? condition.values : []
  return values.flatMap((value) => (value.kind === 'text' ? [{ to: field.to, sid: value.value }] : []))
}
