/** A made-up VAT e-invoice for the first bill: its amounts are those of its lines. */
const VAT = {
  vat_invoice_no: '26999900000000000001',
  vat_seller: '虚构·北桥专利代理事务所',
  vat_buyer: '虚构科技集团有限公司',
  vat_amount: '6000.00',
  vat_tax: '360.00',
  vat_total: '6360.00',
}

/** Made-up bills of the first demo agency: `price` names the service of its price list, `amount` what it billed instead. */
export const INVOICES = [
  { invoice_no: '虚构BQ-0001', ago: 'P40D', lines: [{ service: 'FILE' }, { service: 'OA' }], vat: VAT },
  {
    invoice_no: '虚构BQ-0002',
    ago: 'P9D',
    lines: [
      { service: 'OA', amount: '1900.00' },
      { service: 'SEARCH', amount: '2600.00' },
    ],
    with_fee: true,
  },
] as const

export const PRICES = [
  { service_code: 'FILE', country: 'CN', currency: 'CNY', amount: '4500.00', valid_from: '2024-01-01' },
  { service_code: 'OA', country: 'CN', currency: 'CNY', amount: '1500.00', valid_from: '2024-01-01' },
] as const

/** The price list of the second demo agency. */
export const PRICES_ABROAD = [
  { service_code: 'FILE', country: 'US', currency: 'USD', amount: '1850.00', valid_from: '2024-01-01' },
  { service_code: 'OA', country: 'US', currency: 'USD', amount: '960.00', valid_from: '2024-01-01' },
] as const

/** Chinese VAT on services, in percent. */
export const SERVICE_TAX = '6'
