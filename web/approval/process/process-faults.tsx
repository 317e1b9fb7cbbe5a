import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import type { Graph } from '../../../model/approval/graph.ts'
import { checkProcess } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { graphIn } from './levels/levels.ts'
import { Drawing, type Mark } from './drawing.tsx'
import { stepName } from './steps/step-name.ts'

type Faults = AnswerOf<typeof checkProcess>['faults']
type FaultsProps = { faults: Faults; graph: Graph | undefined }

/** Faults that prevent the publication of a process, each at its step; the drawing marks them too. */
export function ProcessFaults({ faults, graph, entity, onClose }: FaultsProps & { entity: string; onClose: () => void }) {
  const { t } = useWords()
  const { data } = useSchema(entity)
  return (
    <Modal
      open
      title={t('process.faults', { count: faults.length })}
      onCancel={onClose}
      onOk={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
      width={graph ? 900 : 520}
    >
      <FaultList faults={faults} graph={graph} />
      {graph && <FaultsDrawn faults={faults} graph={graph} entity={data} />}
    </Modal>
  )
}

/** What the check finds in a draft as it is saved: it is kept, and says why it cannot be published yet. */
export function DraftFaults({ record }: { record: Rec }) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: ['approval_process', 'check', record.sid, record.version],
    queryFn: () => act(checkProcess, { sid: record.sid }),
    meta: { faults: 'own' },
  })
  const { faults = [], unmanned = [] } = found.data ?? {}
  if (faults.length === 0 && unmanned.length === 0) return null
  const title = faults.length > 0 ? t('process.faults', { count: faults.length }) : t('process.unmanned')
  const list = <FaultList faults={[...faults, ...unmanned]} graph={graphIn(record['graph'])} />
  return <Alert type={faults.length > 0 ? 'warning' : 'info'} showIcon className="spaced" title={title} description={list} />
}

function FaultsDrawn({ faults, graph, entity }: { faults: Faults; graph: Graph; entity: WireSchema | undefined }) {
  const { lang } = useWords()
  const byNode = Map.groupBy(faults, ({ node }) => node)
  const marks = new Map([...byNode].map(([node, own]): [string, Mark] => [node ?? '', { fault: own.map((one) => one[lang] ?? '').join(lang === 'zh' ? '；' : '; ') }]))
  return <Drawing graph={graph} entity={entity} marks={marks} />
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
