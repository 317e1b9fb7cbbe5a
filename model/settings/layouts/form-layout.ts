// The arrangement of a form and of the overview of a record: groups with their fields; required, folded and hidden ones.
import { fieldsRead } from '../../kit/conditions.ts'
import type { Field, Terms, Words } from '../../kit/fields.ts'
import type { Model } from '../../kit/model.ts'

export type PlacedField = {
  code: string
  /** Required for people with this layout, in addition to the requirements of the model. */
  required?: boolean
  required_when?: Terms
  /** Shown only while these terms hold. */
  shown_when?: Terms
}
/** A group of the model by its `code`, with the words of the model; or one with words of its own, or without a title. */
export type PlacedGroup = { code?: string; zh?: string; en?: string; folded?: boolean; fields: PlacedField[] }
/** Fields that it does not name keep the group that the model gives them. */
export type FormLayout = { groups: PlacedGroup[]; hidden: string[] }

export const MAX_GROUPS = 30
export const MAX_TITLE = 60
const MAX_TERMS = 5
const MAX_VALUES = 50

type Fault = { fault: Words }
type Read<T> = Fault | { read: T }

const fault = (zh: string, en: string): Fault => ({ fault: [zh, en] })

/** The layout that a caller sent, or its fault: a layout adds requirements, and cannot hide a required field. */
export function readFormLayout(model: Model, given: unknown): Read<FormLayout> {
  if (!isObject(given) || !Array.isArray(given['groups']) || !Array.isArray(given['hidden']))
    return fault('应含分组和隐藏的字段', 'must hold groups and hidden fields')
  if (given['groups'].length > MAX_GROUPS) return fault(`最多 ${MAX_GROUPS} 个分组`, `takes at most ${MAX_GROUPS} groups`)
  const groups: PlacedGroup[] = []
  for (const [at, one] of given['groups'].entries()) {
    const group = readGroup(model, one, at + 1)
    if ('fault' in group) return group
    groups.push(group.read)
  }
  const hidden = readHidden(model, given['hidden'])
  if ('fault' in hidden) return hidden
  const codes = [...groups.flatMap(({ fields }) => fields.map(({ code }) => code)), ...hidden.read]
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  if (twice) return named(model, twice, '出现了两次', 'stands in it twice')
  const same = groups.find(({ code }, at) => code && groups.findIndex((other) => other.code === code) < at)
  if (same) return fault(`分组“${same.code}”出现了两次`, `the group “${same.code}” stands in it twice`)
  return { read: { groups, hidden: hidden.read } }
}

function readGroup(model: Model, given: unknown, at: number): Read<PlacedGroup> {
  if (!isObject(given) || !Array.isArray(given['fields'])) return fault(`第 ${at} 个分组不正确`, `group ${at} is not valid`)
  const { code, zh, en, folded } = given
  if (code !== undefined && (typeof code !== 'string' || !Object.hasOwn(model.groups ?? {}, code)))
    return fault(`没有分组“${String(code).slice(0, 60)}”`, `there is no group “${String(code).slice(0, 60)}”`)
  for (const title of [zh, en])
    if (title !== undefined && (typeof title !== 'string' || title.length > MAX_TITLE))
      return fault(`第 ${at} 个分组的名称最多 ${MAX_TITLE} 字`, `the title of group ${at} takes at most ${MAX_TITLE} characters`)
  if (folded === true && !code && !zh && !en) return fault(`第 ${at} 个分组没有名称，不能折叠`, `group ${at} has no title and cannot be folded`)
  const fields: PlacedField[] = []
  for (const one of given['fields']) {
    const field = readField(model, one)
    if ('fault' in field) return field
    fields.push(field.read)
  }
  const own = typeof code === 'string' ? { code } : { ...(typeof zh === 'string' && zh && { zh }), ...(typeof en === 'string' && en && { en }) }
  return { read: { ...own, ...(folded === true && { folded }), fields } }
}

function readField(model: Model, given: unknown): Read<PlacedField> {
  const code = isObject(given) ? given['code'] : undefined
  const field = fieldAt(model, code)
  if (!isObject(given) || typeof code !== 'string' || !field) return unknown(code)
  const { required, required_when, shown_when } = given
  const read: PlacedField = { code }
  if (required === true) read.required = true
  for (const [key, terms] of [
    ['required_when', required_when],
    ['shown_when', shown_when],
  ] as const) {
    // oxfmt-ignore
    if (terms === undefined || terms === null) continue
    const known = readTerms(model, code, terms)
    if ('fault' in known) return known
    read[key] = known.read
  }
  if ((read.required || read.required_when) && hasOwnDialog(model))
    return named(model, code, '在专用窗口中填写，不能设为必填', 'is entered in a dialog of its own and cannot be required')
  if ((read.required || read.required_when) && (field.computed || code === model.states?.field))
    return named(model, code, '由系统填写，不能设为必填', 'is filled in by the product and cannot be required')
  if (read.shown_when && isDemanded(field)) return named(model, code, '必填，不能按条件隐藏', 'is required and cannot depend on a condition')
  return { read }
}

