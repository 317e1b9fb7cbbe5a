import { normalise } from '../../../cases/numbers/recognise.ts'
import { exceedsPriorityPeriod } from '../../../cases/relations/priorities.ts'
import { block, checkExisting, mustPrecede, type Notice, type Relation } from '../../../cases/relations/relation-rules.ts'
import { monthsOfPriority } from '../types-and-routes.ts'
import { anyOf, wordsOf } from './end-words.ts'
import { EPC_STATES, NOT_IN_PCT, RELATION_RULES, type End, type RelationRule, type RelationType } from './relation-types.ts'

export type RelationCase = {
  sid: string
  country: string
  route?: string | null
  patent_type: string
  filing_date?: string | null
  submission_date?: string | null
  entry_date?: string | null
  close_date?: string | null
  grant_date?: string | null
  application_no?: string | null
  pct_no?: string | null
  family_sid?: string | null
  designated?: readonly string[]
  applicant_sids?: readonly string[]
  /** The later case's right of priority was restored. */
  restored?: boolean
}

/** The relations of both families, without the one being edited, and the roll of a last day at the office of the later case. */
type Around = { existing: readonly Relation[]; roll?: ((date: string) => string) | undefined }

/** Returns every objection to the relation. */
export function checkRelation(earlier: RelationCase, later: RelationCase, type: RelationType, { existing, roll }: Around): Notice[] {
  if (earlier.sid === later.sid) return [block('same_case', '两件专利不能相同', 'The two patents must not be the same')]
  const rule = RELATION_RULES[type]
  return [
    ...checkDates(earlier, later, rule),
    ...checkEnds(earlier, later, type, rule),
    ...checkBetween(earlier, later, rule),
    ...checkOwnRules(earlier, later, type),
    ...checkPeriod(earlier, later, rule, roll),
    ...checkExisting(earlier, later, type, existing),
    ...checkFamily(earlier, later),
  ]
}

const warning = (code: string, zh: string, en: string): Notice => ({ level: 'warning', code, zh, en })

/** ISO dates compare as text. A missing date is checked again when it is filled in. */
function checkDates(earlier: RelationCase, later: RelationCase, rule: RelationRule): Notice[] {
  const [first, second] = [earlier.filing_date, later.filing_date]
  if (!first || !second) return []
  if (rule.filingDates === 'must_equal') return first === second ? [] : [mustEqual(rule, first, second)]
  if (first > second) return [mustPrecede(first, second)]
  if (first < second) return rule.filingDates ? [shouldEqual(rule, first, second)] : []
  if (!rule.filingDates) return [mustPrecede(first, second)]
  // A submission that only repeats the filing date, or its former value, is no later step.
  const submitted = later.submission_date && later.submission_date > second ? later.submission_date : undefined
  const [arrived, followed] = [earlier.submission_date ?? first, later.entry_date ?? submitted]
  return followed && followed < arrived ? [mustPrecede(arrived, followed)] : []
}

function mustEqual({ zh, en }: RelationRule, first: string, second: string): Notice {
  return block('dates_equal', `${zh}：两案申请日必须相同（${first}，${second}）`, `${en}: both must have the same filing date (${first}, ${second})`)
}

function shouldEqual({ zh, en }: RelationRule, first: string, second: string): Notice {
  return warning(
    'dates_differ',
    `${zh}：在后案通常保留在先案的申请日（${first}，${second}）`,
    `${en}: the later case normally keeps the filing date of the earlier one (${first}, ${second})`,
  )
}

function checkEnds(earlier: RelationCase, later: RelationCase, type: RelationType, rule: RelationRule): Notice[] {
  if ((type === 'CA' || type === 'CIP') && later.country !== 'US') {
    const [zh, en] = wordsOf('country', later.country)
    return [
      block(
        'only_us',
        `只有美国接受继续申请与部分继续申请（在后案为${zh}）`,
        `Only the United States accepts continuations and continuations-in-part (the later case is in ${en})`,
      ),
    ]
  }
  return [...checkEnd('earlier', earlier, rule, rule.earlier ?? {}), ...checkEnd('later', later, rule, rule.later ?? {})]
}

const ENDS = { earlier: ['在先案', 'the earlier case'], later: ['在后案', 'the later case'] } as const
const FACTS = { country: ['国家', 'country'], route: ['申请途径', 'route'], patentType: ['专利类型', 'patent type'] } as const

function checkEnd(which: keyof typeof ENDS, one: RelationCase, rule: RelationRule, end: End): Notice[] {
  const tests = [
    ['country', one.country, end.country, end.notCountry],
    ['route', one.route ?? '', end.route, end.notRoute],
    ['patentType', one.patent_type, end.patentType, undefined],
  ] as const
  return tests.flatMap(([fact, value, only, never]) => {
    const [code, [endZh, endEn], [zh, en]] = [`${which}_${fact.toLowerCase()}`, ENDS[which], FACTS[fact]]
    const [nowZh, nowEn] = wordsOf(fact, value)
    if (only && !only.includes(value)) {
      const [listedZh, listedEn] = anyOf(fact, only)
      return [
        block(
          code,
          `${rule.zh}：${endZh}的${zh}必须是${listedZh}，现为${nowZh}`,
          `${rule.en}: the ${en} of ${endEn} must be ${listedEn}, not ${nowEn}`,
        ),
      ]
    }
    if (!never?.includes(value)) return []
    return [block(code, `${rule.zh}：${endZh}的${zh}不能是${nowZh}`, `${rule.en}: the ${en} of ${endEn} must not be ${nowEn}`)]
  })
}

