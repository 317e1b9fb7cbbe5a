import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

/** The stages of a project, in their order. */
export const STAGES = {
  INITIATION: ['立项', 'Initiation'],
  PLAN: ['策划', 'Planning'],
  DEVELOP: ['开发', 'Development'],
  TEST: ['验证', 'Verification'],
  RELEASE: ['量产', 'Release'],
  CLOSED: ['已结项', 'Closed'],
  STOPPED: ['已终止', 'Stopped'],
} as const satisfies Options

type Stage = keyof typeof STAGES

export const STATE_FACTS: Readonly<Record<Stage, StateFacts>> = {
  INITIATION: { phase: 'PREPARATION' },
  PLAN: { phase: 'PENDING' },
  DEVELOP: { phase: 'PENDING' },
  TEST: { phase: 'PENDING' },
  RELEASE: { phase: 'PENDING' },
  CLOSED: { phase: 'EXPIRED' },
  STOPPED: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Stage>
export const OPEN: readonly Stage[] = ['INITIATION', 'PLAN', 'DEVELOP', 'TEST', 'RELEASE']

/** The steps that leave a stage for the next one, with the stage that they leave: its monitoring is done before. */
export const ADVANCES: Readonly<Record<string, Stage>> = { plan: 'INITIATION', develop: 'PLAN', test: 'DEVELOP', release: 'TEST', close: 'RELEASE' }

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  plan: move('进入策划', 'Plan', ['INITIATION'], 'PLAN'),
  develop: move('进入开发', 'Develop', ['PLAN'], 'DEVELOP'),
  test: move('进入验证', 'Verify', ['DEVELOP'], 'TEST'),
  release: move('进入量产', 'Release', ['TEST'], 'RELEASE'),
  close: move('结项', 'Close', ['RELEASE'], 'CLOSED', ['close_date']),
  return: move('退回策划', 'Back to planning', ['DEVELOP', 'TEST'], 'PLAN'),
  stop: move('终止', 'Stop', OPEN, 'STOPPED', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: STAGES.INITIATION, states: ['INITIATION'], date: 'start_date' },
        { words: STAGES.PLAN, states: ['PLAN'] },
        { words: STAGES.DEVELOP, states: ['DEVELOP'] },
        { words: STAGES.TEST, states: ['TEST'] },
        { words: STAGES.RELEASE, states: ['RELEASE'] },
        { words: STAGES.CLOSED, states: ['CLOSED'], date: 'close_date' },
      ],
    },
  ],
  ended: [],
}
