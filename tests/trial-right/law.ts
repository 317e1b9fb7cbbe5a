import type { Rule } from '../../model/docketing/rules/rule.ts'

const rule = (id: string, zh: string, en: string, more: Partial<Rule>): Rule => ({
  id,
  version: 1,
  zh,
  en,
  kind: 'ACTION',
  case_kind: 'plant_variety',
  office: 'CN',
  trigger: { field: 'filed_on' },
  terms: [{ from: 'trigger', period: '1m' }],
  roll: 'N',
  legal_basis: { zh: '植物新品种保护条例（虚构条款）', en: 'Plant variety regulations (an invented article)' },
  certainty: 'SURE',
  source: 'invented for the tests',
  ...more,
})

/** Rules of the right of the tests, in the order in which they can be stored. */
export const VARIETY_RULES: readonly Rule[] = [
  rule('PV01', '缴纳申请费', 'Pay the application fee', { fees: ['PV.APP'], closes: { events: ['PAID:PV.APP'] } }),
  rule('PV02', '答复审查意见', 'Answer the objection', {
    trigger: { events: ['PV_OBJECTION'] },
    terms: [{ from: 'trigger', period: '2m' }],
    closes: { events: ['PV_ANSWER'] },
    service: 'CN',
  }),
  rule('PV03', '保护期届满', 'Protection ends', { kind: 'TERM', trigger: { field: 'granted_on' }, terms: [{ from: 'granted_on', period: '20y' }] }),
  rule('PV04', '年费', 'Renewal', {
    kind: 'ANNUITY',
    trigger: { field: 'granted_on' },
    terms: [{ from: 'granted_on', period: '' }],
    recurring: { first: '1y', every: '1y', number_from: 2, number_step: 1, number_to: 20 },
    fees: ['PV.RENEW'],
  }),
  rule('PV05', '年费宽限期', 'Grace for renewals', {
    kind: 'MONITOR',
    grace_of: 'PV04',
    trigger: { field: 'granted_on' },
    terms: [{ from: 'deadline:PV04', period: '6m' }],
    steps: [
      { period: '3m', surcharge: '10%' },
      { period: '6m', surcharge: '25%' },
    ],
  }),
  rule('PV06', '花卉繁殖材料', 'Propagating material of flowers', {
    office: '*',
    right_types: ['FLOWER'],
    when: [{ fact: 'growing_cycles', is: 'gt', value: 1 }],
    terms: [{ from: 'filing_date', period: '3m' }],
  }),
]

const price = (fee_code: string, name: string, name_en: string, base: string, more = {}) => ({
  case_kind: 'plant_variety', fee_code, name, name_en, base, office: 'CN', currency: 'CNY', from_date: '2001-01-01', source: 'invented for the tests', certainty: 'SURE', ...more,
}) // oxfmt-ignore

export const VARIETY_PRICES = [
  price('PV.APP', '品种权申请费', 'Application fee', '1000.00'),
  price('PV.RENEW', '品种权年费', 'Renewal fee', '800.00', { right_type: 'CEREAL' }),
  price('PV.RENEW', '品种权年费', 'Renewal fee', '1200.00', { right_type: 'FLOWER' }),
]

/** What offices send and what we send, with the transitions that go with it. */
export const VARIETY_EVENTS = [
  { code: 'PV_OBJECTION', name: '品种审查意见', name_en: 'Objection', direction: 'IN', transition: 'object', case_kind: 'plant_variety' },
  {
    code: 'PV_ANSWER',
    name: '答复品种审查意见',
    name_en: 'Answer to the objection',
    direction: 'OUT',
    transition: 'answer',
    case_kind: 'plant_variety',
  },
]
