import { ADMINISTRATION } from './administration.ts'
import { CASES } from './cases.ts'
import { DAILY } from './daily.ts'
import { DATES_AND_FEES } from './dates-and-fees.ts'
import type { SeedMenu } from './seed-menu.ts'

/** The enterprise end. A menu without roles is everybody's. */
export const MENUS: readonly SeedMenu[] = [
  ...DAILY,
  ...CASES,
  ...DATES_AND_FEES,
  ...ADMINISTRATION,
  { code: 'jobs', name: '任务进度', name_en: 'Jobs', icon: 'task', path: '/jobs' },
]
