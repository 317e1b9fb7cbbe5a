import { integer, json, link } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { OF_IMPORT } from './of-import.ts'

/** A rejected row of a file, unchanged, with its reasons; it is deleted with the job's result. */
export const rejected_row = defineModel({
  name: 'rejected_row',
  zh: '未导入的行',
  en: 'Rejected row',
  display: ['row_no'],
  ...OF_IMPORT,
  indexes: [['job_sid', 'row_no']],
  fields: {
    job_sid: link('任务', 'Job', { to: 'job', searchable: true }),
    row_no: integer('行号', 'Row', { searchable: true, list: true }),
    cells: json('内容', 'Content', { list: true }),
    reasons: json('原因', 'Reasons', { list: true }),
  },
})

export type RejectedRow = Row<typeof rejected_row>
