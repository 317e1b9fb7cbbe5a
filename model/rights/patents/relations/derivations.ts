import { officeWords } from '../../../cases/offices.ts'
import { exceedsPriorityPeriod } from '../../../cases/relations/priorities.ts'
import { block, type Day, type Derivation, type Derivations, type Notice } from '../../../cases/relations/relation-rules.ts'
import { ENDED } from '../../../kit/model.ts'
import { STATE_FACTS, type PatentStatus } from '../lifecycle/states.ts'
import { regionOf } from '../regional-only.ts'
import { monthsOfPriority } from '../types-and-routes.ts'
import { EPC_STATES, NOT_IN_PCT } from './relation-types.ts'

type Row = Readonly<Record<string, unknown>>

const PEOPLE = [
  ...['title', 'title_en', 'patent_type', 'applicants', 'inventors', 'owner_sid', 'co_owner_sids', 'department_sid'],
  ...['tech_node_sids', 'product_names', 'tags', 'secrecy_level', 'importance', 'share_level'],
]
const CONTENT = ['ipc_main', 'ipc', 'cpc', 'loc', 'bio_deposit', 'genetic_source', 'sequence_listing']
const AGENCY = ['agency_sid', 'agent_sids'] // the office is the same

const national = ({ country }: Row) => country !== 'WO'
const isRoute = (route: string) => (row: Row) => row.route === route
const designated = ({ designated: chosen }: Row, may: (country: string) => boolean) => (Array.isArray(chosen) ? chosen.map(String).filter(may) : [])

/** National and regional phases, divisions, continuations, validations and later filings; the relation rules check both cases. */
export const derivations: Derivations = {
  PHASE: {
    words: ['进入国家阶段', 'National phase'],
    where: 'several',
    once: true,
    carries: [...PEOPLE, ...CONTENT, 'ro', 'isa'],
    from: isRoute('PCT_INTL'),
    names: 'designated',
    acts: 'entry_date',
    countries: (earlier) => designated(earlier, (country) => !NOT_IN_PCT.includes(country) && regionOf(country) === undefined && country !== 'WO'),
    // The relation gives its number and its international filing date. An unfiled case has no filing date of its own.
    of: (_earlier, country) => ({ type: 'PCT', values: { route: 'PCT_NATIONAL', ...(country === 'CN' && { status: 'ENTRY_PREPARING' }) } }),
    check: (earlier, country) => [...regional(country), ...withdrawn(earlier)],
  },
  DESIGNATION: {
    words: ['海牙指定', 'Hague designation'],
    where: 'several',
    once: true,
    carries: [...PEOPLE, 'loc', 'designs_count', 'hague_reg_no', 'hague_pub_date'],
    from: isRoute('HAGUE_INTL'),
    names: 'designated',
    acts: false,
    countries: (earlier) => designated(earlier, () => true),
    of: () => ({ type: 'HAGUE', values: { route: 'HAGUE_NATIONAL' } }),
    check: withdrawn,
  },
  DIVISION: {
    words: ['分案', 'Division'],
    where: 'own',
    carries: [...PEOPLE, ...CONTENT, ...AGENCY],
    from: (earlier) => national(earlier) && earlier.patent_type !== 'PROVISIONAL' && !['UNITARY', 'EP_VALIDATION'].includes(String(earlier.route)),
    acts: 'submission_date',
    of: ({ country }) => ({ type: 'DIV', values: { route: ownRoute(country) } }),
    check: noLongerPending,
  },
  CONTINUATION: { ...continuing('CA'), words: ['继续申请', 'Continuation'], carries: [...PEOPLE, ...CONTENT, ...AGENCY] },
  PART: { ...continuing('CIP'), words: ['部分继续申请', 'Continuation-in-part'], carries: [...PEOPLE, ...AGENCY] },
  VALIDATION: {
    words: ['欧洲专利生效', 'EP validation'],
    where: 'several',
    once: true,
    carries: [...PEOPLE, ...CONTENT],
    from: (earlier) => earlier.country === 'EP' && earlier.route !== 'UNITARY',
    countries: (earlier) => designated(earlier, (country) => EPC_STATES.includes(country)),
    acts: false,
    until: 'EP26',
    of: () => ({ type: 'EPVAL', values: { route: 'EP_VALIDATION' } }),
    check: notGranted,
  },
  UNITARY: {
    words: ['统一效力登记', 'Unitary effect'],
    where: 'own',
    once: true,
    carries: [...PEOPLE, ...CONTENT, ...AGENCY],
    from: (earlier) => earlier.country === 'EP' && earlier.route !== 'UNITARY',
    acts: false,
    until: 'EP27',
    of: () => ({ type: 'UPREG', values: { route: 'UNITARY' } }),
    check: notGranted,
  },
  HONG_KONG: {
    words: ['香港转录', 'Hong Kong record'],
    where: 'several',
    once: true,
    carries: [...PEOPLE, ...CONTENT],
    from: ({ country, route, patent_type }) =>
      ['CN', 'EP', 'GB'].includes(String(country)) && patent_type === 'INVENTION' && !['UNITARY', 'EP_VALIDATION'].includes(String(route)),
    countries: () => ['HK'],
    acts: 'submission_date',
    // Its dates run from the filing of the designated application (Cap. 514 s. 15), which the relation gives.
    of: () => ({ type: 'HKREC', values: { route: 'HK_RECORD' } }),
    check: unpublished,
  },
  PRIORITY: {
    words: ['要求优先权的后续申请', 'Later filing that claims priority'],
    where: 'several',
    carries: [...PEOPLE, ...CONTENT],
    from: ({ route }) => !['UNITARY', 'EP_VALIDATION', 'HAGUE_INTL', 'HAGUE_NATIONAL'].includes(String(route)),
    of: claiming,
    check: periodOver,
  },
}

