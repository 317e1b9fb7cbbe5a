import { readBankResult, readBills as readBillsDeclared, readReceipts } from '../../model/fees/settlements/settlement-routes.ts'
import type { ServerModule } from '../module.ts'
import { serve } from '../route.ts'
import { bankFileRoute } from './bank-file.ts'
import { readBills } from './read-bills.ts'
import { readBank } from './read-bank.ts'
import { readOfficeReceipts } from './receipts.ts'
import { officeReceipts } from './take-receipts.ts'

/** Payments and receipts that go out to and come back from banks and offices as files. */
export const settlementsModule: ServerModule = {
  name: 'settlements',
  after: ['fees', 'import'],
  parts: [officeReceipts],
  routes: [
    bankFileRoute,
    serve(readBankResult, ({ ctx, request }) => readBank(ctx, request)),
    serve(readReceipts, ({ ctx, request }) => readOfficeReceipts(ctx, request)),
    serve(readBillsDeclared, ({ ctx, request }) => readBills(ctx, request)),
  ],
}
