import { datetime, integer, link, option, rows, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { CHANGES } from './webhook-events.ts'

/** One event for one webhook, written in the transaction of the change, with the log of its attempts. Kept for thirty days. */
export const webhook_delivery = defineModel({
  name: 'webhook_delivery',
  zh: '回调推送',
  en: 'Webhook delivery',
  display: ['webhook_sid', 'change'],
  scope: 'tenant',
  group_wide: true,
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  indexes: [
    ['state', 'next_try_at'],
    ['webhook_sid', 'occurred_at'],
  ],
  fields: {
    webhook_sid: link('网络回调', 'Webhook', { to: 'webhook', computed: true, searchable: true, list: true }),
    entity: string('业务对象', 'Record type', { computed: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    change: option(
      '变更',
      'Change',
      { ...CHANGES, STEP: ['状态变更', 'Step'], TEST: ['测试', 'Test'] },
      { computed: true, searchable: true, list: true },
    ),
    step: string('步骤', 'Step', { computed: true, max: 60, coded: true }),
    record_sid: string('记录', 'Record', { computed: true, searchable: true, list: true, max: 36 }),
    occurred_at: datetime('发生时间', 'Happened', { computed: true, searchable: true, list: true }),
    state: option(
      '状态',
      'State',
      { QUEUED: ['待推送', 'Queued'], SENT: ['已送达', 'Delivered'], DEAD: ['推送失败', 'Failed'] },
      { computed: true, searchable: true, list: true },
    ),
    response_code: integer('响应码', 'Response code', { computed: true, searchable: true, list: true }),
    reason: string('说明', 'Reason', { computed: true, list: true, max: 255 }),
    reason_en: string('英文说明', 'Reason in English', { computed: true, max: 255 }),
    attempts: integer('推送次数', 'Attempts', { computed: true, list: true }),
    next_try_at: datetime('下次推送', 'Next attempt', { computed: true }),
    sent_at: datetime('送达时间', 'Delivered at', { computed: true }),
    tries: rows(
      '推送记录',
      'Attempts',
      {
        at: datetime('时间', 'Time'),
        code: integer('响应码', 'Response code'),
        ms: integer('耗时（毫秒）', 'Took (ms)'),
        reason: string('说明', 'Reason', { max: 255 }),
      },
      { computed: true, max: 50 },
    ),
  },
})

export type WebhookDelivery = Row<typeof webhook_delivery>
