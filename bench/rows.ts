import { cnCheckDigit } from '../model/cases/numbers/cn.ts'
import { normalise } from '../model/cases/numbers/recognise.ts'
import { legalStatusOf } from '../model/rights/patents/lifecycle/states.ts'
import type { Model } from '../model/kit/model.ts'
import { numberKeysOf } from '../server/records/write/checks/unique.ts'
import type { Chance } from './chance.ts'
import { chineseTitle, englishTitle } from './titles.ts'

export type Row = Record<string, unknown> & { sid: string }
/** The companies, departments and persons of cases. */
export type House = { companies: readonly string[]; departments: readonly string[]; owners: readonly string[]; agencies: readonly string[] }

const COUNTRIES = [...Array<string>(14).fill('CN'), 'US', 'US', 'EP', 'JP', 'KR', 'DE'] as const
const STATES = ['DRAFTING', 'FILED', 'FILED', 'PUBLISHED', 'SE', 'OA', 'GRANTED', 'GRANTED', 'GRANTED', 'GRANTED', 'LAPSED_FINAL'] as const
const TYPES = ['INVENTION', 'INVENTION', 'INVENTION', 'UTILITY', 'DESIGN'] as const
const LETTER = { INVENTION: '1', UTILITY: '2', DESIGN: '3' } as const

/** One case of two hundred is in the recycle bin. */
const IN_BIN = { of: 200, at: 7 } as const

export function patentRow(chance: Chance, n: number, house: House, model: Model): Row {
  const country = chance.of(COUNTRIES)
  const patent_type = chance.of(TYPES)
  const filing_date = chance.day('2005-01-01', '2026-10-01')
  const application_no = numberFor(country, patent_type, filing_date, n)
  const status = chance.of(STATES)
  const at = new Date(Date.UTC(2020, 0, 1) + n * 200_000).toISOString()
  const hasAnnuities = status === 'GRANTED' && chance.likely(0.8)
  const row: Row = {
    sid: chance.uuid(),
    version: 1,
    case_no: `P${filing_date.slice(0, 4)}${String(n).padStart(7, '0')}${country}${patent_type[0]}`,
    title: country === 'CN' || country === 'JP' ? chineseTitle(chance) : englishTitle(chance),
    title_en: country === 'CN' && chance.likely(0.3) ? englishTitle(chance) : null,
    patent_type,
    country,
    route: 'DIRECT',
    status,
    legal_status: legalStatusOf(status),
    application_no,
    application_key: normalise(application_no, { office: country, kind: 'application' }),
    filing_date,
    grant_date: status === 'GRANTED' ? chance.day('2015-01-01', '2026-10-01') : null,
    next_annuity_year: hasAnnuities ? 2 + chance.below(18) : null,
    next_annuity_due: hasAnnuities ? chance.day('2026-11-23', '2028-11-22') : null,
    claims_count: 1 + chance.below(30),
    pages: 5 + chance.below(80),
    owner_sid: chance.of(house.owners),
    department_sid: chance.of(house.departments),
    agency_sid: chance.likely(0.7) ? chance.of(house.agencies) : null,
    company_sid: chance.of(house.companies),
    value_grade: chance.of(['A', 'B', 'C', 'D', null]),
    importance: chance.of(['A', 'B', 'C', null]),
    family_sid: n % 3 === 0 ? null : familyOf(n),
    product_names: n % 4 === 0 ? [`产品${n % 97}`, `产品${n % 89}`] : null,
    tags: chance.likely(0.2) ? [chance.of(['核心', '标准必要', '待放弃', '可许可'])] : null,
    secrecy_level: 'INTERNAL',
    share_level: 'SYSTEM',
    early_publication: false,
    open_license: false,
    sub_exam_requested: status !== 'DRAFTING',
    valid: true,
    created_at: at,
    updated_at: at,
    deleted_at: n % IN_BIN.of === IN_BIN.at ? at : null,
  }
  row.number_keys = numberKeysOf(model, row)
  return row
}

/** Two of three cases are in a family of four. */
const FAMILY = 6
const familyOf = (n: number) => `00000000-0000-7000-8000-${String(Math.floor(n / FAMILY)).padStart(12, '0')}`

/** The family that begins with this case. */
export function familyRows(n: number, patent: Row): Row[] {
  if (n % FAMILY !== 0) return []
  const { title, company_sid, created_at, updated_at } = patent
  return [
    { sid: familyOf(n), version: 1, family_no: `FAM${n}`, title, kind: 'SIMPLE', valid: true, company_sid, created_at, updated_at, deleted_at: null },
  ]
}

/** In the office's print format; each n has its own. */
function numberFor(country: string, type: (typeof TYPES)[number], day: string, n: number): string {
  const serial = String(n).padStart(7, '0')
  const year = day.slice(0, 4)
  switch (country) {
    case 'CN': {
      const body = `${year}${LETTER[type]}${serial}`
      return `${body}.${cnCheckDigit(body)}`
    }
    case 'US':
      return `${15 + Math.floor(n / 1e6)}/${serial.slice(-6, -3)},${serial.slice(-3)}`
    case 'JP':
      return `特願${year}-${serial.slice(-6)}`
    default:
      return `${country}${year.slice(2)}${serial}`
  }
}

const FEE_TYPES = ['CN.APPLICATION', 'CN.EXAMINATION', 'CN.REGISTRATION', 'CN.ANNUITY', 'AGENCY.SERVICE'] as const
const FEE_STATES = ['PAID', 'PAID', 'TO_PAY', 'PLANNED', 'OVERDUE'] as const

/** Five fees of one case. */
export function feeRows(chance: Chance, n: number, patent: Row): Row[] {
  return FEE_TYPES.map((fee_type, i) => {
    const due_date = chance.day('2024-01-01', '2029-12-31')
    const status = chance.of(FEE_STATES)
    const currency = i === 4 && n % 5 === 0 ? 'USD' : 'CNY'
    const amount = `${(1 + chance.below(60)) * 50}.00`
    return {
      sid: chance.uuid(),
      version: 1,
      fee_no: `F${n}-${i + 1}`,
      case_sid: patent.sid,
      fee_class: i === 3 ? 'ANNUITY' : i === 4 ? 'AGENCY' : 'OFFICIAL',
      fee_type,
      name: ['申请费', '实质审查费', '登记费', '年费', '代理费'][i],
      key: `${fee_type}.${n}`,
      annuity_year: i === 3 ? 1 + chance.below(20) : null,
      currency,
      amount_full: amount,
      amount,
      due_date,
      grace_end: i === 3 ? `${Number(due_date.slice(0, 4)) + 1}${due_date.slice(4).replace('02-29', '02-28')}` : null,
      status,
      ...(status === 'PAID' && paidBy(amount, due_date, { currency, isRecorded: n % 2 === 0 })),
      company_sid: patent.company_sid,
      pay_by: 'SELF',
      decision: 'PAY',
      manual: false,
      handled: false,
      valid: true,
      created_at: patent.created_at,
      updated_at: patent.updated_at,
      deleted_at: patent.deleted_at,
    }
  })
}

/** Every second payment in a foreign currency keeps its rate. */
const paidBy = (amount: string, pay_date: string, { currency, isRecorded }: { currency: string; isRecorded: boolean }) => ({
  pay_date,
  paid_amount: amount,
  ...(currency !== 'CNY' && isRecorded && { exchange_rate: '7.1', amount_local: (Number(amount) * 7.1).toFixed(2), local_currency: 'CNY' }),
})
