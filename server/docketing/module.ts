import type { FastifyInstance, FastifyRequest } from 'fastify'
import { feeDesk } from '../fees/annuities.ts'
import { feeConsequences } from '../fees/fee.ts'
import { paymentConsequences } from '../fees/payment.ts'
import { paymentFileRoute } from '../fees/payment-file.ts'
import type { Work } from '../records/context.ts'
import { deadlineConsequences } from './deadline.ts'
import { deadlineDesk } from './deadline-counts.ts'
import { lawColumns } from './law/law-columns.ts'
import { monitor } from './findings/monitor.ts'
import { docketingConsequences } from './case-hooks.ts'
import { ruleExample } from './law/rule-example.ts'
import { rulePreview } from './law/rule-preview.ts'

/** Time limits and fees: what the law makes of every case. */
export const docketingArea = {
  consequences() {
    docketingConsequences()
    lawColumns()
    deadlineConsequences()
    feeConsequences()
    paymentConsequences()
    deadlineDesk()
    rulePreview()
    ruleExample()
    feeDesk()
    monitor()
  },
  routes(app: FastifyInstance, _server: unknown, workOf: (request: FastifyRequest) => Promise<Work>) {
    paymentFileRoute(app, workOf)
  },
}
