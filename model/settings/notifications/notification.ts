import { datetime, json, link, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { NOTICE_TOPICS } from './notice-topics.ts'

export const notification = defineModel({
  name: 'notification',
  zh: '消息',
  en: 'Notice',
  display: ['title'],
  no_log: true,
  hard_delete: true,
  own: { by: 'user_sid', verbs: ['get', 'search', 'count', 'update', 'delete'] },
  refuses: {
    create: ['消息由系统产生', 'Notices are created by the system'],
    import: ['消息不能导入', 'Notices cannot be imported'],
    transition: ['消息没有状态', 'Notices have no status'],
  },
  indexes: [['user_sid', 'created_at']],
  fields: {
    user_sid: link('接收人', 'To', { to: 'user_info', required: true, immutable: true, searchable: true, list: true }),
    level: option(
      '级别',
      'Level',
      { INFO: ['消息', 'Info'], SOON: ['临近', 'Due soon'], URGENT: ['紧急', 'Urgent'] },
      { list: true, searchable: true, default: 'INFO', immutable: true },
    ),
    topic: option('类别', 'Topic', NOTICE_TOPICS, { list: true, searchable: true, immutable: true }),
    title: string('标题', 'Title', { required: true, list: true, max: 255, immutable: true }),
    title_en: string('英文标题', 'English title', { list: true, max: 255, immutable: true }),
    link: string('链接', 'Link', { max: 255, list: true, immutable: true }),
    about: json('内容', 'About', { immutable: true }),
    read_at: datetime('已读时间', 'Read at', { searchable: true, list: true }),
  },
})

export type Notification = Row<typeof notification>
