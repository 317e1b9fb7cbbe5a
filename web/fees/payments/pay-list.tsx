import type { SentBody } from '../../../model/kit/action.ts'
import { todayIn } from '../../../model/kit/days/clock.ts'
import { useQuery } from '@tanstack/react-query'
import { type ConfirmedTotal, listOwed, payList } from '../../../model/fees/fee-actions.ts'
import { Alert, App, Button, Checkbox, Form, Input, Modal, Skeleton } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import { DatePicker } from '../../ui/date-picker.tsx'
import { isRef } from '../../fields/names.ts'
import type { Rec } from '../../api/api.ts'
import { act, useWrite } from '../../api/api.ts'
import { amountText } from '../../cases/charts/sums.ts'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { ApiFault } from '../../api/fault.ts'
import { useWords } from '../../words/language.ts'
import { useState } from 'react'
import { amountsOf, totalsOf, unconfirmedOf } from './payment-totals.ts'
import { useZone } from '../../fields/moments.ts'

type Values = { pay_date: Dayjs; official_order_no?: string; checked?: boolean; receipts?: Record<string, string> }

/** The date of receipt by the office counts; each fee may have its receipt. */
export function PayList({ record, fees, onClose }: { record: Rec; fees: readonly Rec[]; onClose: () => void }) {
  const { t } = useWords()
  const [form] = Form.useForm<Values>()
  const [refused, setRefused] = useState('')
  const no = String(record['payment_no'])
  const count = fees.filter(({ status }) => status === 'PAYING').length
  const bills = Number(record['bill_count'] ?? 0)
  const day = Form.useWatch('pay_date', form)?.format('YYYY-MM-DD')
  const asked = useOwed(record, day)
  const owed = asked.data
  const unsure = owed?.unsure ?? unconfirmedOf(record)
  const totals = asked.isLoading ? undefined : (owed?.record ?? amountsOf(record))
  const { pay, isPaying } = usePaying({ count, bills, totals }, { record, onClose, onRefused: setRefused })
  return (
    <Modal
      open
      title={t('annuity.payTitle', { no })}
      okText={t('annuity.payList')}
      okButtonProps={{ loading: isPaying, disabled: !totals }}
      onCancel={onClose}
      onOk={() => void form.validateFields().then(pay, () => undefined)}
      width={560}
    >
      {refused && <Alert type="error" showIcon role="alert" title={refused} className="spaced" />}
      <Sums totals={totals} count={count} bills={bills} />
      {owed && <OtherAmounts count={owed.changed} record={record} />}
      <Form form={form} layout="vertical" requiredMark={false}>
        <PaidOn />
        <Form.Item name="official_order_no" label={t('annuity.orderNo')}>
          <Input maxLength={60} />
        </Form.Item>
        {unsure > 0 && <Checked count={unsure} />}
        <Receipts fees={fees} />
      </Form>
    </Modal>
  )
}

type Confirmed = { count: number; bills: number; totals: readonly ConfirmedTotal[] | undefined }
type Paying = { record: Rec; onClose: () => void; onRefused: (why: string) => void }

/** Pays the list as it was shown; after a refusal it is read again. */
function usePaying({ count, bills, totals }: Confirmed, { record, onClose, onRefused }: Paying) {
  const { t } = useWords()
  const { message } = App.useApp()
  // Closed with the answer: whatever is on screen is read again after it, which takes a while.
  const paying = async (body: SentBody<typeof payList>) => {
    await act(payList, body)
    message.success(t('annuity.paid', { no: String(record['payment_no']) }))
    onClose()
  }
  const pay = useWrite('payment', paying, { faults: 'form' })
  const readAgain = useWrite('payment', async () => undefined)
  const submit = async ({ pay_date, official_order_no, checked, receipts = {} }: Values) => {
    onRefused('')
    const given = Object.fromEntries(Object.entries(receipts).filter(([, number]) => number?.trim()))
    try {
      await pay.mutateAsync({
        sid: record.sid,
        pay_date: pay_date.format('YYYY-MM-DD'),
        ...(official_order_no && { official_order_no }),
        ...(checked && { amounts_confirmed: true }),
        total: count,
        bills,
        ...(totals && { totals: totals.map(({ currency, amount }) => ({ currency, amount })) }),
        receipts: given,
      })
    } catch (fault) {
      onRefused(fault instanceof ApiFault ? fault.message : t('fault.failed'))
      await readAgain.mutateAsync(undefined)
    }
  }
  return { pay: submit, isPaying: pay.isPending }
}

