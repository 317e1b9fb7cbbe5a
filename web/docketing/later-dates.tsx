import type { Postponed } from '../../model/docketing/calculation/postponed.ts'
import { readTwoPeople, setTwoPeople } from '../../model/docketing/later-dates/date-confirmation-actions.ts'
import type { Moved } from '../../model/docketing/deadline-actions.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { act, type Rec, useSearch } from '../api/api.ts'
import { MovedTable } from '../cases/dates/date-changes.tsx'
import { isRef } from '../fields/names.ts'
import { OneRecord } from '../records/detail/one-record.tsx'
import { ProposalPage } from '../records/detail/proposal-page.tsx'
import { ABOUT_WIDTH, type ListOwn } from '../records/list/list-own.ts'
import { RuledList } from '../records/list/ruled-list.tsx'
import { useWords } from '../words/language.ts'
import '../cases/case-screen.css'

const MODEL = 'date_confirmation'

/** Changes that make a date later and need a second person, and the setting that requires it. */
export function LaterDates() {
  const { t } = useWords()
  return (
    <RuledList
      model={MODEL}
      own={OWN}
      rule={{
        label: t('laterDate.rule'),
        help: t('laterDate.ruleHelp'),
        read: [readTwoPeople.name, async () => (await act(readTwoPeople, {})).two_people],
        set: [setTwoPeople.name, (two_people) => act(setTwoPeople, { two_people })],
      }}
    />
  )
}

export const LaterDateScreen = () => <OneRecord model={MODEL}>{(schema, record) => <Proposal schema={schema} record={record} />}</OneRecord>

/** Fields that the heading and the table of dates already show, and fields that only the server needs. */
const OWN_FIELDS = ['about', 'about_en', 'shown', 'shown_en', 'due_before', 'due_after', 'deadlines', 'former', 'proposed', 'status']

function Dates({ record }: { record: Rec }) {
  const names = useOtherCases(record)
  return <MovedTable moved={movedIn(record).map((one) => ({ ...one, ...names.get(one.case_sid) }))} isDeletion={isDeletion(record)} />
}

/** The numbers of the other cases of the family whose dates move, of those that this person sees. */
function useOtherCases({ deadlines }: Rec): ReadonlyMap<string, { case_name: string }> {
  const sids = [...new Set(((deadlines as Postponed[] | null | undefined) ?? []).flatMap((one) => one.case_sid ?? []))].slice(0, MAX_NAMED) // as in movedIn
  const asked = { fl: ['sid', 'case_no'], iql: `sid in (${sids.map((sid) => `"${sid}"`).join(',')})`, rows: MAX_NAMED }
  const { data } = useSearch('case', asked, { meta: { faults: 'own' }, enabled: sids.length > 0 })
  return new Map((data?.record ?? []).map((one) => [one.sid, { case_name: String(one['case_no'] ?? '') }]))
}

const MAX_NAMED = 100

const isDeletion = ({ kind }: Rec) => kind === 'REMOVAL'

const OWN: ListOwn = {
  columns: ['about', 'case_sid', 'due_before', 'due_after', 'proposed_by', 'proposed_on', 'status'],
  widths: { about: ABOUT_WIDTH },
  Preview: Dates,
  ownFields: OWN_FIELDS,
}

const BANNER = {
  date: { own: 'laterDate.own', ask: 'laterDate.ask' },
  deletion: { own: 'laterDate.ownRemoval', ask: 'laterDate.askRemoval' },
} as const

function Proposal({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const { own, ask } = BANNER[isDeletion(record) ? 'deletion' : 'date']
  const who = typeof record['confirmers'] === 'string' ? record['confirmers'] : ''
  const words = { heading: t('laterDate.dates'), own: t(own), ask: t(ask), who }
  return (
    <ProposalPage schema={schema} record={record} ownFields={OWN_FIELDS} words={words}>
      <Dates record={record} />
    </ProposalPage>
  )
}

/** The dates as they were shown to the person who proposed them. */
function movedIn({ deadlines, case_sid, status }: Rec): Moved[] {
  const home = isRef(case_sid) ? case_sid.sid : ''
  return ((deadlines as Postponed[] | null | undefined) ?? []).map((one) => ({
    case_sid: one.case_sid ?? home,
    key: one.key,
    name: one.name,
    name_en: one.name_en,
    what: one.to ? 'MOVED' : 'CLOSED',
    from: one.from,
    to: one.to,
    status: String(status),
  })) // written by the server when it was proposed
}