function readHidden(model: Model, given: readonly unknown[]): Read<string[]> {
  for (const code of given) {
    const field = fieldAt(model, code)
    if (typeof code !== 'string' || !field) return unknown(code)
    if (isDemanded(field)) return named(model, code, '必填，不能隐藏', 'is required and cannot be hidden')
  }
  return { read: given.map(String) }
}

/** Terms on choices and yes/no fields, whose values are known. */
function readTerms(model: Model, of: string, given: unknown): Read<Terms> {
  const wrong = named(model, of, '的条件不正确', 'has a condition that is not valid')
  if (!isObject(given)) return wrong
  const terms = Object.entries(given)
  if (terms.length === 0 || terms.length > MAX_TERMS) return wrong
  for (const [code, wanted] of terms) {
    const field = fieldAt(model, code)
    const values: unknown = isObject(wanted) && 'not' in wanted ? wanted['not'] : wanted
    if (!field || code === of || !isJudged(field)) return wrong
    if (!Array.isArray(values) || values.length === 0 || values.length > MAX_VALUES) return wrong
    if (!values.every((value) => typeof value === 'string' && valuesOf(field)?.includes(value) !== false)) return wrong
  }
  return { read: given as Terms } // each term was just read
}

const OWN_DIALOGS = new Set(['case_note', 'deadline', 'dictionary_item', 'document', 'priority', 'proposal', 'report', 'statistic'])

/** New records have a dialog with fields of its own, which ignores the requirements of a layout. */
export const hasOwnDialog = ({ name }: Pick<Model, 'name'>) => OWN_DIALOGS.has(name)

/** The fields of a stored layout that the model no longer has. */
export function lostFields(model: Model, { groups, hidden }: FormLayout): ReadonlySet<string> {
  const placed = groups.flatMap(({ fields }) => fields)
  const read = placed.flatMap(({ required_when, shown_when }) => [...fieldsRead(required_when), ...fieldsRead(shown_when)])
  return new Set([...placed.map(({ code }) => code), ...hidden, ...read].filter((code) => !fieldAt(model, code)))
}

/** The layout without these fields, and without the terms on them. */
export function withoutFields({ groups, hidden }: FormLayout, lost: ReadonlySet<string>): FormLayout {
  const without = ({ required_when, shown_when, ...field }: PlacedField): PlacedField => {
    const [required, shown] = [termsWithout(required_when, lost), termsWithout(shown_when, lost)]
    return { ...field, ...(required && { required_when: required }), ...(shown && { shown_when: shown }) }
  }
  const kept = groups.map(({ fields, ...group }) => ({ ...group, fields: fields.filter(({ code }) => !lost.has(code)).map(without) }))
  return { groups: kept, hidden: hidden.filter((code) => !lost.has(code)) }
}

function termsWithout(terms: Terms | undefined, lost: ReadonlySet<string>): Terms | undefined {
  const kept = Object.entries(terms ?? {}).filter(([code]) => !lost.has(code))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** The fields that a condition may read. */
export const isJudged = ({ type }: Pick<Field, 'type'>) => type === 'option' || type === 'options' || type === 'boolean'

const valuesOf = (field: Field) =>
  field.type === 'boolean' ? ['true', 'false'] : 'options' in field && field.options ? Object.keys(field.options) : undefined

/** The record cannot be saved without a value that a person enters. */
export const isDemanded = ({
  required,
  required_when,
  auto_number,
  default: value,
}: Pick<Field, 'required' | 'required_when' | 'auto_number' | 'default'>) =>
  (required === true && !auto_number && (value === undefined || value === null)) || required_when !== undefined

function fieldAt({ fields }: Model, code: unknown): Field | undefined {
  const field = typeof code === 'string' && Object.hasOwn(fields, code) ? fields[code] : undefined
  return field && !field.internal && code !== 'sid' && code !== 'version' ? field : undefined
}

function named({ fields }: Model, code: string, zh: string, en: string): Fault {
  const { zh: nameZh = code, en: nameEn = code } = fields[code] ?? {}
  return fault(`“${nameZh}”${zh}`, `“${nameEn}” ${en}`)
}

const unknown = (code: unknown) => fault(`没有字段“${String(code).slice(0, 60)}”`, `there is no field “${String(code).slice(0, 60)}”`)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
