import { writeXlsx } from 'hucre/xlsx'
import { importTemplate } from '../../model/import/import-routes.ts'
import { OFFICES } from '../../model/cases/offices.ts'
import { type Field, wordIn, type Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { WireField } from '../../model/kit/wire/wire.ts'
import { conditionSays } from '../records/words/code-words.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { namesSeen } from '../records/history/named-changes.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { outcomeOf } from '../records/abilities.ts'
import { actingBy } from '../records/permission/acting-by.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { fieldsOf, modelNamed } from '../records/registry.ts'
import { schemaFor } from '../records/layouts/schema-for.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'

/** An empty table for an import, with two sheets beside it: what belongs into each column, and the values that some columns take. */
export const templateRoute = serve(importTemplate, async ({ ctx, model, reply }) => {
  const columns = await columnsOf(ctx, model)
  const values = await valuesOf(ctx, columns)
  await tellAudit(ctx, model, values)
  const [zh, en] = [`${model.zh}导入模板`, `Import template ${model.en}`]
  const bytes = await writeXlsx({
    sheets: [
      tableSheet(ctx, model, columns, values),
      guideSheet(ctx, model, columns, values),
      ...(values.length > 0 ? [valuesSheet(ctx, values)] : []),
    ],
  })
  return reply
    .headers({
      'content-type': importTemplate.answer.file,
      'content-disposition': disposition(`${wordIn([zh, en], ctx.lang)}.xlsx`),
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
})

/** Required columns first, then in the order of the form. Fields that are set once and never changed, such as the code of a role, are included. */
async function columnsOf(ctx: Context, model: Model): Promise<WireField[]> {
  const { fields } = await schemaFor(ctx, model)
  const taken = fields.filter(({ importable, editable, settable }) => importable && (editable || settable))
  return [...taken.filter(isNeeded), ...taken.filter((field) => !isNeeded(field))]
}

/** An empty cell of the others gets what is usual. */
const isNeeded = (field: WireField) => field.required && field.default === undefined && !field.auto_number

type Values = { field: WireField; names: string[] }

/** The options of a column, or the records that it may name: few enough to choose from, and such as this person may export. */
async function valuesOf(ctx: Context, columns: readonly WireField[]): Promise<Values[]> {
  const found: Values[] = []
  const ofModel = new Map<string, string[]>()
  for (const field of columns) {
    if (field.to && !ofModel.has(field.to)) ofModel.set(field.to, await namesOf(ctx, field))
    const names = field.to ? (ofModel.get(field.to) ?? []) : optionsOf(field)
    if (names.length > 0) found.push({ field, names })
  }
  return found
}

/** The names of other records leave with the file. */
const tellAudit = (ctx: Context, { name }: Model, values: readonly Values[]) => {
  const named = values.filter(({ field }) => field.to)
  const details = { format: 'xlsx', fields: named.map(({ field }) => field.code) }
  const records = named.reduce((sum, { names }) => sum + names.length, 0)
  return inTransaction(ctx, (tx) => auditIn(tx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: name, records, details }]))
}

const optionsOf = ({ options }: WireField) => (options ?? []).flatMap(({ label, valid }) => (valid ? [label] : []))

const MAX_NAMES = 300

/** People and cases are named by what the person has at hand, not chosen from a list. */
async function namesOf(ctx: Context, { to = '', to_case }: WireField): Promise<string[]> {
  if (to_case || to === 'user_info' || !ctx.tenant.models.all.has(to)) return []
  const model = modelNamed(ctx.tenant.models, to)
  if (!outcomeOf(() => authorize(ctx, model, 'export')).allowed) return []
  const exporter = actingBy(ctx, model, 'export')
  const most = Math.min(MAX_NAMES, accessOf(exporter, model).exportable ?? MAX_NAMES)
  const { record, total = 0 } = await search(exporter, model, { fl: ['sid'], rows: MAX_NAMES }, { most: MAX_NAMES })
  if (total > most) return []
  const sids = record.map(({ sid }) => String(sid))
  const nameOf = await namesSeen(exporter, new Map([[to, new Set(sids)]]))
  return sids.map((sid) => nameOf(to, sid)).filter(Boolean)
}

const HEADED = { font: { bold: true }, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EEF7' } } } as const
const WRAPPED = { alignment: { wrapText: true, vertical: 'top' } } as const
const ROWS = 2000

/** The table itself: an import reads headings with the mark of required columns. */
function tableSheet({ lang }: Context, model: Model, columns: readonly WireField[], values: readonly Values[]) {
  const ofColumn = (at: number) => values.findIndex(({ field }) => field === columns[at])
  return {
    name: wordIn([model.zh, model.en], lang).slice(0, 31),
    columns: columns.map(({ label, type }) => ({
      width: Math.min(30, Math.max(12, label.length * 2)),
      ...(isText(type) && { style: { numFmt: '@' } }),
    })),
    rows: [columns.map((field) => (isNeeded(field) ? `${field.label} *` : field.label))],
    cells: headedRow(columns.length),
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ type, label }, at) => {
      const chosen = ofColumn(at)
      if (chosen < 0 || type === 'options' || type === 'references') return [] // such a cell may have several values
      const [column, of] = [letters(at), letters(chosen)]
      const count = values[chosen]?.names.length ?? 0
      // A value that is not in the list is taken all the same: an import knows more names than these.
      return [{ type: 'list' as const, range: `${column}2:${column}${ROWS}`, formula1: `'${wordIn(VALUES, lang)}'!$${of}$2:$${of}$${count + 1}`, allowBlank: true, showErrorMessage: false, showInputMessage: false, inputTitle: label }] // oxfmt-ignore
    }),
  }
}

