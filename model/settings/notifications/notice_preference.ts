import { date, link, option, options } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { NEVER_MUTED_DAYS, OPEN_TOPICS } from './notice-topics.ts'

/** The notifications that a person wants, and the frequency of mails about due and waiting work. */
export const notice_preference = defineModel({
  name: 'notice_preference',
  zh: '消息偏好',
  en: 'Notice preference',
  display: ['user_sid'],
  no_log: true,
  own: { by: 'user_sid', verbs: ['get', 'search', 'count', 'create', 'update'] },
  uniques: [['user_sid']],
  indexes: [['digest', 'digest_on']],
  refuses: {
    import: ['消息偏好由本人设置', 'Each person sets their own preferences'],
    transition: ['消息偏好没有状态', 'Preferences have no status'],
  },
  fields: {
    user_sid: link('人员', 'Person', { to: 'user_info', immutable: true, searchable: true, list: true, default: 'me()' }),
    digest: option(
      '邮件摘要',
      'Digest by mail',
      { NONE: ['不发送', 'None'], DAILY: ['每天', 'Every day'], WEEKLY: ['每周一', 'Every Monday'] },
      {
        required: true,
        default: 'NONE',
        searchable: true,
        list: true,
        help: [
          '早上 8 点发到您的邮箱：到期和待办的事项；没有则不发',
          'At 8 in the morning to your e-mail address: what is due and waiting; nothing is sent if there is none',
        ],
      },
    ),
    language: option('摘要语言', 'Language of the digest', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { required: true, default: 'zh' }),
    muted: options('不接收的消息', 'Muted notices', {
      options: OPEN_TOPICS,
      list: true,
      help: [`${NEVER_MUTED_DAYS} 天内的法定期限仍会提醒`, `You are still reminded of deadlines of the law within ${NEVER_MUTED_DAYS} days`],
    }),
    digest_on: date('上次发送摘要', 'Last digest', { computed: true }),
  },
})

export type NoticePreference = Row<typeof notice_preference>
