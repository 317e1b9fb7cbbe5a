import { datetime, integer, link, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** One mail of a statistic or report to one person: stored before it is sent, so that an interruption neither loses nor repeats it. */
export const statistic_delivery = defineModel({
  name: 'statistic_delivery',
  zh: '统计和报告的发送记录',
  en: 'Sent statistic or report',
  display: ['subscription_sid'],
  refuses: READ_ONLY,
  hard_delete: true,
  no_log: true,
  own: { by: 'subscription_sid.created_by', verbs: ['get', 'search', 'count'] },
  visibility: { self: ['subscription_sid.created_by'] },
  uniques: [['subscription_sid', 'user_sid', 'due_at']],
  indexes: [['state', 'due_at']],
  fields: {
    subscription_sid: link('定期发送', 'Mailing', { to: 'statistic_subscription', required: true, searchable: true, list: true }),
    user_sid: link('收件人', 'Recipient', { to: 'user_info', required: true, searchable: true, list: true }),
    due_at: datetime('应发时间', 'Due at', { required: true, searchable: true, list: true }),
    state: option(
      '状态',
      'State',
      {
        WAITING: ['待发送', 'Waiting'],
        SENDING: ['发送中', 'Being sent'],
        SENT: ['已发送', 'Sent'],
        SKIPPED: ['未发送', 'Not sent'],
        FAILED: ['发送失败', 'Failed'],
      },
      { required: true, default: 'WAITING', searchable: true, list: true },
    ),
    tries: integer('次数', 'Attempts', { default: 0 }),
    message: string('说明', 'Reason', { max: 500, list: true }),
    message_en: string('英文说明', 'Reason in English', { max: 500 }),
  },
})

export type StatisticDelivery = Row<typeof statistic_delivery>
