import { datetime, link, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** A visit to a share: person, time and origin. People with an account are noted once a day. */
export const share_visit = defineModel({
  name: 'share_visit',
  zh: '共享访问',
  en: 'Visit to a share',
  display: ['visited_at'],
  no_log: true,
  refuses: READ_ONLY,
  visibility: { through: 'case_sid' },
  indexes: [['share_sid', 'visited_at'], ['pass_hash'], ['case_sid']],
  fields: {
    share_sid: link('共享', 'Share', { to: 'share', computed: true, searchable: true, list: true }),
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true }),
    visited_at: datetime('时间', 'Time', { computed: true, searchable: true, list: true }),
    act: option(
      '动作',
      'What was done',
      { OPENED: ['打开', 'Opened'], VIEWED: ['预览', 'Viewed'], DOWNLOADED: ['下载', 'Downloaded'], REFUSED: ['被拒绝', 'Refused'] },
      { computed: true, searchable: true, list: true },
    ),
    person_sid: link('访问人', 'Visitor', { to: 'user_info', computed: true, searchable: true, list: true }),
    document_sid: link('文档', 'Document', { to: 'document', computed: true, list: true }),
    address: string('网络地址', 'Address', { computed: true, searchable: true, list: true, max: 60 }),
    device: string('浏览器', 'Browser', { computed: true, list: true, max: 255 }),
    /** Set for a visitor without an account: the hash of the pass with which this visit downloads, and its end. */
    pass_hash: string('通行散列', 'Hash of the pass', { computed: true, internal: true, credential: true, max: 64 }),
    pass_until: datetime('通行期至', 'Pass valid until', { computed: true, internal: true }),
  },
})

export type ShareVisit = Row<typeof share_visit>
