import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, Pagination, Popconfirm, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { IndexField } from '../../model/dealings/indexings/answers.ts'
import { type ComparedItem, compareSheets, sendBack, settleItem } from '../../model/dealings/indexings/indexing-actions.ts'
import { act, type Rec, useWrite } from '../api/api.ts'
import { ApiFault, linesOf } from '../api/fault.ts'
import { PlainTable } from '../records/list/plain-table.tsx'
import { FaultLines } from '../ui/faults/fault-lines.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { usePageItem } from '../ui/page/page-item.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { answersOf, IndexForm, useIndexLabels, type Values, valuesOf } from './indexing-form.tsx'
import './matters.css'

type View = 'DIFFERS' | 'ALL'
const PAGE = 20

/** The answers for each publication without their authors; differing answers are decided here. */
export function Compared({ task }: { task: Rec }) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['indexing_task', 'compare', task.sid, task.version], queryFn: () => act(compareSheets, { sid: task.sid }), meta: { faults: 'own' } }) // oxfmt-ignore
  const [view, setView] = useState<View>('ALL')
  const [page, setPage] = useState(1)
  const pageItem = usePageItem()
  if (error) return <QueryFault fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  const { fields, items, agreement } = data
  if (items.length === 0) return <Nothing text={t('indexing.unassigned')} hint={t('indexing.unassignedHint')} />
  const differing = items.filter(({ state }) => state === 'DIFFERS')
  const shown = view === 'DIFFERS' ? differing : items
  const at = Math.min(page, Math.max(1, Math.ceil(shown.length / PAGE))) // a decided item leaves the list of those that differ
  const mayDecide = task['status'] === 'CHECKING'
  return (
    <section aria-label={t('indexing.compared')}>
      <div className="tab-bar">
        <Segmented<View>
          aria-label={t('indexing.which')}
          value={view}
          onChange={(next) => {
            setView(next)
            setPage(1)
          }}
          options={[
            { value: 'ALL', label: t('indexing.all', { count: items.length }) },
            { value: 'DIFFERS', label: t('indexing.differing', { count: differing.length }) },
          ]}
        />
        {typeof agreement === 'number' && <span className="quiet">{t('indexing.agreement', { percent: agreement })}</span>}
      </div>
      {view === 'DIFFERS' && shown.length === 0 && <Nothing text={t('indexing.noDifference')} />}
      {shown.slice((at - 1) * PAGE, at * PAGE).map((item) => (
        <OneItem key={item.sid} task={task.sid} item={item} fields={fields ?? []} mayDecide={mayDecide} />
      ))}
      {shown.length > PAGE && (
        <Pagination
          itemRender={pageItem}
          className="below"
          size="small"
          current={at}
          pageSize={PAGE}
          total={shown.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}

type ItemProps = { task: string; item: ComparedItem; fields: readonly IndexField[]; mayDecide: boolean }

function OneItem({ task, item, fields, mayDecide }: ItemProps) {
  const { t } = useWords()
  const [isDeciding, setDeciding] = useState(item.state === 'DIFFERS' && mayDecide)
  return (
    <article className="group index-item">
      <header className="part-head">
        <h3>
          {item.publication_no} {item.item_title}
        </h3>
        <span className={item.state === 'DIFFERS' ? 'due-soon' : 'quiet'}>{t(`indexing.item.${item.state}`)}</span>
      </header>
      {item.sheets.length > 0 && <Answers item={item} fields={fields} />}
      {mayDecide && !isDeciding && (
        <Button size="small" onClick={() => setDeciding(true)}>
          {t('indexing.decide')}
        </Button>
      )}
      {mayDecide && isDeciding && <Decide task={task} item={item} fields={fields} onDone={() => setDeciding(false)} />}
    </article>
  )
}

/** One column for each person with answers, and the decided values. */
function Answers({ item, fields }: Pick<ItemProps, 'item' | 'fields'>) {
  const { t } = useWords()
  const { labelOf, shown } = useIndexLabels()
  const columns = item.sheets.map((sheet, at) => ({ title: t('indexing.reader', { n: at + 1 }), values: valuesOf(sheet.answers), note: sheet.note }))
  const result = { title: t('indexing.result'), values: valuesOf(item.result), note: '' }
  return (
    <>
      <PlainTable<IndexField & { sid: string }>
        dataSource={fields.map((field) => ({ ...field, sid: field.code }))}
        rowClassName={({ code }) => (item.differs.includes(code) ? 'index-differs' : '')}
        scroll={{ x: 480 }}
        columns={[
          { title: t('indexing.field'), width: 160, render: (_, field) => labelOf(field) },
          ...[...columns, result].map(({ title, values }) => ({
            title,
            render: (_: unknown, field: IndexField) => shown(field, values[field.code] ?? ''),
          })),
        ]}
      />
      {columns.map(({ title, note }) => note && <p key={title} className="quiet">{`${title}: ${note}`}</p>)}
    </>
  )
}

function Decide({ task, item, fields, onDone }: Omit<ItemProps, 'mayDecide'> & { onDone: () => void }) {
  const { t } = useWords()
  const { message } = App.useApp()
  const [values, setValues] = useState<Values>(startOf(item))
  const [reason, setReason] = useState('')
  const [lines, setLines] = useState<readonly string[]>([])
  const write = useWrite('indexing_task', (send: () => Promise<unknown>) => send(), { faults: 'own' })
  const run = async (send: () => Promise<unknown>, said: 'indexing.decided' | 'indexing.sent') => {
    setLines([])
    try {
      await write.mutateAsync(send)
      message.success(t(said))
      onDone()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      setLines(linesOf(fault, t('colon')))
    }
  }
  return (
    <div className="index-decide">
      <IndexForm fields={fields} values={values} marked={item.differs} onChange={setValues} />
      <FaultLines lines={lines} />
      <div className="index-acts">
        <Button type="primary" loading={write.isPending} onClick={() => void run(() => act(settleItem, { sid: task, item_sid: item.sid, answers: answersOf(values) }), 'indexing.decided')}>
          {t('indexing.settle')}
        </Button>
        <Popconfirm
          title={t('indexing.sendBackAsk')}
          description={<Input aria-label={t('indexing.why')} maxLength={255} value={reason} onChange={({ target }) => setReason(target.value)} />}
          okButtonProps={{ disabled: reason.trim() === '' }}
          onConfirm={() => run(() => act(sendBack, { sid: task, item_sids: [item.sid], reason: reason.trim() }), 'indexing.sent')}
        >
          <Button>{t('indexing.sendBack')}</Button>
        </Popconfirm>
      </div>
    </div>
  )
} // oxfmt-ignore

/** The values decided so far; otherwise the answers of the first person, without the disputed ones. */
function startOf({ result, sheets, differs }: ComparedItem): Values {
  if (result.length > 0) return valuesOf(result)
  return Object.fromEntries(Object.entries(valuesOf(sheets[0]?.answers ?? [])).filter(([code]) => !differs.includes(code)))
}
