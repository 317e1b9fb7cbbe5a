// Describes the content of a price for API callers.
import { UNITS, type FeeRow } from './schedule.ts'

type Says = readonly [zh: string, en: string, form: Readonly<Record<string, unknown>>]

const text = { type: 'string' }
const day = { type: ['string', 'null'], pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const money = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }
const whole = { type: ['integer', 'null'] }

/** Every part of a price; an omitted part has its default. */
export const PRICE_SAYS: Readonly<Record<keyof FeeRow, Says>> = {
  fee_code: ['费用代码，如 CN.ANN；自有费用用自己的代码', 'The code of the fee, such as CN.ANN, or one of your own', text],
  case_kind: ['适用的案件类别（模型名）；空为按代码要求该费用的任何类别', 'The kind of case whose price it is, by the name of its model; left out: of whichever asks for the code', text],
  office: ['收费的局（ST.3）', 'The office that asks for it (ST.3)', text],
  right_type: ['INVENTION、UTILITY、DESIGN、PCT；ALL 为不限', 'INVENTION, UTILITY, DESIGN, PCT; ALL for any', text],
  zh: ['中文名称', 'Chinese name', text],
  en: ['英文名称', 'English name', text],
  from_date: ['自该日起缴费适用', 'For payments from this day on', { ...day, type: 'string' }],
  to_date: ['至该日止；空为仍有效', 'To this day; null: still in force', day],
  currency: ['币种（ISO 4217）；% 为另一费用的百分比', 'Currency (ISO 4217); % for a part of another fee', text],
  base: ['金额', 'The amount', money],
  per_unit: ['每单位加收', 'For each unit besides', money],
  unit: ['单位；空为不按单位', 'The unit; empty: none', { enum: ['', ...UNITS] }],
  free_units: ['免收的单位数', 'Units that are free', { type: 'integer', minimum: 0 }],
  unit_to: ['按此价计收的最后一个单位；空为不限', 'The last unit at this rate; null: without end', whole],
  year_from: ['年费：自第几年', 'Annuities: from year', whole],
  year_to: ['年费：至第几年', 'Annuities: to year', whole],
  entity: ['实体规模 LARGE、SMALL、MICRO；空为不限', 'Size of the owner LARGE, SMALL, MICRO; empty: any', { enum: ['', 'LARGE', 'SMALL', 'MICRO'] }],
  reducible: ['可减缴', 'Whether it may be reduced', { type: 'boolean' }],
  source: ['出处', 'Where it was read', text],
  legal_basis: ['法律依据', 'Legal basis', text],
  certainty: ['SURE 确定，CHECK 待核', 'SURE, or CHECK: shown to be checked', { enum: ['SURE', 'CHECK'] }],
  version: ['版本名', 'The name of the version', text],
} // oxfmt-ignore

/** A JSON Schema of `content`. Matching rows of one code are bands and are added up. */
export const PRICE_CONTENT = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(PRICE_SAYS).map(([part, [zh, en, form]]) => [part, { description: `${en} / ${zh}`, ...form }])),
}
