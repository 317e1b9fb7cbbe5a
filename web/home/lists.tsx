import { App, Button, Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Rec } from '../api.ts'
import { act, useSchema, useSearch, useWrite } from '../api.ts'
import { timeText, useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { optionLabel } from '../fields/option.tsx'
import { pageOf } from '../page-of.ts'
import { StateTag } from '../records/state-tag.tsx'
import { useWords } from '../words/language.ts'
import { Clear } from './deadlines.tsx'

const OWN = { meta: { faults: 'own' } } as const

function Rows({ records, none, children }: { records: readonly Rec[] | undefined; none: ReactNode; children: (record: Rec) => ReactNode }) {
  if (!records) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (records.length === 0) return none
  return (
    <ul className="widget-rows">
      {records.map((record) => (
        <li key={record.sid}>{children(record)}</li>
      ))}
    </ul>
  )
}

/** The cases that changed last. */
export function Recent() {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('patent').data
  const { data } = useSearch('patent', { fl: ['sid', 'case_no', 'title', 'status', 'updated_at'], rows: 10, total: 'none' }, OWN)
  return (
    <Rows records={schema && data?.record} none={<p className="quiet">{t('home.nothing')}</p>}>
      {(record) => (
        <Link to={pageOf('patent', `/${record.sid}`)}>
          <span className="row-what">
            <b>{String(record['case_no'])}</b>
            <small className="quiet">{String(record['title'] ?? '')}</small>
          </span>
          {schema && <StateTag schema={schema} state={record['status']} />}
          <small className="quiet row-time">{timeText(String(record['updated_at']), tag, zone)}</small>
        </Link>
      )}
    </Rows>
  )
}

/** What the nightly check found wrong, and a check at once for those who lead. */
export function Findings() {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const { data } = useSearch(
    'finding',
    { fl: ['sid', 'code', 'words', 'words_en', 'case_sid'], iql: "status = 'OPEN' ORDER BY found_on DESC", rows: 10 },
    OWN,
  )
  const run = useWrite('finding', () => act<{ job_sid: string }>('finding', 'run'))
  const start = () =>
    run.mutateAsync(undefined).then(
      () => void message.success(t('home.started')),
      () => undefined, // what was refused has been announced
    )
  return (
    <>
      <div className="widget-acts">
        <Link to="/m/finding?f.status=OPEN">
          {t('home.more')} {data?.total ?? ''}
        </Link>
        <Button size="small" loading={run.isPending} onClick={() => void start()}>
          {t('home.run')}
        </Button>
      </div>
      <Rows records={data?.record} none={<Clear />}>
        {(record) => {
          const found = record['case_sid']
          return (
            <Link to={isRef(found) ? pageOf('patent', `/${found.sid}`) : `/m/finding/${record.sid}`}>
              <span className="row-what">
                {isRef(found) && <b>{found.name.split(' ')[0]}</b>}
                <small className="quiet">{String((lang === 'en' && record['words_en']) || record['words'] || '')}</small>
              </span>
            </Link>
          )
        }}
      </Rows>
    </>
  )
}

/** Long work of one's own. */
export function Jobs() {
  const { t, tag } = useWords()
  const zone = useZone()
  const schema = useSchema('job').data
  const { data } = useSearch(
    'job',
    { fl: ['sid', 'title', 'state', 'created_at'], iql: 'created_by = me() ORDER BY created_at DESC', rows: 8, total: 'none' },
    OWN,
  )
  const state = schema?.fields.find(({ code }) => code === 'state')
  return (
    <Rows records={data?.record} none={<p className="quiet">{t('home.nothing')}</p>}>
      {(record) => (
        <Link to={`/jobs?open=${record.sid}`}>
          <span className="row-what">
            <b>{String(record['title'] ?? '')}</b>
          </span>
          <Tag>{state ? optionLabel(state, record['state']) : ''}</Tag>
          <small className="quiet row-time">{timeText(String(record['created_at']), tag, zone)}</small>
        </Link>
      )}
    </Rows>
  )
}
