import { ABILITIES } from '../auth/abilities.ts'
import { boolean } from '../kit/fields.ts'
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
