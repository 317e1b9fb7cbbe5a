import { defineAction, facts, sidOf } from '../kit/action.ts'
import { boolean, integer } from '../kit/fields.ts'

/** Result of undoing an import. `touched`: records changed after the import; a single one prevents the undoing. */
export type TakenBack = { created: number; changed: number; people: number; touched: TouchedRecord[]; touched_count: number }
/** `by`, `at`: who changed it last, and when. */
export type TouchedRecord = { row: number | null; sid: string; name: string; by: string; at: string }

export const docketedByImport = defineAction({
  model: 'job',
  name: 'docketed',
  zh: '导入时为其案件算出的期限与费用数',
  en: 'The number of deadlines and fees that an import calculated for its cases',
  body: { sid: sidOf('job') },
  answer: { deadlines: integer('期限', 'Deadlines'), fees: integer('费用', 'Fees') },
  permission: 'person',
})

export const takeBackImport = defineAction({
  model: 'job',
  name: 'take_back',
  zh: '撤回导入：其记录未被改动时，整批删除新建的、恢复更新的',
  en: 'Undo a whole import while its records are unchanged: created records are deleted, updated records are restored',
  body: { sid: sidOf('job'), preview: boolean('只预览', 'Only preview', { default: false }) },
  answer: facts<TakenBack>('结果', 'Result', { type: 'object' }),
  permission: 'person',
})
