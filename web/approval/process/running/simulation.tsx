import { Alert, Button } from 'antd'
import { useState } from 'react'
import { simulateProcess } from '../../../../model/approval/process-actions.ts'
import { NODE_TYPES } from '../../../../model/approval/graph.ts'
import { act, type Rec, useSchema, useWrite } from '../../../api/api.ts'
import { fieldTo } from '../../../fields/field-to.ts'
import { sidOf } from '../../../fields/names.ts'
import { viewOf } from '../../../fields/views.ts'
import { labelIn, textIn } from '../../../records/approval/approvals.ts'
import { useWords } from '../../../words/language.ts'
import { Drawing, type Mark } from '../drawing.tsx'
import { graphIn } from '../levels/levels.ts'
import { FaultList } from '../process-faults.tsx'

/** A trial: the path of an approval of this record, and the people who would decide. No approval is started. */
export function Simulation({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const [chosen, setChosen] = useState<unknown>(null)
  const [starter, setStarter] = useState<unknown>(null)
  const run = useWrite('approval_process', () =>
    act(simulateProcess, { sid: record.sid, record_sid: sidOf(chosen), ...(starter ? { starter_sid: sidOf(starter) } : {}) }),
  )
  const { Editor } = viewOf('reference')
  const answer = run.data
  const graph = graphIn(record['graph'])
  const entity = useSchema(String(record['entity'])).data
  const list = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(lang === 'zh' ? '、' : ', ')
  return (
    <div>
      <p className="quiet">{t('process.simulateHint')}</p>
      <div className="simulate-asked">
        <div>
          <span className="quiet">{t('process.record')}</span>
          <Editor field={fieldTo(String(record['entity']), t('process.record'))} label={t('process.record')} value={chosen} onChange={setChosen} />
        </div>
        <div>
          <span className="quiet">{t('process.starter')}</span>
          <Editor field={fieldTo('user_info', t('process.starter'))} label={t('process.starter')} value={starter} onChange={setStarter} />
        </div>
      </div>
      <Button type="primary" disabled={!chosen} loading={run.isPending} onClick={() => run.mutate(undefined)}>
        {t('process.simulate')}
      </Button>
      {answer && answer.faults.length > 0 && (
        <Alert type="warning" showIcon className="below" title={<FaultList faults={answer.faults} graph={graph} />} />
      )}
      {answer && (
        <ol className="simulated below" aria-label={t('process.path')}>
          {answer.path.map((step) => (
            <li key={step.node}>
              <b>{textIn(step, 'name', lang)}</b> <small className="quiet">{labelIn(NODE_TYPES, step.type, lang)}</small> {list(step.people)}
            </li>
          ))}
        </ol>
      )}
      {answer && graph && (
        <Drawing
          entity={entity}
          graph={answer.path.length > 0 ? answer.graph : graph}
          marks={new Map(answer.path.map((step): [string, Mark] => [step.node, { state: 'now', people: list(step.people) }]))}
        />
      )}
    </div>
  )
}
