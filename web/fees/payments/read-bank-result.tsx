import { App, type TableProps, Tag } from 'antd'
import { useState } from 'react'
import { payList } from '../../../model/fees/fee-actions.ts'
import { BANK_STATES } from '../../../model/fees/settlements/bank-lines.ts'
import { readBankResult, type ReadBankLine } from '../../../model/fees/settlements/settlement-routes.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import { formatMoney, isMoney } from '../../../model/kit/money/money.ts'
import { act, useWrite } from '../../api/api.ts'
import { ask, PAGE_TIMEOUT } from '../../api/call.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import { useAgreed } from '../invoices/agreed-lines.ts'
import { ReadTable } from '../read-table.tsx'
import { useSentFile } from './sent-file.ts'

/** A line that was just recorded needs no reason. */
type Shown = Omit<ReadBankLine, 'state'> & { state: ReadBankLine['state'] | 'RECORDED' }
const NO_LINES: readonly Shown[] = []

/** Payments by the bank: lists that agree in number, payee and amount are recorded as paid, each by itself; the others state the reason. */
export function ReadBankResult({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [lines, setLines] = useState(NO_LINES)
  const read = useWrite('payment', (body: FormData) => ask(readBankResult, body, { timeout: PAGE_TIMEOUT }))
  const pay = useWrite('payment', payLine)
  const bills = useWrite('invoice', async () => undefined)
  const { fits, restart, rowSelection } = useAgreed(lines, ({ reference }) => reference)
  const sent = useSentFile(
    (body) => read.mutateAsync(body).catch(() => undefined), // a refusal has already been shown
    (found) => {
      restart()
      setLines(found.record ?? [])
    },
  )
  const take = async () => {
    let paid = 0
    for (const line of fits) {
      const done = await pay.mutateAsync(line).catch(() => undefined) // a refusal has already been shown, and keeps no other list from being paid
      if (!done) continue
      paid++
      setLines((before) => before.map((one) => (one === line ? { ...one, state: 'RECORDED' } : one)))
    }
    await bills.mutateAsync(undefined)
    if (paid > 0) message.success(t('settle.paid', { count: paid }))
  }
  return (
    <ReadTable
      title={t('settle.readBank')}
      hint={t('settle.bankHint')}
      isReading={read.isPending}
      isTaking={pay.isPending}
      count={fits.length}
      onFile={sent.onFile}
      days={sent.days}
      onTake={() => void take()}
      onClose={onClose}
    >
      {lines.length > 0 && <Lines lines={lines} rowSelection={rowSelection} />}
    </ReadTable>
  )
}

const payLine = ({ payment_sid, paid_on, serial, bills, totals }: Shown) =>
  act(payList, {
    sid: payment_sid ?? '',
    pay_date: paid_on ?? '',
    ...(serial && { official_order_no: serial }),
    bills,
    totals: totals.map(({ currency, amount }) => ({ currency, amount })),
  })

type Line = Shown & { sid: string }
type LinesProps = { lines: readonly Shown[]; rowSelection: NonNullable<TableProps<Line>['rowSelection']> }

function Lines({ lines, rowSelection }: LinesProps) {
  const { t, lang } = useWords()
  return (
    <PlainTable<Line>
      rowSelection={rowSelection}
      dataSource={lines.map((line, at) => ({ ...line, sid: `${at}` }))}
      scroll={{ x: 720, y: 360 }}
      columns={[
        { title: t('annuity.no'), dataIndex: 'reference', width: 130 },
        { title: t('annuity.payee'), dataIndex: 'payee' },
        {
          title: t('fees.amount'),
          align: 'right',
          width: 130,
          render: (_, line) => (
            <span className="number">
              {isMoney(line.amount, line.currency) ? formatMoney(line.amount, line.currency) : `${line.currency} ${line.amount}`.trim()}
            </span>
          ),
        },
        { title: t('annuity.payDate'), dataIndex: 'paid_on', width: 110 },
        {
          title: t('settle.state'),
          width: 190,
          render: (_, { state }) => <Tag color={state === 'MATCHED' || state === 'RECORDED' ? 'success' : 'warning'}>{state === 'RECORDED' ? t('vat.taken') : wordIn(BANK_STATES[state], lang)}</Tag>, // oxfmt-ignore
        },
      ]}
    />
  )
}
