import { Link } from 'react-router'
import { BY_FINAL_DUE, bucketIql } from '../../../model/docketing/buckets.ts'
import { useGroups, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { DaysLeft, DaysToLoss, LeftOrLost } from '../../cases/dates/days-left.tsx'
import { dueDayOf } from '../../cases/dates/due-day.ts'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { useSees } from '../../api/sees.ts'
import { useKinds } from '../../cases/kinds.ts'
import { dayText, timeText, useZone } from '../../fields/moments.ts'
import { isRef, sidOf } from '../../fields/names.ts'
import { quoted } from '../../api/iql.ts'
import { StateTag } from '../../records/detail/state-tag.tsx'
import { useWords } from '../../words/language.ts'
import { Clear } from './deadlines.tsx'
import { Rows } from './rows.tsx'
import { Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'
import { Waits } from './waits.tsx'

const OWN = { meta: { faults: 'own' } } as const
const MAX_ROWS = 12

const REPLIES = `trigger_event_sid IS NOT EMPTY AND kind = 'ACTION' AND (${bucketIql('all', 'official')} OR ${bucketIql('restorable', 'official')})`
const FL = ['sid', 'name', 'name_en', 'kind', 'manual', 'case_sid', 'trigger_event_sid', 'official_due', 'extended_due', 'final_due', 'status']

/** Open notices of offices by the last day on which the right can be saved. */
export function Notices() {
  const { lang, tag } = useWords()
  const query = useSearch('deadline', { fl: FL, iql: `${REPLIES} ${BY_FINAL_DUE}`, rows: MAX_ROWS, total: 'none' }, OWN)
  return (
    <Rows query={query} none={<Clear word="home.noNotices" />}>
      {(record) => {
        const due = dueDayOf(record) ?? ''
        const event = record['trigger_event_sid']
        return (
          <Link to={`/deadlines?owner=all&bucket=all&open=${record.sid}`}>
            <span className="row-lines">
              <b>{nameOf(record, lang)}</b>
              <small className="quiet">{[record['case_sid'], event].flatMap((one) => (isRef(one) ? one.name : [])).join(' · ')}</small>
            </span>
            <span className="row-due">
              <time dateTime={due}>{dayText(due, tag)}</time>
              {record['status'] === 'MISSED' ? <DaysToLoss record={record} /> : <LeftOrLost record={record} due={due} />}
            </span>
          </Link>
        )
      }}
    </Rows>
  )
}

const COUNTED = 10_000
const REPLIES_SOON = `${REPLIES} AND official_due <= today('30d')`

const TO_WORK_ON = "status IN ('SENT', 'DRAFTING', 'RETURNED', 'ACCEPTED') AND agency_user_sid = me()"

/** Instructions of clients to this person, and the clients themselves. */
export function Clients() {
  const sees = useSees('agency_instruction') === true
  const to = `/m/agency_instruction?${new URLSearchParams({ iql: TO_WORK_ON })}`
  return (
    <>
      {sees && <Waits model="agency_instruction" iql={TO_WORK_ON} words="home.instructionsToDo" to={to} />}
      <ByClient />
    </>
  )
}

/** The clients whose cases this person works on, those with the most replies due first. */
function ByClient() {
  const { t, tag } = useWords()
  const sees = useSees('deadline')
  const cases = useGroups('case', { by: ['company_sid'], most: COUNTED, top: 50 })
  const replies = useGroups('deadline', { by: ['company_sid'], iql: REPLIES_SOON, most: COUNTED }, sees === true)
  if (!cases.data) return <Waiting query={cases} />
  if (cases.data.record.length === 0) return cases.isError ? <Failed query={cases} /> : <p className="quiet">{t('home.noClients')}</p>
  const due = new Map(replies.data?.record.map(({ by, count }) => [sidOf(by['company_sid']), count]))
  const sign = cases.data.capped ? '+' : ''
  const rows = cases.data.record.map(({ by, count }) => ({ sid: sidOf(by['company_sid']), client: by['company_sid'], count }))
  const asked = (sid: string) => due.get(sid) ?? 0
  return (
    <ul className="widget-rows">
      {replies.isError && (
        <li>
          <Failed query={replies} words="home.failedReplies" />
        </li>
      )}
      {rows
        .toSorted((one, other) => asked(other.sid) - asked(one.sid) || other.count - one.count)
        .map(({ sid, client, count }) => (
          <li key={sid}>
            <Link to={`${pageOf('case')}?${new URLSearchParams({ iql: sid ? `company_sid = ${quoted(sid)}` : 'company_sid IS EMPTY' })}`}>
              <span className="row-lines">
                <b>{isRef(client) && client.name ? client.name : t('home.unknown')}</b>
                {replies.data && (
                  <small className={asked(sid) > 0 ? 'due-soon' : 'quiet'}>
                    {t(asked(sid) > 0 ? 'home.repliesDue' : 'home.noRepliesDue', { count: asked(sid) })}
                  </small>
                )}
              </span>
              <span className="number">{t('home.cases', { count: count.toLocaleString(tag) + sign })}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}

const DOCUMENT = ['sid', 'file_name', 'doc_type', 'case_sid', 'created_at']

/** The documents last added to the cases that this person sees. */
export function NewDocuments() {
  const { t, tag } = useWords()
  const zone = useZone()
  const query = useSearch('document', { fl: DOCUMENT, iql: 'is_main = TRUE ORDER BY created_at DESC', rows: MAX_ROWS, total: 'none' }, OWN)
  return (
    <Rows query={query} none={<p className="quiet">{t('home.noDocuments')}</p>}>
      {(record) => {
        const [about, type] = [record['case_sid'], record['doc_type']]
        const to = isRef(about) ? pageOf('case', `/${about.sid}?tab=documents`) : pageOf('document', `/${record.sid}`)
        return (
          <Link to={to}>
            <span className="row-lines">
              <b>{String(record['file_name'])}</b>
              <small className="quiet">{[type, about].flatMap((one) => (isRef(one) ? one.name : [])).join(' · ')}</small>
            </span>
            <small className="quiet row-time">{timeText(String(record['created_at']), tag, zone)}</small>
          </Link>
        )
      }}
    </Rows>
  )
}

/** Cases that are still being prepared, the one changed last first. */
export function Drafts() {
  const { t, lang } = useWords()
  const kinds = useKinds()
  const fl = ['sid', 'kind', 'case_no', 'title', 'title_en', 'status']
  const query = useSearch('case', { fl, iql: "phase = 'PREPARATION' ORDER BY updated_at DESC", rows: MAX_ROWS, total: 'none' }, OWN)
  return (
    <Rows query={query} none={<p className="quiet">{t('home.noDrafts')}</p>}>
      {(record) => {
        const schema = kinds?.find(({ model }) => model === record['kind'])
        return (
          <Link to={pageOf(String(record['kind']), `/${record.sid}`)}>
            <span className="row-what">
              <b>{String(record['case_no'])}</b>
              <small className="quiet">{String((lang === 'en' && record['title_en']) || record['title'] || '')}</small>
            </span>
            {schema && <StateTag schema={schema} state={record['status']} />}
          </Link>
        )
      }}
    </Rows>
  )
}

/** The disclosures returned to this person, and the deadlines that are their own to handle. */
export function Asked() {
  const { t, lang, tag } = useWords()
  const cameBack = useReturned()
  const returned = cameBack.data?.record ?? []
  const iql = `owner_sid = me() AND ${bucketIql('all', 'official')} AND kind != 'MONITOR' ${BY_FINAL_DUE}`
  const query = useSearch('deadline', { fl: FL, iql, rows: MAX_ROWS, total: 'none' }, OWN)
  const deadlines = (
    <Rows query={query} none={cameBack.isAnswered && returned.length === 0 && <Clear word="home.nothingAsked" />}>
      {(record) => {
        const [due, about] = [dueDayOf(record) ?? '', record['case_sid']]
        return (
          <Link to={pageOf('case', isRef(about) ? `/${about.sid}?tab=deadlines` : '')}>
            <span className="row-lines">
              <b>{nameOf(record, lang)}</b>
              <small className="quiet">{isRef(about) ? about.name : ''}</small>
            </span>
            <span className="row-due">
              <time dateTime={due}>{due && dayText(due, tag)}</time>
              {due && <DaysLeft date={due} />}
            </span>
          </Link>
        )
      }}
    </Rows>
  )
  return (
    <>
      <Failed query={cameBack} words="home.failedReturned" />
      {returned.length > 0 && (
        <ul className="widget-rows">
          {returned.map((record) => (
            <li key={record.sid}>
              <Link to={`/ideas?draft=${record.sid}`}>
                {t('home.cameBack', { name: String((lang === 'en' && record['title_en']) || record['title']) })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {deadlines}
    </>
  )
}

/** Own disclosures to be amended; `isAnswered`: whether there are any is known, and stays known while they are asked again. */
function useReturned() {
  const sees = useSees('proposal')
  const own = '(created_by = me() OR submitter_sid = me() OR inventors.inventor_sid.user_sid = me())'
  const asked = {
    fl: ['sid', 'title', 'title_en'],
    iql: `status = 'RETURNED' AND ${own} ORDER BY updated_at DESC`,
    rows: MAX_ROWS,
    total: 'none' as const,
  }
  const query = useSearch('proposal', asked, { enabled: sees === true, ...OWN })
  return { ...query, isAnswered: sees !== undefined && !query.isLoading && !query.isError }
}
