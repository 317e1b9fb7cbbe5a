import type { invoicesZh } from '../zh/invoices.ts'

export const invoicesEn: Record<keyof typeof invoicesZh, string> = {
  'invoice.match': 'Match',
  'invoice.matchCount': 'Match ({{count}})',
  'invoice.again': 'Match again',
  'invoice.accept': 'Accept',
  'invoice.dispute': 'Dispute',
  'invoice.reason': 'Reason',
  'invoice.reasonNeeded': 'Enter a reason',
  'invoice.chosen': 'Deviations chosen: {{count}}',
  'invoice.none': 'No deviations',
  'invoice.noneHint': 'Each line agrees with the price list, with what was ordered and with the official payments.',
  'award.confirm': 'Confirm my share',
  'award.confirmed': 'Your share is confirmed',
  'invoice.decided': 'The decision about the deviations is recorded',
  'money.about': 'About {{amount}}',
  'money.apart': 'Without a rate, not included: {{amounts}}',
  'money.rates': 'Exchange rates used',
  'money.amount': 'Amount',
  'money.rate': 'Rate',
  'money.rateDay': 'Day of the rate',
  'money.source': 'Source',
}
