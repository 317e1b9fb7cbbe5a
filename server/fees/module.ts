import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import type { ServerModule } from '../module.ts'
import { annuities } from './annuities.ts'
import { annuityReviews } from './annuity-review.ts'
import { annuityRounds } from './annuity-round.ts'
import { billPayments } from './bill-payment.ts'
import { billVat } from './bill-vat.ts'
import { budgetFileRoute } from './budget-file.ts'
import { budgetNotices } from './budget-notices.ts'
import { budgetUse } from './budget-use.ts'
import { costFileRoute } from './cost-file.ts'
import { costs } from './costs.ts'
import { exchangeRates } from './exchange-rates.ts'
import { annuitySchedule, fees } from './fee.ts'
import { forecastFileRoute } from './forecast-file.ts'
import { invoices } from './invoice.ts'
import { paymentFileRoute } from './payment-file.ts'
import { payments } from './payment.ts'
import { feeSums } from './sum.ts'
import { withdrawnPayments } from './withdrawals/withdraw-payment.ts'
import { yearsAhead } from './years-ahead.ts'

/** Fees, annuities and payment lists. */
export const feesModule: ServerModule = {
  name: 'fees',
  after: ['docketing'],
  parts: [
    fees,
    payments,
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
