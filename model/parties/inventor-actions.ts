import { defineAction } from '../kit/action.ts'
import { boolean, integer, link, rows, string } from '../kit/fields.ts'

/** Inventors of a page, and links of a call. */
export const MAX_LINKED = 200

/** Inventors without a person: those of an import, or all; each with the employees of that name or job number. */
export const unlinkedInventors = defineAction({
  model: 'inventor',
  name: 'unlinked',
  zh: '未关联人员的发明人及可能的人员',
  en: 'Inventors who are linked to no person, with the employees of their name or job number',
  body: {
    job_sid: link('导入任务', 'Import', { to: 'job' }),
    start: integer('跳过的条数', 'Number of rows to skip', { min: 0, default: 0 }),
  },
  answer: {
    total: integer('总数', 'Total'),
    record: rows('发明人', 'Inventors', {
      sid: link('发明人', 'Inventor', { to: 'inventor' }),
      name: string('姓名', 'Name'),
      employee_no: string('工号', 'Employee no.', { nullable: true }),
      cases: integer('案件数', 'Cases'),
      people: rows('人员', 'People', {
        sid: link('人员', 'Person', { to: 'user_info' }),
        name: string('姓名', 'Name'),
        job_number: string('工号', 'Job number', { nullable: true }),
        department: string('部门', 'Department', { nullable: true }),
        has_number: boolean('工号相同', 'Same job number'),
        is_taken: boolean('已关联其他发明人', 'Linked to another inventor'),
      }),
    }),
  },
  permission: 'update',
})

/** Each link is checked by itself, and a refused one is named with its reason; the call is refused if none is possible. Inventors keep a history. */
export const linkInventors = defineAction({
  model: 'inventor',
  name: 'link_people',
  zh: '批量关联发明人与人员',
  en: 'Link inventors to the people who they are',
  body: {
    links: rows(
      '关联',
      'Links',
      {
        inventor_sid: link('发明人', 'Inventor', { to: 'inventor', required: true }),
        user_sid: link('人员', 'Person', { to: 'user_info', required: true }),
      },
      { required: true, max: MAX_LINKED },
    ),
  },
  answer: {
    linked: integer('已关联', 'Linked'),
    failed: integer('未关联', 'Not linked'),
    record: rows('各发明人', 'Inventors', {
      sid: link('发明人', 'Inventor', { to: 'inventor', required: true }),
      ok: boolean('已关联', 'Linked', { required: true }),
      message: string('原因', 'Reason', { optional: true }),
    }),
  },
  permission: 'update',
})
