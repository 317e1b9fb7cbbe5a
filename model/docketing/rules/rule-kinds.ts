// The features of a rule, one small rule for each kind: the examples in the description of its content.
import { newRule } from './rule-columns.ts'
import type { Rule } from './rule.ts'

const own = (id: string, en: string, zh: string, more: Partial<Rule>): Rule => ({
  ...newRule(id, 1),
  zh,
  en,
  legal_basis: { zh: '内部规定', en: 'House rule' },
  source: 'example',
  ...more,
})

export const RULE_KINDS: readonly Rule[] = [
  own('OWN01', 'Fixed period', '固定期限', { terms: [{ from: 'trigger', period: '15d,4m' }] }),
  own('OWN02', 'From the earliest priority', '自最早优先权日', { trigger: { field: 'earliest_priority_date' }, terms: [{ from: 'trigger', period: '16m' }] }),
  own('OWN03', 'Not when a priority is claimed', '要求优先权的不产生', { unless: [{ fact: 'has_priority', is: 'present' }] }),
  own('OWN04', 'Only when a disclosure is on record', '有公开记录的才产生', { when: [{ fact: 'event:DISCLOSURE', is: 'present' }] }),
  own('OWN05', 'Cleared by a paper or a field', '由文件或字段办结', {
    terms: [{ from: 'trigger', period: '3y' }],
    closes: { events: ['OWN_REPLY'], fields: ['sub_exam_date'] },
  }),
  own('OWN06', 'End of month, every year', '每年月末', {
    kind: 'ANNUITY',
    roll: 'N',
    terms: [{ from: 'filing_date', period: '', month_end: true }],
    recurring: { first: '2y', every: '1y', number_from: 3, number_step: 1, number_to: 20 },
  }),
  own('OWN07', 'Overrides the general rule of this country', '优先于一般规则', { terms: [{ from: 'trigger', period: '6m' }], overrides: ['OWN01'] }),
  own('OWN08', 'In force for events of a time', '按事件日期适用', { valid_from: '2021-06-01', valid_to: '2029-12-31', terms: [{ from: 'trigger', period: '15y' }] }),
  own('OWN09', 'Rolled by the calendar of another office', '按他局日历顺延', { office: 'US', countries: ['CN'], terms: [{ from: 'trigger', period: '1y' }] }),
  own('OWN10', 'The later of two', '取较晚者', {
    terms: [
      { from: 'filing_date', period: '2m' },
      { from: 'event:OWN_RECEIPT', period: '15d' },
    ],
    choose: 'LATER',
  }),
  own('OWN11', 'From presumed receipt', '自推定收到日', { trigger: { events: ['OWN_NOTICE'] }, service: 'CN', terms: [{ from: 'trigger', period: '2m' }] }),
  own('OWN12', 'Working days', '工作日', { trigger: { events: ['OWN_NOTICE'] }, terms: [{ from: 'trigger', period: '0d', working_days: 10 }] }),
  own('OWN13', 'Chained to another time limit', '接续另一期限', {
    trigger: { events: ['OWN_NOTICE'] },
    roll: 'N',
    terms: [{ from: 'due:OWN11', period: '1m' }],
  }),
  own('OWN14', 'Extended step by step, for a fee', '逐次延长并缴费', {
    trigger: { events: ['OWN_ACTION'] },
    terms: [{ from: 'trigger', period: '3m' }],
    extensions: { steps: [{ period: '1m', fee: 'CN.EXT1' }, { period: '2m', fee: 'CN.EXT1' }], times: 2, limit: '6m' },
  }),
  own('OWN15', 'Time of grace with steps of surcharge', '宽限期与分档滞纳金', {
    grace_of: 'OWN06',
    terms: [{ from: 'deadline:OWN06', period: '6m' }],
    steps: [
      { period: '1m', surcharge: '0%' },
      { period: '6m', surcharge: '25%' },
    ],
  }),
  own('OWN16', 'Every four years, from the grant', '授权后每四年', {
    kind: 'ANNUITY',
    trigger: { field: 'grant_date' },
    terms: [{ from: 'grant_date', period: '' }],
    recurring: { first: '3y,6m', every: '4y', number_from: 4, number_step: 4, number_to: 12 },
  }),
  own('OWN17', 'A window with an opening day', '有起始日的办理窗口', {
    trigger: { field: 'grant_date' },
    terms: [{ from: 'trigger', period: '10y' }],
    opens: '-12m',
  }),
  own('OWN18', 'By size of the owner, reduction and claims', '按实体规模、费减、权利要求数', {
    when: [
      { fact: 'entity', is: 'in', value: ['SMALL', 'MICRO'] },
      { fact: 'claims_count', is: 'gt', value: 20 },
    ],
  }),
  own('OWN19', 'The clock stands still during a suspension', '中止期间停止计算', { terms: [{ from: 'trigger', period: '3y' }], freezes: true }),
  own('OWN20', 'Counted back from another time limit', '自另一期限倒推的提醒', {
    kind: 'MONITOR',
    trigger: { events: ['OWN_NOTICE'] },
    roll: 'N',
    terms: [{ from: 'due:OWN11', period: '-30d' }],
  }),
] // oxfmt-ignore
