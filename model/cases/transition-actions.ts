import { ABILITIES } from '../auth/roles/abilities.ts'
import { boolean, string } from '../kit/fields.ts'
import { defineAction, sidOf } from '../kit/action.ts'

/** The undo actions of every kind of case. */
export const transitionActionsOf = <const Kind extends string>(kind: Kind) => ({
  undo: defineAction({
    model: kind,
    name: 'undo_transition',
    zh: '撤销上一事件',
    en: 'Undo the last event and its effects',
    body: { sid: sidOf(kind), reason: string('原因', 'Reason', { required: true, max: 255 }) },
    answer: { record: kind },
    permission: ABILITIES.case.undo_transition,
    also: { [kind]: 'transition' },
    on: 'record',
  }),
  undoable: defineAction({
    model: kind,
    name: 'undoable',
    zh: '是否有可撤销的事件',
    en: 'Whether there is an event that the caller may undo',
    body: { sid: sidOf(kind) },
    answer: { undoable: boolean('可撤销', 'Can be undone') },
    permission: 'transition',
  }),
})

export type TransitionActions = ReturnType<typeof transitionActionsOf<string>>
