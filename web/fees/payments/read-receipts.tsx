import { App, type TableProps, Tag } from 'antd'
import { useState } from 'react'
import { RECEIPT_STATES } from '../../../model/fees/settlements/receipt-lines.ts'
import { MAX_RECEIPTS, type ReadReceipt, readReceipts, takeReceipts } from '../../../model/fees/settlements/settlement-routes.ts'
import { formatMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { act, useWrite } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import { useAgreed } from '../invoices/agreed-lines.ts'
import { ReadTable } from '../read-table.tsx'
import { useSentFile } from './sent-file.ts'

const NO_RECEIPTS: readonly ReadReceipt[] = []

/** Receipts of an office: a receipt that agrees with a fee in number, amount and payer is recorded on it and pays it. */
export function ReadReceipts({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [receipts, setReceipts] = useState(NO_RECEIPTS)
  const read = useWrite('payment', (body: FormData) => ask(readReceipts, body, { timeout: PAGE_TIMEOUT }))
  const take = useWrite('fee', (own: readonly ReadReceipt[]) => act(takeReceipts, { receipts: own.map(confirmed) }))
  const lists = useWrite('payment', async () => undefined)
  const agreed = useAgreed(receipts, ({ voucher }) => voucher)
  const fits = agreed.fits.slice(0, MAX_RECEIPTS)
  const sent = useSentFile(
    (body) => read.mutateAsync(body).catch(() => undefined), // a refusal has already been shown
    (found) => {
      agreed.restart()
      setReceipts(found.record ?? [])
    },
  )
  const onTake = async () => {
    const done = await take.mutateAsync(fits).catch(() => undefined) // a refusal has already been shown
    if (!done) return
    await lists.mutateAsync(undefined)
    setReceipts((before) => before.map((one) => (fits.includes(one) ? { ...one, state: 'RECORDED' } : one)))
    message.success(t('settle.receiptsTaken', { count: fits.length }))
  }
  return (
    <ReadTable
      title={t('settle.readReceipts')}
      hint={t('settle.receiptsHint')}
      isReading={read.isPending}
      isTaking={take.isPending}
      count={fits.length}
      onFile={sent.onFile}
      days={sent.days}
      onTake={() => void onTake()}
      onClose={onClose}
    >
      {receipts.length > 0 && <Lines receipts={receipts} rowSelection={agreed.rowSelection} />}
    </ReadTable>
  )
}

const confirmed = ({ fee_sid, voucher, paid_on, amounts, currency }: ReadReceipt) => ({
  fee_sid: fee_sid ?? '',
  voucher_no: voucher,
  pay_date: paid_on ?? '',
  amount: currency ? sumMoney(amounts, currency) : '',
})

type Line = ReadReceipt & { sid: string }
type LinesProps = { receipts: readonly ReadReceipt[]; rowSelection: NonNullable<TableProps<Line>['rowSelection']> }

function Lines({ receipts, rowSelection }: LinesProps) {
  const { t, lang } = useWords()
  return (
    <PlainTable<Line>
      rowSelection={rowSelection}
      dataSource={receipts.map((one, at) => ({ ...one, sid: `${at}` }))}
      scroll={{ x: 820, y: 360 }}
      columns={[
        { title: t('annuity.receipt'), dataIndex: 'voucher', width: 120 },
        { title: t('settle.number'), dataIndex: 'number', width: 150 },
        { title: t('fees.what'), render: (_, { fee, fee_name }) => fee_name ?? fee },
        { title: t('fees.amount'), align: 'right', width: 130, render: (_, { amounts }) => <span className="number">{amounts.join(' + ')}</span> },
        {
          title: t('settle.owed'),
          align: 'right',
          width: 130,
          render: (_, { owed, currency }) => owed && currency && <span className="number">{formatMoney(owed, currency)}</span>,
        },
        {
          title: t('settle.state'),
          width: 170,
          render: (_, { state }) => <Tag color={state === 'MATCHED' ? 'success' : 'warning'}>{RECEIPT_STATES[state][lang === 'zh' ? 0 : 1]}</Tag>,
        },
      ]}
    />
  )
}
