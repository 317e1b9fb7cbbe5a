import { defineAction, facts } from '../../kit/action.ts'
import { link, links, money, rows } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { SharingBill } from './share.ts'
import type { Proposal, VatInvoice } from './vat-invoice.ts'

/** Kinds of file in which a VAT invoice is issued. */
export const VAT_FILES = ['xml', 'ofd', 'pdf'] as const
export const MAX_VAT_FILES = 50

type Named = { sid: string; name: string }

/** A VAT invoice that was read from one or more files. `recorded`: the bill that has it already; its name only for those who see it. */
export type ReadVatInvoice = VatInvoice & {
  files: readonly Named[]
  ours: boolean
  agency: Named | null
  recorded: { sid: string | null; name: string | null } | null
  proposals: readonly Proposal[]
  /** The amount that no bill has yet: all of it, or the part that a withdrawn bill gave back. */
  open: string
  /** The bills of the seller among which it may be shared out; none where there are fewer than two. */
  sharing: readonly SharingBill[]
  /** Bills of the seller, where it is larger than each of them. */
  exceeded: readonly string[]
}

export const readVatInvoices = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/invoice/do/read_vat_invoices',
  tag: 'invoice',
  zh: '上传电子发票（XML、OFD、PDF 或其 zip 压缩包）：读取内容并给出可能对应的账单；不核验真伪，确认后才登记',
  en: 'Upload VAT e-invoices (XML, OFD, PDF, or a zip of them): they are read, and the bills that they may be for are proposed; authenticity is not checked, and nothing is recorded until a person accepts',
  body: {},
  form: 'only',
  answer: {
    record: facts<ReadVatInvoice[]>('电子发票', 'VAT invoices', {
      type: 'array',
      items: {
        type: 'object',
        required: [
          'number',
          'date',
          'seller',
          'buyer',
          'amount',
          'tax',
          'total',
          'lines',
          'files',
          'ours',
          'proposals',
          'open',
          'sharing',
          'exceeded',
        ],
      },
    }),
    skipped: facts<{ name: string; reason: string }[]>('未读取的文件', 'Files not read', {
      type: 'array',
      items: { type: 'object', required: ['name', 'reason'] },
    }),
  },
  permission: 'update',
  of: 'invoice',
})

export const takeVatInvoice = defineAction({
  model: 'invoice',
  name: 'take_vat_invoice',
  zh: '登记电子发票：记入账单，按金额分给几张账单，或据此新建账单；文件存入账单',
  en: 'Record a VAT e-invoice on a bill, share it out to several, or make a bill of it; its files are kept with the bills',
  body: {
    files: links('发票文件', 'Files of the invoice', { to: 'document', required: true, max: 10 }),
    invoice_sid: link('账单，留空则新建', 'Invoice; a new one if absent', { to: 'invoice' }),
    parts: rows(
      '分给几张账单',
      'Parts for several bills',
      {
        invoice_sid: link('账单', 'Invoice', { to: 'invoice', required: true }),
        total: money('价税合计', 'Total', { required: true, min: 0 }),
      },
      { max: 50 },
    ),
  },
  answer: { record: 'invoice' },
  permission: 'update',
  transaction: true,
})
