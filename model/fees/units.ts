import { compensationYears } from './patent-year.ts'
import type { FeeFacts } from './facts.ts'
import type { Unit } from './schedule.ts'

/** What each unit counts; the free units are taken off every number in the list. Undefined: not known of this case. */
export const COUNTS: Readonly<Record<Unit, (facts: FeeFacts) => readonly number[] | undefined>> = {
  CLAIM: (facts) => one(facts.claims_count),
  INDEPENDENT_CLAIM: (facts) => one(facts.independent_claims),
  PAGE: (facts) => one(facts.pages),
  PRIORITY: (facts) => one(facts.priorities_count ?? 0),
  MONTH: (facts) => one(facts.months),
  CLASS: (facts) => one(facts.classes ?? facts.goods_per_class?.length),
  GOOD: (facts) => facts.goods_per_class ?? undefined,
  DESIGN: (facts) => one(facts.designs_count),
  PICTURE: (facts) => one(facts.drawings_count),
  COMPENSATION_YEAR: (facts) => one(compensationYears(facts)),
}

export const UNIT_WORDS: Readonly<Record<Unit, { zh: string; en: string }>> = {
  CLAIM: { zh: '项权利要求', en: 'claims' },
  INDEPENDENT_CLAIM: { zh: '项独立权利要求', en: 'independent claims' },
  PAGE: { zh: '页', en: 'pages' },
  PRIORITY: { zh: '项优先权', en: 'priorities' },
  MONTH: { zh: '个月', en: 'months' },
  CLASS: { zh: '个类别', en: 'classes' },
  GOOD: { zh: '个商品/服务项目', en: 'goods or services' },
  DESIGN: { zh: '项外观设计', en: 'designs' },
  PICTURE: { zh: '幅图片', en: 'pictures' },
  COMPENSATION_YEAR: { zh: '个完整的补偿年度', en: 'full years of compensation' },
}

const one = (count: number | null | undefined) => (count === null || count === undefined ? undefined : [count])
