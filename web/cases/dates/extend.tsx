import type { AnswerOf } from '../../../model/kit/action.ts'
import { extendDeadline, offerExtensions } from '../../../model/docketing/deadline-actions.ts'
import { formatMoney } from '../../../model/kit/money/money.ts'
import { durationIn } from '../../../model/docketing/wording/words.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { Rec } from '../../api/api.ts'
import { act, useRecord, useSchema, useWrite } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { allowsOn } from '../../api/allows.ts'
import { useWords } from '../../words/language.ts'

/** Extends an open deadline whose rule allows it, and is absent elsewhere. */
export function ExtendButton({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('deadline').data
  const { data: record } = useRecord('deadline', sid, { meta: { faults: 'own' } })
  const [isAsked, setAsked] = useState(false)
  const mayExtend =
    record?.['status'] === 'OPEN' && record['manual'] !== true && schema !== undefined && allowsOn(schema, record, extendDeadline.name)
  const { data: extensions } = useQuery({
    queryKey: ['deadline', 'extensions', sid, record?.version],
    queryFn: () => act(offerExtensions, { sid }),
    enabled: mayExtend,
    meta: { faults: 'own' },
  })
  if (!mayExtend || !extensions?.steps.length) return null
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('deadlineList.extend')}</Button>
      {isAsked && <Extend record={record} extensions={extensions} onClose={() => setAsked(false)} />}
    </>
  )
}

const WARNED = 8

type Extensions = AnswerOf<typeof offerExtensions>

/** The extension periods of the rule, each with its resulting date, before anything is saved. */
function Extend({ record, extensions, onClose }: { record: Rec; extensions: Extensions; onClose: () => void }) {
  const { t, tag, lang } = useWords()
  const { message } = App.useApp()
  const [period, setPeriod] = useState<string | null>(null)
  const extend = useWrite('deadline', (asked: string) => act(extendDeadline, { sid: record.sid, period: asked }))
  const { steps, times, taken } = extensions
  const chosen = period ?? steps[0]?.period
  const feeOf = (amount: string, { currency, paid }: { currency?: string | null; paid?: string | null }) =>
    t(paid ? 'deadlineList.extendFeeRest' : 'deadlineList.extendFee', {
      amount: formatMoney(amount, currency ?? ''),
      paid: formatMoney(paid ?? '0', currency ?? ''),
    })
  return (
    <Modal
      open
      title={t('deadlineList.extendTitle')}
      onCancel={onClose}
      okText={t('deadlineList.extend')}
      okButtonProps={{ disabled: !chosen, loading: extend.isPending }}
      onOk={async () => {
        if (!chosen) return
        const after = await extend.mutateAsync(chosen)
        const [waits] = [after['warnings']].flat() // it waits for a second person
        if (typeof waits === 'string') message.warning(waits, WARNED)
        else message.success(t('deadlineList.extended', { day: dayText(String(after['extended_due'] ?? ''), tag) }))
        onClose()
      }}
    >
      <p className="quiet">{t('deadlineList.extendHint')}</p>
      <Radio.Group className="extend-steps" value={chosen} onChange={(event) => setPeriod(String(event.target.value))}>
        {steps.map((step) => (
          <Radio key={step.period} value={step.period}>
            {durationIn(step.period ?? '', lang)} → <time dateTime={step.due ?? ''}>{step.due ? dayText(step.due, tag) : '—'}</time>
            {step.amount && <span className="quiet number"> {feeOf(step.amount, step)}</span>}
          </Radio>
        ))}
      </Radio.Group>
      <p className="quiet">{t('deadlineList.extendedTimes', { taken, times })}</p>
    </Modal>
  )
}
