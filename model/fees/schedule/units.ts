import type { FeeFacts } from '../facts.ts'
import type { Unit } from './schedule.ts'

/** The count of each unit; the free units are subtracted from every number in the list. Undefined: unknown for this case. */
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
  COMPENSATION_YEAR: (facts) => one(facts.compensation_years ?? 0),
}

type Words = { zh: string; en: string; each: { zh: string; en: string } }

export const UNIT_WORDS: Readonly<Record<Unit, Words>> = {
  CLAIM: { zh: '项权利要求', en: 'claims', each: { zh: '每项', en: 'claim' } },
  INDEPENDENT_CLAIM: { zh: '项独立权利要求', en: 'independent claims', each: { zh: '每项', en: 'independent claim' } },
  PAGE: { zh: '页', en: 'pages', each: { zh: '每页', en: 'page' } },
  PRIORITY: { zh: '项优先权', en: 'priorities', each: { zh: '每项', en: 'priority' } },
  MONTH: { zh: '个月', en: 'months', each: { zh: '每月', en: 'month' } },
  CLASS: { zh: '个类别', en: 'classes', each: { zh: '每类', en: 'class' } },
  GOOD: { zh: '个商品/服务项目', en: 'goods or services', each: { zh: '每项', en: 'good or service' } },
  DESIGN: { zh: '项外观设计', en: 'designs', each: { zh: '每项', en: 'design' } },
  PICTURE: { zh: '幅图片', en: 'pictures', each: { zh: '每幅', en: 'picture' } },
  COMPENSATION_YEAR: {
    zh: '个完整的补偿年度',
    en: 'full years of compensation',
    each: { zh: '每年', en: 'full year of compensation' },
  },
}

const one = (count: number | null | undefined) => (count === null || count === undefined ? undefined : [count])
