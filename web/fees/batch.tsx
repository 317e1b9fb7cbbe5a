import { decideFees, payTogether, sumFees } from '../../model/fees/fee-actions.ts'
import { App, Button, Checkbox, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { useQuery } from '@tanstack/react-query'
import { act, useSchema } from '../api/api.ts'
import { allows } from '../api/allows.ts'
import { type Chosen, countOf } from '../cases/worklist/use-worklist.ts'
import { useWords } from '../words/language.ts'
import { useDecide } from './decide.ts'
import { PutOnList } from './payments/put-on-list.tsx'
import type { Decision } from './query.ts'
import { Sums } from './sums.tsx'

type FeeActsProps = { chosen: Chosen; schema: WireSchema; onDone: () => void }

/** Decisions on the selected fees, and the action to make a payment list. */
export function FeeActs({ chosen, schema, onDone }: FeeActsProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const decide = useDecide()
  const payments = useSchema('payment').data
  const [taken, setTaken] = useState<'abandon' | 'list' | null>(null)
  const take = async (decision: Decision) => {
    const { count } = await decide.mutateAsync({ ...bodyOf(chosen), decision })
    message.success(t('annuity.decided', { count }))
    onDone()
  }
  const sums = useSums(chosen)
  return (
    <>
      <Sums sums={sums} />
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
      {taken === 'abandon' && <Abandon chosen={chosen} onClose={() => setTaken(null)} onDone={onDone} />}
      {taken === 'list' && <PutOnList chosen={chosen} onClose={() => setTaken(null)} />}
    </>
  )
}

const bodyOf = (chosen: Chosen) => ('sids' in chosen ? { sids: [...chosen.sids] } : chosen)

/** The amount of the selected fees today, by currency; never that of an earlier selection. */
const useSums = (chosen: Chosen) =>
  useQuery({
    queryKey: ['fee', 'sum', chosen],
    queryFn: async () => (await act(sumFees, 'sids' in chosen ? { sids: [...chosen.sids] } : { iql: chosen.iql })).record,
    enabled: countOf(chosen) > 0,
    meta: { faults: 'own' },
  }).data

function Abandon({ chosen, onClose, onDone }: { chosen: Chosen; onClose: () => void; onDone: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const decide = useDecide()
  const [reason, setReason] = useState('')
  const [later, setLater] = useState(false)
  return (
    <Modal
      open
      title={t('annuity.abandonTitle', { count: countOf(chosen) })}
      okText={t('annuity.abandon')}
      okButtonProps={{ danger: true, loading: decide.isPending }}
      onCancel={onClose}
      onOk={async () => {
        const { count } = await decide.mutateAsync({ ...bodyOf(chosen), decision: 'ABANDON', later, ...(reason.trim() && { reason: reason.trim() }) })
        message.success(t('annuity.decided', { count }))
        onDone()
        onClose()
      }}
    >
      <p className="quiet">{t('annuity.abandonHint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('deadlineList.reason')} htmlFor="abandon-reason">
          <Input.TextArea id="abandon-reason" rows={2} maxLength={255} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
        <Checkbox checked={later} onChange={(event) => setLater(event.target.checked)}>
          {t('annuity.later')}
        </Checkbox>
      </Form>
    </Modal>
  )
}
