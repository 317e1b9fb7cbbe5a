import type { Fields, ValueOf } from '../kit/action.ts'
import { CONNECTOR } from '../documents/archive-name.ts'
import { integer, option, type Words } from '../kit/fields.ts'

export const LIMIT_GROUPS = {
  many: ['批量与导出', 'Batches and exports'],
  files: ['导入与上传', 'Imports and uploads'],
  names: ['文件命名', 'File names'],
} as const satisfies Record<string, Words>

/** Most rows of one file of each format. */
export const MAX_EXPORTED = { xlsx: 1_000_000, csv: 5_000_000, jsonl: 5_000_000, pdf: 5000 } as const

/** Upper limits for one act of a person; each `max` is the most that the product supports. */
export const LIMITS = {
  changed_results: integer('一次批量处理的最多记录数', 'Most records that one batch may change', {
    min: 100,
    max: 20_000,
    group: 'many',
    help: [
      '列表的全部结果一起编辑或变更状态时；逐页勾选的一次最多 100 条',
      'Where all results of a list are edited or change state; ticked rows are at most 100',
    ],
  }),
  exported_rows: integer('一次导出的最多行数', 'Most rows of one export', {
    min: 1,
    max: MAX_EXPORTED.csv,
    group: 'many',
    help: [
      'Excel 文件最多 1,000,000 行，PDF 最多 5,000 行；角色另有更小的限制时，以角色的为准',
      'An Excel file has at most 1,000,000, a PDF 5,000; a smaller limit of a role prevails',
    ],
  }),
  imported_rows: integer('一次导入的最多行数', 'Most rows of one import', {
    min: 1,
    max: 200_000,
    group: 'files',
    help: ['从表格的第一行数起', 'Counted from the first row of the sheet'],
  }),
  imported_mb: integer('导入文件的最大 MB 数', 'Largest file of an import, in MB', {
    min: 1,
    max: 60,
    group: 'files',
    help: ['Excel 或文本表格', 'A workbook or a table in text'],
  }),
  document_mb: integer('文档与附件的最大 MB 数', 'Largest document or attachment, in MB', {
    min: 1,
    max: 100,
    group: 'files',
    help: ['每个文件；已上传的不受影响', 'Of each file; those already uploaded stay'],
  }),
  name_connector: option('归档文件名的连接符', 'Connector in the names of filed documents', CONNECTOR.options, {
    group: 'names',
    help: ['如“案号_文件类型_发文日”；已归档的不受影响', 'Between the case number, the type and the issue date; those already filed stay'],
  }),
} as const satisfies Fields

export type Limits = { -readonly [K in keyof typeof LIMITS]: ValueOf<(typeof LIMITS)[K]> }

export const DEFAULT_LIMITS: Limits = {
  changed_results: 5000,
  exported_rows: MAX_EXPORTED.csv,
  imported_rows: 200_000,
  imported_mb: 60,
  document_mb: 100,
  name_connector: 'UNDERSCORE',
}

/** The most columns of a table in a PDF. */
export const MAX_PDF_COLUMNS = 20
