import type { AnswerOf } from '../../model/kit/action.ts'
import { extendDeadline, offerExtensions, reassign } from '../../model/docketing/deadline-actions.ts'
import { formatMoney } from '../../model/kit/money.ts'
import { durationIn } from '../../model/docketing/wording/words.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../api/api.ts'
import { act, useRecord, useSchema, useWrite } from '../api/api.ts'
import { DeadlineWhy } from '../cases/dates/why.tsx'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'
import { allows, allowsOn } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { Reassign } from './batch.tsx'

/** One deadline: its case, the reason of its date, and its actions. */
export function DeadlineDrawer({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('deadline').data
  const { data: record } = useRecord('deadline', sid, { meta: { faults: 'own' } })
  const [taken, setTaken] = useState<'extend' | 'reassign' | null>(null)
  const found = record?.['case_sid']
  const isOpen = record?.['status'] === 'OPEN'
  const extensions = useQuery({
    queryKey: ['deadline', 'extensions', sid, record?.version],
    queryFn: () => act(offerExtensions, { sid }),
    enabled: isOpen && record?.['manual'] !== true && schema !== undefined && allowsOn(schema, record, extendDeadline.name),
    meta: { faults: 'own' },
  })
  const steps = extensions.data?.steps ?? []
  return (
    <div className="deadline-drawer">
      {isRef(found) && (
        <Link to={pageOf('case', `/${found.sid}?tab=deadlines`)} className="drawer-case">
          {found.name}
        </Link>
      )}
      <DeadlineWhy
        sid={sid}
        acts={
          schema &&
          record &&
          allowsOn(schema, record, 'update') && (
            <>
              {isOpen && steps.length > 0 && <Button onClick={() => setTaken('extend')}>{t('deadlineList.extend')}</Button>}
              {allows(schema, reassign.name) && <Button onClick={() => setTaken('reassign')}>{t('deadlineList.reassign')}</Button>}
            </>
          )
        }
      />
      {taken === 'extend' && record && extensions.data && <Extend record={record} extensions={extensions.data} onClose={() => setTaken(null)} />}
      {taken === 'reassign' && schema && (
        <Reassign schema={schema} chosen={{ sids: [sid] }} onClose={() => setTaken(null)} onDone={() => undefined} />
      )}
    </div>
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
