import type { DueKind } from '../../model/docketing/buckets.ts'
import { type BucketCount, countDeadlines } from '../../model/docketing/deadline-actions.ts'
import { CalendarOutlined, ExclamationCircleOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Segmented, Select, Skeleton, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { act, useSchema } from '../api/api.ts'
import { useAddress } from '../cases/address.ts'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'
import { KeyHints } from '../cases/key-hints.tsx'
import { dayText } from '../fields/moments.ts'
import { useKeys } from '../ui/keys.ts'
import { NotAllowed } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { bucketOf, dueOf, inOrder, KINDS, narrowing, onDay } from './query.ts'
import { DeadlineTable } from './table.tsx'
import './deadlines.css'

const NewDeadline = lazy(async () => ({ default: (await import('../cases/dates/new-deadline.tsx')).NewDeadline }))
const DeadlineDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).DeadlineDrawer }))
const MonthView = lazy(async () => ({ default: (await import('./month-view.tsx')).MonthView }))
const ALARMING = new Set(['missed', 'overdue'])
/** Stand only where there is something in them. */
const RARE = new Set(['missed', 'awaited', 'undated'])

/** What is to be done, by how near it is. */
export function DeadlineDesk() {
  const { t, lang, tag } = useWords()
  const { read, put } = useAddress()
  const schema = useSchema('deadline').data
  const [selected, setSelected] = useState<string[]>([])
  const due = dueOf(read('due'))
  const day = /^\d{4}-\d\d-\d\d$/.test(read('day')) ? read('day') : ''
  const isCalendar = read('view') === 'calendar'
  const iql = narrowing(read('kind'), read('office'))
  // Of whoever has deadlines of their own, theirs; of whoever has none, all that they may see: as on the home page.
  const mine = useDesk({ owner: 'me', due: 'official', iql: '' }, !read('owner') && schema !== undefined && allows(schema, 'search'))
  const owner = read('owner') || (mine.data?.buckets.every(({ total }) => total === 0) ? 'all' : 'me')
  const desk = useDesk({ owner, due, iql }, schema !== undefined && allows(schema, 'search'))
  useKeys({ n: () => schema && allows(schema, 'create') && put({ new: 1 }, true) })
  const buckets = desk.data?.buckets ?? []
  const bucket = bucketOf(read('bucket'), buckets)
  const chosen = buckets.find(({ code }) => code === (day ? 'all' : bucket))
  if (schema && !allows(schema, 'search')) return <NotAllowed />
  if (!schema) return <PageSkeleton />
  const kinds = schema.fields.find(({ code }) => code === 'kind')?.options ?? []
  const change = (changes: Record<string, string | null>) => {
    setSelected([])
    put(changes)
  }
  const name = t('desk.title')
  return (
    <div className="page list desk">
      <PageHead
        title={name}
        name={name}
        acts={
          <>
            <Segmented
              aria-label={t('desk.view')}
              value={isCalendar ? 'calendar' : 'table'}
              onChange={(view) => change({ view: view === 'calendar' ? view : null, day: null })}
              options={[
                { value: 'table', label: t('desk.table'), icon: <UnorderedListOutlined aria-hidden /> },
                { value: 'calendar', label: t('desk.calendar'), icon: <CalendarOutlined aria-hidden /> },
              ]}
            />
            {allows(schema, 'create') && (
              <Button type="primary" icon={<PlusOutlined />} title={t('desk.newHint')} onClick={() => put({ new: 1 }, true)}>
                {t('desk.new')}
              </Button>
            )}
          </>
        }
      />
      <div className="tab-bar">
        <Segmented
          aria-label={t('desk.whose')}
          value={['me', 'all', 'nobody'].includes(owner) ? owner : 'all'}
          onChange={(value) => change({ owner: value })}
          options={[
            { value: 'me', label: t('desk.mine') },
            { value: 'all', label: t('desk.everyone') },
            { value: 'nobody', label: t('desk.nobody') },
          ]}
        />
        <Segmented
          aria-label={t('desk.whichDate')}
          value={due}
          onChange={(value) => change({ due: value === 'internal' ? value : null })}
          options={[
            { value: 'official', label: t('desk.byOfficial') },
            { value: 'internal', label: t('desk.byInternal') },
          ]}
        />
        <Select
          aria-label={t('desk.kind')}
          className="desk-kind"
          value={KINDS.find((one) => one === read('kind')) ?? ''}
          onChange={(kind) => change({ kind: kind || null })}
          options={[{ value: '', label: t('desk.anyKind') }, ...kinds.map(({ code, label }) => ({ value: code, label }))]}
        />
        {day && (
          <Button type="link" onClick={() => change({ day: null })}>
            {t('desk.onDay', { day: dayText(day, tag) })} · {t('desk.allDays')}
          </Button>
        )}
        {!isCalendar && (
          <KeyHints
            keys={[
              ['j k', t('keys.upAndDown')],
              ['Enter', t('desk.why')],
              ['d', t('desk.complete')],
              ['r', t('desk.reassign')],
              ['o', t('desk.case')],
            ]}
          />
        )}
      </div>
      {isCalendar ? (
        <Suspense fallback={<ChartWaits />}>
          <MonthView
            iql={buckets.find(({ code }) => code === 'all')?.iql}
            due={due}
            month={read('month')}
            onMonth={(month) => put({ month }, true)}
            onDay={(one) => change({ view: null, day: one })}
          />
        </Suspense>
      ) : (
        <>
          {!day && buckets.length > 0 && <BucketTabs buckets={buckets} bucket={bucket} onChange={(code) => change({ bucket: code })} />}
          <DeadlineTable
            key={`${owner} ${due} ${bucket} ${day} ${iql}`}
            schema={schema}
            iql={chosen ? inOrder(day ? onDay(chosen.iql, day, due) : chosen.iql, due) : undefined}
            lang={lang}
            isMine={owner === 'me'}
            selected={selected}
            onSelect={setSelected}
          />
        </>
      )}
      <Suspense fallback={null}>
        {read('new') && allows(schema, 'create') && <NewDeadline schema={schema} onClose={() => put({ new: null }, true)} />}
      </Suspense>
      <Drawer
        open={Boolean(read('open'))}
        onClose={() => put({ open: null }, true)}
        size={540}
        mask={false}
        title={t('deadlines.why')}
        destroyOnHidden
      >
        <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{read('open') && <DeadlineDrawer sid={read('open')} />}</Suspense>
      </Drawer>
    </div>
  )
}

const useDesk = ({ owner, due, iql }: { owner: string; due: DueKind; iql: string }, enabled: boolean) =>
  useQuery({
    queryKey: ['deadline', 'desk', owner, due, iql],
    queryFn: () => act(countDeadlines, { owner, due, ...(iql && { iql }) }),
    placeholderData: keepPreviousData,
    enabled,
  })

function BucketTabs({ buckets, bucket, onChange }: { buckets: readonly BucketCount[]; bucket: string; onChange: (code: string) => void }) {
  const { t, lang } = useWords()
  const shown = buckets.filter(({ code, total }) => total > 0 || !RARE.has(code) || code === bucket)
  return (
    <Tabs
      className="buckets"
      activeKey={bucket}
      onChange={onChange}
      items={shown.map(({ code, total }) => ({
        key: code,
        label: (
          <span className={total > 0 && ALARMING.has(code) ? 'due-over' : undefined}>
            {total > 0 && ALARMING.has(code) && <ExclamationCircleOutlined aria-hidden />} {t(`desk.${code}`)}{' '}
            <b className="number">{total.toLocaleString(lang)}</b>
          </span>
        ),
      }))}
    />
  )
}
