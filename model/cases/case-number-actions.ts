import { ABILITIES } from '../auth/abilities.ts'
import { defineAction, facts } from '../kit/action.ts'
import { link, option, string, type Words } from '../kit/fields.ts'
import { DEFAULT_PATTERNS } from './numbering/case-number.ts'
import type { Recognised } from './numbers/recognised.ts'

const RIGHTS = Object.fromEntries(Object.keys(DEFAULT_PATTERNS).map((right) => [right, [right, right]])) as unknown as Readonly<
  Record<keyof typeof DEFAULT_PATTERNS, Words>
> // the keys of the table, each by its own name
const RIGHT = option('权利类型', 'Right', RIGHTS, { default: 'patent' })
const RESET = option('流水号重置', 'Reset', { year: ['每年', 'Yearly'], month: ['每月', 'Monthly'], never: ['不重置', 'Never'] }, { default: 'year' })
const PATTERN = string('规则', 'Pattern', { max: 200 })
const PREFIX = string('前缀', 'Prefix', { max: 20 })
const RULE = { right: RIGHT, pattern: PATTERN, reset: RESET, prefix: PREFIX, example: string('示例', 'Example') } as const

export const showCaseRule = defineAction({
  model: 'patent',
  name: 'case_no_rule',
  zh: '案号规则及示例',
  en: 'The rule by which the next case number is made, and how one looks',
  body: { right: RIGHT, company_sid: link('公司', 'Company', { to: 'company' }) },
  answer: RULE,
  permission: 'get',
})

export const keepCaseRule = defineAction({
  model: 'patent',
  name: 'set_case_no_rule',
  zh: '修改案号规则：一个公司及其下级，或全部',
  en: 'Change the rule of case numbers: of one company and those below it, or of all',
  body: { right: RIGHT, pattern: PATTERN, reset: RESET, prefix: PREFIX, company_sid: link('公司', 'Company', { to: 'company' }) },
  answer: RULE,
  permission: ABILITIES.patent.set_case_no_rule,
})

export const recogniseNumber = defineAction({
  model: 'patent',
  name: 'recognise',
  zh: '识别号码',
  en: 'How a number is read, with its faults and warnings',
  body: {
    text: string('号码', 'Number', { max: 255 }),
    country: string('国家/地区', 'Country', { max: 255 }),
    kind: option('号码类型', 'Kind of number', {
      application: ['申请号', 'Application number'],
      publication: ['公开号', 'Publication number'],
      grant: ['授权号', 'Grant number'],
      patent: ['专利号', 'Patent number'],
    }),
  },
  answer: {
    readings: facts<Recognised[]>('读法', 'Readings', {
      type: 'array',
      items: { type: 'object', required: ['kind', 'office', 'printed', 'faults'] },
    }),
  },
  permission: 'get',
})
