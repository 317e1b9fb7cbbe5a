import type { takeVatInvoice } from '../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { WITHDRAWN_BILLS } from '../../model/fees/invoices/invoice.ts'
import { vatParts } from '../../model/fees/vat-invoices/share.ts'
import { numbersIn, type VatInvoice, VAT_CURRENCY, vatKey } from '../../model/fees/vat-invoices/vat-invoice.ts'
import { compareMoney, sumMoney } from '../../model/kit/money/money.ts'
import type { AttachedFile } from '../../model/kit/pictures.ts'
import { withFile } from '../documents/preview/local-file.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import { type Context, lockKey, type RowValues } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import type { Named } from '../records/registry.ts'
import { create } from '../records/write/create.ts'
import { updateRow } from '../records/write/update.ts'
import { lockRows } from '../records/write/write.ts'
import { agencyOf, companyOf, recordedOn } from './known.ts'
import { readVatFile } from './read-file.ts'

type Model = Named<'invoice'>

type Asked = { sid: string; total: string }

/** Records the invoice on a bill, divides it among several, or creates a bill. Values are read again from the stored files. */
export async function takeInvoice({ ctx, model, body: { files, invoice_sid, parts } }: Call<typeof takeVatInvoice>) {
  const { invoice, kept } = await readKept(ctx, files)
  const named = parts?.length ? parts.map((part) => part.invoice_sid).toSorted() : invoice_sid ? [invoice_sid] : []
  const bills: LockedBill[] = []
  for (const sid of named) bills.push(await lockedBill(ctx, model, sid))
  await lockKey(ctx, `VAT invoice ${vatKey(invoice.number, invoice.code)}`)
  const { recorded, open, openTax } = await recordedOn(ctx, invoice)
  if (recorded) refuseTwice(invoice, recorded.name)
  if (bills.length === 0) {
    if (open !== invoice.total) refusePartly(invoice, open)
    return create(ctx, model, await billOf(ctx, invoice, kept))
  }
  const asked = parts?.length ? parts.map((part) => ({ sid: part.invoice_sid, total: part.total })) : [{ sid: invoice_sid ?? '', total: open }]
  refuseUnequal(asked, open)
  const shared = vatParts({ total: open, tax: taxLeft(invoice, open, openTax) }, asked.map(({ total }) => total)) // oxfmt-ignore
  for (const [at, { sid }] of asked.entries()) {
    const bill = bills.find((one) => one.sid === sid) ?? refuse('not_found')
    const part = shared[at] ?? refuse('not_found')
    const isWhole = compareMoney(part.total, invoice.total, VAT_CURRENCY) === 0
    await recordOn(ctx, model, bill, { invoice: isWhole ? invoice : { ...invoice, ...part }, whole: isWhole ? null : invoice.total, kept })
  }
  return get(ctx, model, asked[0]?.sid ?? '')
}

/** Tax left by the parts on other bills, to the cent; if tax entered by hand makes this impossible, the share of the whole. */
function taxLeft(invoice: VatInvoice, open: string, openTax: string): string {
  const isPossible = compareMoney(openTax, '0', VAT_CURRENCY) >= 0 && compareMoney(openTax, open, VAT_CURRENCY) <= 0
  return isPossible ? openTax : (vatParts(invoice, [open])[0]?.tax ?? '0.00')
}

/** Each bill has one part, and the parts total the open sum, to the cent. */
function refuseUnequal(asked: readonly Asked[], open: string) {
  if (new Set(asked.map(({ sid }) => sid)).size < asked.length)
    refuse('rule', { summary_zh: '每张账单只有一份', summary_en: 'Each bill has one part' })
  if (asked.some(({ total }) => compareMoney(total, '0', VAT_CURRENCY) <= 0))
    refuse('rule', { summary_zh: '每份金额应大于 0', summary_en: 'Each part must be above 0' })
  const sum = sumMoney(asked.map(({ total }) => total), VAT_CURRENCY) // oxfmt-ignore
  if (compareMoney(sum, open, VAT_CURRENCY) !== 0)
    refuse('rule', { summary_zh: `各份合计 ${sum}，应等于发票的 ${open}`, summary_en: `The parts total ${sum}; the VAT invoice has ${open} to share out` }) // oxfmt-ignore
}

const refusePartly = ({ number }: VatInvoice, open: string) =>
  refuse('rule', {
    summary_zh: `发票 ${number} 的一部分已登记；请把余下的 ${open} 记入已有账单`,
    summary_en: `A part of VAT invoice ${number} is recorded already; record the remaining ${open} on a bill`,
  })

function refuseTwice({ number }: VatInvoice, name: string | null): never {
  return refuse('rule', {
    summary_zh: name === null ? `发票 ${number} 已登记过` : `发票 ${number} 已登记在账单“${name}”`,
    summary_en: name === null ? `VAT invoice ${number} is recorded already` : `VAT invoice ${number} is recorded already on invoice “${name}”`,
  })
}

type Kept = { invoice: VatInvoice; kept: AttachedFile[] }

async function readKept(ctx: Context, sids: readonly string[]): Promise<Kept> {
  const kept: AttachedFile[] = []
  let invoice: VatInvoice | undefined
  for (const sid of new Set(sids)) {
    const { read, name, size } = await withFile(ctx, sid, undefined, async (file) => ({ ...file, read: await readVatFile(file.path, file.name) }))
    if ('words' in read) return refuse('rule', { summary_zh: `${name}：${read.words[0]}`, summary_en: `${name}: ${read.words[1]}` })
    invoice ??= read.invoice
    if (vatKey(read.invoice.number, read.invoice.code) !== vatKey(invoice.number, invoice.code))
      refuse('rule', { summary_zh: '所选文件不是同一张发票', summary_en: 'The files are not of one VAT invoice' })
    kept.push({ sid, name, size })
  }
  return { invoice: invoice ?? refuse('not_found'), kept }
}

