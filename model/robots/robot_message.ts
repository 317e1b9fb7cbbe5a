import { datetime, integer, link, option, rows, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** One notification for one robot, queued in the transaction of the notification, with the log of its attempts. Kept for thirty days. */
export const robot_message = defineModel({
  name: 'robot_message',
  zh: '机器人消息',
  en: 'Robot message',
  display: ['title'],
  visibility: { through: 'robot_sid' },
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  indexes: [
    ['state', 'next_try_at'],
    ['robot_sid', 'created_at'],
  ],
  fields: {
    robot_sid: link('群机器人', 'Group robot', { to: 'chat_robot', computed: true, searchable: true, list: true }),
    title: string('内容', 'Text', { computed: true, list: true, max: 600 }),
    link: string('链接', 'Link', { computed: true, max: 255 }),
    state: option(
      '状态',
      'State',
      { QUEUED: ['待发送', 'Queued'], SENT: ['已发送', 'Sent'], DEAD: ['发送失败', 'Failed'] },
      { computed: true, searchable: true, list: true },
    ),
    attempts: integer('发送次数', 'Attempts', { computed: true, list: true }),
    next_try_at: datetime('下次发送', 'Next attempt', { computed: true }),
    sent_at: datetime('发送时间', 'Sent', { computed: true, list: true }),
    reason: string('说明', 'Reason', { computed: true, list: true, max: 255 }),
    reason_en: string('英文说明', 'Reason in English', { computed: true, max: 255 }),
    tries: rows(
      '发送记录',
      'Attempts',
      {
        at: datetime('时间', 'Time'),
        ms: integer('耗时（毫秒）', 'Took (ms)'),
        reason: string('说明', 'Reason', { max: 255 }),
        reason_en: string('英文说明', 'Reason in English', { max: 255 }),
      },
      { computed: true, max: 50 },
    ),
  },
})

export type RobotMessage = Row<typeof robot_message>
