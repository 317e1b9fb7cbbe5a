import { date, link, option, rows, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { take } from '../../kit/transition.ts'
import { OFFICES } from '../../cases/offices.ts'

const STATUS = {
  UNMATCHED: ['未找到案件', 'No case found'],
  DIFFERENT: ['有差异', 'Different'],
  LATER: ['稍后处理', 'Later'],
  SAME: ['一致', 'The same'],
  ACCEPTED: ['已采用官方数据', 'Official data taken over'],
  KEPT: ['保留本方数据', 'Own data kept'],
} as const
const move = take<keyof typeof STATUS>

/** The fields of a patent that an office's list states, under the same codes. */
export const COMPARED = {
  filing_date: ['申请日', 'Filing date'],
  publication_no: ['公布号', 'Publication no.'],
  publication_date: ['公布日', 'Publication date'],
  grant_no: ['授权公告号', 'Grant no.'],
  grant_date: ['授权公告日', 'Grant date'],
} as const

/** The data of an application at an office or database, imported from its list and compared with the own case; a person decides each difference. */
export const official_record = defineModel({
  name: 'official_record',
  zh: '官方数据核对',
  en: 'Official data',
  display: ['application_no'],
  states: {
    field: 'status',
    closed: ['SAME', 'ACCEPTED', 'KEPT'],
    sets: ['DIFFERENT', 'SAME'],
    transitions: {
      accept: move('采用官方数据', 'Take over the official data', ['DIFFERENT', 'LATER'], 'ACCEPTED'),
      keep: move('保留本方数据', 'Keep the own data', ['DIFFERENT', 'LATER'], 'KEPT', ['decision_reason']),
      later: move('稍后处理', 'Decide later', ['DIFFERENT'], 'LATER'),
    },
  },
  natural_keys: { by: [['application_no', 'country']] },
  uniques: [['application_key', 'country', 'company_sid']],
  indexes: [['status', 'fetched_on'], ['application_key']],
  groups: { office: ['官方数据', 'Official data'], compared: ['核对', 'Comparison'] },
  fields: {
    application_no: string('申请号', 'Application no.', { required: true, searchable: true, list: true, max: 60, number: true, group: 'office' }),
    application_key: string('申请号（规范）', 'Application no., normalised', { computed: true, max: 60, internal: true }),
    country: option('国家/地区', 'Country/office', OFFICES, { required: true, default: 'CN', searchable: true, list: true, group: 'office' }),
    title: string('名称', 'Title', { max: 255, searchable: true, list: true, group: 'office' }),
    filing_date: date(...COMPARED.filing_date, { group: 'office' }),
    publication_no: string(...COMPARED.publication_no, { max: 60, group: 'office' }),
    publication_date: date(...COMPARED.publication_date, { group: 'office' }),
    grant_no: string(...COMPARED.grant_no, { max: 60, group: 'office' }),
    grant_date: date(...COMPARED.grant_date, { group: 'office' }),
    source: string('数据来源', 'Source', { max: 120, searchable: true, list: true, group: 'office' }),
    fetched_on: date('数据日期', 'Data of', { required: true, default: 'today()', past: true, searchable: true, list: true, group: 'office' }),
    status: option('核对结果', 'Result', STATUS, { required: true, searchable: true, list: true, default: 'UNMATCHED', group: 'compared' }),
    patent_sid: link('本方案件', 'Own case', { to: 'patent', computed: true, searchable: true, list: true, group: 'compared' }),
    differences: rows(
      '差异',
      'Differences',
      {
        field: option('字段', 'Field', COMPARED),
        ours: string('本方', 'Ours', { max: 255 }),
        official: string('官方', 'Official', { max: 255 }),
      },
      { computed: true, max: 20, list: true, group: 'compared', rows_tell: { model: 'patent', by: 'field' } },
    ),
    decision_reason: string('保留理由', 'Reason to keep', { max: 255, required_at: ['keep'], group: 'compared' }),
    decided_by: link('处理人', 'Decided by', { to: 'user_info', computed: true, searchable: true, group: 'compared' }),
    decided_on: date('处理日', 'Decided on', { computed: true, searchable: true, group: 'compared' }),
  },
})

export type OfficialRecord = Row<typeof official_record>
