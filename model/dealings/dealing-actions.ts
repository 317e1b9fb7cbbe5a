import { chosen, defineAction, facts, sidOf } from '../kit/action.ts'
import { integer } from '../kit/fields.ts'

/** Adds many rights to a contract or a dispute at once; rights that it already names are skipped. */
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

/** One finding about a right: its topic, its text, its weight for a contract, and the record that proves it. */
export type CheckedLine = {
  topic: string
  label: string
  level: 'OK' | 'INFO' | 'WARN' | 'UNSEEN'
  text: string
  from?: { model: string; sid: string; name: string }
}
export type CheckedRight = { sid: string; name: string; kind: string; lines: CheckedLine[] }

/** The most rights of one report. */
export const MAX_CHECKED = 200

export const checkRights = defineAction({
  model: 'case',
  name: 'contract_check',
  zh: '签约前核查：权属、状态、年费、质押、许可、转让、纠纷、同族',
  en: 'Check before a contract: owners, status, annuities, pledges, licences, transfers, disputes, family',
  body: { case_sids: chosen('case') },
  answer: {
    record: facts<CheckedRight[]>('权利', 'Rights', { type: 'array', items: { type: 'object', required: ['sid', 'name', 'kind', 'lines'] } }),
  },
  permission: 'search',
})
