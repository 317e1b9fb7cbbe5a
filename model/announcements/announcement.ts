import { attachment, boolean, date, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { take } from '../kit/transition.ts'

const STATUS = {
  DRAFT: ['草稿', 'Draft'],
  PUBLISHED: ['已发布', 'Published'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
} as const

const move = take<keyof typeof STATUS>

/** The published announcements of today, as the condition of a grant of their readers; those of single departments only for their people. */
export const READABLE_ANNOUNCEMENTS =
  "status = 'PUBLISHED' AND (publish_from IS EMPTY OR publish_from <= today()) AND (publish_until IS EMPTY OR publish_until >= today()) AND (department_sids IS EMPTY OR department_sids = my_department())"

/** News, rules and training of the IP department for its readers, from one day until another. */
export const announcement = defineModel({
  name: 'announcement',
  zh: '公告',
  en: 'Announcement',
  scope: 'tenant',
  shown_to_companies: READABLE_ANNOUNCEMENTS,
  display: ['title'],
  states: {
    field: 'status',
    closed: ['WITHDRAWN'],
    transitions: {
      publish: move('发布', 'Publish', ['DRAFT', 'WITHDRAWN'], 'PUBLISHED', ['publish_from', 'publish_until']),
      withdraw: move('撤回', 'Withdraw', ['PUBLISHED'], 'WITHDRAWN', ['publish_until']),
    },
  },
  groups: { content: ['内容', 'Content'], publication: ['发布', 'Publication'] },
  indexes: [['status', 'is_top', 'publish_from']],
  fields: {
    title: string('标题', 'Title', { required: true, searchable: true, list: true, full_text: true, max: 200, group: 'content' }),
    title_en: string('英文标题', 'English title', { max: 200, group: 'content' }),
    status: option('发布状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'DRAFT', group: 'content' }),
    section: option(
      '栏目',
      'Section',
      {
        NEWS: ['新闻', 'News'],
        RULE: ['制度', 'Rules'],
        TRAINING: ['培训', 'Training'],
        FORM: ['表单模板', 'Forms'],
        LAW: ['法规动态', 'Changes of law'],
      },
      { required: true, default: 'NEWS', searchable: true, list: true, group: 'content' },
    ),
    body: text('正文', 'Text', { required_at: ['publish'], max: 20_000, full_text: true, group: 'content' }),
    cover: attachment('封面图', 'Picture', {
      max: 1,
      max_bytes: 2 * 1024 * 1024,
      picture: { types: ['png', 'jpg'] },
      document_class: 'V2',
      group: 'content',
    }),
    attachments: attachment('附件', 'Attachments', { max: 20, document_class: 'V2', group: 'content' }),
    publish_from: date('发布日', 'Shown from', { searchable: true, list: true, required_at: ['publish'], default: 'today()', group: 'publication' }),
    publish_until: date('显示至', 'Shown until', {
      searchable: true,
      list: true,
      help: ['留空表示一直显示', 'Empty: until it is withdrawn'],
      group: 'publication',
    }),
    is_top: boolean('置顶', 'At the top', { default: false, searchable: true, list: true, group: 'publication' }),
    department_sids: links('可见部门', 'Departments', {
      to: 'department',
      max: 100,
      searchable: true,
      help: ['留空表示全体人员可见', 'Empty: everybody sees it'],
      group: 'publication',
    }),
  },
})

export type Announcement = Row<typeof announcement>
