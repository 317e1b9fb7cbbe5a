import type { Field, Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import { type Cell, isBlank, textOf } from './values/cell.ts'
import { type DayOrder, dayOrderOf, type Stated } from './values/days.ts'
import { cutNames } from './values/cut-names.ts'
import { isCut } from './values/cut-text.ts'
import type { Column } from './column.ts'
import type { ImportProfile } from './import-profile.ts'
import { asideOf } from './values/parenthesised.ts'
import { alsoNamed, mayLieAhead, optionNamed, readValue } from './values/read-value.ts'
import { readingOf, type RowRead, type RowSetting } from './row.ts'

/** Reads a row by the columns of its table. */
export function readRow({ model, profile }: Importing, columns: readonly Column[], cells: readonly Cell[], setting: RowSetting): RowRead {
  const read: RowRead = { values: {}, faults: [], notes: [], priorities: [], said: [] }
  const byField = new Map<string, Cell>()
  for (const [at, { field }] of columns.entries()) {
    if (!field || isBlank(cells[at])) continue
    const before = byField.get(field)
    byField.set(field, before === undefined ? cells[at] : `${textOf(before)}\n${textOf(cells[at])}`)
  }
  const beyond = cells.findIndex((cell, at) => at >= columns.length && !isBlank(cell))
  if (beyond >= 0) read.notes.push(UNHEADED(beyond + 1, textOf(cells[beyond]).slice(0, 40)))
  for (const [code, cell] of byField) {
    const field = Object.hasOwn(model.fields, code) ? (model.fields as Record<string, Field>)[code] : undefined
    if (!field || isExtra(profile, code)) continue
    if (isCut(textOf(cell))) {
      read.notes.push([`${field.zh}：导出时被截断，未导入`, `${field.en}: truncated by the export, not imported`])
      continue
    }
    const got = readValue(field, cell, readingOf(setting, code))
    if (got && 'value' in got && field.type === 'option') read.notes.push(...doubleName(field, textOf(cell)))
    if (got && 'value' in got && field.type === 'date' && NO_DAY.has(String(got.value))) read.notes.push(UNDATED(field, String(got.value)))
    else if (got && 'value' in got) read.values[code] = got.value
    else if (got && profile?.lenient?.includes(code) && !('isUnclear' in got)) continue
    else if (got) read.faults.push({ field: code, words: got.fault })
  }
  const remark = asideOf(cells, byField)
  if (remark) return { ...read, values: {}, faults: [{ field: '', words: remark }] }
  profile?.readRow?.(model, byField, read, setting)
  cutNames(model, read)
  return read
}

/** A word of the tenant may be the word of the product for another option, in which files from elsewhere are written. */
function doubleName(field: Extract<Field, { type: 'option' }>, text: string): Words[] {
  const [taken, other] = [optionNamed(field.options, text), alsoNamed(field.options, text)].map((code) => field.options[code ?? ''])
  if (!taken || !other) return []
  const word = text.slice(0, 40)
  return [
    [
      `${field.zh}：“${word}”按本单位的用语读作“${taken[0]}”；产品的用语里它是“${other[0]}”，请核对`,
      `${field.en}: “${word}” is read as “${taken[1]}”, as it is called here; the product calls “${other[1]}” so: check it`,
    ],
  ]
}

/** The days that spreadsheets and databases show for an empty date. */
const NO_DAY = new Set(['1899-12-30', '1899-12-31', '1900-01-01'])

const UNDATED = ({ zh, en }: Field, day: string): Words => [
  `${zh}：${day} 是程序对空日期的写法，未导入`,
  `${en}: ${day} is how programs write an empty date; it was not imported`,
]

/** Cells right of the headings may be remarks, or a text with separators that lacks its quotation marks. */
const UNHEADED = (column: number, text: string): Words => [
  `第 ${column} 列没有列名，其内容“${text}”没有读取`,
  `column ${column} has no heading: its content “${text}” was not read`,
]

/** The import target, and its facts besides the fields. */
export type Importing = { model: Model; profile?: ImportProfile | undefined }

/** Extras that the profile reads itself, even under the code of a field. */
export const isExtra = (profile: ImportProfile | undefined, code: string) => Object.hasOwn(profile?.extras ?? {}, code)

export const isEmptyRow = (cells: readonly Cell[]) => cells.every((cell) => textOf(cell) === '')

/** The order of day, month and year in each date column, from many of its cells; `unknown` where neither they nor what is stated tell it. */
export function ordersOf(
  { model, profile }: Importing,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  stated: Stated = {},
): Map<string, DayOrder> {
  const orders = new Map<string, DayOrder>()
  for (const [at, { field: code }] of columns.entries()) {
    const field = code && Object.hasOwn(model.fields, code) ? (model.fields as Record<string, Field>)[code] : undefined
    if (!code || !(profile?.dates?.includes(code) || (field && holdsDates(field)))) continue
    const cells = rows.map((row) => row[at])
    const order = dayOrderOf(cells, stated, field && mayLieAhead(field)) ?? stated.user
    if (order) orders.set(code, order)
  }
  return orders
}

const holdsDates = ({ type }: Field) => type === 'date' || type === 'datetime' || type === 'rows'
