import { BankOutlined, DownloadOutlined, FileDoneOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { bankFile, MOST_LISTS } from '../../model/fees/settlements/settlement-routes.ts'
import { allows } from '../api/allows.ts'
import { doVerb, useSchema } from '../api/api.ts'
import { fetchFile } from '../api/call.ts'
import { useSaveFile } from '../fields/documents/save-file.ts'
import { useWords } from '../words/language.ts'

const ReadBankResult = lazy(async () => ({ default: (await import('./read-bank-result.tsx')).ReadBankResult }))
const ReadReceipts = lazy(async () => ({ default: (await import('./read-receipts.tsx')).ReadReceipts }))

/** What goes to banks and comes back from banks and offices as files. */
export function Settlements() {
  const { t } = useWords()
  const [reading, setReading] = useState<'bank' | 'receipts' | null>(null)
  const [payment, invoice, fee] = [useSchema('payment').data, useSchema('invoice').data, useSchema('fee').data]
  if (!payment || !allows(payment, 'transition')) return null
  const close = () => setReading(null)
  return (
    <>
      {invoice && allows(invoice, 'export') && <BankFile />}
      {invoice && allows(invoice, 'search') && (
        <Button icon={<BankOutlined />} onClick={() => setReading('bank')}>
          {t('settle.readBank')}
        </Button>
      )}
      {fee && allows(fee, 'transition') && (
        <Button icon={<FileDoneOutlined />} onClick={() => setReading('receipts')}>
          {t('settle.readReceipts')}
        </Button>
      )}
      <Suspense fallback={null}>
        {reading === 'bank' && <ReadBankResult onClose={close} />}
        {reading === 'receipts' && <ReadReceipts onClose={close} />}
      </Suspense>
    </>
  )
}

const OPEN = "payment_type = 'TO_AGENCY' AND status IN ('DRAFT', 'APPROVED') AND bill_count > 0 ORDER BY payment_no ASC"

/** One file for all lists that are to be paid to agencies. */
function BankFile() {
  const { t } = useWords()
  const { message } = App.useApp()
  const saveFile = useSaveFile()
  const save = async () => {
    const { record } = await doVerb('payment', 'search', { fl: ['sid'], iql: OPEN, rows: 100, total: 'none' })
    if (record.length === 0) return void message.info(t('settle.noLists'))
    const sids = record.slice(0, MOST_LISTS).map(({ sid }) => sid).join(',') // oxfmt-ignore
    return saveFile(() => fetchFile(bankFile, {}, { sids }), `${t('settle.bankFileName')}.xlsx`)
  }
  return (
    <Button icon={<DownloadOutlined />} onClick={() => void save().catch(() => undefined)}>
      {t('settle.bankFile')}
    </Button>
  )
}
