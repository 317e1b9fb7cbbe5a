import { reassign } from '../../model/docketing/deadline-actions.ts'
import { Alert, App, Button, Form, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../ui/date-picker.tsx'
import type { WireSchema } from '../../model/kit/wire.ts'
import { act, doVerb, useWrite } from '../api/api.ts'
import { sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'

export type DeskAct = 'complete' | 'waive' | 'reassign'
type Outcome = { done: number; failed: number; record: { sid: string; ok: boolean; message?: string }[] }

type BatchProps = {
  schema: WireSchema
  selected: readonly string[]
  /** What is being asked about, by button or by key. */
  taken: DeskAct | null
  onTake: (act: DeskAct | null) => void
  onDone: () => void
}

/** What can be done with the deadlines chosen. */
export function DeadlineBatch({ schema, selected, taken, onTake: setTaken, onDone }: BatchProps) {
  const { t } = useWords()
  if (selected.length === 0) return null
  const mayTake = allows(schema, 'transition')
  return (
    <div className="batch desk-batch" role="toolbar" aria-label={t('batch.label')}>
      <b>{t('batch.count', { count: selected.length })}</b>
      {mayTake && (
        <>
          <Button size="small" onClick={() => setTaken('complete')}>
            {t('desk.complete')}
          </Button>
          <Button size="small" onClick={() => setTaken('waive')}>
            {t('desk.waive')}
          </Button>
        </>
      )}
      {allows(schema, 'update') && (
        <Button size="small" onClick={() => setTaken('reassign')}>
          {t('desk.reassign')}
        </Button>
      )}
      <Button size="small" type="link" onClick={onDone}>
        {t('batch.clear')}
      </Button>
      {(taken === 'complete' || taken === 'waive') && <Settle transition={taken} sids={selected} onClose={() => setTaken(null)} onDone={onDone} />}
      {taken === 'reassign' && <Reassign schema={schema} sids={selected} onClose={() => setTaken(null)} onDone={onDone} />}
    </div>
  )
}

type DialogProps = { sids: readonly string[]; onClose: () => void; onDone: () => void }

/** Completes or waives many at once; what cannot be is told with its reason, and the rest is done. */
function Settle({ transition, sids, onClose, onDone }: DialogProps & { transition: 'complete' | 'waive' }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<{ done_date?: Dayjs; handled_reason?: string }>()
  const [failed, setFailed] = useState<Outcome | null>(null)
  const take = useWrite('deadline', (fields: Record<string, unknown>) =>
    doVerb<Outcome>('deadline', 'batch_transition', { sids: [...sids], transition, each: true, ...fields }),
  )
  const isWaive = transition === 'waive'
  const submit = async ({ done_date, handled_reason }: { done_date?: Dayjs; handled_reason?: string }) => {
    const outcome = await take.mutateAsync({
      ...(done_date && { done_date: done_date.format('YYYY-MM-DD') }),
      ...(handled_reason && { handled_reason }),
    })
    onDone()
    if (outcome.failed > 0) return setFailed(outcome)
    message.success(t('desk.done', { count: outcome.done }))
    onClose()
  }
  const count = failed?.record.length ?? sids.length
  return (
    <Modal
      open
      title={t(isWaive ? 'desk.waiveTitle' : 'desk.completeTitle', { count })}
      onCancel={onClose}
      okText={t(isWaive ? 'desk.waive' : 'desk.complete')}
      okButtonProps={{ danger: isWaive, loading: take.isPending, ...(failed && { style: { display: 'none' } }) }}
      onOk={() => void form.validateFields().then(submit, () => undefined)}
    >
      {failed ? (
        <Alert
          type="warning"
          showIcon
          title={t('desk.someFailed', { done: failed.done, failed: failed.failed })}
          description={
            <ul className="why">
              {failed.record
                .filter(({ ok }) => !ok)
                .map(({ sid, message: why }) => (
                  <li key={sid}>{why}</li>
                ))}
            </ul>
          }
        />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} initialValues={{ ...(!isWaive && { done_date: dayjs() }) }}>
          {isWaive && <p className="quiet">{t('desk.waiveHint')}</p>}
          {!isWaive && (
            <Form.Item name="done_date" label={t('desk.doneDate')}>
              <DatePicker maxDate={dayjs()} allowClear={false} />
            </Form.Item>
          )}
          <Form.Item
            name="handled_reason"
            label={t('desk.reason')}
            rules={isWaive ? [{ required: true, whitespace: true, message: t('desk.reasonNeeded') }] : []}
          >
            <Input.TextArea rows={2} maxLength={255} autoFocus={isWaive} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

export function Reassign({ schema, sids, onClose, onDone }: DialogProps & { schema: WireSchema }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [person, setPerson] = useState<unknown>(null)
  const hand = useWrite('deadline', (owner_sid: string) => act(reassign, { sids: [...sids], owner_sid }))
  const field = schema.fields.find(({ code }) => code === 'owner_sid')
  if (!field) return null
  const { Editor } = viewOf('reference')
  const owner = sidOf(person)
  return (
    <Modal
      open
      title={t('desk.reassignTitle', { count: sids.length })}
      onCancel={onClose}
      okText={t('desk.reassign')}
      okButtonProps={{ disabled: !owner, loading: hand.isPending }}
      onOk={async () => {
        if (!owner) return
        const { count } = await hand.mutateAsync(owner)
        message.success(t('desk.reassigned', { count }))
        onDone()
        onClose()
      }}
    >
      <Form layout="vertical">
        <Form.Item label={t('desk.reassignTo')} htmlFor="reassign-to">
          <Editor id="reassign-to" field={field} value={person} onChange={setPerson} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
