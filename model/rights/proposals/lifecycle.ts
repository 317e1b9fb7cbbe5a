import { ABILITIES } from '../../auth/roles/abilities.ts'
import type { Ability } from '../../kit/action.ts'
import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['草稿', 'Draft'],
  SUBMITTED: ['已提交', 'Submitted'],
  RETURNED: ['退回修改', 'Returned'],
  IP_REVIEW: ['IP 初审', 'IP review'],
  SEARCHING: ['查新中', 'Novelty search'],
  EVALUATING: ['评审中', 'Evaluation'],
  EVALUATED: ['已评价', 'Evaluated'],
  APPROVED: ['同意申请', 'To be filed'],
  SECRET: ['转技术秘密', 'Kept secret'],
  PUBLISHED_DEFENSIVE: ['防御公开', 'To be published'],
  DEFERRED: ['暂缓', 'Deferred'],
  MERGED: ['合并', 'Merged'],
  REJECTED: ['不通过', 'Rejected'],
  CASE_CREATED: ['已立案', 'Case created'],
  FILED: ['已申请', 'Filed'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  SUBMITTED: { phase: 'PREPARATION' },
  RETURNED: { phase: 'PREPARATION' },
  IP_REVIEW: { phase: 'PREPARATION' },
  SEARCHING: { phase: 'PREPARATION' },
  EVALUATING: { phase: 'PREPARATION' },
  EVALUATED: { phase: 'PREPARATION' },
  APPROVED: { phase: 'PREPARATION' },
  SECRET: { phase: 'TRANSFERRED' },
  PUBLISHED_DEFENSIVE: { phase: 'TRANSFERRED' },
  DEFERRED: { phase: 'PREPARATION' },
  MERGED: { phase: 'TRANSFERRED' },
  REJECTED: { phase: 'REFUSED' },
  CASE_CREATED: { phase: 'PREPARATION' },
  FILED: { phase: 'TRANSFERRED' },
}

export const CLOSED = endedIn(STATE_FACTS)

/** While its makers write it; afterwards only those who review it change its content. */
export const WRITTEN_IN: ReadonlySet<unknown> = new Set<Status>(['DRAFT', 'RETURNED'])

/** No more inventors join it: it has its cases, or has ended. */
export const BEYOND_MERGING: ReadonlySet<unknown> = new Set<unknown>(['CASE_CREATED', ...CLOSED])

/** A rejected proposal is considered again within so many days. */
export const REOPENED_WITHIN = 30

const { review_department, review, decide } = ABILITIES.proposal
const move = take<Status>
const by = (ability: Ability, transition: Transition): Transition => ({ ...transition, ability })

const REVIEWED: readonly Status[] = ['IP_REVIEW', 'EVALUATED']
const RETURNABLE: readonly Status[] = ['IP_REVIEW', 'EVALUATING', 'EVALUATED']

/** Steps of the inventors need no ability besides the permission for transitions. */
export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  submit: move('提交', 'Submit', ['DRAFT'], 'SUBMITTED'),
  resubmit: move('重新提交', 'Submit again', ['RETURNED'], 'SUBMITTED'),
  agree: by(review_department, move('部门同意', 'Department agrees', ['SUBMITTED'], 'IP_REVIEW', ['dept_opinion'])),
  return: by(review_department, move('退回修改', 'Return', ['SUBMITTED'], 'RETURNED', ['dept_opinion', 'restart_mode'])),
  refuse: by(review_department, move('部门不同意', 'Department refuses', ['SUBMITTED'], 'REJECTED', ['dept_opinion'])),
  // Listed after the steps of the deciding people, so that they do not take it for their own.
  withdraw: move('撤回修改', 'Take back', ['SUBMITTED'], 'DRAFT'),
  ip_return: by(review, move('退回修改', 'Return', RETURNABLE, 'RETURNED', ['ip_opinion', 'restart_mode'])),
  search: by(review, move('查新', 'Order a novelty search', ['IP_REVIEW'], 'SEARCHING', ['search_due'])),
  found: by(review, move('查新报告已确认', 'Search report confirmed', ['SEARCHING'], 'IP_REVIEW', ['search_result'])),
  send_to_evaluation: by(
    review,
    move('送评审', 'Send to evaluation', ['IP_REVIEW', 'EVALUATING'], 'EVALUATING', [
      'expert_group_sid',
      'expert_sids',
      'evaluate_vote',
      'evaluate_due',
    ]),
  ),
  evaluate: by(review, move('登记评审结果', 'Record the evaluation', ['EVALUATING'], 'EVALUATED', ['grade', 'ip_opinion'])),
  approve: by(decide, move('同意申请', 'Decide to file', REVIEWED, 'APPROVED', ['grade', 'ip_opinion'])),
  keep_secret: by(decide, move('转技术秘密', 'Keep secret', REVIEWED, 'SECRET', ['grade', 'ip_opinion'])),
  publish: by(decide, move('防御公开', 'Publish', REVIEWED, 'PUBLISHED_DEFENSIVE', ['grade', 'ip_opinion'])),
  defer: by(decide, move('暂缓', 'Defer', REVIEWED, 'DEFERRED', ['review_date', 'ip_opinion'])),
  merge: by(decide, { ...move('合并', 'Merge', REVIEWED, 'MERGED', ['merged_into', 'ip_opinion']), joins: 'merged_into' }),
  reject: by(decide, move('不申请', 'Reject', REVIEWED, 'REJECTED', ['grade', 'ip_opinion'])),
  resume: by(decide, move('恢复评审', 'Consider again', ['DEFERRED'], 'IP_REVIEW')),
  reopen: by(decide, move('重新审议', 'Reopen', ['REJECTED'], 'IP_REVIEW')),
  link_cases: by(review, move('立案', 'Link its cases', ['APPROVED'], 'CASE_CREATED', ['result_case_sids'])),
  file: by(review, move('已提交申请', 'Filed', ['CASE_CREATED'], 'FILED')),
}

/** The decision that each of these transitions is. */
export const DECIDED_BY: Readonly<Record<string, 'FILE' | 'SECRET' | 'PUBLISH' | 'DEFER' | 'MERGE' | 'REJECT'>> = {
  approve: 'FILE',
  keep_secret: 'SECRET',
  publish: 'PUBLISH',
  defer: 'DEFER',
  merge: 'MERGE',
  reject: 'REJECT',
  refuse: 'REJECT',
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['撰写', 'Draft'], states: ['DRAFT', 'RETURNED'] },
        { words: ['部门审核', 'Department review'], states: ['SUBMITTED'], date: 'submit_date' },
        { words: ['IP 评审', 'IP review'], states: ['IP_REVIEW', 'SEARCHING', 'EVALUATING', 'EVALUATED', 'DEFERRED'], date: 'agreed_date' },
        { words: ['决定申请', 'Decided'], states: ['APPROVED'], date: 'decided_date' },
        { words: ['立案', 'Case created'], states: ['CASE_CREATED'] },
        { words: ['已申请', 'Filed'], states: ['FILED'], date: 'filed_date' },
      ],
    },
  ],
  ended: [],
}
