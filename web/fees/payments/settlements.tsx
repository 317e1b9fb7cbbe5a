import { BankOutlined, DownloadOutlined, FileDoneOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { bankFile, MAX_LISTS } from '../../../model/fees/settlements/settlement-routes.ts'
import { allows } from '../../api/allows.ts'
import { doVerb, useSchema } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { dialogOnRequest } from '../../ui/on-request.tsx'
import { useWords } from '../../words/language.ts'

const ReadBankResult = dialogOnRequest(async () => (await import('./read-bank-result.tsx')).ReadBankResult)
const ReadReceipts = dialogOnRequest(async () => (await import('./read-receipts.tsx')).ReadReceipts)

/** Files to banks, and files from banks and offices. */
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
      {reading === 'bank' && <ReadBankResult onClose={close} />}
      {reading === 'receipts' && <ReadReceipts onClose={close} />}
    </>
  )
}

const OPEN = "payment_type = 'TO_AGENCY' AND status IN ('DRAFT', 'APPROVED') AND bill_count > 0 ORDER BY payment_no ASC"

const PAGE = 100

/** The lists that are to be paid to agencies, and one more than a file holds where there are more. */
async function openLists(): Promise<string[]> {
  const sids: string[] = []
  for (let start = 0; start <= MAX_LISTS; start += PAGE) {
    const { record } = await doVerb('payment', 'search', { fl: ['sid'], iql: OPEN, start, rows: PAGE, total: 'none' })
    sids.push(...record.map(({ sid }) => sid))
    if (record.length < PAGE) break
  }
  return sids
}

/** One file for all lists to be paid to agencies; a second sheet names the lists left out. */
function BankFile() {
  const { t } = useWords()
  const { message } = App.useApp()
  const saveFile = useSaveFile()
  const save = async () => {
    const sids = await openLists()
    if (sids.length === 0) return void message.info(t('settle.noLists'))
    if (sids.length > MAX_LISTS) message.info(t('settle.firstLists', { count: MAX_LISTS }))
    return saveFile(() => fetchFile(bankFile, {}, { sids: sids.slice(0, MAX_LISTS).join(',') }), `${t('settle.bankFileName')}.xlsx`)
  }
  return (
    <Button icon={<DownloadOutlined />} onClick={() => void save().catch(() => undefined)}>
      {t('settle.bankFile')}
    </Button>
  )
}