function checkBetween(earlier: RelationCase, later: RelationCase, rule: RelationRule): Notice[] {
  const notices: Notice[] = []
  const say = (code: string, zh: string, en: string) => notices.push(block(code, `${rule.zh}：${zh}`, `${rule.en}: ${en}`))
  const [[firstZh, firstEn], [placeZh, placeEn]] = [wordsOf('country', earlier.country), wordsOf('country', later.country)]
  if (rule.country === 'same' && earlier.country !== later.country)
    say('country_same', `两案国家必须相同（${firstZh}、${placeZh}）`, `both must be in the same country (${firstEn}, ${placeEn})`)
  if (rule.country === 'different' && earlier.country === later.country) {
    say('country_different', `两案国家不能相同（${placeZh}）`, `the two must be in different countries (${placeEn})`)
  }
  if (rule.laterIs === 'pct_state' && NOT_IN_PCT.includes(later.country)) {
    say('pct_state', `${placeZh}不是 PCT 缔约国或地区`, `${placeEn} is not a PCT state or region`)
  }
  if (rule.laterIs === 'epc_state' && !EPC_STATES.includes(later.country)) {
    say('epc_state', `欧洲专利不在${placeZh}生效`, `a European patent has no effect in ${placeEn}`)
  }
  if (rule.laterIs === 'designated' && !earlier.designated?.includes(later.country)) {
    say('designated', `国际注册未指定${placeZh}`, `the international registration does not designate ${placeEn}`)
  }
  const [[typeZh, typeEn], [otherZh, otherEn]] = [wordsOf('patentType', earlier.patent_type), wordsOf('patentType', later.patent_type)]
  if (rule.patentType === 'same' && earlier.patent_type !== later.patent_type) {
    say('type_same', `两案专利类型必须相同（${typeZh}、${otherZh}）`, `both must be of the same type (${typeEn}, ${otherEn})`)
  }
  if (rule.patentType === 'different' && earlier.patent_type === later.patent_type) {
    say('type_different', `两案专利类型不能相同（${otherZh}）`, `the two must be of different types (${otherEn})`)
  }
  return notices
}

function checkOwnRules(earlier: RelationCase, later: RelationCase, type: RelationType): Notice[] {
  if (type === 'PCT') return checkPctNumber(earlier, later)
  if (type === 'DUAL') return checkDual(earlier, later)
  if (RELATION_RULES[type].needsPending) return checkPending(earlier, later)
  if (type === 'DOMESTIC' && later.country === 'CN' && later.patent_type !== 'DESIGN') {
    return [warning('deemed_withdrawn', '在后案提交后，在先案视为撤回', 'The earlier case is deemed withdrawn when the later case is filed')]
  }
  return []
}

function checkPctNumber(earlier: RelationCase, later: RelationCase): Notice[] {
  const [own, named] = [earlier.application_no, later.pct_no]
  if (!own || !named || normalise(own, { office: 'WO' }) === normalise(named, { office: 'WO' })) return []
  return [
    block(
      'pct_no',
      `在后案的 PCT 申请号（${named}）与在先案的申请号（${own}）不符`,
      `The PCT number of the later case (${named}) differs from the application number of the earlier case (${own})`,
    ),
  ]
}

function checkDual(earlier: RelationCase, later: RelationCase): Notice[] {
  const notices: Notice[] = []
  if (earlier.patent_type === later.patent_type) {
    notices.push(block('dual_types', '一案双申应为一件发明和一件实用新型', 'Dual filing requires one invention and one utility model'))
  }
  const [one, other] = [earlier.applicant_sids, later.applicant_sids]
  if (one && other && [...one].sort().join() !== [...other].sort().join()) {
    notices.push(block('dual_applicants', '一案双申的申请人必须相同', 'Dual filing requires the same applicants'))
  }
  return notices
}

function checkPending(earlier: RelationCase, later: RelationCase): Notice[] {
  const filed = later.submission_date ?? later.filing_date
  const ended = [earlier.grant_date, earlier.close_date].filter((date) => date && filed && date < filed)[0]
  if (!ended) return []
  const zh = `在先案已于 ${ended} 授权或结案，在后案提交时（${filed}）不再处于待审状态`
  return [warning('not_pending', zh, `The earlier case was granted or closed on ${ended}, no longer pending when the later was filed (${filed})`)]
}

/** A period that ends on a closed day ends on the next working day of the office of the later filing (Paris Convention, art. 4C(3)). */
function checkPeriod(earlier: RelationCase, later: RelationCase, rule: RelationRule, roll: Around['roll']): Notice[] {
  if (!rule.hasPriorityPeriod || later.restored || !earlier.filing_date || !later.filing_date) return []
  const months = monthsOfPriority(earlier.patent_type === 'DESIGN' ? 'DESIGN' : later.patent_type)
  if (!exceedsPriorityPeriod(earlier.filing_date, later.filing_date, months, roll)) return []
  const zh = `在后案申请日（${later.filing_date}）超过在先案申请日（${earlier.filing_date}）起 ${months} 个月的优先权期限`
  const en = `The later filing (${later.filing_date}) is more than ${months} months after the earlier (${earlier.filing_date})`
  return [warning('priority_period', zh, en)]
}

function checkFamily(earlier: RelationCase, later: RelationCase): Notice[] {
  if (!earlier.family_sid || !later.family_sid || earlier.family_sid === later.family_sid) return []
  const zh = '两案属于不同的同族，请选择：合并同族、将在后案移入、取消'
  const en = 'The two are in different families: merge the families, move the later case, or cancel'
  return [{ ...warning('family_mismatch', zh, en), choices: ['merge', 'move', 'cancel'] }]
}
