import { claimActionsOf } from '../../../model/cases/claim-actions.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../../api/api.ts'
import { act, useRecord, useSave, useSchema, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { dayText } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { useWords } from '../../words/language.ts'
import { PriorityDialog } from './priority-dialog.tsx'
import { Remove } from './remove.tsx'

type Inherited = AnswerOf<ReturnType<typeof claimActionsOf<string>>['inherited']>['priorities'][number]
type Row = { key: string; date: string; country: unknown } & ({ own: Rec; inherited?: never } | { inherited: Inherited; own?: never })

type PrioritiesProps = { sid: string; kind: string; mayAdd: boolean; mayChange: boolean; mayRemove: boolean }

/** The priorities of a case: its own records, and those of a related case that apply to it. */
export function Priorities({ sid, kind, mayAdd, mayChange, mayRemove }: PrioritiesProps) {
  const { t, tag } = useWords()
  const [changed, setChanged] = useState<string>()
  const { rows, isPending } = useRows(sid, kind)
  const label = useLabels('priority')
  if (isPending) return <Skeleton active paragraph={{ rows: 2 }} />
  if (rows.length === 0) return <p className="quiet part-none">{t('relations.noPriority')}</p>
  return (
    <>
      <PlainTable<Row>
        scroll={{ x: 640 }}
        rowKey="key"
        dataSource={rows}
        columns={[
          { title: t('relations.priorityNo'), className: 'number', render: (_, one) => <NumberOf row={one} /> },
          { title: t('relations.priorityDate'), width: 130, render: (_, { date }) => dayText(date, tag) },
          { title: t('relations.country'), width: 160, render: (_, { country }) => label('priority_country', country) },
          {
            title: t('relations.copy'),
            width: 110,
            render: (_, { own }) => (own ? label('copy_status', own['copy_status']) : <span className="none">—</span>),
          },
          { title: '', width: 240, render: (_, one) => <Origin row={one} /> },
          {
            title: '',
            width: 140,
            render: (_, { own, inherited }) => {
              if (inherited) return mayAdd && <Adopt sid={sid} inherited={inherited} />
              const name = String(own['priority_no'] ?? own['priority_date'])
              return (
                <>
                  {mayChange && (
                    <Button
                      type="text"
                      size="small"
                      icon={<EditOutlined />}
                      aria-label={t('relations.editNamed', { name })}
                      onClick={() => setChanged(own.sid)}
                    />
                  )}
                  {mayRemove && <Remove model="priority" sid={own.sid} name={name} />}
                </>
              )
            },
          },
        ]}
      />
      {changed && <Correct sid={changed} case_sid={sid} onClose={() => setChanged(undefined)} />}
    </>
  )
}

/** The whole record is read first: the list has only some of its fields. */
function Correct({ sid, case_sid, onClose }: { sid: string; case_sid: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data } = useRecord('priority', sid)
  const close = (isSaved: boolean) => {
    onClose()
    if (isSaved) void client.invalidateQueries()
  }
  return data ? <PriorityDialog case_sid={case_sid} known={data} onClose={close} /> : null
}

function useRows(sid: string, kind: string): { rows: Row[]; isPending: boolean } {
  const { data, isPending } = useSearch('priority', { iql: `case_sid = '${sid}' ORDER BY priority_date ASC`, rows: 100 })
  const inherited = useQuery({ queryKey: [kind, 'inherited_priorities', sid], queryFn: () => act(claimActionsOf(kind).inherited, { sid }) })
  const own = (data?.record ?? []).map((one): Row => ({
    key: one.sid,
    date: String(one['priority_date']),
    country: one['priority_country'],
    own: one,
  }))
  const others = (inherited.data?.priorities ?? []).map((one, at): Row => ({
    key: `inherited ${at}`,
    date: one.priority_date,
    country: one.priority_country,
    inherited: one,
  }))
  return { rows: [...own, ...others].toSorted((one, other) => (one.date < other.date ? -1 : 1)), isPending: isPending || inherited.isPending }
}

function useLabels(model: string) {
  const schema = useSchema(model).data
  return (code: string, value: unknown) => {
    const field = schema?.fields.find((one) => one.code === code)
    return field ? optionLabel(field, value) : ''
  }
}

function NumberOf({ row: { own, inherited } }: { row: Row }) {
  const { t } = useWords()
  if (own?.['to_complete'] === true) return <Tag color="warning">{t('relations.toComplete')}</Tag>
  return String((own ? own['priority_no'] : inherited?.priority_no) ?? '')
}

/** Whether a priority was restored, or the related case from which it comes. */
function Origin({ row: { own, inherited } }: { row: Row }) {
  const { t } = useWords()
  const label = useLabels('related_case')
  if (own) return own['restored'] === true && <Tag color="warning">{t('relations.restored')}</Tag>
  const { through_sid: sid, through_no: number, relation_type: type } = inherited
  return (
    <span className="quiet">
      {t('relations.inheritedFrom')} {sid ? <Link to={pageOf('case', `/${sid}?tab=relations`)}>{number}</Link> : t('relations.unseen')}{' '}
      {`(${label('relation_type', type)})`}
    </span>
  )
}

/** Records the priority on the case itself, as it is claimed there. */
function Adopt({ sid, inherited }: { sid: string; inherited: Inherited }) {
  const { t } = useWords()
  const save = useSave('priority', {})
  const { priority_date, priority_country, priority_no, priority_case_sid } = inherited
  const values = { case_sid: sid, priority_date, priority_country, priority_no, priority_case_sid, to_complete: !(priority_no && priority_country) }
  return (
    <Button size="small" loading={save.isPending} onClick={() => save.mutate(values)}>
      {t('relations.adopt')}
    </Button>
  )
}
