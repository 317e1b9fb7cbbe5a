import { Alert, App, Button, Card, Descriptions, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ReadVatInvoice, takeVatInvoice } from '../../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { isLikely, type Proposal, REASONS, type VatLine, VAT_CURRENCY } from '../../../model/fees/vat-invoices/vat-invoice.ts'
import { formatMoney } from '../../../model/kit/money/money.ts'
import { act, type Rec, useWrite } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { Digits, Money } from '../../fields/money.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { type SharedBill, ShareVatInvoice } from './share-vat-invoice.tsx'
import { useWords } from '../../words/language.ts'

const NEW = 'new'
const SHARED = 'shared'

type CardProps = { invoice: ReadVatInvoice; onTaken: (bills: readonly Covered[]) => void }
/** The amount of a bill that its VAT invoices cover now. */
export type Covered = { sid: string; covered: string | null }
type Taken = { sid: string | null; name: string | null }

/** The data of an invoice, its oddities, and the bill on which it is recorded. */
export function VatInvoiceCard({ invoice, onTaken }: CardProps) {
  const { t, lang } = useWords()
  const { number, code, files, recorded } = invoice
  const [taken, setTaken] = useState<readonly Taken[] | null>(null)
  const on = taken ?? (recorded ? [recorded] : null)
  return (
    <Card
      size="small"
      className="vat-invoice"
      title={<span className="number">{code ? `${code} ${number}` : number}</span>}
      extra={<span className="quiet">{files.map(({ name }) => name).join(lang === 'zh' ? '、' : ', ')}</span>}
    >
      <Facts invoice={invoice} />
      <Lines lines={invoice.lines} />
      {!invoice.ours && <p><Tag color="warning">{t('vat.notOurs')}</Tag></p>}
      {!invoice.agency && <p><Tag>{t('vat.noAgency')}</Tag></p>}
      {!on && invoice.exceeded.length > 0 && invoice.sharing.length === 0 && (
        <Alert type="warning" showIcon className="spaced" title={t('vat.exceeds', { bills: invoice.exceeded.join(lang === 'zh' ? '、' : ', ') })} />
      )}
      {on ? (
        <p role="status">
          <Tag color={taken ? 'success' : 'error'}>{taken ? t('vat.taken') : t('vat.recorded')}</Tag>
          {on.map((bill) => (
            <span key={bill.sid} className="vat-on">
              {bill.sid ? <Link to={pageOf('invoice', `/${bill.sid}`)}>{bill.name}</Link> : t('vat.elsewhere')}
            </span>
          ))}
        </p>
      ) : (
        <Take
          invoice={invoice}
          onTaken={(bill) => {
            setTaken([{ sid: bill.sid, name: String(bill['invoice_no'] ?? '') }])
            onTaken([{ sid: bill.sid, covered: typeof bill['vat_covered'] === 'string' ? bill['vat_covered'] : null }])
          }}
          onShared={(bills) => {
            setTaken(bills)
            onTaken(bills)
          }}
        />
      )}
    </Card>
  ) // oxfmt-ignore
}

function Facts({ invoice: { date, seller, buyer, amount, tax, total, agency } }: { invoice: ReadVatInvoice }) {
  const { t } = useWords()
  const party = ({ name, tax_no }: ReadVatInvoice['seller']) => [name, tax_no].filter(Boolean).join(' · ') || '—'
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        { key: 'date', label: t('vat.date'), children: date },
        { key: 'total', label: t('vat.total'), children: <b><Money amount={total} currency={VAT_CURRENCY} /></b> },
        { key: 'amount', label: t('vat.amount'), children: <Money amount={amount} currency={VAT_CURRENCY} /> },
        { key: 'tax', label: t('vat.tax'), children: <Money amount={tax} currency={VAT_CURRENCY} /> },
        { key: 'seller', label: t('vat.seller'), children: <>{party(seller)} {agency && agency.name !== seller.name && <Tag>{agency.name}</Tag>}</> },
        { key: 'buyer', label: t('vat.buyer'), children: party(buyer) },
      ]}
    />
  ) // oxfmt-ignore
}

