import type { Options } from '../kit/fields.ts'
import type { Transition } from '../kit/model.ts'
import { take } from '../kit/transition.ts'

export const STATUS = {
  TODO: ['待办', 'To do'],
  DOING: ['进行中', 'In progress'],
  WAIT: ['待确认', 'To be confirmed'],
  DONE: ['已完成', 'Done'],
  CANCELLED: ['已取消', 'Cancelled'],
} as const satisfies Options

type Status = keyof typeof STATUS
const move = take<Status>

export const CLOSED: readonly Status[] = ['DONE', 'CANCELLED']

export const TRANSITIONS: Readonly<Record<string, Transition>> = {
  acknowledge: move('确认收到', 'Acknowledge', ['TODO'], 'DOING'),
  finish: { ...move('完成', 'Finish', ['TODO', 'DOING'], 'DONE', ['result']), only: { confirmation: ['NONE'] } },
  submit: { ...move('提交确认', 'Submit', ['TODO', 'DOING'], 'WAIT', ['result']), only: { confirmation: ['ASSIGNER'] } },
  confirm: move('确认完成', 'Confirm', ['WAIT'], 'DONE'),
  return: move('退回', 'Return', ['WAIT'], 'DOING', ['return_reason']),
  cancel: move('取消', 'Cancel', ['TODO', 'DOING', 'WAIT'], 'CANCELLED', ['return_reason']),
  reopen: move('重新打开', 'Reopen', ['DONE'], 'DOING', ['return_reason']),
}
