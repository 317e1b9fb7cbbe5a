import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  FOUND: ['已发现', 'Found'],
  ANALYSED: ['已分析', 'Analysed'],
  TREATING: ['应对中', 'Being treated'],
  MONITORING: ['持续监控', 'Monitored'],
  ACCEPTED: ['已接受', 'Accepted'],
  CLOSED: ['已关闭', 'Closed'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  FOUND: { phase: 'PREPARATION' },
  ANALYSED: { phase: 'PENDING' },
  TREATING: { phase: 'PENDING' },
  MONITORING: { phase: 'PENDING' },
  ACCEPTED: { phase: 'EXPIRED' },
  CLOSED: { phase: 'EXPIRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

/** The step that ends the work on a risk: its measures are done before. */
export const CLOSE = 'close'
/** The step before which measures are named. */
export const TREAT = 'treat'

const move = take<Status>
export const OPEN: readonly Status[] = ['FOUND', 'ANALYSED', 'TREATING', 'MONITORING']

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  analyse: move('完成分析', 'Analysed', ['FOUND'], 'ANALYSED', ['likelihood', 'impact', 'analysis']),
  [TREAT]: move('开始应对', 'Treat', ['ANALYSED', 'MONITORING'], 'TREATING', ['measures']),
  monitor: move('转入监控', 'Monitor', ['ANALYSED', 'TREATING'], 'MONITORING', ['reviews']),
  accept: move('接受风险', 'Accept', OPEN, 'ACCEPTED', ['close_date', 'close_reason']),
  [CLOSE]: move('关闭', 'Close', ['ANALYSED', 'TREATING', 'MONITORING'], 'CLOSED', ['close_date', 'close_reason']),
  reopen: move('重新打开', 'Reopen', ['ACCEPTED', 'CLOSED'], 'ANALYSED'),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['发现', 'Found'], states: ['FOUND'], date: 'found_date' },
        { words: ['分析', 'Analysed'], states: ['ANALYSED'] },
        { words: ['应对', 'Treated'], states: ['TREATING', 'MONITORING'] },
        { words: ['关闭', 'Closed'], states: ['CLOSED', 'ACCEPTED'], date: 'close_date' },
      ],
    },
  ],
  ended: [],
}
