import { percentMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { BILLS, LISTS } from '../../../seed/demo/finance.ts'
import { PRICES, PRICES_ABROAD, SERVICE_TAX } from '../../../seed/demo/invoices.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransitions } from '../../records/write/batch/batch-transition.ts'
import { createRow } from '../../records/write/create.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { updateRow } from '../../records/write/update.ts'
import { updateRows } from '../../records/write/write.ts'
import { attachDemoFile } from './file.ts'
import { add } from '../rows.ts'

type Around = { company: string; agencies: readonly string[] }
type Bill = (typeof BILLS)[number]
type Paying = { services: readonly string[]; fees?: number; ours?: number; dearer?: string; accepted?: string; returned?: string; part?: string; vat?: string; paid_after?: number } // oxfmt-ignore

/** Months of finance: lists of official fees and bills of agencies, in the states in which a month's work meets them. */
export async function seedFinance(ctx: Context, { company, agencies }: Around) {
  for (const one of LISTS) await seedList(ctx, company, one)
  for (const one of BILLS) await seedBill(ctx, { company, agency: agencies[one.agency] ?? '' }, one)
}

const daysAgo = ({ today }: Context, days: number) => `${Temporal.PlainDate.from(today).subtract({ days })}`

async function seedList(ctx: Context, company: string, { ago, fees, reaches, ...more }: (typeof LISTS)[number]) {
  const payment = modelNamed(ctx.tenant.models, 'payment')
  const day = daysAgo(ctx, ago)
  const sids = await annuitiesAround(ctx, day, fees)
  if (sids.length === 0) return
  const list = await createRow(ctx, payment, { payment_type: 'OFFICIAL_BATCH', payee: '国家知识产权局', company_sid: company })
  await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'fee'), sids, 'put_in_batch', { payment_sid: list })
  if (reaches === 'DRAFT') return
  await takeTransition(ctx, payment, list, 'approve', { amounts_confirmed: true })
  if (reaches === 'APPROVED') return
  await takeTransition(ctx, payment, list, 'pay', { pay_date: day, ...('order' in more && { official_order_no: more.order }) })
  if ('voucher' in more) await takeTransition(ctx, payment, list, 'receipt', { voucher_no: more.voucher })
}

/** Chinese annuities that can be paid on that day without a surcharge, on no list and on no bill, the first due first. */
async function annuitiesAround({ db }: Context, day: string, most: number): Promise<string[]> {
  const from = `${Temporal.PlainDate.from(day).subtract({ days: 20 })}`
  const rows = await db
    .selectFrom('fee')
    .select('sid')
    .where('fee_class', '=', 'ANNUITY')
    .where('currency', '=', 'CNY')
    .where('status', 'in', ['PLANNED', 'DUE', 'OVERDUE'])
    .where('due_date', '>=', from)
    .where((eb) => eb.or([eb('window_from', 'is', null), eb('window_from', '<=', day)]))
    .where('amount', 'is not', null)
    .where('payment_sid', 'is', null)
    .where('invoice_sid', 'is', null)
    .orderBy('due_date')
    .orderBy('fee_no')
    .limit(most)
    .execute()
  return rows.map(({ sid }) => sid)
}

type Of = { company: string; agency: string }

