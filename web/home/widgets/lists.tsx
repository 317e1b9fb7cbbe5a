import { type FindingGroup, runCheck } from '../../../model/docketing/findings/finding-actions.ts'
import { App, Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSchema, useSearch, useWrite } from '../../api/api.ts'
import { useKinds } from '../../cases/kinds.ts'
import { addressOf, useFindingGroups, useGroupLabels, useLastCheck } from '../../cases/finding-group.ts'
import { MAX_OPENED, openedCases } from '../../cases/opened.ts'
import { dayText, timeText, useZone } from '../../fields/moments.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { pageOf } from '../../api/page-of.ts'
import { quoted } from '../../api/iql.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { useWords } from '../../words/language.ts'
import { allows } from '../../api/allows.ts'
import { Clear } from './deadlines.tsx'
import { FirstStep } from './first-step.tsx'
import { Rows } from './rows.tsx'
import { Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const OWN = { meta: { faults: 'own' } } as const

const NoneOpened = () => <FirstStep what="home.recentNone" to={pageOf('case')} go="home.toCases" needs={{ model: 'case', verb: 'search' }} />

/** The cases last opened in this browser, with their current data. */
export function Recent() {
  const [sids] = useState(openedCases)
  return sids.length ? <Opened sids={sids} /> : <NoneOpened />
}

function Opened({ sids }: { sids: readonly string[] }) {
  const { lang } = useWords()
  const kinds = useKinds()
  const iql = `sid IN (${sids.map(quoted).join(', ')})`
  const query = useSearch('case', { fl: ['sid', 'kind', 'case_no', 'title', 'title_en', 'status'], iql, rows: MAX_OPENED, total: 'none' }, OWN)
  if (!query.data) return <Waiting query={query} />
  // A deleted or hidden case is not found.
  const found = sids.flatMap((sid) => query.data.record.find((record) => record.sid === sid) ?? [])
  if (found.length === 0) return <NoneOpened />
  return (
    <ul className="widget-rows">
      {found.map((record) => (
        <li key={record.sid}>
          <Link to={pageOf(String(record['kind']), `/${record.sid}`)}>
            <span className="row-what">
              <b>{String(record['case_no'])}</b>
              <small className="quiet">{String((lang === 'en' && record['title_en']) || record['title'] || '')}</small>
            </span>
            <State schema={kinds?.find(({ model }) => model === record['kind'])} record={record} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const State = ({ schema, record }: { schema: WireSchema | undefined; record: Rec }) =>
  schema ? <StateTag schema={schema} state={record['status']} /> : null

/** An empty list of findings has a meaning only after a check. */
function NoFinding() {
  const { t, tag } = useWords()
  const query = useLastCheck()
  if (!query.data) return <Waiting query={query} rows={1} />
  if (query.isError) return <Failed query={query} />
  const { day } = query.data
  if (day === null) return <p className="quiet">{t('home.neverChecked')}</p>
  return (
    <>
      <Clear word="home.noFinding" />
      <small className="quiet">{t('home.checkedOn', { day: dayText(day, tag) })}</small>
    </>
  )
}

/** The findings of the nightly check, with a manual check for leaders. */
export function Findings() {
  const { t, tag } = useWords()
  const { message } = App.useApp()
  const schema = useSchema('finding').data
  const mayRun = schema !== undefined && allows(schema, runCheck.name)
  const query = useFindingGroups()
  const run = useWrite('finding', () => act(runCheck, {}))
  const start = () =>
    run.mutateAsync(undefined).then(
      () => void message.success(t('home.started')),
      () => undefined, // a refusal has already been shown
    )
  return (
    <>
      <div className="widget-acts">
        {query.data?.groups.length ? (
          <Link to="/m/finding">
            {t('home.more')} <span className="number">{query.data.groups.reduce((sum, { count }) => sum + count, 0).toLocaleString(tag)}</span>
          </Link>
        ) : (
          <span />
        )}
        {mayRun && (
          <Button size="small" loading={run.isPending} onClick={() => void start()}>
            {t('home.run')}
          </Button>
        )}
      </div>
      {query.data ? query.data.groups.length > 0 ? <GroupRows groups={query.data.groups} /> : <NoFinding /> : <Waiting query={query} />}
    </>
  )
}

const MAX_GROUPS = 10

/** One line for each kind, office and kind of right. */
function GroupRows({ groups }: { groups: readonly FindingGroup[] }) {
  const { lang, tag } = useWords()
  const labelsOf = useGroupLabels()
  return (
    <ul className="widget-rows">
      {groups.slice(0, MAX_GROUPS).map((one) => (
        <li key={addressOf(one)}>
          <Link to={addressOf(one)}>
            <span className="row-what">
              <b>{one.count.toLocaleString(tag)}</b>
              <small className="quiet">{(lang === 'en' && one.words_en) || one.words}</small>
            </span>
            <small className="quiet">{labelsOf(one).office}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Own background jobs. */
export function Jobs() {
  const { tag } = useWords()
  const zone = useZone()
  const schema = useSchema('job').data
  const imported = useKinds()?.find((kind) => allows(kind, 'import'))?.model
  const query = useSearch(
    'job',
    { fl: ['sid', 'title', 'state', 'created_at'], iql: 'created_by = me() ORDER BY created_at DESC', rows: 8, total: 'none' },
    OWN,
  )
  const state = schema?.fields.find(({ code }) => code === 'state')
  return (
    <Rows query={query} none={<FirstStep what="home.jobsNone" to="/import" go="home.toImport" needs={{ model: imported, verb: 'import' }} />}>
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
