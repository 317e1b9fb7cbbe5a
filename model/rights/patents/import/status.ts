import type { Words } from '../../../kit/fields.ts'
import type { PatentStatus } from '../lifecycle/states.ts'
import { standingOf, type Standing } from './legal-status.ts'

export type StatusFacts = {
  country: string
  patent_type: string
  filing_date?: string
  publication_date?: string
  publication_no?: string
  grant_date?: string
  grant_no?: string
  application_no?: string
  first_date?: string
  today: string
}

/** The state, with a reason when the file did not name it. */
export type StatusRead = { status: PatentStatus; reason?: Words }

type Practice = 'CN' | 'US' | 'EP' | 'JP' | 'WO' | 'OTHER'

const practiceOf = (country: string): Practice => {
  if (country === 'KR') return 'JP'
  return country === 'CN' || country === 'US' || country === 'EP' || country === 'JP' || country === 'WO' ? country : 'OTHER'
}

const STATES: Record<Exclude<Standing, 'international'>, Record<Practice, PatentStatus>> = {
  granted: { CN: 'GRANTED', US: 'US_GRANTED', EP: 'EP_GRANTED', JP: 'JP_GRANTED', WO: 'INTL_PUBLISHED', OTHER: 'GRANTED' },
  lapsed_fee: { CN: 'TERMINATED', US: 'US_EXPIRED_FEE', EP: 'LAPSED', JP: 'LAPSED', WO: 'INTL_CLOSED', OTHER: 'TERMINATED' },
  expired: { CN: 'EXPIRED', US: 'EXPIRED', EP: 'EXPIRED', JP: 'EXPIRED', WO: 'INTL_CLOSED', OTHER: 'EXPIRED' },
  examination: { CN: 'SE', US: 'US_EXAM', EP: 'EP_EXAM', JP: 'JP_EXAM', WO: 'INTL_FILED', OTHER: 'SE' },
  published: { CN: 'PUBLISHED', US: 'US_FILED', EP: 'EP_PUBLISHED', JP: 'JP_FILED', WO: 'INTL_PUBLISHED', OTHER: 'PUBLISHED' },
  withdrawn: { CN: 'WITHDRAWN', US: 'US_ABANDONED', EP: 'EP_LOST', JP: 'WITHDRAWN', WO: 'INTL_WITHDRAWN', OTHER: 'WITHDRAWN' },
  deemed_withdrawn: {
    CN: 'DEEMED_WITHDRAWN',
    US: 'US_ABANDONED',
    EP: 'EP_LOST',
    JP: 'JP_DEEMED_WITHDRAWN',
    WO: 'INTL_WITHDRAWN',
    OTHER: 'DEEMED_WITHDRAWN',
  },
  // A refusal is open to re-examination or appeal; the United States has no refusal, only actions.
  refused: { CN: 'REFUSED', US: 'US_FINAL', EP: 'EP_REFUSED', JP: 'JP_REFUSED', WO: 'INTL_CLOSED', OTHER: 'REFUSED' },
  refused_final: {
    CN: 'REFUSED_FINAL',
    US: 'US_ABANDONED',
    EP: 'EP_REFUSED_FINAL',
    JP: 'JP_REFUSED_FINAL',
    WO: 'INTL_CLOSED',
    OTHER: 'REFUSED_FINAL',
  },
  appeal: { CN: 'REEXAM', US: 'US_APPEAL', EP: 'EP_APPEAL', JP: 'JP_APPEAL', WO: 'INTL_FILED', OTHER: 'REEXAM' },
  final_action: { CN: 'OA', US: 'US_FINAL', EP: 'EP_OA', JP: 'JP_OA', WO: 'INTL_FILED', OTHER: 'OA' },
  office_action: { CN: 'OA', US: 'US_NONFINAL', EP: 'EP_OA', JP: 'JP_OA', WO: 'INTL_FILED', OTHER: 'OA' },
  not_accepted: {
    CN: 'NOT_ACCEPTED',
    US: 'NOT_ACCEPTED',
    EP: 'NOT_ACCEPTED',
    JP: 'NOT_ACCEPTED',
    WO: 'NOT_ACCEPTED',
    OTHER: 'NOT_ACCEPTED',
  },
  abandoned: { CN: 'ABANDONED', US: 'US_ABANDONED', EP: 'LAPSED', JP: 'LAPSED', WO: 'INTL_WITHDRAWN', OTHER: 'ABANDONED' },
  deemed_abandoned: { CN: 'DEEMED_ABANDONED', US: 'US_ABANDONED', EP: 'EP_LOST', JP: 'JP_FEE_LOST', WO: 'INTL_WITHDRAWN', OTHER: 'DEEMED_ABANDONED' },
  invalid: { CN: 'INVALID', US: 'INVALID', EP: 'EP_REVOKED', JP: 'INVALID', WO: 'INTL_CLOSED', OTHER: 'INVALID' },
  terminated: { CN: 'LAPSED', US: 'LAPSED', EP: 'LAPSED', JP: 'LAPSED', WO: 'INTL_CLOSED', OTHER: 'LAPSED' },
  drafting: { CN: 'DRAFTING', US: 'DRAFTING', EP: 'DRAFTING', JP: 'DRAFTING', WO: 'DRAFTING', OTHER: 'DRAFTING' },
  entered: { CN: 'ENTERED', US: 'US_FILED', EP: 'EP_FILED', JP: 'JP_FILED', WO: 'NATIONAL', OTHER: 'ENTERED' },
  pending: { CN: 'FILED', US: 'US_FILED', EP: 'EP_FILED', JP: 'JP_FILED', WO: 'INTL_FILED', OTHER: 'FILED' },
}

