import { date, link } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/**
 * Days on which a person is away and a colleague acts in their place: the deputy sees the cases of the person, does with them what the
 * deputy's own roles allow, and gets the reminders as well.
 */
export const absence = defineModel({
  name: 'absence',
  zh: '外出',
  en: 'Absence',
  display: ['person_sid'],
  own: { by: 'person_sid', verbs: ['get', 'search', 'count', 'create', 'update', 'delete'] },
  indexes: [
    ['person_sid', 'to_date'],
    ['deputy_sid', 'to_date'],
  ],
  fields: {
    person_sid: link('人员', 'Person', { to: 'user_info', immutable: true, searchable: true, list: true }),
    from_date: date('外出自', 'Away from', { required: true, searchable: true, list: true }),
    to_date: date('外出至', 'Away until', { required: true, searchable: true, list: true }),
    deputy_sid: link('职务代理人', 'Deputy', { to: 'user_info', required: true, searchable: true, list: true }),
  },
})

export type Absence = Row<typeof absence>
