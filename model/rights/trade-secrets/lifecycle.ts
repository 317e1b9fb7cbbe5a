import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['起草', 'Draft'],
  REVIEW: ['审核中', 'In review'],
  PROTECTED: ['保密中', 'Protected'],
  DECLASSIFIED: ['已解密', 'Declassified'],
  LEAKED: ['已泄露', 'Leaked'],
  PATENTED: ['已转专利', 'Filed as a patent'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  REVIEW: { phase: 'PREPARATION' },
  PROTECTED: { phase: 'GRANTED' },
  DECLASSIFIED: { phase: 'EXPIRED' },
  LEAKED: { phase: 'LAPSED' },
  PATENTED: { phase: 'TRANSFERRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  review: move('送审', 'Send for review', ['DRAFT'], 'REVIEW'),
  return: move('退回', 'Return', ['REVIEW'], 'DRAFT'),
  protect: move('定密', 'Protect', ['REVIEW'], 'PROTECTED', ['from_date', 'level', 'protective_measures', 'authorised_users']),
  keep: move('复审，继续保密', 'Reviewed, stays secret', ['PROTECTED'], 'PROTECTED', ['last_review', 'level', 'protective_measures']),
  admit: move('增加知悉人', 'Admit readers', ['PROTECTED'], 'PROTECTED', ['authorised_users']),
  declassify: move('解密', 'Declassify', ['PROTECTED'], 'DECLASSIFIED', ['close_date', 'close_reason']),
  report_leak: move('登记泄露', 'Record a leak', ['PROTECTED'], 'LEAKED', ['close_date', 'close_reason']),
  patent: move('转为专利申请', 'File as a patent', ['PROTECTED'], 'PATENTED', ['patent_case_sid', 'close_date']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['起草', 'Draft'], states: ['DRAFT'] },
        { words: ['审核', 'Review'], states: ['REVIEW'] },
        { words: ['保密', 'Protected'], states: ['PROTECTED'], date: 'from_date' },
      ],
    },
  ],
  ended: ['DECLASSIFIED', 'LEAKED', 'PATENTED'] satisfies Status[],
}
