import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import type { Graph } from '../../../model/approval/graph.ts'
import { checkProcess } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { type Say, useWords } from '../../words/language.ts'
import { graphIn } from './levels/levels.ts'
import { Drawing, type Mark } from './drawing.tsx'
import { stepName } from './steps/step-name.ts'

export type Checked = AnswerOf<typeof checkProcess>
type Faults = Checked['faults']
type FaultsProps = { faults: Faults; graph: Graph | undefined }

/** Faults that prevent the publication of a process, or steps at which some find nobody, each at its step; the drawing marks them too. */
export function ProcessFaults({
  checked,
  graph,
  entity,
  onClose,
}: {
  checked: Checked
  graph: Graph | undefined
  entity: string
  onClose: () => void
}) {
  const { t } = useWords()
  const { data } = useSchema(entity)
  const faults = allOf(checked)
  return (
    <Modal open title={titleOf(checked, t)} onCancel={onClose} onOk={onClose} footer={(_, { OkBtn }) => <OkBtn />} width={graph ? 900 : 520}>
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
  if (!found.data || isSound(found.data)) return null
  const list = <FaultList faults={allOf(found.data)} graph={graphIn(record['graph'])} />
  const type = found.data.faults.length > 0 ? 'warning' : 'info'
  return <Alert type={type} showIcon className="spaced" title={titleOf(found.data, t)} description={list} />
}

export const isSound = (checked: Checked) => allOf(checked).length === 0

const allOf = ({ faults, unmanned }: Checked): Faults => [...faults, ...unmanned]

const titleOf = ({ faults }: Checked, t: Say) => (faults.length > 0 ? t('process.faults', { count: faults.length }) : t('process.unmanned'))

function FaultsDrawn({ faults, graph, entity }: { faults: Faults; graph: Graph; entity: WireSchema | undefined }) {
  const { lang } = useWords()
  const byNode = Map.groupBy(faults, ({ node }) => node)
  const marks = new Map([...byNode].map(([node, own]): [string, Mark] => [node ?? '', { fault: own.map((one) => one[lang] ?? '').join(lang === 'zh' ? '；' : '; ') }]))
  return <Drawing graph={graph} entity={entity} marks={marks} />
} // oxfmt-ignore

export function FaultList({ faults, graph }: FaultsProps) {
  const { t, lang } = useWords()
  return (
    <div role="alert">
      <ul className="fault-list">
        {faults.map((fault) => (
          <li key={`${fault.node} ${fault.zh}`}>
            {fault.node && graph && <b>{`${stepName(graph, fault.node, lang)}${t('colon')}`}</b>}
            {fault[lang]}
          </li>
        ))}
      </ul>
    </div>
  )
}
