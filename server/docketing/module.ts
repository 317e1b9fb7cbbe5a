import type { FastifyInstance, FastifyRequest } from 'fastify'
import { annuityActions } from '../fees/annuities.ts'
import { feeHooks } from '../fees/fee.ts'
import { paymentHooks } from '../fees/payment.ts'
import { paymentFileRoute } from '../fees/payment-file.ts'
import type { Context } from '../records/context.ts'
import { deadlineHooks } from './deadline.ts'
import { deadlineCountActions } from './deadline-counts.ts'
import { lawColumns } from './law/law-columns.ts'
import { monitor } from './findings/monitor.ts'
import { caseHooks } from './case-hooks.ts'
import { ruleExample } from './law/rule-example.ts'
import { rulePreview } from './law/rule-preview.ts'

/** Time limits and fees: what the law makes of every case. */
export const docketingArea = {
  hooks() {
    caseHooks()
    lawColumns()
    deadlineHooks()
    feeHooks()
    paymentHooks()
    deadlineCountActions()
    rulePreview()
    ruleExample()
    annuityActions()
    monitor()
  },
  routes(app: FastifyInstance, _server: unknown, contextOf: (request: FastifyRequest) => Promise<Context>) {
    paymentFileRoute(app, contextOf)
  },
}
