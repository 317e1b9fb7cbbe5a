import { Link } from 'react-router'
import { type Rec, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { quoted } from '../../api/iql.ts'
import { isRef, sidOf } from '../../fields/names.ts'
import { ApprovalState } from '../../records/approval/approval-state.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { useWords } from '../../words/language.ts'

const OWN = { meta: { faults: 'own' } } as const
const MOST = 100

/** The approvals that run by this version, and who has each. */
export function Running({ record }: { record: Rec }) {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const iql = `process_sid = ${quoted(record.sid)} AND state IN ('RUNNING', 'WAITING_FOR_ADMIN') ORDER BY started_at ASC`
  const { data } = useSearch('approval', { fl: ['sid', 'record_name', 'starter_sid', 'state', 'started_at'], iql, rows: MOST, total: 'none' }, OWN)
  const rows = data?.record ?? []
  const tasks = useSearch(
    'approval_task',
    { fl: ['sid', 'approval_sid', 'person_sid', 'node_name', 'node_name_en'], iql: openOf(rows), rows: MOST, total: 'none' },
    { ...OWN, enabled: rows.length > 0 },
  )
  const holders = Map.groupBy(tasks.data?.record ?? [], (task) => sidOf(task['approval_sid']))
  const nameOf = (value: unknown) => (isRef(value) ? value.name : '')
  return (
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
      ]}
      locale={{ emptyText: <Nothing text={t('process.noneRunning')} /> }}
    />
  )
}

const openOf = (rows: readonly Rec[]) => `approval_sid IN (${rows.map(({ sid }) => quoted(sid)).join(', ')}) AND state = 'OPEN'`
