// Worked examples with known results, checked in the product before each change of the law.

type Event = { code: string; event_date: string; receive_date?: string; delivery_way?: string }
type Given = {
  number: string
  name: string
  name_en: string
  about: 'DEADLINE' | 'AMOUNT'
  rule_id?: string
  fee_code?: string
  country: string
  subtype?: string
  route?: string
  status?: string
  filing_date?: string
  grant_date?: string
  priorities?: { priority_date: string; priority_country: string }[]
  events?: Event[]
  facts?: { field: string; value: string }[]
  on_day: string
  annuity_year?: number
  expected_date?: string
  expected_amount?: string
  currency?: string
  source: string
}

const GUIDELINES =
  '专利审查指南（2023）第五部分第七章；国务院办公厅放假通知 / Examination Guidelines (2023), Part V, Chapter 7; holiday notices of the State Council'
const FEES = '国家知识产权局专利收费标准；财税〔2016〕78号 / CNIPA fee schedule; fee reductions of 2016 and 2018'
const US_FEES = '37 CFR 1.20(e)–(g)'

const invention = { country: 'CN', subtype: 'INVENTION', route: 'DIRECT', status: 'SE' } as const

/** An office action of China: what it is, when it was issued and how, and the day by which it is answered. */
function reply(
  number: string,
  [zh, en]: readonly [string, string],
  [rule_id, code, event_date, expected_date]: readonly string[],
  paper = false,
): Given {
  const event = { code: code ?? '', event_date: event_date ?? '', receive_date: event_date ?? '', delivery_way: paper ? 'PAPER' : 'ELECTRONIC' }
  return {
    ...{ number, name: zh, name_en: en, about: 'DEADLINE', rule_id: rule_id ?? '', ...invention, events: [event] },
    ...{ on_day: event.event_date, expected_date: expected_date ?? '', source: GUIDELINES },
  }
}

const granted = { country: 'CN', subtype: 'INVENTION', route: 'DIRECT', status: 'GRANTED' } as const

function annuity(number: string, year: number, amount: string, more: Partial<Given> = {}): Given {
  return {
    ...{
      number,
      name: `发明专利第${year}年度年费`,
      name_en: `Annual fee of an invention, year ${year}`,
      about: 'AMOUNT',
      fee_code: 'CN.ANN',
      ...granted,
    },
    ...{ filing_date: '2015-03-10', grant_date: '2018-05-04', annuity_year: year, on_day: '2026-03-10' },
    ...{ expected_amount: amount, currency: 'CNY', source: FEES },
    ...more,
  }
}

function maintenance(number: string, year: number, amount: string, size: 'LARGE' | 'SMALL' | 'MICRO'): Given {
  const who = { LARGE: ['一般实体', 'large entity'], SMALL: ['小实体', 'small entity'], MICRO: ['微实体', 'micro entity'] }[size]
  return {
    ...{
      number,
      name: `美国维持费 ${year} 年，${who[0]}`,
      name_en: `US maintenance fee, ${year} years, ${who[1]}`,
      about: 'AMOUNT',
      fee_code: 'US.MAINT',
    },
    ...{ country: 'US', subtype: 'INVENTION', status: 'US_GRANTED', filing_date: '2019-01-10', grant_date: '2021-07-06' },
    ...(size !== 'LARGE' && { facts: [{ field: 'fee_reduction', value: size }] }),
    ...{ annuity_year: year, on_day: '2026-03-02', expected_amount: amount, currency: 'USD', source: US_FEES },
  }
}

