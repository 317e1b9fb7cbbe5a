import { datetime, integer, link, links, option } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

const WEEKDAYS = {
  '1': ['周一', 'Monday'],
  '2': ['周二', 'Tuesday'],
  '3': ['周三', 'Wednesday'],
  '4': ['周四', 'Thursday'],
  '5': ['周五', 'Friday'],
  '6': ['周六', 'Saturday'],
  '7': ['周日', 'Sunday'],
} as const

/** A statistic or a report that is mailed to people at set times, to each with the figures of their own records. */
export const statistic_subscription = defineModel({
  name: 'statistic_subscription',
  zh: '统计和报告的定期发送',
  en: 'Mailing of a statistic or report',
  display: ['statistic_sid', 'report_sid'],
  hard_delete: true,
  own: {
    by: 'created_by',
    verbs: ['get', 'search', 'count', 'create', 'update', 'delete'],
    responsibility: { group: 'views' },
  },
  indexes: [['next_at']],
  fields: {
    statistic_sid: link('统计', 'Statistic', { to: 'statistic', immutable: true, searchable: true, list: true }),
    report_sid: link('报告', 'Report', { to: 'report', immutable: true, searchable: true, list: true }),
    file: option(
      '文件',
      'File',
      { XLSX: ['Excel', 'Excel'], PDF: ['PDF', 'PDF'], PPTX: ['PowerPoint', 'PowerPoint'] },
      {
        required: true,
        default: 'XLSX',
        list: true,
        help: ['报告没有 Excel 文件，以 PDF 发送', 'A report has no Excel file; it is sent as a PDF'],
      },
    ),
    user_sids: links('收件人', 'Recipients', { to: 'user_info', required: true, max: 50, list: true }),
    frequency: option(
      '频率',
      'How often',
      { WEEKLY: ['每周', 'Weekly'], MONTHLY: ['每月', 'Monthly'] },
      { required: true, default: 'WEEKLY', searchable: true, list: true },
    ),
    weekday: option('星期', 'Weekday', WEEKDAYS, {
      list: true,
      applies_to: { frequency: ['WEEKLY'] },
      required_when: { frequency: ['WEEKLY'] },
    }),
    month_day: integer('日', 'Day of the month', {
      min: 1,
      max: 31,
      list: true,
      applies_to: { frequency: ['MONTHLY'] },
      required_when: { frequency: ['MONTHLY'] },
      help: ['当月没有这一天的，为当月最后一天', 'In a shorter month, its last day'],
    }),
    hour: integer('时', 'Hour', { required: true, min: 0, max: 23, default: 8, list: true }),
    language: option('语言', 'Language', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { required: true, default: 'zh', list: true }),
    next_at: datetime('下次发送', 'Next sending', { computed: true, searchable: true, list: true }),
  },
})

export type StatisticSubscription = Row<typeof statistic_subscription>
