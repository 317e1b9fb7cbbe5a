import { boolean, integer, link, rows, string } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import type { Page } from '../kit/wire/wire.ts'

export const invalidateAgency = defineAction({
  model: 'agency',
  name: 'invalidate',
  zh: '代理机构失效：先列出受影响的账号和案件，确认后关闭',
  en: 'Invalidate an agency: first lists the affected accounts and cases; when confirmed, closes the accounts',
  body: { sid: sidOf('agency'), confirm: boolean('确认', 'Confirmed') },
  answer: {
    sid: link('代理机构', 'Agency', { to: 'agency' }),
    done: boolean('已失效', 'Done'),
    accounts: rows('账号', 'Accounts', { sid: link('账号', 'Account', { to: 'user' }), account: string('账号', 'Account') }),
    running: integer('未结案件', 'Running cases'),
    deadlines: integer('未完成期限', 'Open deadlines'),
    cases: facts<Page<Record<string, unknown>>>('案件', 'Cases'),
  },
  permission: 'update',
  transaction: true,
  on: 'record',
})

export const similarApplicants = defineAction({
  model: 'applicant',
  name: 'similar',
  zh: '同名申请人',
  en: 'Applicants of the same name, ignoring spaces and letter case',
  body: { name: string('名称', 'Name', { max: 255 }) },
  answer: {
    record: rows('申请人', 'Applicants', {
      sid: link('申请人', 'Applicant', { to: 'applicant' }),
      name: string('名称', 'Name'),
      uscc: string('统一社会信用代码', 'Credit code', { nullable: true }),
    }),
  },
  permission: 'search',
})
