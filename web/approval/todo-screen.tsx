import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { listDone, listToDo, type ToDo } from '../../model/approval/approval-actions.ts'
import { act } from '../api/api.ts'
import { useAddress } from '../cases/worklist/address.ts'
import { KeyHints } from '../cases/worklist/key-hints.tsx'
import { OpenedDrawer } from '../cases/worklist/opened-drawer.tsx'
import { useKeys } from '../ui/keys.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { ActDialog, type Asked, partOf } from './act-dialog.tsx'
import { AgreeMany } from './agree-many.tsx'
import { ApprovalPanel } from './approval-panel.tsx'
import { isVote, ToDoTable } from './todo-table.tsx'
import './approval.css'

export const PAGE = 50
const VIEWS = ['open', 'waiting', 'done'] as const
type View = (typeof VIEWS)[number]

const LABEL = { open: 'approval.open', waiting: 'approval.forOthers', done: 'approval.done' } as const

/** Approvals that wait for this person's opinion, or have had it. */
export function ApprovalsScreen() {
  const { t } = useWords()
  const { read, put } = useAddress()
  const view = VIEWS.find((one) => one === read('view')) ?? 'open'
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const title = t('approval.title')
  return (
    <div className="page">
      <PageHead title={title} name={title} />
      <div className="tab-bar">
        <Segmented<View>
          aria-label={t('approval.which')}
          value={view}
          onChange={(next) => put({ view: next === 'open' ? null : next, open: null, page: null })}
          options={VIEWS.map((value) => ({ value, label: t(LABEL[value]) }))}
        />
        {view === 'open' && <Hints />}
      </div>
      <Rows key={`${view} ${page}`} view={view} page={page} />
      <OpenedDrawer title={t('approval.detail')} size={620}>
        {(sid) => <ApprovalPanel key={sid} sid={sid} />}
      </OpenedDrawer>
    </div>
  )
}

const Hints = () => {
  const { t } = useWords()
  return (
    <KeyHints
      keys={[
        ['j k', t('keys.upAndDown')],
        ['Enter', t('keys.open')],
        ['x', t('keys.select')],
        ['a', t('approval.agree')],
        ['r', t('approval.refuse')],
      ]}
    />
  )
}

const LISTS = {
  open: (page: Page) => act(listToDo, page),
  waiting: (page: Page) => act(listToDo, { ...page, waiting: true }),
  done: (page: Page) => act(listDone, page),
}
type Page = { start: number; rows: number }

const usePage = (view: View, page: number) =>
  useQuery({
    queryKey: ['approval_task', view, page],
    queryFn: () => LISTS[view]({ start: (page - 1) * PAGE, rows: PAGE }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })

function Rows({ view, page }: { view: View; page: number }) {
  const { read, put } = useAddress()
  const found = usePage(view, page)
  const isOpen = view === 'open'
  const tasks = found.data?.tasks ?? NONE
  const marked = useMarked(tasks)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isMany, setMany] = useState(false)
  const { here, selected, select } = marked
  const opened = read('open')
  const ask = (name: 'agree' | 'refuse') => {
    if (here && isOpen) setAsked({ act: name, task: here.sid, name: here.record_name, returnTo: [], part: partOf(here.type, here.advises) })
  }
  useKeys({
    j: () => marked.move(1),
    k: () => marked.move(-1),
    Enter: () => here && put({ open: here.approval_sid }, true),
    Escape: () => (opened ? put({ open: null }, true) : select([])),
    a: () => (selected.length > 0 ? setMany(true) : ask('agree')),
    r: () => ask('refuse'),
    x: () => isOpen && marked.toggle(),
  })
  return (
    <>
      <Chosen count={selected.length} onAgree={() => setMany(true)} onClear={() => select([])} />
      {found.isError && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      <ToDoTable
        {...{ tasks, view, isPending: found.isPending, here: marked.at, opened, page }}
        total={found.data?.total ?? 0}
        {...(isOpen && { selected, onSelect: select })}
        onOpen={marked.open}
        onPage={(next) => put({ page: next })}
      />
      {asked && <ActDialog asked={asked} onClose={() => setAsked(null)} />}
      {isMany && <AgreeMany tasks={tasks.filter(({ sid }) => selected.includes(sid))} onClose={() => setMany(false)} onDone={() => select([])} />}
    </>
  )
}

const NONE: readonly ToDo[] = []

/** The row of the keyboard, and the selected rows of this page; a row that is opened stays in step with the keyboard. */
function useMarked(tasks: readonly ToDo[]) {
  const { read, put } = useAddress()
  const [row, setRow] = useState(0)
  const [chosen, select] = useState<readonly string[]>([])
  const at = Math.min(row, tasks.length - 1)
  const here = tasks[at]
  const selected = chosen.filter((sid) => tasks.some((task) => task.sid === sid))
  const open = (to: number) => {
    setRow(to)
    put({ open: tasks[to]?.approval_sid ?? null }, true)
  }
  const move = (by: number) => {
    const to = Math.min(Math.max(at + by, 0), tasks.length - 1)
    if (read('open')) open(to)
    else setRow(to)
  }
  const toggle = () =>
    here && isVote(here) && select(selected.includes(here.sid) ? selected.filter((one) => one !== here.sid) : [...selected, here.sid])
  return { at, here, selected, select, open, move, toggle }
}

function Chosen({ count, onAgree, onClear }: { count: number; onAgree: () => void; onClear: () => void }) {
  const { t } = useWords()
  if (count === 0) return null
  return (
    <div className="batch worklist-batch" role="toolbar" aria-label={t('batch.label')}>
      <b>{t('batch.count', { count })}</b>
      <Button size="small" type="primary" onClick={onAgree}>
        {t('approval.agree')}
      </Button>
      <Button size="small" type="link" onClick={onClear}>
        {t('batch.clear')}
      </Button>
    </div>
  )
}
