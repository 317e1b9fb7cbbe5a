import type { FastifyInstance, FastifyRequest } from 'fastify'
import { feeDesk } from '../fees/desk.ts'
import { feeConsequences } from '../fees/fee.ts'
import { paymentConsequences } from '../fees/payment.ts'
import { paymentFileRoute } from '../fees/payment-file.ts'
import type { Work } from '../records/work.ts'
import { deadlineConsequences } from './deadline.ts'
import { deadlineDesk } from './desk.ts'
import { lawColumns } from './law-columns.ts'
import { monitor } from './monitor.ts'
import { docketingConsequences } from './on-case.ts'
import { ruleExample } from './rule-example.ts'
import { rulePreview } from './rule-preview.ts'

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
