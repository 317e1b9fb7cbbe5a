import { link, rows, string } from '../kit/fields.ts'
import { defineAction, sidOf } from '../kit/action.ts'

export const findMentionable = defineAction({
  model: 'case_note',
  name: 'people',
  zh: '可以提及的人员：能看到该案件备注的人',
  en: 'People who may be mentioned: those who see the notes of the case',
  body: { case_sid: sidOf('case'), text: string('姓名', 'Name', { max: 60 }) },
  answer: {
    record: rows('人员', 'People', {
      sid: link('人员', 'Person', { to: 'user_info' }),
      name: string('姓名', 'Name'),
      department: string('部门', 'Department', { nullable: true }),
    }),
  },
  permission: 'search',
  also: { case: 'get', user_info: 'search' },
})
