import { reassign } from '../../model/docketing/deadline-actions.ts'
import { App, Button, Form, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { DatePicker } from '../ui/date-picker.tsx'
import { todayIn } from '../../model/kit/days/clock.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { act, doVerb, useWrite } from '../api/api.ts'
import { sidOf } from '../fields/names.ts'
import { viewOf } from '../fields/views.ts'
import { allows } from '../api/allows.ts'
import { type Chosen, countOf } from '../cases/worklist/use-worklist.ts'
import { Failures, type Outcome } from '../records/batch/failures.tsx'
import { useTransitionResults, useUpdateResults } from '../records/batch/update-results.tsx'
import { useWords } from '../words/language.ts'
import { useZone } from '../fields/moments.ts'

type DeadlineAct = 'complete' | 'waive' | 'reassign'
/** The action to confirm and its deadlines, which do not change with the selection. */
export type Asked = { act: DeadlineAct; chosen: Chosen }

/** The actions on the selected deadlines. */
export function DeadlineActs({ schema, onAsk: setTaken }: { schema: WireSchema; onAsk: (act: DeadlineAct) => void }) {
  const { t } = useWords()
  const mayTake = allows(schema, 'transition')
  return (
    <>
      {mayTake && (
        <>
          <Button size="small" onClick={() => setTaken('complete')}>
            {t('deadlineList.complete')}
          </Button>
          <Button size="small" onClick={() => setTaken('waive')}>
            {t('deadlineList.waive')}
          </Button>
        </>
      )}
      {allows(schema, reassign.name) && (
        <Button size="small" onClick={() => setTaken('reassign')}>
          {t('deadlineList.reassign')}
        </Button>
      )}
    </>
  )
}

type DialogProps = { chosen: Chosen; onClose: () => void; onDone: () => void }

export function DeadlineDialog({
  schema,
  asked: { act: asked, chosen },
  ...rest
}: Omit<DialogProps, 'chosen'> & { schema: WireSchema; asked: Asked }) {
  return asked === 'reassign' ? (
    <Reassign schema={schema} chosen={chosen} {...rest} />
  ) : (
    <Settle schema={schema} transition={asked} chosen={chosen} {...rest} />
  )
}

type Settled = { done_date?: Dayjs; handled_reason?: string }

/** Completes or waives many at once; refused ones are listed with their reason, and the others are done. */
function Settle({ schema, transition, chosen, onClose, onDone }: DialogProps & { schema: WireSchema; transition: 'complete' | 'waive' }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [form] = Form.useForm<Settled>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const takeAll = useTransitionResults(schema)
  const take = useWrite('deadline', async (fields: Record<string, unknown>) =>
    'sids' in chosen
      ? doVerb('deadline', 'batch_transition', { sids: [...chosen.sids], transition, each: true, ...fields })
      : takeAll(chosen, transition, fields),
  )
  const isWaive = transition === 'waive'
  const today = dayjs(todayIn(useZone()))
  const submit = async ({ done_date, handled_reason }: Settled) => {
    const answer = await take.mutateAsync({
      ...(done_date && { done_date: done_date.format('YYYY-MM-DD') }),
      ...(handled_reason && { handled_reason }),
    })
    onDone()
    if (!answer) return onClose() // the job reports the outcome of each
    if (answer.failed > 0) return setOutcome(answer)
    message.success(t('deadlineList.done', { count: answer.done }))
    onClose()
  }
  return (
    <Modal
      open
      title={t(isWaive ? 'deadlineList.waiveTitle' : 'deadlineList.completeTitle', { count: countOf(chosen) })}
      onCancel={onClose}
      okText={t(isWaive ? 'deadlineList.waive' : 'deadlineList.complete')}
      okButtonProps={{ danger: isWaive, loading: take.isPending, ...(outcome && { style: { display: 'none' } }) }}
      onOk={() => void form.validateFields().then(submit, () => undefined)}
    >
      {outcome ? (
        <Failures outcome={outcome} />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} initialValues={{ ...(!isWaive && { done_date: today }) }}>
          {isWaive ? <p className="quiet">{t('deadlineList.waiveHint')}</p> : <DoneDate today={today} />}
          <Form.Item
            name="handled_reason"
            label={t('deadlineList.reason')}
            rules={isWaive ? [{ required: true, whitespace: true, message: t('deadlineList.reasonNeeded') }] : []}
          >
            <Input.TextArea rows={2} maxLength={255} autoFocus={isWaive} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

function DoneDate({ today }: { today: Dayjs }) {
  const { t } = useWords()
  return (
    <Form.Item name="done_date" label={t('deadlineList.doneDate')}>
      <DatePicker maxDate={today} allowClear={false} />
    </Form.Item>
  )
}

export function Reassign({ schema, chosen, onClose, onDone }: DialogProps & { schema: WireSchema }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [person, setPerson] = useState<unknown>(null)
  const handAll = useUpdateResults(schema)
  const hand = useWrite('deadline', async (owner_sid: string) =>
    'sids' in chosen ? act(reassign, { sids: [...chosen.sids], owner_sid }) : handAll(chosen, { owner_sid }),
  )
  const field = schema.fields.find(({ code }) => code === 'owner_sid')
  if (!field) return null
  const { Editor } = viewOf('reference')
  const owner = sidOf(person)
  return (
    <Modal
      open
      title={t('deadlineList.reassignTitle', { count: countOf(chosen) })}
      onCancel={onClose}
      okText={t('deadlineList.reassign')}
      okButtonProps={{ disabled: !owner, loading: hand.isPending }}
      onOk={async () => {
        if (!owner) return
        const answer = await hand.mutateAsync(owner)
        if (answer) message.success(t('deadlineList.reassigned', { count: answer.count }))
        onDone()
        onClose()
      }}
    >
      <Form layout="vertical">
        <Form.Item label={t('deadlineList.reassignTo')} htmlFor="reassign-to">
          <Editor id="reassign-to" field={field} value={person} onChange={setPerson} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