/** An international design is registered, and goes through no phase. */
const HAGUE: Readonly<Partial<Record<Standing, PatentStatus>>> = {
  granted: 'HAG_REGISTERED',
  published: 'HAG_REGISTERED',
  entered: 'HAG_REGISTERED',
  lapsed_fee: 'LAPSED',
  terminated: 'LAPSED',
  expired: 'EXPIRED',
  abandoned: 'ABANDONED',
  invalid: 'INVALID',
}
const isHague = ({ country, patent_type }: StatusFacts) => country === 'WO' && patent_type === 'DESIGN'

const PREFIXES: Record<Exclude<Practice, 'CN' | 'OTHER'>, string> = { US: 'US_', EP: 'EP_', JP: 'JP_', WO: 'INTL_' }

/** "Granted" is the name of a Chinese state and a word for states of other offices. */
export function isStateIn(status: string, country: string): boolean {
  if (status.startsWith('HAG')) return true
  const practice = practiceOf(country)
  if (practice === 'CN' || practice === 'OTHER') return true
  return status.startsWith(PREFIXES[practice]) || Object.values(STATES).some((one) => one[practice] === status)
}

/** The corresponding state of that office for a state of another one: a row that names no country is read as Chinese. */
export function stateAt(status: string, country: string): string {
  if (isStateIn(status, country)) return status
  return Object.values(STATES).find((one) => Object.values<string>(one).includes(status))?.[practiceOf(country)] ?? status
}

// A status is a few words; a longer text is cut.
const MAX_CHARS = 500

/** From the words of the file, else the state that the dates imply. */
export function statusOf(given: string, facts: StatusFacts): StatusRead {
  const words = given.slice(0, MAX_CHARS)
  const practice = practiceOf(facts.country)
  const standing = standingOf(words)
  if (standing === 'refused' && /[|｜].*复审/.test(words) && practice === 'CN') return { status: 'REEXAM' }
  if (standing === 'granted' && termOver(facts, 5))
    return { status: 'EXPIRED', reason: ['文件称有效，但保护期已过', 'in force according to the file, but the term has ended'] }
  if (isHague(facts) && standing && HAGUE[standing]) return { status: HAGUE[standing] }
  if (standing === 'international' && practice === 'WO' && !isHague(facts)) return { status: isPublished(facts) ? 'INTL_PUBLISHED' : 'INTL_FILED' }
  if (standing && standing !== 'international') return { status: STATES[standing][practice] }
  const unknown: Words | undefined =
    words && !standing ? [`法律状态“${words.slice(0, 30)}”未能识别，`, `the legal status “${words.slice(0, 30)}” is not recognised; `] : undefined
  const { status, reason } = derived(practice, facts)
  return { status, reason: [`${unknown?.[0] ?? ''}${reason[0]}`, `${unknown?.[1] ?? ''}${reason[1]}`] }
}

function derived(practice: Practice, facts: StatusFacts): { status: PatentStatus; reason: Words } {
  const isGranted = facts.grant_date || facts.grant_no
  if (practice === 'WO' && !isHague(facts)) return international(facts)
  if ((isGranted || isHague(facts)) && termOver(facts))
    return { status: 'EXPIRED', reason: ['状态由申请日与保护期推定', 'status derived from the filing date and the term'] }
  if (isHague(facts) && (isGranted || isPublished(facts))) return { status: 'HAG_REGISTERED', reason: ['状态由国际注册推定', 'status derived from the international registration'] } // oxfmt-ignore
  if (isGranted) return { status: STATES.granted[practice], reason: ['状态由授权推定', 'status derived from the grant'] }
  if (termOver(facts, 1))
    return { status: 'LAPSED', reason: ['状态由申请日推定：保护期已过', 'status derived from the filing date: the term has ended'] }
  if (isPublished(facts)) return { status: STATES.published[practice], reason: ['状态由公布推定', 'status derived from the publication'] }
  if (facts.filing_date || facts.application_no)
    return { status: STATES.pending[practice], reason: ['状态由申请推定', 'status derived from the filing'] }
  return { status: 'DRAFTING', reason: ['没有号码和日期', 'there are no numbers or dates'] }
}

const isPublished = ({ publication_date, publication_no }: StatusFacts) => Boolean(publication_date || publication_no)

// National phases are entered within 30 to 32 months; later the international phase is over.
const INTERNATIONAL_MONTHS = 34

function international(facts: StatusFacts): { status: PatentStatus; reason: Words } {
  const { first_date, filing_date, publication_date, today } = facts
  const first = first_date ?? filing_date ?? publication_date
  if (first && `${Temporal.PlainDate.from(first).add({ months: INTERNATIONAL_MONTHS })}` < today)
    return {
      status: 'INTL_CLOSED',
      reason: ['状态由最早日推定：国际阶段已结束', 'status derived from the earliest date: the international phase is over'],
    }
  if (isPublished(facts)) return { status: 'INTL_PUBLISHED', reason: ['状态由国际公布推定', 'status derived from the international publication'] }
  return { status: 'INTL_FILED', reason: ['状态由国际申请推定', 'status derived from the international filing'] }
}

/** The longest possible term of the kind of right, and some years more. */
function termOver({ country, patent_type, filing_date, grant_date, today }: StatusFacts, more = 0): boolean {
  const from = filing_date ?? grant_date
  if (!from) return false
  const years = TERMS[patent_type]?.[country] ?? TERMS[patent_type]?.OTHER ?? 20
  return `${Temporal.PlainDate.from(from).add({ years: years + more })}` < today
}

const TERMS: Record<string, Record<string, number>> = {
  UTILITY: { CN: 10, JP: 10, KR: 10, TW: 10, OTHER: 10 },
  DESIGN: { CN: 15, US: 16, OTHER: 25 },
  PROVISIONAL: { OTHER: 1 },
}
