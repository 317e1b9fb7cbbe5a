import { string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** [1.12] The text of a mail about a case, in both languages, with variables that are filled from the case. */
export const mail_template = defineModel({
  name: 'mail_template',
  zh: '邮件模板',
  en: 'Mail template',
  display: ['name'],
  scope: 'tenant',
  configuration: { key: [['code']] },
  fields: {
    code: string('代码', 'Code', {
      required: true,
      unique: 'tenant',
      searchable: true,
      coded: 'form',
      max: 40,
      upper: true,
      pattern: '^[A-Z][A-Z0-9_]*$',
      pattern_says: ['应为字母、数字和下划线', 'must be letters, digits and underscores'],
    }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    name_en: string('英文名称', 'English name', { required: true, list: true, max: 100 }),
    subject: string('主题', 'Subject', { required: true, max: 200 }),
    subject_en: string('英文主题', 'English subject', { required: true, max: 200 }),
    body: text('正文', 'Text', { required: true, max: 10_000 }),
    body_en: text('英文正文', 'English text', { required: true, max: 10_000 }),
  },
})

export type MailTemplate = Row<typeof mail_template>
