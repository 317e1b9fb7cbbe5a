import { App, Button, Grid, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useQuery } from '@tanstack/react-query'
import { doVerb, useRecord, useSchema, useWrite } from '../../api/api.ts'
import { formatMoney, sumMoney } from '../../../model/kit/money/money.ts'
import { payList } from '../../../model/fees/fee-actions.ts'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { DayCell } from '../../cases/worklist/cells.tsx'
import { isRef } from '../../fields/names.ts'
import { pageOf } from '../../api/page-of.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { Transitions } from '../../records/detail/transitions.tsx'
import { allows, allowsOn } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'
import { Bills } from '../invoices/bills.tsx'
import { InCompanyCurrency } from '../../cases/charts/in-company-currency.tsx'
import { PayList } from './pay-list.tsx'
import { PaymentFile } from './payment-file.tsx'
import { Receipts } from './receipts.tsx'
import { amountsOf, isOpenList, totalsOf } from './payment-totals.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { UnsureAmounts } from './unsure-amounts.tsx'

const FEES = [
  'sid',
  'fee_no',
  'name',
  'name_en',
  'case_sid',
  'case_sid.country',
  'currency',
  'amount',
  'surcharge',
  'paid_amount',
  'due_date',
  'voucher_no',
  'status',
]

/** Steps that undo a mistaken record. */
const WITHDRAWN = ['withdraw_payment', 'withdraw_receipt']

/** One list: its fees, its file for the payment site, and its final state: paid or cancelled. */
export function PaymentList({ sid, schema }: { sid: string; schema: WireSchema }) {
  const { t } = useWords()
  const fees = useSchema('fee').data
  const [isPaying, setPaying] = useState(false)
  const { data: record } = useRecord('payment', sid, { meta: { faults: 'own' } })
  const { data } = useFeesOf(sid)
  const cancel = useCancel(sid)
  if (!record || !fees) return <Skeleton active paragraph={{ rows: 6 }} />
  const no = String(record['payment_no'])
  const isOpen = isOpenList(record)
  const mayPay = isOpen && allowsOn(schema, record, payList.name)
  const mayCancel = isOpen && allowsOn(schema, record, 'transition')
  const mayTakeOff = isOpen && allows(fees, 'transition')
  const rows = data?.record ?? []
  return (
    <div className="deadline-drawer">
      <header className="why-head">
        <h2>{no}</h2>
        <StateTag schema={schema} state={record['status']} />
        {totalsOf(record).map((total) => (
          <b key={total} className="number">
            {total}
          </b>
        ))}
        <InCompanyCurrency sums={amountsOf(record)} />
      </header>
      <div className="why-acts">
        {mayPay && (
          <Button type="primary" disabled={rows.length === 0 && !record['bill_count']} onClick={() => setPaying(true)}>
            {t('annuity.payList')}
          </Button>
        )}
        {allows(fees, 'export') && <PaymentFile sid={sid} no={no} fees={rows} />}
        {mayCancel && (
          <Button danger onClick={() => cancel(no, rows.length)}>
            {t('annuity.cancelList')}
          </Button>
        )}
        <Transitions schema={schema} record={record} only={WITHDRAWN} />
      </div>
      <UnsureAmounts record={record} mayConfirm={isOpen && allowsOn(schema, record, 'update')} />
      <Bills sid={sid} />
      {data ? (
        rows.length > 0 && <Fees schema={fees} rows={rows} mayTakeOff={mayTakeOff} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
      <Receipts schema={schema} record={record} />
      {isPaying && <PayList record={record} fees={rows} onClose={() => setPaying(false)} />}
    </div>
  )
}

/** Every fee of the list, page by page. */
const useFeesOf = (sid: string) =>
  useQuery({
    queryKey: ['fee', 'of list', sid],
    queryFn: async () => {
      const record: Rec[] = []
      for (;;) {
        const body = { fl: FEES, iql: `payment_sid = '${sid}' ORDER BY due_date ASC`, start: record.length, rows: 100, total: 'none' } as const
        const page = await doVerb('fee', 'search', body)
        record.push(...page.record)
        if (page.record.length < 100) return { record }
      }
    },
  })

/** Asks for confirmation, with the number of fees that become due again. */
function useCancel(sid: string) {
  const { t } = useWords()
  const { modal, message } = App.useApp()
  const take = useWrite('payment', (transition: string) => doVerb('payment', 'transition', { sid, transition }))
  return (no: string, count: number) =>
    modal.confirm({
      title: t('annuity.cancelTitle', { no }),
      content: t('annuity.cancelHint', { count }),
      okText: t('annuity.cancelList'),
      okButtonProps: { danger: true },
      onOk: () =>
        take.mutateAsync('cancel').then(
          () => void message.success(t('annuity.cancelled', { no })),
          () => undefined, // a refusal has already been shown
        ),
    })
}

function Fees({ schema, rows, mayTakeOff }: { schema: WireSchema; rows: Rec[]; mayTakeOff: boolean }) {
  const { t, lang } = useWords()
  const takeOff = useWrite('fee', (fee: string) => doVerb('fee', 'transition', { sid: fee, transition: 'take_back' }))
  const isNarrow = Grid.useBreakpoint().sm === false
  return (
    <PlainTable<Rec>
      dataSource={rows}
      {...(!isNarrow && { scroll: { x: 640 } })}
      columns={[
        { title: t('deadlineList.case'), render: (_, fee) => (isNarrow ? <NarrowFee fee={fee} /> : <CaseNumber fee={fee} />) },
        ...(isNarrow
          ? []
          : [
              { title: t('fees.what'), render: (_: unknown, fee: Rec) => nameOf(fee, lang) },
              { title: t('fees.dueDate'), width: 110, render: (_: unknown, fee: Rec) => <DayCell value={fee['due_date']} /> },
            ]),
        {
          title: t('fees.amount'),
          width: isNarrow ? 104 : 130,
          align: 'right',
          render: (_, fee) => <span className="number">{owedOf(fee)}</span>,
        },
        ...(isNarrow ? [] : [{ title: t('annuity.receipt'), dataIndex: 'voucher_no', width: 110 }]),
        {
          title: '',
          width: isNarrow ? 84 : 90,
          render: (_, fee) =>
            mayTakeOff ? (
              <Button size="small" type="link" onClick={() => takeOff.mutate(fee.sid)}>
                {t('annuity.takeOff')}
              </Button>
            ) : (
              <StateTag schema={schema} state={fee['status']} />
            ),
        },
      ]}
    />
  )
}

/** On a telephone one cell holds everything but the amount. */
function NarrowFee({ fee }: { fee: Rec }) {
  const { t, lang } = useWords()
  const receipt = fee['voucher_no']
  return (
    <>
      <CaseNumber fee={fee} />
      <div>{nameOf(fee, lang)}</div>
      <DayCell value={fee['due_date']} />
      {typeof receipt === 'string' && <div className="quiet">{`${t('annuity.receipt')} ${receipt}`}</div>}
    </>
  )
}

function CaseNumber({ fee }: { fee: Rec }) {
  const found = fee['case_sid']
  return isRef(found) ? <Link to={pageOf('case', `/${found.sid}?tab=fees`)}>{found.name.split(' ')[0]}</Link> : null
}

function owedOf(fee: Rec) {
  const currency = String(fee['currency'])
  const amounts = fee['status'] === 'PAID' ? [String(fee['paid_amount'] ?? '0')] : [String(fee['amount'] ?? '0'), String(fee['surcharge'] ?? '0')]
  return formatMoney(sumMoney(amounts, currency), currency)
}