/** The totals at the prices of the day of payment, which is what a person confirms. */
const useOwed = (record: Rec, pay_date: string | undefined) =>
  useQuery({
    queryKey: ['payment', 'owed', record.sid, record['version'], amountsOf(record), pay_date],
    queryFn: () => act(listOwed, { sid: record.sid, pay_date: String(pay_date) }),
    enabled: pay_date !== undefined,
    staleTime: 0,
    gcTime: 0,
    meta: { faults: 'own' },
  })

function OtherAmounts({ count, record }: { count: number; record: Rec }) {
  const { t } = useWords()
  if (count === 0) return null
  const title = record['status'] === 'APPROVED' ? 'annuity.otherThanApproved' : 'annuity.otherAmounts'
  return <Alert type="warning" showIcon className="spaced" title={t(title, { count, said: totalsOf(record).join(' + ') })} />
}

function PaidOn() {
  const { t } = useWords()
  const today = dayjs(todayIn(useZone()))
  return (
    <Form.Item name="pay_date" label={t('annuity.payDate')} rules={[{ required: true }]} initialValue={today}>
      <DatePicker maxDate={today} allowClear={false} />
    </Form.Item>
  )
}

/** The word of the person that the amounts to be checked were checked. */
function Checked({ count }: { count: number }) {
  const { t } = useWords()
  const check = (_: unknown, value: unknown) => (value === true ? Promise.resolve() : Promise.reject(new Error(t('annuity.checkFirst'))))
  return (
    <Form.Item name="checked" valuePropName="checked" rules={[{ validator: check }]}>
      <Checkbox>{t('annuity.checked', { count })}</Checkbox>
    </Form.Item>
  )
}

/** The totals to confirm: the number of fees or invoices, and their sum in each currency. */
function Sums({ totals, count, bills }: Confirmed) {
  const { t } = useWords()
  return (
    <dl className="sums">
      {(count > 0 || bills === 0) && (
        <>
          <dt>{t('annuity.fees')}</dt>
          <dd className="number">{count}</dd>
        </>
      )}
      {bills > 0 && (
        <>
          <dt>{t('annuity.bills')}</dt>
          <dd className="number">{bills}</dd>
        </>
      )}
      <dt>{t('annuity.listSums')}</dt>
      <dd className="number">
        {totals ? totals.map(amountText).map((total) => <div key={total}>{total}</div>) : <Skeleton.Input active size="small" />}
      </dd>
    </dl>
  )
}

/** The most receipt numbers that are asked for at once; those of a longer list on request. */
const MAX_OPENED_AT_FIRST = 20

function Receipts({ fees }: { fees: readonly Rec[] }) {
  const { t, lang } = useWords()
  const [isOpen, setOpen] = useState(fees.length <= MAX_OPENED_AT_FIRST)
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('annuity.enterReceipts', { count: fees.length })}</Button>
  return (
    <div className="receipts">
      {fees.map((fee) => (
        <Form.Item
          key={fee.sid}
          name={['receipts', fee.sid]}
          label={`${isRef(fee['case_sid']) ? fee['case_sid'].name.split(' ')[0] : ''} ${nameOf(fee, lang)} · ${t('annuity.receipt')}`}
        >
          <Input maxLength={60} />
        </Form.Item>
      ))}
    </div>
  )
}