async function seedBill(ctx: Context, of: Of, { invoice_no, ago, reaches, ...bill }: Bill) {
  const one: Paying = bill
  const invoice = modelNamed(ctx.tenant.models, 'invoice')
  const bill_date = daysAgo(ctx, ago)
  const currency = bill.agency === 0 ? 'CNY' : 'USD'
  const lines = [...(await servicesOf(ctx, of, one, currency)), ...(await feesOf(ctx, one, daysAgo(ctx, ago + 4)))]
  const total = sumMoney(lines.flatMap((line) => [line.amount, 'tax' in line ? line.tax : '0']), currency) // oxfmt-ignore
  const services = lines.filter((line) => 'service' in line)
  const vat = one.vat && { vat_invoice_no: one.vat, vat_date: bill_date, vat_total: sumMoney(services.flatMap(({ amount, tax }) => [amount, tax]), currency) } // oxfmt-ignore
  const attachments = [await attachDemoFile(ctx, 'invoice.attachments', { name: `${invoice_no}.pdf`, lines: ['Fictional invoice of the demo', invoice_no.replace('虚构', ''), bill_date, `Total ${currency} ${total}`] })] // oxfmt-ignore
  const values = { invoice_no, agency_sid: of.agency, company_sid: of.company, bill_date, due_date: daysAgo(ctx, ago - 30), currency, bill_type: one.fees || one.ours ? 'MIXED' : 'AGENCY', lines, attachments, ...vat } // oxfmt-ignore
  const [sid = ''] = await add(ctx, 'invoice', [values])
  if (reaches === 'UNPROCESSED') return
  if (one.returned) return void (await takeTransition(ctx, invoice, sid, 'return_bill', { reason: one.returned }))
  if (one.accepted) await accept(ctx, sid, one.accepted)
  await takeTransition({ ...ctx, today: daysAgo(ctx, ago - 3) }, invoice, sid, 'audit', {})
  if (reaches === 'AUDITED') return
  await takeTransition(ctx, invoice, sid, 'request_payment', { ...(one.part && { request_amount: one.part }) })
  if (reaches === 'PAY_REQUESTED') return
  const { payment_sid } = await ctx.db.selectFrom('invoice').select('payment_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
  await takeTransition(ctx, modelNamed(ctx.tenant.models, 'payment'), payment_sid ?? '', 'pay', {
    pay_date: daysAgo(ctx, ago - (one.paid_after ?? 0)),
  })
  if (reaches === 'WRITE_OFF') await takeTransition(ctx, invoice, sid, 'write_off', {})
}

/** The work on cases of the agency in the country of its price list; the last one dearer than the list, where the bill says so. */
async function servicesOf({ db }: Context, { agency }: Of, { services, dearer = '0' }: Paying, currency: 'CNY' | 'USD') {
  const country = currency === 'CNY' ? 'CN' : 'US'
  const used = db.selectFrom('invoice').select((eb) => eb.fn<string>('unnest', ['case_sids']).as('sid'))
  const cases = await db
    .selectFrom('case')
    .select('sid')
    .where('agency_sid', '=', agency)
    .where('country', '=', country)
    .where('kind', '=', 'patent')
    .where('sid', 'not in', used)
    .orderBy('case_no')
    .limit(services.length)
    .execute()
  return services.map((service, at) => {
    const price = [...PRICES, ...PRICES_ABROAD].find((one) => one.service_code === service && one.currency === currency)?.amount ?? '0'
    const amount = sumMoney([price, at === services.length - 1 ? dearer : '0'], currency)
    return { case_sid: cases[at]?.sid, service, amount, tax: currency === 'CNY' ? percentMoney(amount, SERVICE_TAX, currency) : '0.00' }
  })
}

/** Annuities that the agency has paid for us on that day, or that we pay ourselves. */
async function feesOf(ctx: Context, { fees = 0, ours = 0 }: Paying, day: string) {
  const sids = await annuitiesAround(ctx, day, fees + ours)
  const fee = modelNamed(ctx.tenant.models, 'fee')
  for (const [at, sid] of sids.entries()) await updateRow(ctx, fee, sid, { decision: 'PAY', pay_by: at < fees ? 'AGENCY' : 'SELF' })
  if (fees > 0 && sids.length > 0) await takeTransitions(ctx, fee, sids.slice(0, fees), 'pay', { pay_date: day })
  const rows = sids.length > 0 ? await ctx.db.selectFrom('fee').select(['sid', 'amount', 'paid_amount']).where('sid', 'in', sids).orderBy('fee_no').execute() : [] // oxfmt-ignore
  return rows.map(({ sid, amount, paid_amount }) => ({ fee_sid: sid, amount: paid_amount ?? amount ?? '0' }))
}

/** The manager of the demo company accepts every deviation of the bill. */
async function accept(ctx: Context, sid: string, reason: string) {
  const { deviations } = await ctx.db.selectFrom('invoice').select('deviations').where('sid', '=', sid).executeTakeFirstOrThrow()
  const manager = await ctx.db.selectFrom('user').select('user_info_sid').where('account', '=', 'manager').executeTakeFirst()
  const decided = (deviations ?? []).map((one) => ({ ...one, decision: 'ACCEPT' as const, reason, decided_by: manager?.user_info_sid ?? null }))
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'invoice'), [{ sid, deviations: decided, undecided: 0 }], ['deviations', 'undecided'])
}
