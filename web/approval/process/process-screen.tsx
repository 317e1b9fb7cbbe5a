import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { Graph } from '../../../model/approval/graph.ts'
import { expanded } from '../../../model/approval/sub-process.ts'
import { checkProcess, drawLevels, simulateProcess, takeAlong } from '../../../model/approval/process-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { RecordPage } from '../../records/detail/detail.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { useWords } from '../../words/language.ts'
import { ConditionWords } from '../../records/filter/condition-words.tsx'
import { Drawing } from './drawing.tsx'
import { LevelsInWords } from './levels/levels-in-words.tsx'
import { levelsOf } from './levels/levels.ts'
import { ExportProcess } from './process-files.tsx'
import { DraftFaults } from './process-faults.tsx'
import { ProcessActs } from './process-acts.tsx'
import { Running } from './running/running.tsx'
import { TakeAlong } from './running/take-along.tsx'
import { Simulation } from './running/simulation.tsx'
import { Versions } from './versions.tsx'
import '../approval.css'

const MODEL = 'approval_process'
/** Fields that the page shows in words. */
const OWN_FIELDS = ['transition', 'condition', 'levels', 'graph']

/** One version of a process: its steps drawn and in words, a trial of it, its other versions, and its running approvals. */
export const ProcessScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Process schema={schema} record={record} />}</OneRecord>

function Process({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const entity = useSchema(String(record['entity'])).data
  return (
    <RecordPage
      schema={schema}
      record={record}
      acts={
        <>
          <ExportProcess record={record} />
          <ProcessActs schema={schema} record={record} />
        </>
      }
      above={
        <>
          <About record={record} entity={entity} />
          {record['status'] === 'DRAFT' && allowsOn(schema, record, checkProcess.name) && <DraftFaults record={record} />}
        </>
      }
      overview={
        <>
          <Picture schema={schema} record={record} entity={entity} />
          <LevelsInWords levels={levelsOf(record['levels'])} entity={entity} />
          <Overview schema={schema} record={record} skip={OWN_FIELDS} />
        </>
      }
      tabs={[
        ...(allowsOn(schema, record, simulateProcess.name)
          ? [{ key: 'simulate', label: t('process.simulate'), children: <Simulation record={record} /> }]
          : []),
        { key: 'running', label: t('process.running'), children: <RunningTab schema={schema} record={record} /> },
        { key: 'versions', label: t('process.versions'), children: <Versions schema={schema} record={record} /> },
      ]}
    />
  )
}

/** Approvals that run by this version, and by earlier ones. */
const RunningTab = ({ schema, record }: { schema: WireSchema; record: Rec }) => (
  <>
    <Running record={record} />
    {record['status'] === 'PUBLISHED' && allowsOn(schema, record, takeAlong.name) && <TakeAlong record={record} />}
  </>
)

/** The records and the step that it approves, in one sentence. */
function About({ record, entity }: { record: Rec; entity: WireSchema | undefined }) {
  const { t, lang } = useWords()
  if (!entity) return null
  const step = entity.states?.transitions.find(({ code }) => code === record['transition'])?.label ?? ''
  const { condition } = record
  return (
    <Alert
      type="info"
      className="spaced process-facts"
      title={step ? t('process.about', { step, entity: entity[lang] }) : t('process.subOnly', { entity: entity[lang] })}
      description={
        !step ? undefined : typeof condition === 'string' && condition ? (
          <>
            {t('process.onlyIf')} <ConditionWords schema={entity} iql={condition} asker={t('process.theStarter')} />
          </>
        ) : (
          t('process.always')
        )
      }
    />
  )
}

const isGraph = (value: unknown): value is Graph => typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes)

/** The stored graph, or else that of the levels. */
function Picture({ schema, record, entity }: { schema: WireSchema; record: Rec; entity: WireSchema | undefined }) {
  const levels = levelsOf(record['levels'])
  const { graph } = record
  const drawn = useQuery({
    queryKey: ['approval_process', 'graph', levels],
    queryFn: async () => (await act(drawLevels, { levels })).graph,
    enabled: levels.length > 0 && allows(schema, drawLevels.name),
    meta: { faults: 'own' },
  })
  const shown = levels.length > 0 ? drawn.data : isGraph(graph) ? graph : undefined
  return shown ? <Drawing graph={expanded(shown)} entity={entity} /> : null
}
