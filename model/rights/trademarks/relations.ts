import { officeWords } from '../../cases/offices.ts'
import { designatedIn } from './designated.ts'
import { derivations } from './derivations.ts'
import { exceedsPriorityPeriod } from '../../cases/relations/priorities.ts'
import { block, checkAnyRelation, type KindRelations, type Notice, type RelatedEnd } from '../../cases/relations/relation-rules.ts'

const TYPES = ['PARIS', 'MADRID', 'DESIGNATION', 'TRANSFORMED', 'DIV'] as const
type Type = (typeof TYPES)[number]

/** The relations of trademarks: priority, Madrid base and designation, transformation, division. */
export const relations: KindRelations = {
  types: TYPES,
  facts: [
    ...['case_no', 'country', 'route', 'status', 'filing_date', 'application_no', 'reg_no', 'reg_date', 'valid_to'],
    ...['designated', 'subsequent', 'close_date'],
  ],
  rechecked: ['filing_date', 'country', 'route', 'designated', 'subsequent'],
  derives: derivations,
  passedOn: ['reg_no', 'reg_date', 'application_no', 'valid_to'],
  shown: ['reg_no', 'reg_date', 'valid_to'],
  check: (earlier, later, type, existing, roll) => {
    const common = checkAnyRelation(earlier, later, type, existing, type === 'TRANSFORMED' ? [] : [earlier.filing_date, later.filing_date])
    return isType(type) && common.every(({ code }) => code !== 'same_case') ? [...common, ...RULES[type](earlier, later, roll)] : common
  },
  gives: (earlier, later, type) => {
    if (type === 'DIV') return 'FILING'
    const isPriority = type === 'PARIS' || (type === 'MADRID' && !isLate(earlier, later))
    return isPriority ? 'PRIORITY' : undefined
  },
  tells: (earlier, _later, type) => {
    if (type === 'MADRID') return { later: { base_app_no: earlier.application_no, base_reg_no: earlier.reg_no } }
    // A designation ends and is renewed with its international registration (Madrid Protocol, arts. 3ter and 7).
    if (type === 'DESIGNATION') return { later: { intl_reg_no: earlier.reg_no, intl_reg_date: earlier.reg_date, valid_to: earlier.valid_to } }
    return {}
  },
}

const isType = (type: string): type is Type => TYPES.some((one) => one === type)

type Roll = (date: string) => string
type Rule = (earlier: RelatedEnd, later: RelatedEnd, roll?: Roll) => Notice[]

const RULES: Readonly<Record<Type, Rule>> = {
  PARIS: (earlier, later, roll) => [
    ...unless(earlier.country !== later.country, 'countries_differ', '优先权要求两案国家不同', 'A priority needs two different countries'),
    ...unless(later.country !== 'WO', 'later_country', '国际注册请用“马德里基础标志”', 'For an international registration use “Madrid base mark”'),
    ...unless(!isMadrid(later), 'later_route', '马德里指定不单独要求优先权', 'A Madrid designation claims no priority of its own'),
    ...exceeded(earlier, later, roll),
  ],
  MADRID: (earlier, later) => [
    ...unless(
      !isMadrid(earlier),
      'earlier_route',
      '基础标志应为原属国的申请或注册',
      'The base is an application or registration of the country of origin',
    ),
    ...unless(later.route === 'MADRID_INTL', 'later_route', '在后案应为马德里国际注册', 'The later case must be a Madrid international registration'),
  ],
  DESIGNATION: (earlier, later) => [
    ...unless(
      earlier.route === 'MADRID_INTL',
      'earlier_route',
      '在先案应为马德里国际注册',
      'The earlier case must be a Madrid international registration',
    ),
    ...unless(later.route === 'MADRID_DESIGNATION', 'later_route', '在后案应为马德里指定', 'The later case must be a Madrid designation'),
    ...unless(
      designatedIn(earlier).size === 0 || designatedIn(earlier).has(String(later.country)),
      'not_designated',
      `国际注册未指定${officeWords(String(later.country))[0]}`,
      `The international registration does not designate ${officeWords(String(later.country))[1]}`,
    ),
  ],
  TRANSFORMED: (earlier, later) => [
    ...unless(
      isMadrid(earlier),
      'earlier_route',
      '在先案应为国际注册或其指定',
      'The earlier case must be an international registration or its designation',
    ),
    ...unless(!isMadrid(later), 'later_route', '转换后的案件为该局的直接申请', 'A transformation is a direct application at its office'),
  ],
  DIV: (earlier, later) => unless(earlier.country === later.country, 'country', '分割的两案国家应相同', 'A division stays in the same country'),
}

const MADRID: ReadonlySet<unknown> = new Set(['MADRID_INTL', 'MADRID_DESIGNATION'])
const isMadrid = ({ route }: RelatedEnd) => MADRID.has(route)

const unless = (holds: boolean, code: string, zh: string, en: string) => (holds ? [] : [block(code, zh, en)])

/** Six months; a last day on which the office of the later filing is closed is rolled (Paris Convention, art. 4C(1) and (3)). */
function isLate({ filing_date: first }: RelatedEnd, { filing_date: then }: RelatedEnd, roll?: Roll): boolean {
  return typeof first === 'string' && typeof then === 'string' && exceedsPriorityPeriod(first, then, 6, roll)
}

function exceeded(earlier: RelatedEnd, later: RelatedEnd, roll?: Roll): Notice[] {
  if (!isLate(earlier, later, roll) || later.restored) return []
  const zh = `在后案申请日 ${String(later.filing_date)} 晚于在先案申请日 ${String(earlier.filing_date)} 起 6 个月`
  const en = `The later filing of ${String(later.filing_date)} is more than 6 months after that of ${String(earlier.filing_date)}`
  return [{ level: 'warning', code: 'priority_period', zh, en }]
}
