import { Modal } from 'antd'
import type { checkProcess } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { useWords } from '../../words/language.ts'

type Faults = AnswerOf<typeof checkProcess>['faults']

/** What must be mended before the process can be published, each at its level. */
export function ProcessFaults({ faults, onClose }: { faults: Faults; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal open title={t('process.faults', { count: faults.length })} onCancel={onClose} onOk={onClose} cancelButtonProps={{ hidden: true }}>
      <FaultList faults={faults} />
    </Modal>
  )
}

export function FaultList({ faults }: { faults: Faults }) {
  const { lang } = useWords()
  return (
    <ul className="fault-list" role="alert">
      {faults.map((fault) => (
        <li key={`${fault.node} ${fault.zh}`}>{fault[lang]}</li>
      ))}
    </ul>
  )
}
