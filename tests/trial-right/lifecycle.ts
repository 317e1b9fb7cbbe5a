import type { Options } from '../../model/kit/fields.ts'
import type { Milestones } from '../../model/kit/milestones.ts'
import type { StateFacts, Transition } from '../../model/kit/model.ts'

export const STATUS = {
  PREPARING: ['筹备', 'Preparing'],
  FILED: ['已受理', 'Filed'],
  GROWING_TEST: ['田间测试', 'Growing test'],
  OBJECTED: ['审查意见', 'Objection'],
  REJECTED: ['驳回', 'Rejected'],
  IN_FORCE: ['有效', 'In force'],
  SURRENDERED: ['放弃', 'Surrendered'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  PREPARING: { phase: 'PREPARATION' },
  FILED: { phase: 'PENDING' },
  GROWING_TEST: { phase: 'PENDING' },
  OBJECTED: { phase: 'PENDING', awaits: 'us' },
  REJECTED: { phase: 'REFUSED', remedy: true },
  IN_FORCE: { phase: 'GRANTED' },
  SURRENDERED: { phase: 'LAPSED' },
}

export const CLOSED: readonly Status[] = ['SURRENDERED']

const take = (zh: string, en: string, from: readonly Status[], to: Status, fields: readonly string[] = []): Transition => ({
  zh,
  en,
  from,
  to,
  fields,
})

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  file: take('受理', 'Accepted', ['PREPARING'], 'FILED', ['application_no', 'filed_on']),
  start_test: take('开始测试', 'Growing test starts', ['FILED'], 'GROWING_TEST'),
  object: take('审查意见', 'Objection raised', ['GROWING_TEST'], 'OBJECTED'),
  answer: take('已答复', 'Answered', ['OBJECTED'], 'GROWING_TEST'),
  reject: take('驳回', 'Reject', ['GROWING_TEST'], 'REJECTED'),
  grant: take('授权', 'Grant', ['GROWING_TEST'], 'IN_FORCE', ['granted_on']),
  surrender: take('放弃', 'Surrender', ['IN_FORCE'], 'SURRENDERED'),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['筹备', 'Preparation'], states: ['PREPARING'] },
        { words: ['受理', 'Filed'], states: ['FILED'], date: 'filed_on' },
        { words: ['测试', 'Tested'], states: ['GROWING_TEST', 'OBJECTED', 'REJECTED'] },
        { words: ['授权', 'Granted'], states: ['IN_FORCE'], date: 'granted_on' },
      ],
    },
  ],
  ended: ['SURRENDERED'],
}
