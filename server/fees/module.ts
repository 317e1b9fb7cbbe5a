import type { ServerModule } from '../module.ts'
import { annuities } from './annuities.ts'
import { fees } from './fee.ts'
import { paymentFileRoute } from './payment-file.ts'
import { payments } from './payment.ts'

/** Fees, annuities and the lists by which they are paid. */
export const feesModule: ServerModule = {
  name: 'fees',
  after: ['docketing'],
  parts: [fees, payments, annuities],
  routes: [paymentFileRoute],
}
