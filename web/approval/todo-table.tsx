import { Grid, Skeleton, type TableColumnType, Tag } from 'antd'
import type { ToDo } from '../../model/approval/approval-actions.ts'
import { TASK_STATES } from '../../model/approval/approval_task.ts'
import { useSchemas } from '../api/api.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { labelIn, textIn } from '../records/approval/approvals.ts'
import { Due } from '../records/approval/due.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'

type ToDoTableProps = {
  tasks: readonly ToDo[]
  /** To do, waiting for somebody else first, or done. */
  view: 'open' | 'waiting' | 'done'
  isPending: boolean
  here: number
  opened: string
  page: number
  total: number
  selected?: readonly string[]
  onSelect?: (sids: string[]) => void
  onOpen: (row: number) => void
  onPage: (page: number) => void
}

const PAGE = 50

/** A task at START is the resubmission of a returned record, so a batch of votes cannot contain it. */
export const isVote = ({ type }: ToDo) => type !== 'START'

export function ToDoTable(props: ToDoTableProps) {
  const { tasks, view, isPending, here, opened, page, total, selected, onSelect, onOpen, onPage } = props
  const { t } = useWords()
  const isNarrow = Grid.useBreakpoint().md === false
  const isOpen = view === 'open'
  const columns = useColumns(tasks, view)
  const empty = <Nothing text={t(NONE[view])} hint={t(`${NONE[view]}Hint`)} />
  return (
    <Table<ToDo>
      rowKey="sid"
      size="small"
      dataSource={[...tasks]}
      columns={columns.filter(({ isWide }) => !(isNarrow && isWide)).map(({ isWide: _, ...column }) => column)}
      pagination={{ current: page, pageSize: PAGE, total, showSizeChanger: false, hideOnSinglePage: true, onChange: onPage }}
      rowClassName={(task, row) => `clickable approval-row ${row === here && isOpen ? 'now' : ''} ${task.approval_sid === opened ? 'opened' : ''}`}
      onRow={(_, row = 0) => ({ onClick: () => onOpen(row), 'aria-current': row === here && isOpen ? true : undefined })}
      {...(selected &&
        onSelect && {
          rowSelection: {
            selectedRowKeys: [...selected],
            onChange: (keys: readonly unknown[]) => onSelect(keys.map(String)),
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
            getCheckboxProps: (task: ToDo) => ({ 'aria-label': t('list.selectOne', { name: task.record_name }), disabled: !isVote(task) }),
          },
        })}
      locale={{ emptyText: isPending ? <Skeleton active title={false} paragraph={{ rows: 6 }} /> : empty }}
    />
  )
}

const NONE = { open: 'approval.none', waiting: 'approval.noneWaiting', done: 'approval.noneDone' } as const

type Column = TableColumnType<ToDo> & { isWide?: true }

function useColumns(tasks: readonly ToDo[], view: ToDoTableProps['view']): Column[] {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const kinds = useKindNames(tasks)
  const time = (at: string | null) => (at ? <time dateTime={at}>{timeText(at, tag, zone)}</time> : '—')
  const decided: Column[] = [
    { title: t('approval.myOpinion'), isWide: true, render: (_, task) => <Decided task={task} /> },
    { title: t('approval.decidedAt'), width: 150, render: (_, task) => time(task.decided_at) },
  ]
  const since: Column = { title: t('approval.since'), width: 150, isWide: true, render: (_, task) => time(task.received_at) }
  const waiting: Column[] = [{ title: t('approval.nowWith'), render: (_, task) => task.with?.name ?? '—' }, since]
  const open: Column[] = [since, { title: t('approval.dueAt'), width: 210, render: (_, task) => (task.due_at ? <Due at={task.due_at} /> : '—') }]
  return [
    {
      title: t('approval.what'),
      render: (_, task) => (
        <>
          <b>{textIn(task, 'transition_name', lang)}</b>
          {task.for && <Tag className="approval-for">{t('approval.for', { name: task.for.name })}</Tag>}
          {!isVote(task) && view !== 'done' && <Tag className="approval-for">{t('approval.returned')}</Tag>}
          <div className="quiet">{kinds.get(task.entity)}</div>
        </>
      ),
    },
    { title: t('approval.record'), render: (_, task) => task.record_name },
    { title: t('approval.step'), isWide: true, render: (_, task) => textIn(task, 'node_name', lang) },
    { title: t('approval.starter'), isWide: true, render: (_, task) => task.starter?.name ?? '—' },
    ...{ open, waiting, done: decided }[view],
  ]
}

function Decided({ task }: { task: ToDo }) {
  const { t, lang } = useWords()
  return (
    <>
      {isVote(task) ? labelIn(TASK_STATES, task.state, lang) : t('approval.resubmit')} {task.opinion && <span className="quiet">{task.opinion}</span>}
    </>
  )
}

/** The name of each kind of record. */
function useKindNames(tasks: readonly ToDo[]): ReadonlyMap<string, string> {
  const { lang } = useWords()
  const entities = [...new Set(tasks.map(({ entity }) => entity))]
  const answers = useSchemas(entities)
  return new Map(entities.map((entity, at) => [entity, answers[at]?.data?.[lang] ?? '']))
}
