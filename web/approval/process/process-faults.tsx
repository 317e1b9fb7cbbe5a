import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import type { Graph } from '../../../model/approval/graph.ts'
import { checkProcess } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { act, type Rec } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { graphIn } from './levels/levels.ts'
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

/** What the check finds in a draft as it is saved: it is kept, and says why it cannot be published yet. */
export function DraftFaults({ record }: { record: Rec }) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: ['approval_process', 'check', record.sid, record.version],
    queryFn: async () => (await act(checkProcess, { sid: record.sid })).faults,
    meta: { faults: 'own' },
  })
  if (!found.data?.length) return null
  const list = <FaultList faults={found.data} graph={graphIn(record['graph'])} />
  return <Alert type="warning" showIcon className="spaced" title={t('process.faults', { count: found.data.length })} description={list} />
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
