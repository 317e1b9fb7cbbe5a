// Worked by hand from the text of the law, for patents and designs that other examples leave out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeDeadlines } from '../../../model/docketing/calculation/docket.ts'
import { factsOfCase } from '../../../model/docketing/facts-of-case.ts'
import { NOTHING_RELATED } from '../../../model/docketing/kind.ts'
import { patentKind } from '../../../model/rights/patents/case-kind.ts'
import { seenOn } from '../../../tests/harness/today.ts'
import { readLaw } from './read.ts'

const law = readLaw()
type Row = Record<string, unknown>
type Event = readonly [code: string, date: string]
type Example = readonly [provision: string, row: Row, key: string, due: string | undefined, more?: Row, events?: readonly Event[]]

const HK = { country: 'HK', patent_type: 'INVENTION', status: 'FILED' }
const RECORDED = { ...HK, route: 'HK_RECORD', filing_date: '2018-03-19', publication_date: '2023-01-15' }
const SHORT = { ...HK, route: 'DIRECT', patent_type: 'UTILITY', status: 'GRANTED', filing_date: '2022-12-05', grant_date: '2023-03-10' }
const ORIGINAL = { ...HK, route: 'HK_STANDARD', filing_date: '2024-06-03', earliest_priority_date: '2023-06-30' }
const DESIGN = { patent_type: 'DESIGN', route: 'DIRECT', status: 'FILED' }
const EUROPEAN = { ...DESIGN, country: 'EM' }
const BRITISH = { ...DESIGN, country: 'GB' }
const UNITARY = { country: 'EP', patent_type: 'INVENTION', route: 'UNITARY', status: 'EP_GRANTED' }
const HAGUE = { country: 'WO', patent_type: 'DESIGN', route: 'HAGUE_INTL', status: 'INTL_FILED', filing_date: '2026-02-10' }
const deferred = (date: string) => [['DESIGN_DEFERMENT', date]] as const

