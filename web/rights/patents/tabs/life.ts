// The milestones of a case at its office, each with its possible states.
import type { PatentStatus } from '../../../../model/rights/patents/lifecycle/states.ts'
import type { Word } from '../../../words/language.ts'

export type Milestone = { word: LifeWord; states: readonly PatentStatus[]; date?: string }
export type LifeWord = Extract<Word, `life.${string}`>
export type Mark = 'past' | 'now' | 'ahead' | 'never'
export type LifeStep = { word: LifeWord; mark: Mark; date: string | null }
export type Life = { steps: LifeStep[]; isOver: boolean }

type Case = Readonly<Record<string, unknown>>

const DRAFT: Milestone = { word: 'life.draft', states: ['DRAFTING', 'REVIEWING', 'READY', 'PREPARING', 'ENTRY_PREPARING'] }
const END: readonly PatentStatus[] = ['EXPIRED', 'TERMINATED', 'ABANDONED', 'LAPSED', 'LAPSED_FINAL', 'INVALID']

const CHINA_LIKE: readonly Milestone[] = [
  DRAFT,
  { word: 'life.filed', states: ['FILED', 'NOT_ACCEPTED', 'ENTERED'], date: 'filing_date' },
  { word: 'life.prelim', states: ['PRELIM', 'PRELIM_OA', 'PRELIM_PASSED'] },
  { word: 'life.published', states: ['PUBLISHED'], date: 'publication_date' },
  { word: 'life.exam', states: ['SE', 'OA', 'REFUSED', 'REEXAM', 'REEXAM_UPHELD', 'COURT'], date: 'se_entered_date' },
  { word: 'life.allowed', states: ['GRANT_NOTICE', 'REGISTERING', 'DEEMED_ABANDONED'] },
  { word: 'life.granted', states: ['GRANTED', 'GRACE'], date: 'grant_date' },
]

const US: readonly Milestone[] = [
  DRAFT,
  { word: 'life.filed', states: ['US_PROVISIONAL', 'US_FILED', 'US_MISSING'], date: 'filing_date' },
  { word: 'life.exam', states: ['US_RESTRICTION', 'US_EXAM', 'US_NONFINAL', 'US_FINAL', 'US_APPEAL'] },
  { word: 'life.allowed', states: ['US_ALLOWED', 'US_ISSUING'] },
  { word: 'life.granted', states: ['US_GRANTED', 'US_GRACE'], date: 'grant_date' },
]

const EUROPE: readonly Milestone[] = [
  DRAFT,
  { word: 'life.filed', states: ['EP_FILED'], date: 'filing_date' },
  { word: 'life.searched', states: ['EP_SEARCHED'] },
  { word: 'life.published', states: ['EP_PUBLISHED'], date: 'publication_date' },
  { word: 'life.exam', states: ['EP_EXAM', 'EP_OA', 'EP_ORAL', 'EP_REFUSED', 'EP_APPEAL'] },
  { word: 'life.allowed', states: ['EP_INTENT', 'EP_ALLOWED'] },
  { word: 'life.granted', states: ['EP_GRANTED', 'EP_OPPOSED'], date: 'grant_date' },
]

const JAPAN_KOREA: readonly Milestone[] = [
  DRAFT,
  { word: 'life.filed', states: ['JP_FILED'], date: 'filing_date' },
  { word: 'life.exam', states: ['JP_EXAM', 'JP_OA', 'JP_REFUSED', 'JP_APPEAL'] },
  { word: 'life.allowed', states: ['JP_ALLOWED'] },
  { word: 'life.granted', states: ['JP_GRANTED', 'JP_GRACE'], date: 'grant_date' },
]

const PCT: readonly Milestone[] = [
  DRAFT,
  { word: 'life.filed', states: ['INTL_FILED', 'INTL_DEFECT'], date: 'filing_date' },
  { word: 'life.searched', states: ['SEARCHED'] },
  { word: 'life.published', states: ['INTL_PUBLISHED', 'CHAPTER_II'], date: 'publication_date' },
  { word: 'life.countries', states: ['COUNTRY_DECIDED'] },
  { word: 'life.national', states: ['NATIONAL', 'INTL_CLOSED'] },
]

const OWN: Readonly<Record<string, readonly Milestone[]>> = { US, EP: EUROPE, JP: JAPAN_KOREA, KR: JAPAN_KOREA, WO: PCT }
// Only inventions are published and examined before grant.
const INVENTION_ONLY = new Set<LifeWord>(['life.published', 'life.exam'])

export function milestonesOf({ country, patent_type, status }: Case): readonly Milestone[] {
  const own = OWN[String(country)]
  if (own) return own
  return patent_type === 'INVENTION'
    ? CHINA_LIKE
    : CHINA_LIKE.filter(({ word, states }) => !INVENTION_ONLY.has(word) || states.some((state) => state === status))
}

/** The current milestone; for a closed case, the last one reached. */
export function lifeOf(record: Case): Life {
  const milestones = milestonesOf(record)
  const dateOf = ({ date }: Milestone) => (date && typeof record[date] === 'string' ? record[date] : null)
  const at = milestones.findIndex(({ states }) => states.some((state) => state === record['status']))
  if (at >= 0)
    return {
      isOver: false,
      steps: milestones.map((one, here) => ({ word: one.word, mark: markAt(here, at), date: here <= at ? dateOf(one) : null })),
    }
  const wasGranted = END.some((state) => state === record['status'])
  const reached = wasGranted ? milestones.length - 1 : milestones.findLastIndex((one, here) => here === 0 || dateOf(one) !== null)
  return { isOver: true, steps: milestones.map((one, here) => ({ word: one.word, mark: here <= reached ? 'past' : 'never', date: dateOf(one) })) }
}

const markAt = (here: number, at: number): Mark => (here < at ? 'past' : here === at ? 'now' : 'ahead')
