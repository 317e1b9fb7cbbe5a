import { Modal } from 'antd'
import type { Graph } from '../../../model/approval/graph.ts'
import type { checkProcess } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { useWords } from '../../words/language.ts'
import { Drawing, type Mark } from './drawing.tsx'
import { stepName } from './steps/step-name.ts'

type Faults = AnswerOf<typeof checkProcess>['faults']
type FaultsProps = { faults: Faults; graph: Graph | undefined }

/** Faults that prevent the publication of a process, each at its step; the drawing marks them too. */
export function ProcessFaults({ faults, graph, onClose }: FaultsProps & { onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal
      open
      title={t('process.faults', { count: faults.length })}
      onCancel={onClose}
      onOk={onClose}
      cancelButtonProps={{ hidden: true }}
      width={graph ? 900 : 520}
    >
      <FaultList faults={faults} graph={graph} />
      {graph && <FaultsDrawn faults={faults} graph={graph} />}
    </Modal>
  )
}

function FaultsDrawn({ faults, graph }: { faults: Faults; graph: Graph }) {
  const { lang } = useWords()
  const byNode = Map.groupBy(faults, ({ node }) => node)
  const marks = new Map([...byNode].map(([node, own]): [string, Mark] => [node ?? '', { fault: own.map((one) => one[lang] ?? '').join(lang === 'zh' ? '；' : '; ') }]))
  return <Drawing graph={graph} marks={marks} />
} // oxfmt-ignore

export function FaultList({ faults, graph }: FaultsProps) {
  const { t, lang } = useWords()
  return (
    <ul className="fault-list" role="alert">
      {faults.map((fault) => (
        <li key={`${fault.node} ${fault.zh}`}>
          {fault.node && graph && <b>{`${stepName(graph, fault.node, lang)}${t('colon')}`}</b>}
          {fault[lang]}
        </li>
      ))}
    </ul>
  )
}
