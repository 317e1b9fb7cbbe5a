import { ABILITIES } from '../../auth/roles/abilities.ts'
import { defineAction } from '../../kit/action.ts'
import { boolean } from '../../kit/fields.ts'

/** The setting; also the `entity` of a proposal to switch it off. */
export const LAW_RULE = 'law.two_people'

const TWO_PEOPLE = boolean('法规变更须两人', 'Two people for changes of the law')

export const readLawRule = defineAction({
  model: 'law_proposal',
  name: 'rule',
  zh: '规则、价格和日历的变更是否须另一人确认',
  en: 'Whether a second person must confirm changes of rules, prices and calendars',
  body: {},
  answer: { two_people: TWO_PEOPLE },
  permission: 'search',
})

export const setLawRule = defineAction({
  model: 'law_proposal',
  name: 'set_rule',
  zh: '设定规则、价格和日历的变更是否须另一人确认；关闭也须另一人确认',
  en: 'Set whether a second person must confirm changes of rules, prices and calendars; switching it off must be confirmed, too',
  body: { two_people: { ...TWO_PEOPLE, required: true } },
  answer: { two_people: TWO_PEOPLE },
  permission: ABILITIES.law_proposal.set_law_rule,
  transaction: true,
})
