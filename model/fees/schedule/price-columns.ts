import type { Places } from '../../kit/places.ts'
import type { FeeRow } from './schedule.ts'

/** The place of each column of a price in its content. */
export const PRICE_PLACES: Places = {
  case_kind: ['case_kind'],
  fee_code: ['fee_code'],
  name: ['zh'],
  name_en: ['en'],
  office: ['office'],
  right_type: ['right_type'],
  currency: ['currency'],
  base: ['base'],
  year_from: ['year_from'],
  year_to: ['year_to'],
  entity: ['entity'],
  reducible: ['reducible'],
  from_date: ['from_date'],
  to_date: ['to_date'],
  source: ['source'],
  legal_basis: ['legal_basis'],
  certainty: ['certainty'],
}

/** The defaults of a new price: one amount for every case. */
export const newPrice: FeeRow = {
  fee_code: '',
  office: 'CN',
  right_type: 'ALL',
  zh: '',
  en: '',
  from_date: '',
  to_date: null,
  currency: 'CNY',
  base: '',
  per_unit: '0',
  unit: '',
  free_units: 0,
  unit_to: null,
  year_from: null,
  year_to: null,
  entity: '',
  reducible: false,
  source: '',
  legal_basis: '',
  certainty: 'CHECK',
  version: '1',
}

/** The key that finds a price again in a later law pack. */
export const priceKey = (row: FeeRow): string =>
  [
    ...(row.case_kind ? [row.case_kind] : []),
    row.fee_code,
    row.office,
    row.right_type,
    row.entity,
    row.from_date,
    row.year_from ?? '',
    row.year_to ?? '',
    row.unit,
    row.free_units,
  ].join('|').slice(0, 200) // oxfmt-ignore
