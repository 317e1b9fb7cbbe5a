import { readVatInvoices, takeVatInvoice } from '../../model/fees/vat-invoices/vat-invoice-actions.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import { serve } from '../route.ts'
import { receiveVatInvoices } from './receive.ts'
import { takeInvoice } from './take.ts'

/** Chinese VAT e-invoices: read from files, and recorded on the bills that they are for. */
export const vatInvoicesModule: ServerModule = {
  name: 'vat-invoices',
  after: ['fees', 'documents'],
  actions: perform(takeVatInvoice, takeInvoice),
  routes: [serve(readVatInvoices, ({ ctx, request }) => receiveVatInvoices(ctx, request))],
}
