import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, InputNumber, Progress, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { claimItems, type DeskSheet, type DeskTask, readDesk, saveSheet } from '../../model/dealings/indexings/indexing-actions.ts'
import { act, useWrite } from '../api/api.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { useLeaveGuard, useLeaveQuestion } from '../records/form/leave-guard.ts'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { answersOf, IndexForm, type Values, valuesOf } from './indexing-form.tsx'
import './matters.css'

/** The person's own indexing work: one publication at a time; the next one follows by itself. */
export function IndexingDesk() {
  const { t } = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['indexing_sheet', 'desk'], queryFn: () => act(readDesk, {}) })
  const tasks = data?.record ?? []
  const [chosen, setChosen] = useState('')
  const now = tasks.find(({ sid }) => sid === chosen) ?? tasks[0]
  const typed = useTyped()
  return (
    <div className="page">
      <PageHead title={t('indexing.desk')} name={t('indexing.desk')} />
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && !now && <Nothing text={t('indexing.none')} hint={t('indexing.noneHint')} />}
      {tasks.length > 1 && now && (
        <div className="tab-bar">
          <Segmented aria-label={t('indexing.which')} value={now.sid} onChange={(sid) => typed.leave(() => setChosen(sid))} options={tasks.map(({ sid, name }) => ({ value: sid, label: name }))} />
        </div>
      )}
      {now && <OneTask key={now.sid} task={now} typed={typed} />}
    </div>
  )
} // oxfmt-ignore

type Typed = { set: (isTyped: boolean) => void; leave: (go: () => void) => void }

/** Typed text that is not saved is discarded only after a confirmation. */
function useTyped(): Typed {
  const [isTyped, set] = useState(false)
  const ask = useLeaveQuestion()
  useLeaveGuard(isTyped)
  const leave = (go: () => void) => {
    const away = () => {
      set(false)
      go()
    }
    if (isTyped) ask(away)
    else go()
  }
  return { set, leave }
}

const isOpen = ({ state }: DeskSheet) => state !== 'DONE'

function OneTask({ task, typed }: { task: DeskTask; typed: Typed }) {
  const { t } = useWords()
  const [chosen, setChosen] = useState('')
  const done = task.sheets.filter((sheet) => !isOpen(sheet)).length
  const now = task.sheets.find(({ sid }) => sid === chosen) ?? task.sheets.find(isOpen)
  const onTyped = (isTyped: boolean) => {
    typed.set(isTyped)
    if (isTyped && now) setChosen(now.sid) // it stays, also when one before it is sent back
  }
  return (
    <section className="index-task" aria-label={task.name}>
      <h2>{task.name}</h2>
      <p className="quiet">
        {t('indexing.doneOf', { done, all: task.sheets.length })} · {t('indexing.due', { date: task.due || '—' })}
        {task.isBlind && ` · ${t('indexing.blind')}`}
      </p>
      <Progress
        aria-label={t('indexing.doneOf', { done, all: task.sheets.length })}
        percent={task.sheets.length === 0 ? 0 : Math.floor((done * 100) / task.sheets.length)}
        size="small"
        style={{ maxWidth: 480 }}
      />
      {task.guide && <p className="index-guide">{task.guide}</p>}
      {task.free > 0 && <Claim task={task} />}
      <div className="index-desk">
        <ul className="index-list">
          {task.sheets.map((sheet) => (
            <li key={sheet.sid}>
              <button type="button" aria-current={sheet.sid === now?.sid ? true : undefined} onClick={() => sheet.sid !== now?.sid && typed.leave(() => setChosen(sheet.sid))}>
                <b>{sheet.publication_no}</b> <small className="quiet">{t(`indexing.${sheet.state}`)}</small>
                <br />
                <small className="quiet">{sheet.item_title}</small>
              </button>
            </li>
          ))}
        </ul>
        {now ? <OneSheet key={now.sid} sheet={now} task={task} onTyped={onTyped} onSaved={() => setChosen('')} /> : task.sheets.length > 0 && <Nothing text={t('indexing.allDone')} hint={t('indexing.allDoneHint')} />}
      </div>
    </section>
  )
} // oxfmt-ignore

function Claim({ task }: { task: DeskTask }) {
  const { t } = useWords()
  const [count, setCount] = useState(Math.min(10, task.free))
  const take = useWrite('indexing_sheet', () => act(claimItems, { task_sid: task.sid, count }))
  return (
    <p className="index-claim">
      <label htmlFor="index-count">{t('indexing.free', { count: task.free })}</label>
      <InputNumber id="index-count" min={1} max={Math.min(200, task.free)} value={count} onChange={(value) => setCount(value ?? 1)} />
      <Button type="primary" loading={take.isPending} onClick={() => take.mutate(undefined)}>
        {t('indexing.take')}
      </Button>
    </p>
  )
}

type SheetProps = { sheet: DeskSheet; task: DeskTask; onTyped: (isTyped: boolean) => void; onSaved: () => void }

function OneSheet({ sheet, task, onTyped, onSaved }: SheetProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [values, setValues] = useState<Values>(valuesOf(sheet.answers))
  const [note, setNote] = useState(sheet.note)
  const [lines, setLines] = useState<readonly string[]>([])
  const write = useWrite('indexing_sheet', (done: boolean) => act(saveSheet, { sid: sheet.sid, answers: answersOf(values), note: note.trim(), done }), { faults: 'own' }) // oxfmt-ignore
  const save = async (done: boolean) => {
    setLines([])
    try {
      const { left } = await write.mutateAsync(done)
      onTyped(false)
      message.success(t(done ? 'indexing.submitted' : 'indexing.kept', { count: left }))
      if (done) onSaved()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(linesOf(fault, t('colon')))
    }
  }
  const type = (next: { values?: Values; note?: string }) => {
    if (next.values) setValues(next.values)
    if (next.note !== undefined) setNote(next.note)
    onTyped(true)
  }
  return (
    <article aria-labelledby="index-title">
      <h3 id="index-title">
        {sheet.publication_no} {sheet.item_title}
      </h3>
      <p className="quiet">{[sheet.item_owner, sheet.pub_date].filter(Boolean).join(' · ')}</p>
      {sheet.return_reason && isOpen(sheet) && <p className="draft-line bad">{t('indexing.returned', { reason: sheet.return_reason })}</p>}
      <IndexForm fields={task.fields} values={values} onChange={(next) => type({ values: next })} />
      <div className="index-field">
        <label htmlFor="index-note">{t('indexing.note')}</label>
        <Input.TextArea id="index-note" autoSize={{ minRows: 1, maxRows: 6 }} maxLength={500} value={note} onChange={({ target }) => type({ note: target.value })} />
      </div>
      <FaultLines lines={lines} />
      <div className="index-acts">
        <Button type="primary" loading={write.isPending} onClick={() => void save(true)}>
          {t('indexing.submit')}
        </Button>
        <Button disabled={write.isPending} onClick={() => void save(false)}>
          {t('indexing.keep')}
        </Button>
      </div>
    </article>
  )
} // oxfmt-ignore
