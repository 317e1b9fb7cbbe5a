import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import type { ServerModule } from '../module.ts'
import { annuities } from './annuities/annuities.ts'
import { annuityReviews } from './annuities/annuity-review.ts'
import { annuityRounds } from './annuities/annuity-round.ts'
import { billPayments } from './bills/bill-payment.ts'
import { billVat } from './bills/bill-vat.ts'
import { budgetFileRoute } from './costs/budget-file.ts'
import { budgetNotices } from './costs/budget-notices.ts'
import { budgetUse } from './costs/budget-use.ts'
import { costFileRoute } from './costs/cost-file.ts'
import { costs } from './costs/costs.ts'
import { exchangeRates } from './exchange-rates.ts'
import { annuitySchedule, fees } from './fee.ts'
import { forecastFileRoute } from './costs/forecast-file.ts'
import { invoices } from './bills/invoice.ts'
import { paymentFileRoute } from './payments/payment-file.ts'
import { payments } from './payments/payment.ts'
import { pricedLists } from './payments/priced.ts'
import { feeSums } from './sum.ts'
import { withdrawnPayments } from './withdrawals/withdraw-payment.ts'
import { yearsAhead } from './annuities/years-ahead.ts'

/** Fees, annuities and payment lists. */
export const feesModule: ServerModule = {
  name: 'fees',
  after: ['docketing'],
  parts: [
    fees,
    payments,
    pricedLists,
    annuities,
    annuityRounds,
    annuityReviews,
    feeSums,
    invoices,
    billVat,
    billPayments,
    withdrawnPayments,
    exchangeRates,
    yearsAhead,
    budgetUse,
    budgetNotices,
    costs,
  ],
  routes: [paymentFileRoute, budgetFileRoute, costFileRoute, forecastFileRoute],
}

/** The fee actions of every kind of case. */
export const feesOfCases = ({ kinds }: Declared): Module => ({
  name: 'fees-of-cases',
  after: ['fees'],
  parts: [...kinds.values()].map(annuitySchedule),
})
