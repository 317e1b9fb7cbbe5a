import type { Options, Words } from '../../kit/fields.ts'

export const VALUE_KINDS = {
  TEXT: ['文字', 'Text'],
  NUMBER: ['数值', 'Number'],
  OPTION: ['单选', 'One of several'],
  OPTIONS: ['多选', 'Several'],
  YES_NO: ['是否', 'Yes or no'],
} as const satisfies Options

/** The field of the library into which the value is written when the work is finished. */
export const WRITES = {
  RELEVANCE: ['相关度', 'Relevance'],
  RATING: ['评分', 'Rating'],
  NOTE: ['说明', 'Note'],
} as const satisfies Options

/** A question to be answered for each publication. */
export type IndexField = {
  code: string
  label: string
  label_en?: string | null
  kind: keyof typeof VALUE_KINDS
  choices?: string | null
  required?: boolean | null
  writes?: keyof typeof WRITES | null
}
export type Answer = { field: string; value: string }

const SEPARATOR = /[;；、\n]/
const YES_NO = ['YES', 'NO'] as const

const parts = (text: string) => [...new Set(text.split(SEPARATOR).map((one) => one.trim()).filter(Boolean))] // oxfmt-ignore

/** The choices, in the order of their author. */
export const choicesOf = ({ kind, choices }: Pick<IndexField, 'kind' | 'choices'>): readonly string[] =>
  kind === 'YES_NO' ? YES_NO : kind === 'OPTION' || kind === 'OPTIONS' ? parts(choices ?? '') : []

/** The same value in one spelling, whatever the order and blanks of its author. */
export function spelled({ kind }: Pick<IndexField, 'kind'>, value: string): string {
  const text = value.trim()
  if (kind === 'OPTIONS') return parts(text).toSorted().join('; ')
  if (kind === 'NUMBER' && text !== '' && Number.isFinite(Number(text))) return String(Number(text))
  return text
}

/** The reason why a value does not fit the field. */
export function faultOf(field: IndexField, value: string): Words | undefined {
  if (value === '') return field.required ? ['必填', 'is required'] : undefined
  if (field.kind === 'NUMBER' && !Number.isFinite(Number(value))) return ['须为数值', 'must be a number']
  const allowed = choicesOf(field)
  const strange = allowed.length === 0 ? [] : (field.kind === 'OPTIONS' ? parts(value) : [value]).filter((one) => !allowed.includes(one))
  return strange.length > 0 ? [`不在可选项之中：${strange.join('、')}`, `is none of the choices: ${strange.join(', ')}`] : undefined
}

/** One value for each field, in one spelling; values without a field are left out. */
export function answersFor(fields: readonly IndexField[], given: readonly Answer[]): Answer[] {
  const known = new Map(given.map(({ field, value }) => [field, value]))
  return fields.flatMap((field) => {
    const value = spelled(field, known.get(field.code) ?? '')
    return value === '' ? [] : [{ field: field.code, value }]
  })
}

/** The fields about which these people disagree. */
export function differences(fields: readonly IndexField[], answers: readonly (readonly Answer[])[]): string[] {
  const valueOf = (of: readonly Answer[], field: IndexField) => spelled(field, of.find(({ field: code }) => code === field.code)?.value ?? '')
  return fields.filter((field) => new Set(answers.map((of) => valueOf(of, field))).size > 1).map(({ code }) => code)
}
