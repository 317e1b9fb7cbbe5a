import { date, integer, link, option, rows, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { take } from '../kit/transition.ts'

const STATUS = {
  READING: ['读取中', 'Being read'],
  OPEN: ['核对中', 'Open'],
  CLOSED: ['已结束', 'Closed'],
  FAILED: ['无法读取', 'Not readable'],
} as const
const move = take<keyof typeof STATUS>

const BY_UPLOAD = ['在清单核对页面上传代理机构的清单', 'A list of the agency is uploaded on the page of reconciliations'] as const
const count = (zh: string, en: string) => integer(zh, en, { computed: true, list: true, default: 0 })

/** An agency's list of our cases and deadlines, compared with our own; its lines name the items that agree, differ or are missing. */
export const docket_list = defineModel({
  name: 'docket_list',
  zh: '代理机构清单核对',
  en: 'Reconciliation with an agency',
  display: ['file_name'],
  refuses: { create: BY_UPLOAD, import: BY_UPLOAD },
  states: {
    field: 'status',
    closed: ['CLOSED', 'FAILED'],
    sets: ['OPEN', 'FAILED'],
    transitions: {
      close: move('结束核对', 'Close the reconciliation', ['OPEN'], 'CLOSED'),
      reopen: move('重新打开', 'Reopen', ['CLOSED'], 'OPEN'),
    },
  },
  indexes: [['agency_sid', 'listed_on'], ['status']],
  groups: { list: ['清单', 'List'], result: ['核对结果', 'Result'] },
  fields: {
    file_name: string('清单文件', 'File', { computed: true, searchable: true, list: true, max: 255, group: 'list' }),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', computed: true, searchable: true, list: true, group: 'list' }),
    kind: string('案件类别', 'Kind of case', { computed: true, searchable: true, list: true, max: 60, code_of: 'kind', group: 'list' }),
    listed_on: date('清单日期', 'Date of the list', { default: 'today()', past: true, searchable: true, list: true, group: 'list' }),
    status: option('状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'READING', group: 'result' }),
    row_count: { ...count('清单行数', 'Rows of the list'), group: 'result' },
    same: { ...count('一致', 'The same'), group: 'result' },
    different: { ...count('有差异', 'Different'), group: 'result' },
    not_ours: { ...count('本方没有', 'Missing with us'), group: 'result' },
    not_theirs: { ...count('对方没有', 'Missing with them'), group: 'result' },
    unclear: { ...count('无法核对', 'Not comparable'), group: 'result' },
    columns: rows(
      '清单各列',
      'Columns of the list',
      { heading: string('列名', 'Heading', { max: 255 }), field: string('对应字段', 'Field', { max: 60 }) },
      { computed: true, max: 300, group: 'result' },
    ),
    reason: string('原因', 'Reason', { computed: true, max: 500, group: 'result' }),
    reason_en: string('原因（英文）', 'Reason in English', { computed: true, max: 500, group: 'result' }),
  },
})

export type DocketList = Row<typeof docket_list>