export const GOLDEN_CASES: readonly Given[] = [
  reply('CN-D01', ['一通四个月答复，电子送达', 'First office action, electronic, four months'], ['CNP19', 'CN14', '2026-03-31', '2026-07-31']),
  reply('CN-D02', ['期满日取二月末日', 'The month reached is shorter'], ['CNP19', 'CN14', '2025-10-31', '2026-02-28']),
  reply('CN-D03', ['纸件推定收到，期满日遇星期日顺延', 'Paper notice: deemed receipt, and rolled from a Sunday'], ['CNP19', 'CN14', '2026-01-16', '2026-06-01'], true),
  reply('CN-D04', ['再次审查意见两个月答复', 'Further office action, two months'], ['CNP20', 'CN15', '2025-12-31', '2026-02-28']),
  reply('CN-D05', ['办理登记手续，遇春节顺延', 'Registration formalities, rolled over the Spring Festival'], ['CNP25', 'CN17', '2025-12-15', '2026-02-24']),
  reply('CN-D06', ['办理登记手续，遇国庆顺延', 'Registration formalities, rolled over the National Day'], ['CNP25', 'CN17', '2026-08-01', '2026-10-08']),
  reply('CN-D07', ['复审请求三个月', 'Request for re-examination, three months'], ['CNP29', 'CN21', '2025-11-30', '2026-02-28']),
  {
    ...{ number: 'CN-D08', name: '实质审查请求：自优先权日起三年', name_en: 'Examination request: three years from priority', about: 'DEADLINE', rule_id: 'CNP15' },
    ...{ ...invention, status: 'PRELIM', filing_date: '2024-12-01', priorities: [{ priority_date: '2024-02-29', priority_country: 'US' }] },
    ...{ on_day: '2026-01-01', expected_date: '2027-03-01', source: '专利法（2020）第35条；实施细则（2023）第5条 / Patent Law (2020), Art. 35; Implementing Rules (2023), Rule 5' },
  },
  {
    ...{ number: 'CN-D09', name: '第4年度年费，遇劳动节顺延', name_en: 'Annual fee of year 4, rolled over Labour Day', about: 'DEADLINE', rule_id: 'CNP38' },
    ...{ ...granted, filing_date: '2023-05-01', grant_date: '2025-02-01', annuity_year: 4, on_day: '2026-01-01' },
    ...{ expected_date: '2026-05-06', source: '实施细则（2023）第115条 / Implementing Rules (2023), Rule 115' },
  },
  {
    ...{ number: 'CN-D10', name: '发明专利权期限二十年', name_en: 'Term of an invention patent: twenty years', about: 'DEADLINE', rule_id: 'CNP71' },
    ...{ ...granted, filing_date: '2006-03-15', grant_date: '2010-01-06', on_day: '2026-01-01', expected_date: '2026-03-15', source: '专利法（2020）第42条 / Patent Law (2020), Art. 42' },
  },
  {
    ...{ number: 'PCT-D01', name: '进入中国国家阶段三十个月，遇春节顺延', name_en: 'Entry into China after 30 months, rolled over the Spring Festival' },
    ...{ about: 'DEADLINE', rule_id: 'CNP50', country: 'CN', subtype: 'INVENTION', route: 'PCT_NATIONAL', status: 'ENTRY_PREPARING' },
    ...{ priorities: [{ priority_date: '2023-08-16', priority_country: 'US' }], on_day: '2026-01-01', expected_date: '2026-02-24', source: '实施细则（2023）第120条 / Implementing Rules (2023), Rule 120' },
  },
  {
    ...{ number: 'EP-D01', name: '欧洲第3年度维持费，遇星期六顺延', name_en: 'EPO renewal fee of year 3, rolled from a Saturday', about: 'DEADLINE', rule_id: 'EP18' },
    ...{ country: 'EP', subtype: 'INVENTION', route: 'EP_DIRECT', status: 'EP_EXAM', filing_date: '2024-02-10', annuity_year: 3 },
    ...{ on_day: '2026-01-01', expected_date: '2026-03-02', source: 'EPC Rules 51(1), 134(1)' },
  },
  {
    ...{ number: 'US-D01', name: '美国 3.5 年维持费，遇星期日顺延', name_en: 'US maintenance fee of 3.5 years, rolled from a Sunday', about: 'DEADLINE', rule_id: 'US15' },
    ...{ country: 'US', subtype: 'INVENTION', status: 'US_GRANTED', filing_date: '2020-01-10', grant_date: '2022-06-07', on_day: '2025-08-01' },
    ...{ annuity_year: 3.5, expected_date: '2025-12-08', source: '35 U.S.C. 41(b), 21(b); 37 CFR 1.362' },
  },
  annuity('CN-A01', 4, '1200.00', { on_day: '2019-03-10' }),
  annuity('CN-A02', 9, '2000.00', { on_day: '2024-03-10' }),
  annuity('CN-A03', 12, '4000.00'),
  annuity('CN-A04', 20, '8000.00'),
  annuity('CN-A05', 12, '600.00', { name: '第12年度年费，单一申请人减缴 85%（授权起十年内）', name_en: 'Year 12 with the reduction of 85 %, within ten years of the grant', facts: [{ field: 'fee_reduction', value: '85' }] }),
  maintenance('US-A01', 3.5, '2150.00', 'LARGE'),
  maintenance('US-A02', 7.5, '1616.00', 'SMALL'),
  maintenance('US-A03', 11.5, '1656.00', 'MICRO'),
] // oxfmt-ignore
