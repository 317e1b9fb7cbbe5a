import { decideFees, payTogether } from '../../model/fees/fee-actions.ts'
import { App, Button, Checkbox, Form, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import { act, useSchema, useSearch, useWrite } from '../api/api.ts'
import { amountText, sumsOf } from '../cases/charts/sums.ts'
import { quoted } from '../records/list/list-address.ts'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { useDecide } from './decide.ts'
import type { Decision } from './query.ts'

type FeeActsProps = { selected: readonly string[]; schema: WireSchema; onDone: () => void }

/** Decisions on the selected fees, and the action to make a payment list. */
export function FeeActs({ selected, schema, onDone }: FeeActsProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const decide = useDecide()
  const payments = useSchema('payment').data
  const [taken, setTaken] = useState<'abandon' | 'list' | null>(null)
  const take = async (decision: Decision) => {
    const { count } = await decide.mutateAsync({ sids: [...selected], decision })
    message.success(t('annuity.decided', { count }))
    onDone()
  }
  return (
    <>
      {allows(schema, decideFees.name) && (
        <>
          <Button size="small" loading={decide.isPending} onClick={() => void take('PAY').catch(() => undefined)}>
            {t('annuity.pay')}
          </Button>
          <Button size="small" onClick={() => setTaken('abandon')}>
            {t('annuity.abandon')}
          </Button>
          <Button size="small" onClick={() => void take('ASK').catch(() => undefined)}>
            {t('annuity.ask')}
          </Button>
          {payments && allows(payments, payTogether.name) && (
            <Button size="small" type="primary" onClick={() => setTaken('list')}>
              {t('annuity.putOnList')}
            </Button>
          )}
        </>
      )}
      {taken === 'abandon' && <Abandon sids={selected} onClose={() => setTaken(null)} onDone={onDone} />}
      {taken === 'list' && <PutOnList sids={selected} onClose={() => setTaken(null)} />}
    </>
  )
}

function Abandon({ sids, onClose, onDone }: { sids: readonly string[]; onClose: () => void; onDone: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const decide = useDecide()
  const [reason, setReason] = useState('')
  const [later, setLater] = useState(false)
  return (
    <Modal
      open
      title={t('annuity.abandonTitle', { count: sids.length })}
      okText={t('annuity.abandon')}
      okButtonProps={{ danger: true, loading: decide.isPending }}
      onCancel={onClose}
      onOk={async () => {
        const { count } = await decide.mutateAsync({ sids: [...sids], decision: 'ABANDON', later, ...(reason.trim() && { reason: reason.trim() }) })
        message.success(t('annuity.decided', { count }))
        onDone()
        onClose()
      }}
    >
      <p className="quiet">{t('annuity.abandonHint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('desk.reason')} htmlFor="abandon-reason">
          <Input.TextArea id="abandon-reason" rows={2} maxLength={255} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <Checkbox checked={later} onChange={(event) => setLater(event.target.checked)}>
          {t('annuity.later')}
        </Checkbox>
      </Form>
    </Modal>
  )
}

/** Shows the total of the list before it is made. */
function PutOnList({ sids, onClose }: { sids: readonly string[]; onClose: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const [payee, setPayee] = useState('')
  const make = useWrite('fee', () => act(payTogether, { fee_sids: [...sids], ...(payee.trim() && { payee: payee.trim() }) }))
  const { data } = useSearch('fee', { fl: ['sid', 'currency', 'amount', 'surcharge'], iql: `sid IN (${sids.map(quoted).join(', ')})`, rows: 100 })
  const rows = (data?.record ?? []).map((row) => ({
    currency: String(row['currency']),
    count: 1,
    amount: String(row['amount'] ?? '0'),
    surcharge: String(row['surcharge'] ?? '0'),
  }))
  return (
    <Modal
      open
      title={t('annuity.listTitle', { count: sids.length })}
      okText={t('annuity.putOnList')}
      okButtonProps={{ loading: make.isPending }}
      onCancel={onClose}
      onOk={async () => {
        const list = await make.mutateAsync(undefined)
        message.success(t('annuity.onList', { no: String(list['payment_no']) }))
        navigate(`/annuities/payments?open=${list.sid}`)
      }}
    >
      <dl className="sums">
        <dt>{t('annuity.listSums')}</dt>
        <dd>
          {data ? (
            sumsOf(rows).map((sum) => (
              <b key={sum.currency} className="number">
                {amountText(sum)}
              </b>
            ))
          ) : (
            <Skeleton.Input active size="small" />
          )}
        </dd>
      </dl>
      <Form layout="vertical">
        <Form.Item label={t('annuity.payee')} htmlFor="list-payee">
          <Input id="list-payee" maxLength={255} value={payee} onChange={(event) => setPayee(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
