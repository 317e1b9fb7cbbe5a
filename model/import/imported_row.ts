import { integer, link, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { OF_IMPORT } from './of-import.ts'

/** The action of an import for a row, so that it can be listed and undone. A record made for a row, such as an inventor, has no number. */
export const imported_row = defineModel({
  name: 'imported_row',
  zh: '导入的行',
  en: 'Imported row',
  display: ['row_no'],
  ...OF_IMPORT,
  indexes: [['job_sid', 'row_no'], ['job_sid', 'record_sid']], // oxfmt-ignore
  fields: {
    job_sid: link('任务', 'Job', { to: 'job', searchable: true }),
    row_no: integer('行号', 'Row', { searchable: true, list: true }),
    did: option(
      '结果',
      'Result',
      {
        CREATED: ['新建', 'Created'],
        UPDATED: ['更新', 'Updated'],
        COMPLETED: ['并入同一案件', 'Added to the same case'],
        WAITING: ['待另一人确认', 'Waits for a second person'],
        SKIPPED: ['已有，跳过', 'Exists, skipped'],
        UNCHANGED: ['已有，无变化', 'Exists, no changes'],
      },
      { searchable: true, list: true },
    ),
    entity: string('对象', 'Entity', { searchable: true, list: true, max: 60, code_of: 'model' }),
    record_sid: string('记录', 'Record', { searchable: true, list: true, max: 36 }),
    name: string('名称', 'Name', { list: true, max: 255 }),
  },
})

/** The results of rows that wrote to their record; of a row that waits, its other values were written. */
export const WRITTEN = ['CREATED', 'UPDATED', 'COMPLETED', 'WAITING'] as const

export type ImportedRow = Row<typeof imported_row>
