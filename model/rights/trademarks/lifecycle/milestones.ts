import type { Milestone, Milestones } from '../../../kit/milestones.ts'
import type { TrademarkStatus } from './states.ts'

const step = (zh: string, en: string, states: readonly TrademarkStatus[], more: Omit<Milestone, 'words' | 'states'> = {}): Milestone => ({
  words: [zh, en],
  states,
  ...more,
})

const PREPARED = step('筹备', 'Preparation', ['TM_PREPARING'])
const PUBLISHED = { date: 'prelim_pub_date' }
const REGISTERED = { date: 'reg_date' }
const IN_FORCE: readonly TrademarkStatus[] = ['TM_REGISTERED', 'TM_GRACE', 'TM_CANCEL_PENDING', 'TM_CANCEL_REVIEW', 'TM_INVALID_PENDING']
const REVIEWED: readonly TrademarkStatus[] = ['TM_REFUSED', 'TM_PART_REFUSED', 'TM_REVIEW', 'TM_REFUSED_2', 'TM_COURT']

const INTERNATIONAL = [
  PREPARED,
  step('原属局', 'Office of origin', ['MAD_ORIGIN', 'MAD_IRREGULAR'], { date: 'filing_date' }),
  step('国际注册', 'Registered', ['MAD_REGISTERED', 'MAD_GRACE'], REGISTERED),
]

const DESIGNATION = [
  PREPARED,
  step('指定通知', 'Notified', ['DES_PENDING'], { date: 'notified_date' }),
  step('审查', 'Examination', ['DES_REFUSED']),
  step('给予保护', 'Protected', ['DES_PROTECTED', 'DES_PART'], REGISTERED),
]

const NATIONAL = [
  PREPARED,
  step('申请', 'Filed', ['TM_FILED', 'TM_CORRECT', 'TM_NOT_ACCEPTED'], { date: 'filing_date' }),
  step('审查', 'Examination', ['TM_ACCEPTED', 'TM_EXAM', ...REVIEWED, 'TM_PUB_WAIT']),
  step('公告', 'Published', ['TM_PRELIM_PUB', 'TM_OPPOSED', 'TM_NOT_REG', 'TM_NOT_REG_REVIEW'], PUBLISHED),
  step('准予注册', 'Allowed', ['US_TM_ALLOWED'], { date: 'allowance_date', applies_to: { country: ['US'], filing_basis: ['INTENT'] } }),
  step('注册', 'Registered', IN_FORCE, REGISTERED),
]

export const MILESTONES: Milestones = {
  courses: [
    { applies_to: { route: ['MADRID_INTL'] }, steps: INTERNATIONAL },
    { applies_to: { route: ['MADRID_DESIGNATION'] }, steps: DESIGNATION },
    { steps: NATIONAL },
  ],
  ended: ['TM_LAPSED', 'TM_CANCELLED', 'TM_INVALID', 'TM_SURRENDERED', 'MAD_CANCELLED', 'MAD_LAPSED'] satisfies TrademarkStatus[],
}
