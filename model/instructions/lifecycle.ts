import { ABILITIES } from '../auth/roles/abilities.ts'
import type { Options } from '../kit/fields.ts'
import type { Transition } from '../kit/model.ts'
import { take } from '../kit/transition.ts'

export const STATUS = {
  PREPARING: ['待发出', 'To be sent'],
  SENT: ['已发出', 'Sent'],
  DRAFTING: ['撰写中', 'In drafting'],
  REVIEW: ['待审稿', 'Draft to review'],
  RETURNED: ['退回修改', 'Returned'],
  ACCEPTED: ['已定稿', 'Draft accepted'],
  FILED: ['已递交', 'Filed'],
  CANCELLED: ['已撤销', 'Cancelled'],
} as const satisfies Options

export type InstructionStatus = keyof typeof STATUS

export const CLOSED: readonly InstructionStatus[] = ['FILED', 'CANCELLED']
/** An agency cannot see an instruction before it is sent. */
export const SENT: readonly InstructionStatus[] = ['SENT', 'DRAFTING', 'REVIEW', 'RETURNED', 'ACCEPTED', 'FILED', 'CANCELLED']
export const OPEN: readonly InstructionStatus[] = ['PREPARING', 'SENT', 'DRAFTING', 'REVIEW', 'RETURNED', 'ACCEPTED']

const move = take<InstructionStatus>
const { give_instruction, answer_instruction } = ABILITIES.agency_instruction
const byCompany = (step: Transition): Transition => ({ ...step, ability: give_instruction })
const byAgency = (step: Transition): Transition => ({ ...step, ability: answer_instruction })

export const TRANSITIONS = {
  send: byCompany(move('发出', 'Send', ['PREPARING'], 'SENT', ['agency_user_sid', 'draft_due'])),
  acknowledge: byAgency(move('确认收到', 'Acknowledge', ['SENT'], 'DRAFTING')),
  // A corrected draft after the acceptance needs another acceptance.
  submit: byAgency(move('提交稿件', 'Submit a draft', ['SENT', 'DRAFTING', 'RETURNED', 'ACCEPTED'], 'REVIEW', ['draft_sid', 'comment'])),
  return: byCompany(move('退回修改', 'Return the draft', ['REVIEW', 'ACCEPTED'], 'RETURNED', ['comment', 'draft_due'])),
  accept: byCompany(move('稿件定稿', 'Accept the draft', ['REVIEW'], 'ACCEPTED', ['file_due', 'comment'])),
  file: byAgency(move('登记递交', 'Record the filing', ['ACCEPTED'], 'FILED', ['filed_on'])),
  cancel: byCompany(move('撤销', 'Cancel', ['PREPARING', 'SENT', 'DRAFTING', 'REVIEW', 'RETURNED', 'ACCEPTED'], 'CANCELLED', ['comment'])),
} as const satisfies Readonly<Record<string, Transition>>

export type InstructionStep = keyof typeof TRANSITIONS

/** The case went to another agency, and the instruction ended with that. */
export const MOVED = 'moved'

/** Kinds of entries in the exchange with the agency. */
export const ROUND_STEPS: Options = {
  ...Object.fromEntries(Object.entries(TRANSITIONS).map(([code, { zh, en }]) => [code, [zh, en] as const])),
  comment: ['留言', 'Comment'],
  [MOVED]: ['随案件撤销', 'Cancelled with the case'],
}
