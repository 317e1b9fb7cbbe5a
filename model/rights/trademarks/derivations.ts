import { exceedsPriorityPeriod } from '../../cases/relations/priorities.ts'
import type { Day, Derivation, Derivations, Notice } from '../../cases/relations/relation-rules.ts'
import { officeWords } from '../../cases/offices.ts'
import { ENDED } from '../../kit/model.ts'
import { designatedIn } from './designated.ts'
import { isOutsideMadrid } from './madrid.ts'
import { routeIn } from './kinds-and-routes.ts'
import { STATE_FACTS, type TrademarkStatus } from './lifecycle/states.ts'

type Row = Readonly<Record<string, unknown>>

const MARK = [
  ...['title', 'title_en', 'mark_type', 'tm_kind', 'mark_image', 'mark_sound', 'colour_claim', 'disclaimer', 'meaning', 'vienna_codes', 'classes'],
  ...['applicants', 'owner_sid', 'co_owner_sids', 'department_sid', 'tech_node_sids', 'product_names', 'tags'],
  ...['secrecy_level', 'importance', 'share_level'],
]

const isInternational = ({ route }: Row) => route === 'MADRID_INTL'

/** Designations of an international registration, its transformation, and later filings; the relation rules check both cases. */
export const derivations: Derivations = {
  DESIGNATION: {
    words: ['马德里指定', 'Madrid designation'],
    where: 'several',
    once: true,
    carries: MARK,
    from: isInternational,
    names: 'designated',
    acts: false,
    countries: (earlier) => [...designatedIn(earlier)],
    // The relation gives the number, the day and the term of the international registration.
    of: () => ({ type: 'DESIGNATION', values: { route: 'MADRID_DESIGNATION' } }),
    check: (_earlier, country) => (isOutsideMadrid(country) ? [outside(country)] : []),
  },
  TRANSFORMATION: {
    words: ['转换为国家申请', 'Transformation into a national application'],
    where: 'several',
    once: true,
    carries: MARK,
    from: isInternational,
    countries: (earlier) => [...designatedIn(earlier)],
    of: (_earlier, country) => ({ type: 'TRANSFORMED', values: { route: routeIn(country) } }),
    check: inForce,
  },
  INTERNATIONAL: {
    words: ['以本案为基础的国际注册', 'International registration based on this mark'],
    where: 'several',
    carries: MARK,
    from: isOwn,
    countries: () => ['WO'],
    of: () => ({ type: 'MADRID', values: { route: 'MADRID_INTL' } }),
    after_period: true,
  },
  PRIORITY: {
    words: ['要求优先权的后续申请', 'Later filing that claims priority'],
    where: 'several',
    carries: MARK,
    from: isOwn,
    of: (_earlier, country) => ({ type: 'PARIS', values: { route: routeIn(country) } }),
    check: periodOver,
  },
} satisfies Record<string, Derivation>

function isOwn({ route }: Row) {
  return route !== 'MADRID_INTL' && route !== 'MADRID_DESIGNATION'
}

const warning = (code: string, zh: string, en: string): Notice => ({ level: 'warning', code, zh, en })

function outside(country: string): Notice {
  const [zh, en] = officeWords(country)
  return warning('outside_madrid', `马德里议定书不适用于${zh}，请直接申请`, `The Madrid Protocol does not apply to ${en}; file there directly`)
}

/** Only a registration cancelled at the request of the office of origin can be transformed (Madrid Protocol, art. 9quinquies). */
function inForce({ status }: Row): Notice[] {
  const phase = STATE_FACTS[status as TrademarkStatus]?.phase // a stored state
  if (phase && ENDED.has(phase)) return []
  const zh = '国际注册仍有效：仅当它因基础标志失效而被撤销时才可转换（马德里议定书第9条之五）'
  const en =
    'The international registration is in force: it is transformed only after it was cancelled with its base mark (Madrid Protocol, Article 9quinquies)'
  return [warning('in_force', zh, en)]
}

function periodOver({ filing_date: filed }: Row, _country: string, { today, roll }: Day): Notice[] {
  if (!filed || !exceedsPriorityPeriod(String(filed), today, 6, roll)) return []
  const zh = `自在先申请日 ${String(filed)} 起 6 个月的优先权期限已届满：仅当新案在期限内递交时才可能成立`
  const en = `The 6 months of priority from the earlier filing date ${String(filed)} are over: this is possible only if the new case was filed within them`
  return [warning('period_over', zh, en)]
}
