import { undoBatch } from '../../../model/settings/setting-actions.ts'
import { UndoOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox, Pagination, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { allows } from '../../api/allows.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSchema, useSearch, useWrite } from '../../api/api.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import { withoutQualifier } from '../../fields/option-label.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useWords } from '../../words/language.ts'
import { followJob } from '../export/follow-job.ts'
import { quoted } from '../../api/iql.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { usePageItem } from '../../ui/page/page-item.tsx'
import { BatchContents } from './batch-contents.tsx'

const DAY = 86_400_000
const ROWS = 20
/** Seconds: a refusal names records. */
const REFUSED_S = 12
const ENTITY = /^[a-z][a-z0-9_]*$/

/** The batch edits, with an undo for a day. `?model=` limits them to one kind of record. */
export function BatchHistory() {
  const { t } = useWords()
  const [query] = useSearchParams()
  const pageItem = usePageItem()
  const [page, setPage] = useState(1)
  const model = query.get('model') ?? query.get('entity') ?? ''
  const iql = `${ENTITY.test(model) ? `entity = ${quoted(model)} ` : ''}ORDER BY created_at DESC`
  const fl = ['sid', 'entity', 'transition', 'edited_fields', 'modes', 'query', 'count_ok', 'undone_at', 'created_at', 'created_by']
  const { data, isPending } = useSearch('batch_edit', { fl, iql, rows: ROWS, start: (page - 1) * ROWS })
  return (
    <div className="page">
      <PageHead title={t('batch.history')} name={t('batch.history')} />
      {isPending && <Skeleton active />}
      {data?.record.length === 0 && <Nothing text={t('batch.historyNone')} hint={t('batch.historyHint')} />}
      <ol className="changes">
        {data?.record.map((entry) => (
          <Entry key={entry.sid} entry={entry} />
        ))}
      </ol>
      {(data?.total ?? 0) > ROWS && (
        <Pagination
          itemRender={pageItem}
          size="small"
          current={page}
          pageSize={ROWS}
          total={data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  )
}

function Entry({ entry }: { entry: Rec }) {
  const { t, tag, lang } = useWords()
  const zone = useZone()
  const { modal, message } = App.useApp()
  const model = String(entry['entity'])
  const schema = useSchema(model).data
  const client = useQueryClient()
  const leavesChanged = useRef(false)
  const undo = useWrite('batch_edit', async () => {
    const { job_sid, message } = await act(undoBatch, { sid: entry.sid, leave_changed: leavesChanged.current })
    return job_sid ? followJob(job_sid, () => undefined) : { state: 'DONE', message }
  })
  const fields = Object.keys(Object(entry['edited_fields'])).map((code) => schema?.fields.find((f) => f.code === code)?.label ?? code)
  const step = schema?.states?.transitions.find(({ code }) => code === entry['transition'])
  const verb = entry['transition'] ? 'transition' : 'update'
  const created = String(entry['created_at'])
  const isUndone = Boolean(entry['undone_at'])
  const [now] = useState(() => Date.now())
  const count = Number(entry['count_ok'] ?? 0)
  const ask = () => {
    leavesChanged.current = false
    modal.confirm({
      title: t('batch.undoTitle', { count }),
      content: <WhatReturns isStep={verb === 'transition'} onLeave={(isLeft) => (leavesChanged.current = isLeft)} />,
      okText: t('batch.undoDo'),
      onOk: () =>
        undo.mutateAsync(undefined).then(
          async (job) => {
            if (job['state'] === 'DONE') return message.success(String(job['message'] ?? ''), leavesChanged.current ? REFUSED_S : undefined)
            await client.invalidateQueries({ queryKey: ['batch_edit'] })
            return message.error(String(job['message'] ?? ''), REFUSED_S)
          },
          () => undefined,
        ),
    })
  }
  return (
    <li>
      <header>
        <b>{isRef(entry['created_by']) ? entry['created_by'].name : ''}</b>
        <time dateTime={created}>{timeText(created, tag, zone)}</time>
        <span>
          {entry['transition']
            ? t('batch.historyStep', { count, name: schema?.[lang] ?? model, step: withoutQualifier(step?.label ?? String(entry['transition'])) })
            : t('batch.historyLine', { count, name: schema?.[lang] ?? model, fields: fields.join(', ') })}
        </span>
        {isUndone && <span className="quiet">{t('batch.undone')}</span>}
        {!isUndone && schema && allows(schema, verb) && now - Date.parse(created) < DAY && (
          <Button size="small" icon={<UndoOutlined />} loading={undo.isPending} onClick={ask}>
            {t('batch.undoDo')}
          </Button>
        )}
      </header>
      {schema && <BatchContents entry={entry} schema={schema} />}
    </li>
  )
}

/** A record that a colleague has changed since does not block the others: they may be restored without it. */
function WhatReturns({ isStep, onLeave }: { isStep: boolean; onLeave: (isLeft: boolean) => void }) {
  const { t } = useWords()
  return (
    <>
      <p>{t(isStep ? 'batch.undoStepText' : 'batch.undoText')}</p>
      <Checkbox onChange={({ target }) => onLeave(target.checked)}>{t('batch.leaveChanged')}</Checkbox>
    </>
  )
}
