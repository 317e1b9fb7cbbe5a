import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MAX_PARTICIPANTS } from '../../../../model/approval/graph.ts'
import { doVerb, type Rec } from '../../../api/api.ts'
import { pageOf } from '../../../api/page-of.ts'
import { timeText, useZone } from '../../../fields/moments.ts'
import { quoted } from '../../../api/iql.ts'
import { isRef, sidOf } from '../../../fields/names.ts'
import { ApprovalState } from '../../../records/approval/approval-state.tsx'
import { PlainTable } from '../../../records/list/plain-table.tsx'
import { usePaged } from '../../../records/list/use-paged.tsx'
import { Nothing } from '../../../ui/faults/nothing.tsx'
import { useWords } from '../../../words/language.ts'

const OWN = { meta: { faults: 'own' } } as const
const MAX_SHOWN = 100
/** Approvals for one call: each asks eight people at most, so that their open tasks fit into one answer. */
const BATCH_SIZE = Math.floor(MAX_SHOWN / MAX_PARTICIPANTS)

/** The approvals that run by this version, and who has each. */
export function Running({ record }: { record: Rec }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const iql = `process_sid = ${quoted(record.sid)} AND state IN ('RUNNING', 'WAITING_FOR_ADMIN') ORDER BY started_at ASC`
  const {
    data,
    record: rows,
    pages,
  } = usePaged('approval', { fl: ['sid', 'record_name', 'starter_sid', 'state', 'started_at'], iql, rows: MAX_SHOWN }, OWN)
  const tasks = useOpenTasks(rows)
  const holders = Map.groupBy(tasks, (task) => sidOf(task['approval_sid']))
  const sinceOf = ([first]: readonly Rec[]) => (first ? timeText(String(first['received_at']), tag, zone) : '')
  const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
  return (
    <>
      <PlainTable<Rec>
        dataSource={rows}
        loading={!data}
        columns={[
          { title: t('approval.record'), render: (_, row) => <Link to={pageOf('approval', `/${row.sid}`)}>{String(row['record_name'])}</Link> },
          { title: t('approval.starter'), render: (_, row) => nameOf(row['starter_sid']) },
          { title: t('approval.startedAt'), width: 150, render: (_, row) => timeText(String(row['started_at']), tag, zone) },
          { title: t('process.state'), render: (_, row) => <ApprovalState state={row['state'] === 'RUNNING' ? 'RUNNING' : 'WAITING_FOR_ADMIN'} /> },
          {
            title: t('process.holder'),
            render: (_, row) =>
              (holders.get(row.sid) ?? [])
                .map((task) => `${nameOf(task['person_sid'])} (${String((lang === 'en' && task['node_name_en']) || task['node_name'])})`)
                .join(lang === 'zh' ? '、' : ', '),
          },
          { title: t('process.since'), width: 150, render: (_, row) => sinceOf(holders.get(row.sid) ?? []) },
        ]}
        locale={{ emptyText: <Nothing text={t('process.noneRunning')} /> }}
      />
      {pages}
    </>
  )
}

const TASK = ['sid', 'approval_sid', 'person_sid', 'node_name', 'node_name_en', 'received_at']

function useOpenTasks(rows: readonly Rec[]): readonly Rec[] {
  const sids = rows.map(({ sid }) => sid)
  const found = useQuery({
    queryKey: ['approval_task', 'open_of', sids],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(sids.length / BATCH_SIZE) }, (_, at) => sids.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE))
      const answers = await Promise.all(
        parts.map((part) => doVerb('approval_task', 'search', { fl: TASK, iql: openOf(part), rows: MAX_SHOWN, total: 'none' })),
      )
      return answers.flatMap(({ record }) => record)
    },
    enabled: sids.length > 0,
    meta: { faults: 'own' },
  })
  return found.data ?? []
}

const openOf = (sids: readonly string[]) => `approval_sid IN (${sids.map(quoted).join(', ')}) AND state = 'OPEN'`
