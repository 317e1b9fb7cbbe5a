import { WITHDRAWN_BILLS } from '../../model/fees/invoice.ts'
import { coverOf } from '../../model/fees/vat-invoices/cover.ts'
import { vatKey } from '../../model/fees/vat-invoices/vat-invoice.ts'
import { compareMoney } from '../../model/kit/money.ts'
import { type Context, type DraftOf, lockKey } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import { warnAt } from '../records/write/warnings.ts'

type Bill = DraftOf<'invoice'>

/** The VAT invoices of a bill: one or several, each recorded once, and together no more than what is billed. */
export const billVat: Part = { hooks: [{ model: 'invoice', prepare: prepareVat }] }

async function prepareVat(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    cover(ctx, draft)
    const keys = keysOf(draft)
    setValue(draft, 'vat_keys', keys.length > 0 ? keys : null)
  }
  await keepUnique(ctx, drafts)
}

const VAT = ['vat_invoice_no', 'vat_total', 'vat_further']
const BILLED = ['lines', 'total', 'currency']

function cover(ctx: Context, draft: Bill) {
  const { row, changed, transition } = draft
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const cover = coverOf(row)
  const isChanged = VAT.some((code) => changed.has(code))
  setValue(draft, 'vat_covered', cover?.covered ?? null)
  setValue(draft, 'vat_missing', cover?.missing ?? null)
  if (!cover) {
    if (isChanged && (row.vat_invoice_no || row.vat_further?.length))
      faultAt(ctx, model, draft, 'vat_invoice_no', ['只用于人民币账单', 'is only for a bill in CNY'])
    return
  }
  if (row.vat_further?.length && !row.vat_invoice_no)
    faultAt(ctx, model, draft, 'vat_invoice_no', [
      '有其他发票时必填：先填第一张',
      'is required where there are further ones: enter the first one here',
    ])
  if (cover.exceeds && (isChanged || BILLED.some((code) => changed.has(code))))
    faultAt(ctx, model, draft, row.vat_further?.length ? 'vat_further' : 'vat_total', [
      `发票合计 ${cover.stated} 多于账单的价税合计 ${row.total}`,
      `with these the VAT invoices total ${cover.stated}, more than the ${row.total} of the bill`,
    ])
  if (transition === 'write_off' && compareMoney(cover.services, '0', 'CNY') > 0) writeOff(ctx, draft, cover.missing)
}

/** Services are written off with their VAT invoices; for official fees that are passed on, the office issues a receipt instead. */
function writeOff(ctx: Context, draft: Bill, missing: string | null) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  if (!draft.row.vat_invoice_no) faultAt(ctx, model, draft, 'vat_invoice_no', ['账单含代理费，核销时必填', 'is required to write off a bill for services'])
  else if (missing === null)
    warnAt(model, draft, { code: 'vat_unknown', field: 'vat_total', words: ['有发票未填价税合计，无法确认代理费是否已开票', 'a VAT invoice has no total, so whether the services are covered is unknown'], asks: true }) // oxfmt-ignore
  else if (compareMoney(missing, '0', 'CNY') > 0)
    warnAt(model, draft, { code: 'vat_missing', field: 'vat_missing', words: [`代理费还有 ${missing} 未开发票`, `${missing} of the services have no VAT invoice yet`], asks: true }) // oxfmt-ignore
}

/** The VAT invoices of a withdrawn bill may be recorded on another one. */
function keysOf({ row }: Bill): string[] {
  if (WITHDRAWN_BILLS.some((state) => state === row.status)) return []
  const first = vatKey(row.vat_invoice_no, row.vat_invoice_code)
  return [first, ...(row.vat_further ?? []).map(({ number, code }) => vatKey(number, code))].filter((key) => key !== null)
}

/** A bill has several numbers, which no index of the database holds apart: whoever records one holds a lock on it. */
async function keepUnique(ctx: Context, drafts: readonly Bill[]) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const own = drafts.filter(({ before, changed, row }) => row.vat_keys?.length && (!before || changed.has('vat_keys')))
  const keys = [...new Set(own.flatMap(({ row }) => row.vat_keys ?? []))].toSorted()
  if (keys.length === 0) return
  for (const key of keys) await lockKey(ctx, `VAT invoice ${key}`)
  const there = await ctx.db.selectFrom('invoice').select(['sid', 'vat_keys']).where('vat_keys', '&&', [keys]).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  for (const draft of own) {
    const others = [...there.filter(({ sid }) => sid !== draft.sid), ...own.filter((one) => one !== draft).map(({ row }) => row)]
    const numbers = draft.row.vat_keys ?? []
    const taken = numbers.findIndex((key, at) => numbers.indexOf(key) !== at || others.some(({ vat_keys }) => vat_keys?.includes(key)))
    if (taken < 0) continue
    const words = [`${numbers[taken]} 已登记过`, `${numbers[taken]} is recorded already`] as const
    faultAt(ctx, model, draft, taken === 0 ? 'vat_invoice_no' : 'vat_further', words)
  }
}
