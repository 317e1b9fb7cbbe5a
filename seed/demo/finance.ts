/**
 * Made-up bills of the demo agencies beyond the two that are still to be examined (`invoices.ts`), by how far each has come. Services have the
 * prices of the price list; `fees` official fees have the amounts of the fee schedules. `ago`: days since the date of the bill.
 */
export const BILLS = [
  { invoice_no: '虚构BQ-0003', agency: 0, ago: 76, services: ['FILE', 'FILE', 'OA'], paid_after: 16, vat: '26999900000000000003', reaches: 'WRITE_OFF' },
  { invoice_no: '虚构BQ-0004', agency: 0, ago: 45, services: ['OA', 'OA'], fees: 2, paid_after: 15, reaches: 'PAID' },
  { invoice_no: '虚构BQ-0005', agency: 0, ago: 38, services: ['FILE', 'OA'], paid_after: 14, part: '3000.00', vat: '26999900000000000005', reaches: 'PARTLY_PAID' },
  { invoice_no: '虚构BQ-0006', agency: 0, ago: 16, services: ['OA', 'FILE'], dearer: '200.00', accepted: '加急处理，已电话约定（虚构）', reaches: 'AUDITED' },
  { invoice_no: '虚构BQ-0007', agency: 0, ago: 6, services: ['OA'], ours: 1, reaches: 'UNPROCESSED' },
  { invoice_no: 'FICT-HB-0001', agency: 1, ago: 24, services: ['FILE', 'OA'], reaches: 'PAY_REQUESTED' },
  { invoice_no: 'FICT-HB-0002', agency: 1, ago: 13, services: ['OA', 'OA'], dearer: '75.00', returned: '请按价目表开具（虚构）', reaches: 'RETURNED' },
] as const // oxfmt-ignore

/** Made-up lists of official fees, with the annuities that fell due around their day; `ago`: days since they were paid. */
export const LISTS = [
  { ago: 48, fees: 6, order: '虚构订单 0001', voucher: '虚构票据 0001', reaches: 'RECEIPTED' },
  { ago: 9, fees: 4, order: '虚构订单 0002', reaches: 'PAID' },
  { ago: -12, fees: 5, reaches: 'APPROVED' },
  { ago: -25, fees: 4, reaches: 'DRAFT' },
] as const // oxfmt-ignore

/** Letters about made-up cases, each from a template of the product. */
export const DOCUMENTS = [
  { template: 'instruction_zh', title: '（虚构）一种可折叠机翼的锁紧装置', country: 'CN' },
  { template: 'poa_zh', title: '（虚构）一种可折叠机翼的锁紧装置', country: 'CN' },
  { template: 'instruction_zh', title: '（虚构）电池包的分区热管理方法', country: 'CN' },
  { template: 'poa_zh', title: '（虚构）可倾转旋翼的锁止与解锁机构', country: 'CN' },
  { template: 'poa_en', title: '（虚构）可倾转旋翼的锁止与解锁机构', country: 'US' },
] as const
