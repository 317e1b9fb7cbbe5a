import { App, Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { SharingBill } from '../../../model/fees/vat-invoices/share.ts'
import { type ReadVatInvoice, takeVatInvoice } from '../../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { VAT_CURRENCY } from '../../../model/fees/vat-invoices/vat-invoice.ts'
import { compareMoney, isMoney, money, subtractMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { act, useWrite } from '../../api/api.ts'
import { Digits, Money } from '../../fields/money.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'

export type SharedBill = { sid: string; name: string; covered: string }
type ShareProps = { invoice: ReadVatInvoice; onTaken: (bills: readonly SharedBill[]) => void }
type Parts = Readonly<Record<string, string>>

const proposedOf = ({ sharing }: ReadVatInvoice): Parts => Object.fromEntries(sharing.flatMap(({ sid, share }) => (share ? [[sid, share]] : [])))

/** Divides one VAT invoice among several bills of its seller: each chosen bill has its part, and the rest is shown until it is zero. */
export function ShareVatInvoice({ invoice, onTaken }: ShareProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const { sharing, open, files, number } = invoice
  const [entered, setParts] = useState(() => proposedOf(invoice))
  // A bill may since have been covered by another invoice.
  const parts = Object.fromEntries(Object.entries(entered).filter(([sid]) => sharing.some((bill) => bill.sid === sid)))
  const write = useWrite('invoice', (asked: Parts) =>
    act(takeVatInvoice, {
      files: files.map(({ sid }) => sid),
      parts: Object.entries(asked).map(([invoice_sid, total]) => ({ invoice_sid, total: money(total, VAT_CURRENCY) })),
    }),
  )
  const bills = sharing.filter(({ sid }) => parts[sid] !== undefined)
  const left = restOf(open, Object.values(parts))
  const isFit = bills.length > 0 && left !== undefined && compareMoney(left, '0', VAT_CURRENCY) === 0 && bills.every((bill) => !faultOf(bill, parts)) // oxfmt-ignore
  const share = async () => {
    const record = await write.mutateAsync(parts).catch(() => undefined) // a refusal has already been shown
    if (!record) return
    message.success(t('vat.taken'))
    onTaken(bills.map((bill) => ({ sid: bill.sid, name: bill.invoice_no, covered: coveredAfter(bill, parts[bill.sid] ?? '0') })))
  }
  return (
    <div className="vat-share">
      <Bills invoice={invoice} parts={parts} left={left} onChange={setParts} />
      <p role="status">
        {t('vat.toShare')} <Money amount={open} currency={VAT_CURRENCY} /> · {t('vat.left')}{' '}
        {left === undefined ? '—' : <Money amount={left} currency={VAT_CURRENCY} />}
      </p>
      <Button type="primary" disabled={!isFit} loading={write.isPending} aria-label={t('vat.shareOut', { number })} onClick={() => void share()}>
        {t('vat.share')}
      </Button>
    </div>
  )
}

/** Undefined while a part is no amount. */
function restOf(open: string, parts: readonly string[]): string | undefined {
  return parts.every((part) => isMoney(part, VAT_CURRENCY)) ? subtractMoney(open, sumMoney(parts, VAT_CURRENCY), VAT_CURRENCY) : undefined
}

const coveredAfter = ({ total, lacks }: SharingBill, part: string) => sumMoney([subtractMoney(total, lacks, VAT_CURRENCY), part], VAT_CURRENCY)

function faultOf({ sid, lacks }: SharingBill, parts: Parts): boolean {
  const part = parts[sid]
  if (part === undefined) return false
  return !isMoney(part, VAT_CURRENCY) || compareMoney(part, '0', VAT_CURRENCY) <= 0 || compareMoney(part, lacks, VAT_CURRENCY) > 0
}

type BillsProps = { invoice: ReadVatInvoice; parts: Parts; left: string | undefined; onChange: (parts: Parts) => void }

/** A chosen bill is offered its uncovered amount, up to the rest of the invoice. */
function Bills({ invoice: { sharing, open }, parts, left, onChange }: BillsProps) {
  const { t } = useWords()
  const choose = ({ sid, lacks }: SharingBill, isChosen: boolean) => {
    if (!isChosen) return onChange(Object.fromEntries(Object.entries(parts).filter(([other]) => other !== sid)))
    const rest = left ?? open
    const part = compareMoney(lacks, rest, VAT_CURRENCY) <= 0 ? lacks : rest
    return onChange({ ...parts, [sid]: part.startsWith('-') ? '0.00' : part })
  }
  return (
    <PlainTable<SharingBill>
      dataSource={[...sharing]}
      scroll={{ x: 420, y: 240 }}
      columns={[
        {
          title: t('vat.shareBill'),
          render: (_, bill) => (
            <Checkbox checked={parts[bill.sid] !== undefined} onChange={({ target }) => choose(bill, target.checked)}>
              {bill.invoice_no}
            </Checkbox>
          ),
        },
        { title: t('vat.lacks'), align: 'right', width: 130, render: (_, { lacks }) => <Digits amount={lacks} currency={VAT_CURRENCY} /> },
        {
          title: t('vat.part'),
          align: 'right',
          width: 150,
          render: (_, bill) =>
            parts[bill.sid] !== undefined && (
              <Input
                value={parts[bill.sid]}
                inputMode="decimal"
                aria-label={t('vat.partOf', { bill: bill.invoice_no })}
                status={faultOf(bill, parts) ? 'error' : ''}
                onChange={({ target }) => onChange({ ...parts, [bill.sid]: target.value.trim() })}
              />
            ),
        },
      ]}
    />
  )
}