/** Programs for tables take the zeros at the beginning of a number away. */
const isText = (type: string) => type === 'string'

const VALUES: Words = ['可填的值', 'Values']
const GUIDE: Words = ['填写说明', 'How to fill it in']

function guideSheet(ctx: Context, model: Model, columns: readonly WireField[], values: readonly Values[]) {
  const { lang } = ctx
  const declared = Object.fromEntries(fieldsOf(model))
  const rows = columns.map((field) => {
    const when = declared[field.code]?.required_when
    const needed = isNeeded(field) ? wordIn(['是', 'Yes'], lang) : when && field.required_when ? conditionSays(when, declared, lang) : ''
    return [field.label, needed, contentOf(ctx, field, values, declared[field.code]), field.help ?? '']
  })
  return {
    name: wordIn(GUIDE, lang),
    columns: [24, 26, 60, 60].map((width) => ({ width, style: WRAPPED })),
    rows: [[wordIn(['表中的列', 'In the column'], lang), wordIn(['何时必填', 'When it must be filled'], lang), wordIn(['怎样填', 'What to write'], lang), wordIn(['提示', 'Hint'], lang)], ...rows], // oxfmt-ignore
    cells: headedRow(4),
    freezePane: { rows: 1 },
  }
}

function contentOf(ctx: Context, field: WireField, values: readonly Values[], declared: Field | undefined): string {
  const { lang } = ctx
  const listed = values.some((one) => one.field === field)
  const isOffice = declared?.code_of === 'country' || declared?.code_of === 'office'
  const usual = usualOf(field, isOffice, lang)
  return [isOffice ? wordIn(OFFICE, lang) : kindWords(field, listed, lang), usual].filter(Boolean).join(lang === 'zh' ? '；' : '; ')
}

const OFFICE: Words = ['国家或地区的名称或两位代码，如 中国、US', 'the name or the two letters of a country or office, such as China or US']

/** The functions by which a field has a value of its own. */
const FUNCTIONS: Readonly<Record<string, Words>> = {
  'me()': ['导入人本人', 'the importing person'],
  'my_department()': ['导入人的部门', 'the department of the importing person'],
  'my_company()': ['导入人的公司', 'the company of the importing person'],
  'today()': ['当天', 'the present day'],
}

function usualOf({ default: value, options, type }: WireField, isOffice: boolean, lang: Context['lang']): string {
  if (value === undefined || value === null || value === '') return ''
  const named = FUNCTIONS[String(value)]
  if (named) return wordIn([`不填为${named[0]}`, `${named[1]} if empty`], lang)
  const office = isOffice ? OFFICES[String(value) as keyof typeof OFFICES] : undefined // a default is one of them
  const label = office ? wordIn(office, lang) : options?.find(({ code }) => code === value)?.label
  const said = label ?? (type === 'boolean' ? wordIn(value === true ? YES : NO, lang) : String(value))
  return wordIn([`不填为“${said}”`, `“${said}” if empty`], lang)
}

const YES: Words = ['是', 'yes']
const NO: Words = ['否', 'no']
const SEVERAL: Words = ['可填多个，用分号隔开', 'several are separated by semicolons']

function kindWords(field: WireField, isListed: boolean, lang: Context['lang']): string {
  const { type, max, to_label = '', rows = [] } = field
  const see: Words = isListed ? [`见“${VALUES[0]}”`, `see “${VALUES[1]}”`] : ['', '']
  const join = (...words: Words[]) => words.map((one) => wordIn(one, lang)).filter(Boolean).join(lang === 'zh' ? '，' : ', ') // oxfmt-ignore
  if (type === 'option') return join(['选一项', 'one of the options'], see)
  if (type === 'options') return join(['选项', 'options'], see, SEVERAL)
  if (type === 'reference') return join([`已有的${to_label}的名称`, `the name of an existing record: ${to_label}`], see)
  if (type === 'references') return join([`已有的${to_label}的名称`, `names of existing records: ${to_label}`], see, SEVERAL)
  if (type === 'rows' && rows[0]?.type === 'reference') return join([`${rows[0].label}的名称`, `names: ${rows[0].label}`], see, SEVERAL)
  if (type === 'rows') return join([`同导出的表格：${rows.map(({ label }) => label).join('、')}`, `as an export writes it: ${rows.map(({ label }) => label).join(', ')}`]) // oxfmt-ignore
  if (type === 'boolean') return join(['是 或 否', 'yes or no'])
  if (type === 'date') return join(['日期，如 2026-03-01', 'a date such as 2026-03-01'])
  if (type === 'datetime') return join(['时间，如 2026-03-01 09:30', 'a time such as 2026-03-01 09:30'])
  if (type === 'integer') return join(['整数', 'a whole number'])
  if (type === 'decimal' || type === 'money') return join(['数字', 'a number'])
  return join(max ? [`文字，最多 ${max} 个字符`, `text of at most ${max} characters`] : ['文字', 'text'])
}

/** A column for each column of the table that takes such values; its heading is read by no import. */
function valuesSheet({ lang }: Context, values: readonly Values[]) {
  const most = Math.max(...values.map(({ names }) => names.length))
  const headings = values.map(({ field: { label } }) => wordIn([`可填：${label}`, `Values for ${label}`], lang))
  return {
    name: wordIn(VALUES, lang),
    columns: headings.map(() => ({ width: 24 })),
    rows: [headings, ...Array.from({ length: most }, (_, at) => values.map(({ names }) => names[at] ?? null))],
    cells: headedRow(values.length),
    freezePane: { rows: 1 },
  }
}

const headedRow = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`0,${at}`, { style: HEADED }] as const))

/** A: 0, Z: 25, AA: 26. */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}
