import { percentMoney } from '../../../model/kit/money/money.ts'
import { INVOICES, PRICES, SERVICE_TAX } from '../../../seed/demo/invoices.ts'
import type { Context } from '../../records/context.ts'
import { attachDemoFile } from './file.ts'
import { add } from '../rows.ts'

/** Bills of the demo agency: one that agrees with its price list, and one with deviations to decide. */
export async function seedInvoices(ctx: Context, { company, agency }: { company: string; agency: string | undefined }) {
  if (!agency) return
  const today = Temporal.PlainDate.from(ctx.today)
  const cases = await ctx.db
    .selectFrom('case')
    .select('sid')
    .where('agency_sid', '=', agency)
    .where('country', '=', 'CN')
    .where('kind', '=', 'patent')
    .orderBy('case_no')
    .limit(4)
    .execute()
  const fee = await ctx.db
    .selectFrom('fee')
    .select(['sid', 'amount', 'currency'])
    .where('case_sid', 'in', (of) => of.selectFrom('case').select('sid').where('agency_sid', '=', agency))
    .where('status', '=', 'PLANNED')
    .where('currency', '=', 'CNY')
    .where('amount', 'is not', null)
    .orderBy('fee_no')
    .executeTakeFirst()
  let at = 0
  const rows = INVOICES.map(({ ago, lines, invoice_no, ...more }) => ({
    ...('vat' in more && { ...more.vat, vat_date: `${today.subtract(Temporal.Duration.from(ago))}` }),
    invoice_no,
    agency_sid: agency,
    company_sid: company,
    bill_date: `${today.subtract(Temporal.Duration.from(ago))}`,
    lines: [
      ...lines.map((line) => {
        const amount = 'amount' in line ? line.amount : PRICES.find(({ service_code }) => service_code === line.service)?.amount
        return { case_sid: cases[at++ % cases.length]?.sid, service: line.service, amount, tax: percentMoney(amount ?? '0', SERVICE_TAX, 'CNY') }
      }),
      ...('with_fee' in more && fee ? [{ fee_sid: fee.sid, amount: fee.amount }] : []),
    ],
  }))
  for (const row of rows) {
    const file = { name: `${row.invoice_no}.pdf`, lines: ['Fictional invoice of the demo', row.invoice_no.replace('虚构', ''), row.bill_date] }
    await add(ctx, 'invoice', [{ ...row, attachments: [await attachDemoFile(ctx, 'invoice.attachments', file)] }])
  }
}
