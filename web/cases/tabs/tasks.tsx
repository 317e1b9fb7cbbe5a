import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { type Rec, useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/language.ts'
import { DaysLeft } from '../dates/days-left.tsx'
import { DayCell } from '../worklist/cells.tsx'

/** The tasks of a case that this person sees, the open ones first. */
export function CaseTasks({ sid }: { sid: string }) {
  const { t } = useWords()
  const schema = useSchema('task').data
  const fl = ['sid', 'title', 'status', 'assignee_sid', 'due_date', 'done_date']
  const { record, isPending, pages } = usePaged('task', {
    fl,
    iql: `case_sid = '${sid}' ORDER BY done_date ASC, due_date ASC`,
    rows: 50,
  })
  if (!schema || isPending) return <Skeleton active paragraph={{ rows: 4 }} />
  const isOpen = (row: Rec) => !schema.states?.closed.includes(String(row['status']))
  const rows = record.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
  const fresh = allows(schema, 'create') && (
    <Link to={pageOf('task', `/new?case_sid=${sid}`)}>
      <Button>{t('mine.newTask')}</Button>
    </Link>
  )
  if (rows.length === 0)
    return (
      <Nothing text={t('case.noTasks')} hint={t('case.noTasksHint')}>
        {fresh}
      </Nothing>
    )
  return (
    <>
      <p>{fresh}</p>
      <Table<Rec>
        rowKey="sid"
        size="small"
        pagination={false}
        dataSource={rows}
        columns={[
          { title: t('mine.task'), render: (_, row) => <Link to={pageOf('task', `/${row.sid}`)}>{String(row['title'])}</Link> },
          { title: t('mine.status'), width: 120, render: (_, row) => <StateTag schema={schema} state={row['status']} /> },
          { title: t('case.taskOf'), width: 160, render: (_, row) => (isRef(row['assignee_sid']) ? row['assignee_sid'].name : '') },
          { title: t('mine.due'), width: 120, render: (_, row) => <DayCell value={row['due_date']} /> },
          { title: t('mine.left'), width: 130, render: (_, row) => isOpen(row) && <DaysLeft date={String(row['due_date'])} /> },
        ]}
      />
      {pages}
    </>
  )
}