/** A continuation of an American case, or of an international application instead of its entry (35 U.S.C. 120, 365(c)). */
function continuing(type: 'CA' | 'CIP'): Omit<Derivation, 'words' | 'carries'> {
  return {
    where: 'several',
    from: ({ country, patent_type, route }) => (country === 'US' && patent_type !== 'PROVISIONAL') || route === 'PCT_INTL',
    countries: () => ['US'],
    of: () => ({ type, values: { route: 'DIRECT' } }),
    check: (earlier) => noLongerPending(earlier),
  }
}

const ownRoute = (country: unknown) => (country === 'EP' ? 'EP_DIRECT' : 'DIRECT')

function claiming({ country: first, patent_type: type }: Row, country: string): ReturnType<Derivation['of']> {
  const values = type === 'PROVISIONAL' ? { patent_type: 'INVENTION' } : {}
  if (country === 'WO' && type === 'DESIGN') return { type: 'HAGUEP', values: { ...values, route: 'HAGUE_INTL' } }
  if (country === 'WO') return { type: 'PCTA', values: { ...values, route: 'PCT_INTL' } }
  if (type === 'PROVISIONAL' && country === first) return { type: 'PROV', values: { ...values, route: 'DIRECT' } }
  if (country === first) return { type: 'DOMESTIC', values: { ...values, route: 'DIRECT' } }
  return { type: 'PARIS', values: { ...values, route: country === 'EP' ? 'EP_DIRECT' : 'PARIS' } }
}

function regional(country: string): Notice[] {
  const office = regionOf(country)
  if (!office) return []
  const [[state, stateEn], [place, placeEn]] = [officeWords(country), officeWords(office)]
  const zh = `国际申请不能在${state}进入国家阶段，只能经${place}（PCT第45条第2款）`
  return [block('regional_only', zh, `An international application cannot enter in ${stateEn}, only through ${placeEn} (PCT Article 45(2))`)]
}

const phaseOf = ({ status }: Row) => STATE_FACTS[status as PatentStatus]?.phase // a stored state
const warning = (code: string, zh: string, en: string): Notice => ({ level: 'warning', code, zh, en })

function withdrawn(earlier: Row): Notice[] {
  if (phaseOf(earlier) !== 'WITHDRAWN') return []
  return [warning('earlier_ended', '在先案已撤回', 'The earlier case has been withdrawn')]
}

function noLongerPending(earlier: Row): Notice[] {
  const phase = phaseOf(earlier)
  if (!phase || (!ENDED.has(phase) && phase !== 'GRANTED' && phase !== 'GRACE')) return []
  const zh = '在先案已授权或结案：仅当新案在此之前递交时才可能成立'
  return [warning('earlier_ended', zh, 'The earlier case is granted or closed: this is possible only if the new case was filed before that')]
}

function notGranted({ grant_date }: Row): Notice[] {
  if (grant_date) return []
  return [warning('not_granted', '欧洲专利尚未授权', 'The European patent is not yet granted')]
}

function unpublished({ publication_date }: Row): Notice[] {
  if (publication_date) return []
  return [warning('not_published', '指定专利申请尚未公布', 'The designated application is not yet published')]
}

/** Only patents and utility models may have their priority restored. */
function periodOver({ filing_date: filed, patent_type: type }: Row, _country: string, { today, roll }: Day): Notice[] {
  const months = monthsOfPriority(String(type))
  if (!filed || !exceedsPriorityPeriod(String(filed), today, months, roll)) return []
  const [zh, en] = months === 12 ? ['或优先权获得恢复', ' or the priority is restored'] : ['', '']
  return [
    warning(
      'period_over',
      `自在先申请日 ${String(filed)} 起 ${months} 个月的优先权期限已届满：仅当新案在期限内递交${zh}时才可能成立`,
      `The ${months} months of priority from the earlier filing date ${String(filed)} are over: this is possible only if the new case was filed within them${en}`,
    ),
  ]
}