const factsOf = ({ number, code, date, seller, buyer, amount, tax, total }: VatInvoice): RowValues => ({
  vat_invoice_no: number,
  vat_invoice_code: code,
  vat_date: date,
  vat_seller: seller.name,
  vat_buyer: buyer.name,
  vat_buyer_tax_no: buyer.tax_no,
  vat_amount: amount,
  vat_tax: tax,
  vat_total: total,
})

type LockedBill = Awaited<ReturnType<typeof lockedBill>>

async function lockedBill(ctx: Context, model: Model, sid: string) {
  const before = (await lockRows(ctx, model, [sid], { verb: 'update' }))[0] ?? refuse('not_found')
  if (WITHDRAWN_BILLS.some((state) => state === before.status))
    refuse('rule', {
      summary_zh: `账单“${String(before.invoice_no)}”已作废或已拒付，不能登记发票`,
      summary_en: `Invoice “${String(before.invoice_no)}” is void or refused: no VAT invoice is recorded on it`,
    })
  if (before.currency !== VAT_CURRENCY)
    refuse('rule', {
      summary_zh: `账单“${String(before.invoice_no)}”不是人民币账单，不能登记发票`,
      summary_en: `Invoice “${String(before.invoice_no)}” is not in ${VAT_CURRENCY}: no VAT invoice is recorded on it`,
    })
  return before
}

type Part = Kept & { whole: string | null }

/** A bill that has one already takes a further one. */
async function recordOn(ctx: Context, model: Model, before: LockedBill, { invoice, whole, kept }: Part) {
  const sid = String(before.sid)
  const attached = Array.isArray(before.attachments) ? before.attachments : []
  const further = Array.isArray(before.vat_further) ? before.vat_further : []
  const facts = before.vat_invoice_no ? { vat_further: [...further, { ...rowOf(invoice), whole }] } : { ...factsOf(invoice), vat_whole: whole }
  await updateRow(ctx, model, sid, { ...facts, attachments: [...attached, ...kept] }, { verb: 'update' })
}

const rowOf = ({ number, code, date, amount, tax, total }: VatInvoice): RowValues => ({ number, code, date, amount, tax, total })

/** A bill with the values of the invoice */
async function billOf(ctx: Context, invoice: VatInvoice, kept: readonly AttachedFile[]): Promise<RowValues> {
  const agency = await agencyOf(ctx, invoice)
  const company = await companyOf(ctx, invoice)
  const { seller } = invoice
  return {
    invoice_no: invoice.number,
    bill_type: 'AGENCY',
    ...(agency ? { agency_sid: agency.sid } : { seller_name: seller.name ?? seller.tax_no }),
    ...(seller.tax_no && { seller_tax_no: seller.tax_no }),
    ...(company !== undefined && company !== ctx.actor.company_sid && { company_sid: company }),
    bill_date: invoice.date,
    currency: VAT_CURRENCY,
    lines: await linesOf(ctx, invoice, company ?? ctx.actor.company_sid),
    ...factsOf(invoice),
    attachments: kept,
  }
}

/** Line by line where the lines give the total; a discount stands on a negative line, which a bill does not have. */
async function linesOf(ctx: Context, { lines, amount, tax, remark }: VatInvoice, company: string | null): Promise<RowValues[]> {
  const sumsTo = (total: string, amounts: readonly string[]) =>
    sumMoney(amounts, VAT_CURRENCY) === total && !amounts.some((one) => one.startsWith('-'))
  const isWhole = sumsTo(amount, lines.map((line) => line.amount)) && sumsTo(tax, lines.map((line) => line.tax)) // oxfmt-ignore
  const known = await caseNumbersAmong(ctx, company, numbersIn([...lines.map(({ name }) => name), remark ?? ''].join('\n')))
  const refIn = (text: string) => numbersIn(text).find((number) => known.includes(number))
  const whole = lines[0]?.name || remark?.slice(0, 255) || ''
  if (!isWhole) return [{ service: serviceIn(whole), description: whole, amount, tax, case_ref: known[0] }]
  return lines.map((line) => ({
    service: serviceIn(line.name),
    description: line.name,
    amount: line.amount,
    tax: line.tax,
    case_ref: refIn(line.name) ?? (known.length === 1 ? known[0] : undefined),
  }))
}

/** Without the class of the service, which precedes it between asterisks */
const serviceIn = (name: string) => name.replace(/^\*[^*]*\*\s*/, '').slice(0, 60) || '—'

/** Under the conditions by which a line of a bill finds its case. */
async function caseNumbersAmong({ db, actor }: Context, company: string | null, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('case')
    .select(['case_no', 'application_no'])
    .where((eb) => eb.or([eb('case_no', 'in', [...numbers]), eb('application_no', 'in', [...numbers])]))
    .where('company_sid', '=', company)
    .where('deleted_at', 'is', null)
    .$if(actor.platform === 2, (query) => query.where('agency_sid', '=', actor.agency_sid))
    .limit(100)
    .execute()
  const given = new Set(numbers)
  return rows.flatMap((row) => [row.case_no, row.application_no].filter((one): one is string => one !== null && given.has(one)))
}