const EXAMPLES: readonly Example[] = [
  // The first anniversary after the publication is 19 March 2023; five years on it is a Sunday.
  [
    'Cap. 514 s. 33: five years after the publication',
    RECORDED,
    'HKP03:11',
    '2028-03-20',
    { window_from: '2027-12-19', grace_end: '2028-09-19', certainty: 'CHECK' },
  ],
  ['Cap. 514 s. 33: nothing to maintain before', RECORDED, 'HKP03:10', undefined],
  ['Cap. 514 s. 39: nothing to renew before the grant', RECORDED, 'HKP04:9', undefined],
  // The first anniversary after the grant is 19 March 2023; the grace ends on a Saturday.
  [
    'Cap. 514 s. 39(3): three years after the first anniversary',
    { ...RECORDED, status: 'GRANTED', grant_date: '2023-01-15' },
    'HKP04:9',
    '2026-03-19',
    { window_from: '2025-12-19', grace_end: '2026-09-21', certainty: 'SURE' },
  ],
  ['Cap. 514 s. 39(3): not the year before', { ...RECORDED, status: 'GRANTED', grant_date: '2023-01-15' }, 'HKP04:8', undefined],
  // A grant on the anniversary itself: the first one after it is a year later.
  ['Cap. 514 s. 39(3): granted on the anniversary', { ...RECORDED, status: 'GRANTED', grant_date: '2023-03-19' }, 'HKP04:9', undefined],
  ['Cap. 514 s. 39(3): granted on the anniversary', { ...RECORDED, status: 'GRANTED', grant_date: '2023-03-19' }, 'HKP04:10', '2027-03-19'],
  ['Cap. 514 s. 33: maintained until the grant', { ...RECORDED, status: 'GRANTED', grant_date: '2026-05-04' }, 'HKP03:11', undefined],
  ['Cap. 514 s. 39(1): twenty years', { ...RECORDED, status: 'GRANTED', grant_date: '2023-01-15' }, 'HKT', '2038-03-18'],
  ['Cap. 514 s. 126(2): the fourth year, a Saturday', SHORT, 'HKP05:5', '2026-12-07', { window_from: '2026-09-05', grace_end: '2027-06-07' }],
  ['Cap. 514 s. 126(1): eight years', SHORT, 'HKT', '2030-12-04'],
  ['Cap. 514 s. 37T: three years from the priority', ORIGINAL, 'HKP06', '2026-06-30'],
  ['Cap. 514 s. 37Q: eighteen months from the priority', ORIGINAL, 'HKP07', '2024-12-30'],
  [
    'Cap. 522 s. 28: five years that begin on the filing date',
    { ...DESIGN, country: 'HK', filing_date: '2022-03-03' },
    'HKD02:6',
    '2027-03-02',
    { grace_end: '2027-09-02' },
  ],
  [
    'Cap. 522 s. 28: five years that begin on the filing date end on a Saturday',
    { ...DESIGN, country: 'HK', filing_date: '2022-01-31' },
    'HKD02:6',
    '2027-02-01',
    { window_from: '2026-10-30' },
  ],
  [
    'EUDR art. 50d: the anniversary, not the end of the month',
    { ...EUROPEAN, filing_date: '2021-11-23' },
    'EMD02:6',
    '2026-11-23',
    { window_from: '2026-05-23', grace_end: '2027-05-24' }, // 23 May 2027 is a Sunday
  ],
  [
    'CDR art. 13(3): until April 2025 to the end of the month, with a grace from there',
    { ...EUROPEAN, filing_date: '2014-08-06' },
    'EMD02:11',
    '2024-09-02', // 31 August 2024 is a Saturday
    { raw_due: '2024-08-31', grace_end: '2025-02-28' },
  ],
  [
    'CDR art. 13(3): the last month under the former law',
    { ...EUROPEAN, filing_date: '2015-04-07' },
    'EMD02:11',
    '2025-04-30',
    { grace_end: '2025-10-30', certainty: 'CHECK' },
  ],
  [
    'EUDR art. 50d: the first day under the new law',
    { ...EUROPEAN, filing_date: '2015-05-07' },
    'EMD02:11',
    '2025-05-07',
    { grace_end: '2025-11-07', certainty: 'SURE' },
  ],
  ['EUDR art. 12: twenty-five years', { ...EUROPEAN, filing_date: '2021-11-23' }, 'EMDT', '2046-11-23'],
  ['no deferment, nothing to publish', { ...EUROPEAN, filing_date: '2026-01-15' }, 'EMD03', undefined],
  [
    'EUDR art. 50: thirty months from the priority',
    { ...EUROPEAN, filing_date: '2026-01-15', earliest_priority_date: '2025-09-10' },
    'EMD03',
    '2028-03-10',
    { certainty: 'CHECK' },
    deferred('2026-01-15'),
  ],
  [
    'EUDR art. 50: surrendered three months before',
    { ...EUROPEAN, filing_date: '2026-01-15', earliest_priority_date: '2025-09-10' },
    'EMD01',
    '2027-12-10',
    {},
    deferred('2026-01-15'),
  ],
  ['CDIR art. 15 before May 2025', { ...EUROPEAN, filing_date: '2025-01-17' }, 'EMD01', '2027-04-19', {}, deferred('2025-01-17')], // 17 April 2027 is a Saturday
  [
    'RDA 1949 s. 8: five years, a Sunday',
    { ...BRITISH, filing_date: '2022-01-10' },
    'GBD02:6',
    '2027-01-11',
    { window_from: '2026-07-10', grace_end: '2027-07-12' }, // 10 July 2027 is a Saturday
  ],
  ['RDA 1949 s. 8: twenty-five years', { ...BRITISH, filing_date: '2022-01-10' }, 'GBDT', '2047-01-10'],
  ['RDR 2006 r. 5: twelve months', { ...BRITISH, filing_date: '2026-02-10' }, 'GBD01', '2027-02-10', { certainty: 'CHECK' }, deferred('2026-02-10')],
  [
    'a design follows its priority within six months',
    { ...BRITISH, status: 'PREPARING', earliest_priority_date: '2026-08-31' },
    'PAR02C',
    '2027-03-01',
  ], // 28 February 2027 is a Sunday
  ['Hague Rule 17: twelve months', HAGUE, 'HAG03', '2027-02-10'],
  ['Hague Rule 17 before 2022: six months', { ...HAGUE, filing_date: '2021-12-15' }, 'HAG03', '2022-06-15'],
  [
    'Hague art. 11: thirty months from the priority',
    { ...HAGUE, earliest_priority_date: '2025-08-20' },
    'HAG03',
    '2028-02-20',
    { certainty: 'CHECK' },
    deferred('2026-02-10'),
  ],
  [
    'UPR rule 13: the end of the month, a Sunday',
    { ...UNITARY, filing_date: '2020-05-14', grant_date: '2025-10-08' },
    'EP18:7',
    '2026-06-01',
    { grace_end: '2026-11-30' },
  ],
  [
    'UPR rule 13(4): due within three months after the registration',
    { ...UNITARY, filing_date: '2019-12-10', grant_date: '2025-10-08' },
    'EP18:7',
    '2026-02-20',
    { grace_end: '2026-06-30' }, // rule 13(3): six months from the anniversary, which stays the due day
    [['UNITARY_REGISTERED', '2025-11-20']],
  ],
  [
    'UPR rule 13(5): due between the grant and the registration',
    { ...UNITARY, filing_date: '2019-11-04', grant_date: '2025-10-29' },
    'EP18:7',
    '2026-03-16', // 15 March is a Sunday
    { grace_end: '2026-06-15' }, // rule 13(3): six months from the registration, which is the due day
    [['UNITARY_REGISTERED', '2025-12-15']],
  ],
  [
    'UPR rule 6: one month from the mention of the grant',
    { ...UNITARY, route: 'EP_DIRECT', filing_date: '2020-05-14', grant_date: '2026-10-28' },
    'EP27',
    '2026-11-30',
  ], // 28 November is a Saturday
  ['EPC art. 65: three months', { ...UNITARY, route: 'EP_DIRECT', filing_date: '2020-05-14', grant_date: '2026-10-28' }, 'EP26', '2027-01-28'],
  ['EPC art. 99: nine months', { ...UNITARY, filing_date: '2020-05-14', grant_date: '2026-10-28' }, 'EP21', '2027-07-28'],
]

for (const [provision, row, key, due, more = {}, events = []] of EXAMPLES)
  test(`${provision}: ${key} ${due ?? 'is not there'}`, () => {
    const rows = events.map(([code, event_date]) => ({ sid: 'e', code, event_date, delivery_way: 'ELECTRONIC' }))
    const priority_date = row['earliest_priority_date']
    const priorities = priority_date ? [{ priority_date, priority_country: 'CN', priority_no: '1' }] : []
    const facts = factsOfCase(patentKind, { sid: 'c', ...row }, { ...NOTHING_RELATED, events: rows, priorities })
    const all = computeDeadlines(facts, law, seenOn([], '2026-11-02'))
    const one = all.find((each) => each.key === key)
    assert.equal(one?.official_due, due, `${key} among ${all.map((each) => `${each.key} ${each.official_due}`).join(', ')}`)
    for (const [code, value] of Object.entries(more)) assert.equal((one as unknown as Row)[code], value, code) // a column that the row names
  })
