import { WITHDRAWN_BILLS } from '../../../model/fees/invoices/invoice.ts'
import { coverOf } from '../../../model/fees/vat-invoices/cover.ts'
import { PART_FIELDS, type VatPartOfBill, vatPartsOf } from '../../../model/fees/vat-invoices/parts.ts'
import { VAT_CURRENCY } from '../../../model/fees/vat-invoices/vat-invoice.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { compareMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { type Context, type DraftOf, lockKey } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'

type Bill = DraftOf<'invoice'>

/** VAT invoices of a bill, each recorded once and together at most the billed sum; of one shared by several bills, each has a part. */
export const billVat: Part = { hooks: [{ model: 'invoice', prepare: prepareVat }] }

async function prepareVat(ctx: Context, drafts: readonly Bill[]) {
  for (const draft of drafts) {
    cover(ctx, draft)
    const keys = partsOf(draft).map(({ key }) => key)
    setValue(draft, 'vat_keys', keys.length > 0 ? keys : null)
  }
  await keepUnique(ctx, drafts)
}

const VAT = ['vat_invoice_no', 'vat_total', 'vat_whole', 'vat_further']
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
const partsOf = ({ row }: Bill): VatPartOfBill[] => (WITHDRAWN_BILLS.some((state) => state === row.status) ? [] : vatPartsOf(row))

/** A bill has several numbers, which no database index keeps unique, so recording one takes a lock on it. */
async function keepUnique(ctx: Context, drafts: readonly Bill[]) {
  const own = drafts.filter(({ before, changed, row }) => row.vat_keys?.length && (!before || changed.has('vat_keys') || VAT.some((code) => changed.has(code)))) // oxfmt-ignore
  const keys = [...new Set(own.flatMap(({ row }) => row.vat_keys ?? []))].toSorted()
  if (keys.length === 0) return
  for (const key of keys) await lockKey(ctx, `VAT invoice ${key}`)
  const there = await ctx.db.selectFrom('invoice').select(['sid', ...PART_FIELDS]).where('vat_keys', '&&', [keys]).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const written = new Set(drafts.map(({ sid }) => sid))
  const kept = there.filter(({ sid }) => !written.has(sid)).flatMap(vatPartsOf)
  for (const draft of own) refuseTaken(ctx, draft, [...kept, ...drafts.filter((one) => one !== draft).flatMap(partsOf)]) // oxfmt-ignore
}

/** A number may be on one bill, or on several with parts of the same VAT invoice, up to its total. */
function refuseTaken(ctx: Context, draft: Bill, others: readonly VatPartOfBill[]) {
  const model = modelNamed(ctx.tenant.models, 'invoice')
  const parts = partsOf(draft)
  for (const [at, part] of parts.entries()) {
    const same = others.filter(({ key }) => key === part.key)
    const isTwice = parts.findIndex(({ key }) => key === part.key) !== at
    const words = isTwice ? taken(part.key) : faultOf(part, same)
    if (!words) continue
    faultAt(ctx, model, draft, at === 0 ? 'vat_invoice_no' : 'vat_further', words)
    return
  }
}

const taken = (key: string): Words => [`${key} 已登记过`, `${key} is recorded already`]

function faultOf({ key, total, whole }: VatPartOfBill, same: readonly VatPartOfBill[]): Words | undefined {
  if (whole === null) return same.length > 0 ? taken(key) : undefined
  if (total === null) return [`${key} 由几张账单共用：须填本账单的部分`, `${key} is shared: the part of this bill is required`]
  const other = same.find((one) => one.whole === null || compareMoney(one.whole, whole, VAT_CURRENCY) !== 0)
  if (other?.whole === null) return taken(key)
  if (other)
    return [`${key} 在其他账单上的价税合计为 ${other.whole}，不是 ${whole}`, `${key} has the total ${other.whole} on another bill, not ${whole}`]
  const sum = sumMoney([total, ...same.map((one) => one.total ?? '0')], VAT_CURRENCY)
  if (compareMoney(sum, whole, VAT_CURRENCY) <= 0) return undefined
  return [`${key} 分给各账单的部分合计 ${sum}，多于该发票的 ${whole}`, `the parts of ${key} total ${sum}, more than the ${whole} of the VAT invoice`]
}
