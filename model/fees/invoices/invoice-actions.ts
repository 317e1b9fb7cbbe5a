import { ABILITIES } from '../../auth/roles/abilities.ts'
import { defineAction, sidOf } from '../../kit/action.ts'
import { option, options, string } from '../../kit/fields.ts'

export const matchInvoice = defineAction({
  model: 'invoice',
  name: 'match',
  zh: '重新核对价目、指示与官方缴费',
  en: 'Match again with prices, orders and official payments',
  body: { sid: sidOf('invoice') },
  answer: { record: 'invoice' },
  permission: ABILITIES.invoice.request_bill,
  on: 'record',
  transaction: true,
})

export const decideDeviations = defineAction({
  model: 'invoice',
  name: 'decide',
  zh: '对账单的差异作出决定',
  en: 'Decide about deviations of an invoice',
  body: {
    sid: sidOf('invoice'),
    keys: options('差异', 'Deviations', { required: true, free: true, max: 1000 }),
    decision: option('决定', 'Decision', { ACCEPT: ['接受', 'Accept'], DISPUTE: ['有异议', 'Dispute'] }, { required: true }),
    reason: string('理由', 'Reason', { required: true, max: 255 }),
  },
  answer: { record: 'invoice' },
  permission: ABILITIES.invoice.audit_bill,
  on: 'record',
  transaction: true,
})
