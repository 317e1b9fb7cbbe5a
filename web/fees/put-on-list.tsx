import { useQuery } from '@tanstack/react-query'
import { Alert, App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { payTogether, sumFees } from '../../model/fees/fee-actions.ts'
import type { AnswerOf } from '../../model/kit/action.ts'
import { act, useWrite } from '../api/api.ts'
import { InCompanyCurrency } from '../cases/charts/in-company-currency.tsx'
import { type Chosen, countOf } from '../cases/worklist/use-worklist.ts'
import { useWords } from '../words/language.ts'
import { type Summed, Sums } from './sums.tsx'

type LeftOut = AnswerOf<typeof sumFees>['left_out']
const NONE: LeftOut = []

/** What of the selection a list takes, read anew each time the dialog opens. */
const usePreview = (chosen: Chosen) =>
  useQuery({
    queryKey: ['fee', 'list', chosen],
    queryFn: () => act(sumFees, { ...('sids' in chosen ? { sids: [...chosen.sids] } : { iql: chosen.iql }), for_list: true }),
    staleTime: 0,
    gcTime: 0,
  })

/** Shows the total of the list before it is made, and which of the selected fees it leaves out. */
export function PutOnList({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [payee, setPayee] = useState('')
  const { data: preview, refetch } = usePreview(chosen)
  const left = preview?.left_out ?? NONE
  const count = countOf(chosen) - left.length
  const make = useWrite('fee', () =>
    act(payTogether, {
      ...('sids' in chosen ? { fee_sids: [...chosen.sids] } : chosen),
      left_out: left.map(({ sid }) => sid),
      ...(payee.trim() && { payee: payee.trim() }),
    }),
  )
  const put = async () => {
    const list = await make.mutateAsync(undefined).catch(() => undefined) // a refusal has already been shown
    if (!list) return void refetch()
    message.success(t('annuity.onList', { no: String(list['payment_no']) }))
    navigate(`/annuities/payments?open=${list.sid}`)
  }
  return (
    <Modal
      open
      title={t('annuity.listTitle', { count })}
      okText={t('annuity.putOnList')}
      okButtonProps={{ disabled: !preview || count === 0, loading: make.isPending }}
      onCancel={onClose}
      onOk={() => void put()}
    >
      <dl className="sums">
        <dt>{t('annuity.listSums')}</dt>
        <dd>
          <Sums sums={preview?.record} />
          <InCompanyCurrency sums={(preview?.record ?? []).map(({ currency, total }) => ({ currency, amount: total }))} />
        </dd>
      </dl>
      <LeftOutFees left={left} />
      <Doubts sums={preview?.record} />
      <Form layout="vertical">
        <Form.Item label={t('annuity.payee')} htmlFor="list-payee">
          <Input id="list-payee" maxLength={255} value={payee} onChange={(event) => setPayee(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function LeftOutFees({ left }: { left: LeftOut }) {
  const { t } = useWords()
  if (left.length === 0) return null
  const named = (
    <ul className="left-out-fees">
      {left.map(({ sid, name, why }) => (
        <li key={sid}>{t('annuity.leftOutFee', { name, why })}</li>
      ))}
    </ul>
  )
  return <Alert type="warning" showIcon className="spaced" title={t('annuity.leftOut', { count: left.length })} description={named} />
}

/** What is to be checked before the list is paid. */
function Doubts({ sums = [] }: { sums: Summed }) {
  const { t } = useWords()
  const totalOf = (what: 'unsure' | 'unnumbered') => sums.reduce((sum, one) => sum + one[what], 0)
  const [unsure, unnumbered] = [totalOf('unsure'), totalOf('unnumbered')]
  return (
    <>
      {unsure > 0 && <Alert type="warning" showIcon className="spaced" title={t('annuity.unsure', { count: unsure })} />}
      {sums.length > 1 && <Alert type="warning" showIcon className="spaced" title={t('annuity.mixed', { count: sums.length })} />}
      {unnumbered > 0 && <Alert type="warning" showIcon className="spaced" title={t('annuity.unnumbered', { count: unnumbered })} />}
    </>
  )
}
