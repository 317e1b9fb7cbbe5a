import { ABILITIES } from '../auth/abilities.ts'
import { boolean, string } from '../kit/fields.ts'
import { defineAction, sidOf } from '../kit/action.ts'

export const undoTransition = defineAction({
  model: 'patent',
  name: 'undo_transition',
  zh: '撤销上一事件',
  en: 'Undo the last event and what it brought',
  body: { sid: sidOf('patent'), reason: string('原因', 'Reason', { required: true, max: 255 }) },
  answer: { record: 'patent' },
  permission: ABILITIES.patent.undo_transition,
  also: { patent: 'transition' },
  on: 'record',
})

export const isUndoable = defineAction({
  model: 'patent',
  name: 'undoable',
  zh: '是否有可撤销的事件',
  en: 'Whether there is an event that this person may undo',
  body: { sid: sidOf('patent') },
  answer: { undoable: boolean('可撤销', 'Can be undone') },
  permission: 'transition',
})
