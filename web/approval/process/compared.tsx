import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { GraphNode } from '../../../model/approval/graph.ts'
import { compareProcesses } from '../../../model/approval/process-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, type Rec, useSchema } from '../../api/api.ts'
import { textIn } from '../../records/approval/approvals.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { ConditionWords } from '../../records/filter/condition-words.tsx'
import { graphIn } from './levels/levels.ts'
import { useWorkWords } from './running/work-words.ts'

type ComparedProps = { schema: WireSchema; record: Rec; other: Rec; onClose: () => void }
type Change = AnswerOf<typeof compareProcesses>['changes'][number]

/** The differences of two versions in words, place by place: the other one before, this one after. */
export function Compared({ schema, record, other, onClose }: ComparedProps) {
  const { t } = useWords()
  const { data } = useQuery({
    queryKey: ['approval_process', 'compare', other.sid, record.sid],
    queryFn: async () => (await act(compareProcesses, { sid: other.sid, other: record.sid })).changes,
  })
  const say = useChangeWords(schema, record, other, data ?? [])
  const [before, after] = [String(other['version_no']), String(record['version_no'])]
  return (
    <Modal
      open
      title={t('process.compareTitle', { before, after })}
      onCancel={onClose}
      onOk={onClose}
      footer={(_, { OkBtn }) => <OkBtn />}
      width={860}
    >
      {!data && <Skeleton active />}
      {data && data.length === 0 && <Nothing text={t('process.same')} />}
      {data && data.length > 0 && (
        <table className="rows compared">
          <thead>
            <tr>
              <th scope="col">{t('process.place')}</th>
              <th scope="col">{t('process.versionNo', { no: before })}</th>
              <th scope="col">{t('process.versionNo', { no: after })}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((change) => {
              const said = say(change)
              return (
                <tr key={change.place}>
                  <td>{said.place}</td>
                  <td>{said.before}</td>
                  <td>{said.after}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Modal>
  )
}

type Said = { place: string; before: ReactNode; after: ReactNode }

const isNode = (value: unknown): value is GraphNode => typeof value === 'object' && value !== null && 'id' in value && 'type' in value

/** Names the changed items: a setting by its label, a step by its name and its content, a flow by the steps that it joins. */
function useChangeWords(schema: WireSchema, record: Rec, other: Rec, changes: readonly Change[]): (change: Change) => Said {
  const { t, lang } = useWords()
  const entity = useSchema(String(record['entity'])).data
  const { lines } = useWorkWords(changes.flatMap(({ before, after }) => [before, after].filter(isNode)), entity) // oxfmt-ignore
  const named = [other, record].flatMap((one) => graphIn(one['graph'])?.nodes ?? [])
  const nodes = new Map(named.map((node): [string, string] => [node.id, textIn(node, 'name', lang)]))
  const onWay = (when: unknown) =>
    when === null ? (
      '—'
    ) : typeof when === 'string' && when && entity ? (
      <ConditionWords schema={entity} iql={when} asker={t('process.theStarter')} />
    ) : (
      t('process.way')
    )
  return ({ place, before, after }) => {
    const step = [after, before].find(isNode)
    if (step) return { place: textIn(step, 'name', lang), ...onlyOther(linesOf(before), linesOf(after)) }
    const [from, to] = place.split(' → ')
    if (from && to) return { place: `${nodes.get(from) ?? from} → ${nodes.get(to) ?? to}`, before: onWay(before), after: onWay(after) }
    const field = schema.fields.find(({ code }) => code === place)
    return { place: field?.label ?? place, before: setting(place, before), after: setting(place, after) }
  }
  function linesOf(value: unknown) {
    return isNode(value) ? lines(value) : []
  }
  function setting(code: string, value: unknown): ReactNode {
    if (code === 'condition' && typeof value === 'string' && value && entity)
      return <ConditionWords schema={entity} iql={value} asker={t('process.theStarter')} />
    if (code === 'transition') return entity?.states?.transitions.find((one) => one.code === value)?.label ?? '—'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    return typeof value === 'string' && value ? value : '—'
  }
}

/** The lines in which two steps differ; all lines of a new or removed step. */
const onlyOther = (before: readonly string[], after: readonly string[]) => ({
  before: <Lines lines={before.filter((line) => !after.includes(line))} />,
  after: <Lines lines={after.filter((line) => !before.includes(line))} />,
})

const Lines = ({ lines }: { lines: readonly string[] }) => (lines.length > 0 ? lines.map((line) => <div key={line}>{line}</div>) : '—')