function Lines({ lines }: { lines: readonly VatLine[] }) {
  const { t } = useWords()
  if (lines.length === 0) return null
  const digits = (code: 'amount' | 'tax') => (_: unknown, line: VatLine) => <Digits amount={line[code]} currency={VAT_CURRENCY} />
  return (
    <PlainTable<VatLine & { sid: string }>
      dataSource={lines.map((line, at) => ({ ...line, sid: String(at) }))}
      scroll={{ x: 520, y: 240 }}
      columns={[
        { title: t('vat.item'), dataIndex: 'name' },
        { title: t('vat.amount'), align: 'right', width: 120, render: digits('amount') },
        { title: t('vat.rate'), dataIndex: 'rate', align: 'right', width: 80 },
        { title: t('vat.tax'), align: 'right', width: 100, render: digits('tax') },
      ]}
    />
  )
}

/** A person chooses among several bills that only the seller supports, and decides on an invoice that other bills already state. */
function startOf({ proposals: [first], exceeded, sharing }: ReadVatInvoice) {
  if (first && isLikely(first.why)) return first.sid
  if (sharing.some(({ share }) => share !== null) || (exceeded.length > 0 && sharing.length > 0)) return SHARED
  return first || exceeded.length > 0 ? null : NEW
}

type TakeProps = { invoice: ReadVatInvoice; onTaken: (bill: Rec) => void; onShared: (bills: readonly SharedBill[]) => void }

/** The proposed bill, another one, or a new one. */
function Take({ invoice, onTaken, onShared }: TakeProps) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const { files, proposals, sharing, number } = invoice
  const [first] = proposals
  const [chosen, setChosen] = useState<string | null>(null)
  // Another invoice may have covered the chosen bill in the meantime.
  const bill = chosen === NEW || (chosen === SHARED && sharing.length > 0) || proposals.some(({ sid }) => sid === chosen) ? chosen : startOf(invoice)
  const write = useWrite('invoice', (invoice_sid: string | undefined) =>
    act(takeVatInvoice, { files: files.map(({ sid }) => sid), ...(invoice_sid && { invoice_sid }) }),
  )
  const take = async () => {
    const record = await write.mutateAsync(bill === NEW ? undefined : (bill ?? undefined)).catch(() => undefined) // a refusal has already been shown
    if (!record) return
    message.success(t('vat.taken'))
    onTaken(record)
  }
  const said = ({ invoice_no, total, covered, why }: Proposal) =>
    `${invoice_no} · ${formatMoney(total, VAT_CURRENCY)}${covered === null ? '' : t('vat.covered', { amount: formatMoney(covered, VAT_CURRENCY) })} · ${why.map((reason) => REASONS[reason][lang === 'zh' ? 0 : 1]).join(lang === 'zh' ? '、' : ', ')}`
  const options = [
    ...proposals.map((one) => ({ value: one.sid, label: said(one) })),
    ...(sharing.length > 0 ? [{ value: SHARED, label: t('vat.several') }] : []),
    { value: NEW, label: t('vat.newBill') },
  ]
  return (
    <>
      <div className="vat-take">
        <Select value={bill} onChange={setChosen} aria-label={t('vat.bill', { number })} placeholder={t('vat.choose')} options={options} />
        {first?.sure && bill === first.sid && <Tag color="success">{t('vat.sure')}</Tag>}
        {bill !== SHARED && (
          <Button type="primary" disabled={bill === null} loading={write.isPending} onClick={() => void take()}>
            {t('vat.take')}
          </Button>
        )}
      </div>
      {bill === SHARED && <ShareVatInvoice key={invoice.open} invoice={invoice} onTaken={onShared} />}
    </>
  )
}
