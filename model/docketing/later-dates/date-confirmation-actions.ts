import { ABILITIES } from '../../auth/roles/abilities.ts'
import { boolean, integer, option, string } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'

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

const ENTITY = option(
  '记录种类',
  'Kind of record',
  {
    case: ['案件', 'Case'],
    priority: ['优先权', 'Priority'],
    related_case: ['关联案件', 'Related case'],
    official_event: ['官方事件', 'Official event'],
    deadline: ['期限', 'Deadline'],
  },
  { required: true },
)

export const MAX_REMOVALS = 300

export const proposeRemovals = defineAction({
  model: 'date_confirmation',
  name: 'propose_removals',
  zh: '删除多条记录；其中会推迟或终止期限的，逐条提出后由另一人确认',
  en: 'Delete several records, all or none; those whose deletion makes a date later or ends it are proposed to a second person, each by itself',
  body: {
    entity: ENTITY,
    sids: facts<readonly string[]>('记录', 'Records', { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_REMOVALS }),
    reason: string('理由', 'Reason', { max: 255 }),
  },
  answer: {
    deleted: integer('已删除', 'Deleted'),
    proposed: integer('待确认', 'Waiting for a second person'),
    message: string('说明', 'Message', { optional: true }),
  },
  permission: 'person',
})

export const proposeRemoval = defineAction({
  model: 'date_confirmation',
  name: 'propose_removal',
  zh: '删除案件、优先权、关联、官方来文或手工期限；会推迟或终止期限的，提出后由另一人确认',
  en: 'Delete a case, a priority, a relation, an official event or a deadline entered by hand; where that makes a date later or ends it, propose it to a second person',
  body: { entity: ENTITY, record_sid: string('记录', 'Record', { required: true, max: 36 }), reason: string('理由', 'Reason', { max: 255 }) },
  answer: { proposed: boolean('待确认', 'Waits for a second person'), message: string('说明', 'Message', { optional: true }) },
  permission: 'person',
})
