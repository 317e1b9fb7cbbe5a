import { date, decimal, money, option, rows, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { MONEY_CURRENCIES } from '../../fees/currencies/currencies.ts'

const DEADLINE = { about: ['DEADLINE'] } as const
const AMOUNT = { about: ['AMOUNT'] } as const
const when = { group: 'given' } as const
const expected = { group: 'expected' } as const

/** A worked example whose result is known from elsewhere: the facts of one case, and the date or the amount that the law must give. */
export const golden_case = defineModel({
  name: 'golden_case',
  zh: '规则验证案例',
  en: 'Golden case',
  display: ['number', 'name'],
  scope: 'tenant',
  refuses: { transition: ['验证案例没有状态', 'Golden cases have no states'] },
  configuration: { key: [['number']], changed: true },
  groups: { case: ['案例', 'Case'], given: ['已知事实', 'Given'], expected: ['预期结果', 'Expected'] },
  fields: {
    number: string('编号', 'Number', { required: true, unique: 'tenant', searchable: true, list: true, max: 40, group: 'case', immutable: true }),
    name: string('说明', 'What it shows', { required: true, searchable: true, list: true, max: 255, group: 'case' }),
    name_en: string('英文说明', 'In English', { max: 255, group: 'case' }),
    about: option(
      '验证内容',
      'Checks',
      { DEADLINE: ['期限', 'A date'], AMOUNT: ['金额', 'An amount'] },
      { required: true, searchable: true, list: true, default: 'DEADLINE', group: 'case' },
    ),
    rule_id: string('规则', 'Rule', {
      searchable: true, list: true, max: 30, code_of: 'deadline_rule.rule_id', applies_to: DEADLINE, required_when: DEADLINE, group: 'case',
    }),
    fee_code: string('费用', 'Fee', {
      searchable: true, list: true, max: 30, code_of: 'fee_schedule.fee_code', applies_to: AMOUNT, required_when: AMOUNT, group: 'case',
    }),
    case_kind: string('案件类别', 'Kind of case', { max: 40, code_of: 'kind', ...when }),
    country: string('国家/地区', 'Country', {
      required: true, searchable: true, list: true, max: 2, code_of: 'office', pattern: '[A-Z]{2}', pattern_says: ['为两个大写字母', 'is two capital letters'], ...when,
    }),
    subtype: string('权利类型', 'Right', { max: 40, help: ['名称或代码，如：发明', 'Its name or code, such as: Invention'], ...when }),
    route: string('申请途径', 'Route', { max: 40, help: ['名称或代码', 'Its name or code'], ...when }),
    status: string('案件状态', 'Status', { max: 40, help: ['名称或代码', 'Its name or code'], ...when }),
    filing_date: date('申请日', 'Filing date', when),
    grant_date: date('授权日', 'Grant date', when),
    priorities: rows(
      '优先权',
      'Priorities',
      {
        priority_date: date('优先权日', 'Priority date', { required: true }),
        priority_country: string('国家/地区', 'Country', { max: 2, code_of: 'office' }),
      },
      { max: 10, ...when },
    ),
    events: rows(
      '文件和事件',
      'Documents and events',
      {
        code: string('文件类型代码', 'Code of the type of document', { required: true, max: 30 }),
        event_date: date('日期', 'Date', { required: true }),
        receive_date: date('收到日', 'Received on'),
        delivery_way: string('送达方式', 'Way of delivery', { max: 20 }),
        set_due: date('通知书载明的日期', 'Date named in it'),
      },
      { max: 20, ...when },
    ),
    facts: rows(
      '其他事实',
      'Further facts',
      {
        field: string('案件字段', 'Field of the case', { required: true, max: 60 }),
        value: string('值', 'Value', { required: true, max: 255 }),
      },
      { max: 20, help: ['案件的其他字段，按名称或代码填写', 'Other fields of the case, by their name or code'], ...when },
    ),
    on_day: date('计算日', 'Computed on', {
      required: true,
      help: ['期限：当作今天的日期；金额：缴费日', 'Of a date: the day taken as today. Of an amount: the day of payment'],
      ...when,
    }),
    annuity_year: decimal('年度', 'Year no.', { digits: 1, shortest: true, min: 1, max: 50, ...when }),
    expected_date: date('应到期日', 'Due date', { list: true, applies_to: DEADLINE, required_when: DEADLINE, ...expected }),
    expected_amount: money('应缴金额', 'Amount', {
      currency: 'currency', min: 0, list: true, applies_to: AMOUNT, required_when: AMOUNT, ...expected,
    }),
    currency: option('币种', 'Currency', MONEY_CURRENCIES, { applies_to: AMOUNT, required_when: AMOUNT, ...expected }),
    source: string('来源', 'Source', { required: true, list: true, max: 500, help: ['结果的出处', 'Where the result is known from'], ...expected }),
  },
}) // oxfmt-ignore

export type GoldenCase = Row<typeof golden_case>
