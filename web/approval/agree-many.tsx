import { App, Input, Modal } from 'antd'
import { useState } from 'react'
import { agreeTask, type ToDo } from '../../model/approval/approval-actions.ts'
import { act, useWrite } from '../api/api.ts'
import { ApiFault } from '../api/fault.ts'
import { textIn } from '../records/approval/approvals.ts'
import { Failures, type Outcome } from '../records/batch/failures.tsx'
import { useFocusText } from '../ui/focus-text.ts'
import { useWords } from '../words/language.ts'

type AgreeManyProps = { tasks: readonly ToDo[]; onClose: () => void; onDone: () => void }

/** Agrees to several tasks at once; each is a decision of its own, and refused ones are listed with their reason. */
export function AgreeMany({ tasks, onClose, onDone }: AgreeManyProps) {
  const { t, lang } = useWords()
  const { message, modal } = App.useApp()
  const [opinion, setOpinion] = useState('')
  const { text, opening } = useFocusText()
  const write = useWrite('approval', () => agreeToEach(tasks, opinion.trim()), { faults: 'own' })
  const agree = async () => {
    const outcome = await write.mutateAsync(undefined)
    if (outcome.failed > 0) modal.warning({ title: t('approval.agree'), content: <Failures outcome={outcome} />, icon: null, width: 560 })
    else message.success(t('approval.agreedMany', { count: outcome.done }))
    onClose()
    onDone()
  }
  return (
    <Modal
      open
      title={t('approval.agreeMany', { count: tasks.length })}
      okText={t('approval.agree')}
      onOk={() => void agree()}
      onCancel={onClose}
      confirmLoading={write.isPending}
      {...opening}
    >
      <ul className="fault-list approval-many">
        {tasks.map((task) => (
          <li key={task.sid}>
            {textIn(task, 'transition_name', lang)} {task.record_name}
          </li>
        ))}
      </ul>
      <label htmlFor="agree-opinion">{t('approval.opinion')}</label>
      <Input.TextArea
        id="agree-opinion"
        ref={text}
        value={opinion}
        maxLength={1000}
        autoSize={{ minRows: 2 }}
        onChange={({ target }) => setOpinion(target.value)}
      />
    </Modal>
  )
}

async function agreeToEach(tasks: readonly ToDo[], opinion: string): Promise<Outcome> {
  const record: Outcome['record'] = []
  for (const { sid, record_name } of tasks)
    try {
      await act(agreeTask, { sid, ...(opinion && { opinion }) })
      record.push({ sid, ok: true })
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      record.push({ sid, ok: false, message: `${record_name} ${fault.errors[0]?.reason ?? fault.message}` })
    }
  const done = record.filter(({ ok }) => ok).length
  return { done, failed: record.length - done, record }
}
