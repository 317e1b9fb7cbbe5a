import { FileSearchOutlined } from '@ant-design/icons'
import { Alert, Button, Modal, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { MAX_VAT_FILES, type ReadVatInvoice, readVatInvoices } from '../../../model/fees/vat-invoices/vat-invoice-actions.ts'
import { proposalsAfter } from '../../../model/fees/vat-invoices/vat-invoice.ts'
import { useWrite } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'
import { type Covered, VatInvoiceCard } from './vat-invoice-card.tsx'
import '../fees.css'

type Skipped = { name: string; reason: string }
type ReadVatInvoicesProps = { files: readonly File[]; onClose: () => void }

/** Reads VAT invoices from files and records each on the bill that a person accepts. */
export function ReadVatInvoices({ files, onClose }: ReadVatInvoicesProps) {
  const { t } = useWords()
  const { read, skipped, send, isPending, refresh } = useReading()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current || files.length === 0) return
    isSent.current = true // a screen is mounted twice in development
    void send(files)
  }, [files, send])
  return (
    <Modal open title={t('vat.read')} onCancel={onClose} width={860} footer={<Button onClick={onClose}>{t('vat.close')}</Button>} destroyOnHidden>
      <Alert type="info" showIcon title={t('vat.unchecked')} className="spaced" />
      <Upload.Dragger
        multiple
        showUploadList={false}
        accept=".xml,.ofd,.pdf,.zip"
        disabled={isPending}
        beforeUpload={(file, batch) => {
          if (file === batch[0]) void send(batch)
          return Upload.LIST_IGNORE
        }}
      >
        <p>
          <FileSearchOutlined aria-hidden /> <b>{isPending ? t('vat.reading') : t('vat.drop')}</b>
        </p>
        <p className="quiet">{t('vat.dropHint', { count: MAX_VAT_FILES })}</p>
      </Upload.Dragger>
      <div aria-live="polite">
        {skipped.length > 0 && (
          <Alert
            type="warning"
            showIcon
            className="vat-skipped"
            title={t('vat.skipped', { count: skipped.length })}
            description={
              <ul>
                {skipped.map(({ name, reason }, at) => (
                  <li key={`${at} ${name}`}>
                    {name}
                    {t('colon')}
                    {reason}
                  </li>
                ))}
              </ul>
            }
          />
        )}
        {read.map((one) => (
          <VatInvoiceCard key={one.files[0]?.sid} invoice={one} onTaken={refresh} />
        ))}
      </div>
    </Modal>
  )
}

function useReading() {
  const [read, setRead] = useState<readonly ReadVatInvoice[]>([])
  const [skipped, setSkipped] = useState<readonly Skipped[]>([])
  const write = useWrite('invoice', (body: FormData) => ask(readVatInvoices, body, { timeout: PAGE_TIMEOUT }))
  const send = async (files: readonly File[]) => {
    const body = new FormData()
    for (const file of files) body.append('file', file, file.name)
    const found = await write.mutateAsync(body).catch(() => undefined) // a refusal has already been shown
    if (!found) return
    setSkipped(found.skipped)
    // An invoice that is read again is listed once, with the latest data.
    const isAgain = (one: ReadVatInvoice) => found.record.some(({ number, code }) => number === one.number && code === one.code)
    setRead((before) => [...found.record, ...before.filter((one) => !isAgain(one))])
  }
  // The other invoices are proposed for the uncovered amounts of the bills.
  const refresh = (bills: readonly Covered[]) =>
    setRead((before) => before.map((one) => bills.reduce((invoice: ReadVatInvoice, bill) => afterTaking(invoice, bill), one)))
  return { read, skipped, send, isPending: write.isPending, refresh }
}

const afterTaking = (one: ReadVatInvoice, { sid, covered }: Covered): ReadVatInvoice => ({
  ...one,
  proposals: proposalsAfter({ total: one.open }, one.proposals, { sid, covered }),
  sharing: one.sharing.filter((bill) => bill.sid !== sid),
})
