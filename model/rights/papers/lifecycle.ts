import type { Options } from '../../kit/fields.ts'
import type { Milestones } from '../../kit/milestones.ts'
import type { StateFacts, Transition } from '../../kit/model.ts'
import { endedIn, take } from '../../kit/transition.ts'

export const STATUS = {
  DRAFT: ['撰写中', 'Draft'],
  SECRECY_REVIEW: ['保密审查中', 'Secrecy review'],
  SUBMITTED: ['已投稿', 'Submitted'],
  ACCEPTED: ['已录用', 'Accepted'],
  PUBLISHED: ['已发表', 'Published'],
  REJECTED: ['退稿', 'Rejected'],
  WITHDRAWN: ['撤稿', 'Withdrawn'],
} as const satisfies Options

type Status = keyof typeof STATUS

export const STATE_FACTS: Readonly<Record<Status, StateFacts>> = {
  DRAFT: { phase: 'PREPARATION' },
  SECRECY_REVIEW: { phase: 'PREPARATION' },
  SUBMITTED: { phase: 'PENDING' },
  ACCEPTED: { phase: 'PENDING' },
  PUBLISHED: { phase: 'GRANTED' },
  REJECTED: { phase: 'REFUSED' },
  WITHDRAWN: { phase: 'WITHDRAWN' },
}

export const CLOSED = endedIn(STATE_FACTS)

/** A paper leaves the company only after its review: a publication before the filing of a patent destroys its novelty (Patent Law of China, art. 22). */
export const REVIEWED: readonly Status[] = ['SUBMITTED', 'ACCEPTED', 'PUBLISHED']

const move = take<Status>

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  request_review: move('提交保密审查', 'Send for secrecy review', ['DRAFT'], 'SECRECY_REVIEW', ['authors']),
  refuse: move('审查不通过', 'Review refused', ['SECRECY_REVIEW'], 'DRAFT', ['secrecy_review', 'review_opinion']),
  submit: move('投稿', 'Submitted', ['SECRECY_REVIEW'], 'SUBMITTED', ['secrecy_review', 'review_opinion', 'journal', 'submit_date']),
  accept: move('录用', 'Accepted', ['SUBMITTED'], 'ACCEPTED', ['accept_date']),
  publish: move('发表', 'Published', ['SUBMITTED', 'ACCEPTED'], 'PUBLISHED', ['publish_date', 'volume', 'issue', 'pages', 'doi']),
  reject: move('退稿', 'Rejected', ['SUBMITTED'], 'REJECTED', ['close_date', 'close_reason']),
  revise: move('修改后另投', 'Revise and submit elsewhere', ['REJECTED'], 'DRAFT'),
  withdraw: move('撤稿', 'Withdraw', ['DRAFT', 'SECRECY_REVIEW', 'SUBMITTED', 'ACCEPTED', 'PUBLISHED'], 'WITHDRAWN', ['close_date', 'close_reason']),
}

export const MILESTONES: Milestones = {
  courses: [
    {
      steps: [
        { words: ['撰写', 'Draft'], states: ['DRAFT'] },
        { words: ['保密审查', 'Secrecy review'], states: ['SECRECY_REVIEW'] },
        { words: ['投稿', 'Submitted'], states: ['SUBMITTED'], date: 'submit_date' },
        { words: ['录用', 'Accepted'], states: ['ACCEPTED'], date: 'accept_date' },
        { words: ['发表', 'Published'], states: ['PUBLISHED'], date: 'publish_date' },
      ],
    },
  ],
  ended: [],
}
