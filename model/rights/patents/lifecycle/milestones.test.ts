import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressOf } from '../../../kit/milestones.ts'
import { MILESTONES } from './milestones.ts'
import { STATUS } from './states.ts'

const courses = {
  ...MILESTONES,
  courses: MILESTONES.courses.map((course) => ({ ...course, steps: course.steps.map(({ words, ...step }) => ({ ...step, label: words[1] })) })),
}
const lifeOf = (record: Record<string, unknown>) => progressOf(courses, record, record.status)

const NAMES: Readonly<Record<string, string>> = {
  Drafting: 'draft',
  Formalities: 'prelim',
  Examination: 'exam',
  'Countries decided': 'countries',
  'National phase': 'national',
}
const marks = (record: Record<string, unknown>) =>
  lifeOf(record)
    .steps.map(({ label, mark }) => `${NAMES[label] ?? label.toLowerCase()}:${mark}`)
    .join(' ')

for (const [what, record, drawn] of [
  [
    'a Chinese invention under examination',
    { country: 'CN', patent_type: 'INVENTION', status: 'OA' },
    'draft:past filed:past prelim:past published:past exam:now allowed:ahead granted:ahead',
  ],
  [
    'a utility model is not examined',
    { country: 'CN', patent_type: 'UTILITY', status: 'PRELIM' },
    'draft:past filed:past prelim:now allowed:ahead granted:ahead',
  ],
  [
    'a refused utility model shows where it was refused',
    { country: 'CN', patent_type: 'UTILITY', status: 'REEXAM' },
    'draft:past filed:past prelim:past exam:now allowed:ahead granted:ahead',
  ],
  ['a US grant', { country: 'US', patent_type: 'INVENTION', status: 'US_GRANTED' }, 'draft:past filed:past exam:past allowed:past granted:now'],
  [
    'a PCT application',
    { country: 'WO', patent_type: 'INVENTION', status: 'INTL_FILED' },
    'draft:past filed:now searched:ahead published:ahead countries:ahead national:ahead',
  ],
  [
    'a Hague registration',
    { country: 'WO', patent_type: 'DESIGN', status: 'INTL_PUBLISHED' },
    'draft:past filed:past published:now registered:ahead',
  ],
  ['a registered one', { country: 'WO', patent_type: 'DESIGN', status: 'HAG_REGISTERED' }, 'draft:past filed:past published:past registered:now'],
  [
    'a Hague designation',
    { country: 'US', route: 'HAGUE_NATIONAL', status: 'HAGD_PENDING' },
    'draft:past filed:past published, refusal period:now protected:ahead',
  ],
  [
    'a Hague designation that the office examines',
    { country: 'US', route: 'HAGUE_NATIONAL', status: 'US_NONFINAL' },
    'draft:past filed:past published, refusal period:now protected:ahead',
  ],
  [
    'a Hong Kong record whose formalities are examined',
    { country: 'HK', route: 'HK_RECORD', status: 'PRELIM' },
    'draft:past record requested:now published:ahead registered and granted:ahead',
  ],
  [
    'a withdrawn application stops where its dates stop',
    { country: 'CN', patent_type: 'INVENTION', status: 'WITHDRAWN', filing_date: '2020-01-02', publication_date: '2021-07-02' },
    'draft:past filed:past prelim:past published:past exam:never allowed:never granted:never',
  ],
  [
    'an expired patent went the whole way',
    { country: 'CN', patent_type: 'DESIGN', status: 'EXPIRED', filing_date: '2000-01-02' },
    'draft:past filed:past prelim:past allowed:past granted:past',
  ],
] as const)
  test(what, () => assert.equal(marks(record), drawn))

const PLACES = [['CN'], ['US'], ['EP'], ['JP'], ['WO'], ['CN', 'HAGUE_NATIONAL'], ['WO', 'HAGUE_INTL']] as const

test('every state that is not final belongs to a milestone', () => {
  const placed = (status: string) =>
    PLACES.some(([country, route]) =>
      lifeOf({ country, patent_type: route ? 'DESIGN' : 'INVENTION', status, route }).steps.some(({ mark }) => mark === 'now'),
    )
  const without = Object.keys(STATUS).filter((status) => !placed(status))
  assert.deepEqual(
    without.filter((status) => !/WITHDRAWN|LAPSE|TERMINATED|INVALID|ABANDONED|EXPIRED|REFUSED_FINAL|LOST|REVOKED|TRANSFERRED/.test(status)),
    [],
  )
})
