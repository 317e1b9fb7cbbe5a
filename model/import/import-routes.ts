import { facts } from '../kit/action.ts'
import { boolean, integer, link, option, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { XLSX } from '../documents/media-types.ts'
import type { Column } from './column.ts'

export type ImportProblem = { row: number; field: string; label: string; reason: string }

/** The values that a row would store, in words by field, and the action of the import. */
export type StoredRow = {
  row: number
  will: 'CREATED' | 'UPDATED' | 'COMPLETED' | 'WAITING' | 'SKIPPED' | 'REJECTED'
  values: Readonly<Record<string, string>>
}

/** A row whose record exists: the fields that it changes, in words. */
export type ChangedRow = { row: number; name: string; fields: { label: string; old: string; new: string }[] }

/** A kind of problem or remark, the number of its rows, and the first of them. */
export type ProblemKind = { reason: string; count: number; rows: { row: number; reason: string }[] }

/** The action of the import for each row in the chosen mode. `waiting`: a value of the row would make a date later and waits for a second person. */
export type ImportForecast = { created: number; updated: number; completed: number; waiting: number; skipped: number; rejected: number }

/** The progress of an import in its job; a dry run stores nothing. */
export type ImportOutcome = ImportForecast & { dry_run: boolean }

/** The preview of an import: its columns, its first rows, and their faults. */
export type ImportPreview = {
  file_sid: string
  file_name: string
  sheets: string[]
  sheet: string | undefined
  other_sheets: string[]
  hidden_sheets: string[]
  /** Parts of the file that are not among its tables, such as parts of a database. */
  file_notes: string[]
  header_row: number
  source: string | null
  columns: Column[]
  day_order: 'mdy' | 'dmy' | 'ymd' | null
  asks_day_order: string[]
  targets: { code: string; label: string; required: boolean }[]
  sample: { row: number; cells: string[] }[]
  /** The same rows as they would be stored, and the fields that they fill. */
  stored: StoredRow[]
  stored_fields: { code: string; label: string }[]
  total: number
  ok: number
  faulty: number
  with_notes: number
  hidden_rows: number
  /** The number of rows compared with existing records, and how many of them exist already or are duplicates in the table. */
  tried: number
  /** States that not all rows were tried. */
  note: string | null
  there: number
  again: number
  /** The number of duplicates that add to the case of their first row. */
  completing: number
  mode: 'skip' | 'update' | 'report'
  /** The counts that the import will have, as far as rows were tried. */
  forecast: ImportForecast
  /** Among the rows that update their records: how many change a value, and the first of them. */
  changed: number
  unchanged: number
  changes: ChangedRow[]
  /** Records that the file lacks, of a list that is kept whole by numbers; they stay as they are. */
  absent: { count: number; first: { sid: string; name: string; number: string }[] } | null
  problems: ImportProblem[]
  remarks: ImportProblem[]
  reasons: ProblemKind[]
  remark_reasons: ProblemKind[]
}

/** `file`, or `file_sid` of an earlier upload. */
const UPLOAD = {
  file_sid: string('已上传的文件', 'A file uploaded before'),
  sheet: string('工作表', 'Sheet', { verbatim: true }),
  header_row: integer('标题行', 'Heading row', { min: 1, max: 1000 }),
  mapping: facts<unknown>('列与字段', 'Heading → field code', { description: '{heading: field code}, or [{heading, field}]' }),
  corrects: boolean('其余列按识别结果', 'Other columns as recognised', { default: false }),
  day_order: option('日期如 05/03/20 的先后', 'Day, month or year first in dates such as 05/03/20', {
    mdy: ['先月后日', 'The month'],
    dmy: ['先日后月', 'The day'],
    ymd: ['先年', 'The year'],
  }),
  mode: option(
    '已有的记录',
    'Records that exist',
    { skip: ['跳过', 'Skip'], update: ['更新', 'Update'], report: ['报告', 'Report'] },
    { default: 'skip' },
  ),
  dry_run: boolean('只检查', 'Only check', { default: false }),
} as const

const importAt = <const Name extends string, const A>(name: Name, zh: string, en: string, answer: A) =>
  ({
    method: 'POST',
    url: `/innoe-webapi/model/:model/do/${name}`,
    tag: ':model',
    zh,
    en,
    body: UPLOAD,
    form: 'also',
    answer,
    permission: 'import',
    of: ':model',
  }) as const

export const importRecords = defineRoute(
  importAt(
    'import',
    '导入表格的各行（.xlsx、.xls、.csv、phpIP 的 .sql、专利局公布的 .xml 及其 .zip）',
    'Start a job that imports the rows of a table (.xlsx, .xls, .csv, .sql of phpIP, .xml that offices publish and .zip of it)',
    {
      job_sid: link('任务', 'Job', { to: 'job' }),
    } as const,
  ),
)
export const previewRecords = defineRoute(
  importAt(
    'import_preview',
    '预览表格将导入的内容',
    'Preview of the records that a table would create or update',
    facts<ImportPreview>('预览', 'Preview', { type: 'object' }),
  ),
)

export const importTemplate = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/:model/do/import_template',
  tag: ':model',
  zh: '导入模板：空表，并说明各列怎样填、可填哪些值（.xlsx）',
  en: 'An empty table for an import, with what belongs into each column and the values that it takes (.xlsx)',
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'import',
  of: ':model',
})
