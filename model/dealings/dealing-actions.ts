import { chosen, defineAction, sidOf } from '../kit/action.ts'
import { integer } from '../kit/fields.ts'

/** Names many rights at once in a contract or a dispute; those that it names already are left. */
export const addRights = defineAction({
  model: 'dealt_right',
  name: 'add',
  zh: '加入所选权利',
  en: 'Add the chosen rights',
  body: { dealing_sid: sidOf('case'), case_sids: chosen('case') },
  answer: { added: integer('已加入', 'Added'), known: integer('原已列入', 'Named before') },
  permission: 'create',
  transaction: true,
})
