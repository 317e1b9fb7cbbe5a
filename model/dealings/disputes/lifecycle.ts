import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  CLUE: ['线索', 'Clue'],
  EVIDENCE: ['取证评估', 'Evidence and evaluation'],
  WARNING_SENT: ['已发函', 'Letter sent'],
  FILED: ['已立案', 'Filed'],
  SERVED: ['应诉中', 'Served on us'],
  TRIAL: ['审理中', 'Trial'],
  STAYED: ['中止', 'Stayed'],
  JUDGED_1: ['已一审裁判或决定', 'Decided in first instance'],
  APPEAL: ['二审中', 'Appeal'],
  JUDGED_2: ['已二审裁判', 'Decided on appeal'],
  EFFECTIVE: ['裁判已生效', 'Decision final'],
  EXECUTION: ['执行中', 'Enforcement'],
  SETTLED: ['已和解', 'Settled'],
  CLOSED: ['已结案', 'Closed'],
  WITHDRAWN: ['已撤回', 'Withdrawn'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  CLUE: { phase: 'PREPARATION' },
  EVIDENCE: { phase: 'PREPARATION' },
  WARNING_SENT: { phase: 'PREPARATION' },
  FILED: { phase: 'PENDING' },
  SERVED: { phase: 'PENDING' },
  TRIAL: { phase: 'PENDING' },
  STAYED: { phase: 'PENDING' },
  JUDGED_1: { phase: 'PENDING' },
  APPEAL: { phase: 'PENDING' },
  JUDGED_2: { phase: 'PENDING' },
  EFFECTIVE: { phase: 'GRANTED' },
  EXECUTION: { phase: 'GRANTED' },
  SETTLED: { phase: 'GRANTED' },
  CLOSED: { phase: 'EXPIRED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

const BEFORE: readonly Status[] = ['CLUE', 'EVIDENCE', 'WARNING_SENT']
const BEGUN: readonly Status[] = ['FILED', 'SERVED', 'TRIAL', 'STAYED']
const DECIDED: readonly Status[] = ['JUDGED_1', 'APPEAL', 'JUDGED_2']

/** The step that ends the work on a dispute; its effect on the rights must be settled before. */
export const CLOSE = 'close'
/** The steps that end the dispute about the rights themselves. */
export const OUTCOMES: ReadonlySet<unknown> = new Set(['take_effect', 'settle'])

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  gather: move('取证评估', 'Gather evidence', ['CLUE'], 'EVIDENCE'),
  warn: move('发函', 'Send a letter', ['CLUE', 'EVIDENCE'], 'WARNING_SENT', ['warning_date']),
  file: { ...move('立案', 'Filed', BEFORE, 'FILED', ['court', 'court_case_no', 'accept_date']), only: { our_role: ['PLAINTIFF'] } },
  serve: {
    ...move('收到应诉材料', 'Served on us', BEFORE, 'SERVED', ['court', 'court_case_no', 'served_date']),
    only: { our_role: ['DEFENDANT', 'THIRD'] },
  },
  try: move('进入审理', 'Trial begins', ['FILED', 'SERVED'], 'TRIAL'),
  stay: move('中止审理', 'Stay', ['FILED', 'SERVED', 'TRIAL', 'APPEAL'], 'STAYED', ['stay_reason']),
  resume: { ...move('恢复审理', 'Resume', ['STAYED'], 'TRIAL'), returns: true },
  judge: move('作出一审裁判或决定', 'Decided', ['FILED', 'SERVED', 'TRIAL'], 'JUDGED_1', [
    'judgment_form',
    'judgment_date',
    'judgment_served_date',
    'judgment_result',
  ]),
  appeal: move('上诉', 'Appeal', ['JUDGED_1'], 'APPEAL', ['appeal_date']),
  judge_appeal: move('作出二审裁判', 'Decided on appeal', ['APPEAL'], 'JUDGED_2', ['final_date', 'judgment_result']),
  remand: move('发回重审', 'Remand', ['APPEAL'], 'TRIAL'),
  take_effect: move('裁判生效', 'Becomes final', ['JUDGED_1', 'JUDGED_2'], 'EFFECTIVE', ['final_on', 'outcome', 'performance_until']),
  retry: move('再审', 'Retrial', ['EFFECTIVE'], 'TRIAL', ['retrial_date']),
  execute: move('申请执行', 'Enforce', ['EFFECTIVE', 'SETTLED'], 'EXECUTION', ['execution_date']),
  settle: move('和解', 'Settle', [...BEFORE, ...BEGUN, ...DECIDED, 'EFFECTIVE', 'EXECUTION'], 'SETTLED', ['settle_date', 'outcome', 'performance_until']),
  [CLOSE]: move('结案', 'Close', ['EFFECTIVE', 'EXECUTION', 'SETTLED'], 'CLOSED', ['close_date', 'outcome']),
  withdraw: move('撤回或不予追究', 'Withdraw or drop', [...BEFORE, ...BEGUN, ...DECIDED], 'WITHDRAWN', ['close_date', 'close_reason']),
} // oxfmt-ignore

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['线索', 'Clue'], states: BEFORE },
        { words: ['立案或应诉', 'Filed or served'], states: ['FILED', 'SERVED'], date: 'accept_date' },
        { words: ['审理', 'Trial'], states: ['TRIAL', 'STAYED'] },
        { words: ['裁判', 'Decision'], states: DECIDED, date: 'judgment_date' },
        { words: ['生效', 'Final'], states: ['EFFECTIVE', 'EXECUTION', 'SETTLED'], date: 'final_on' },
        { words: ['结案', 'Closed'], states: ['CLOSED'], date: 'close_date' },
      ],
    },
  ],
  ended: [],
}
