import { ABILITIES } from '../auth/abilities.ts'
import { boolean, option, string } from '../kit/fields.ts'
import { defineAction } from '../kit/action.ts'

const TWO_PEOPLE = boolean('推迟期限须两人', 'Two people for later deadlines')

export const readTwoPeople = defineAction({
  model: 'date_confirmation',
  name: 'rule',
  zh: '推迟会丧失权利的期限是否须另一人确认',
  en: 'Whether a second person must confirm a later deadline by which a right can be lost',
  body: {},
  answer: { two_people: TWO_PEOPLE },
  permission: 'person',
})

export const setTwoPeople = defineAction({
  model: 'date_confirmation',
  name: 'set_rule',
  zh: '设定推迟会丧失权利的期限是否须另一人确认',
  en: 'Set whether a second person must confirm a later deadline by which a right can be lost',
  body: { two_people: { ...TWO_PEOPLE, required: true } },
  answer: { two_people: TWO_PEOPLE },
  permission: ABILITIES.date_confirmation.set_two_people,
})

export const proposeRemoval = defineAction({
  model: 'date_confirmation',
  name: 'propose_removal',
  zh: '删除案件、优先权、关联或官方来文；会推迟期限的，提出后由另一人确认',
  en: 'Delete a case, a priority, a relation or an official event; where that makes a date later, propose it to a second person',
  body: {
    entity: option(
      '记录种类',
      'Kind of record',
      {
        case: ['案件', 'Case'],
        priority: ['优先权', 'Priority'],
        related_case: ['关联案件', 'Related case'],
        official_event: ['官方事件', 'Official event'],
      },
      { required: true },
    ),
    record_sid: string('记录', 'Record', { required: true, max: 36 }),
    reason: string('理由', 'Reason', { max: 255 }),
  },
  answer: { proposed: boolean('待确认', 'Waits for a second person'), message: string('说明', 'Message', { optional: true }) },
  permission: 'person',
})
