import { defineAction, facts, sidOf } from '../../kit/action.ts'
import { boolean, integer, link, links, rows, string } from '../../kit/fields.ts'
import type { Answer, IndexField } from './answers.ts'

const answers = (zh: string, en: string) =>
  rows(
    zh,
    en,
    {
      field: string('标引项', 'Index field', { required: true, max: 40 }),
      value: string('值', 'Value', { required: true, max: 2000 }),
    },
    { max: 30 },
  )

export type DeskSheet = {
  sid: string
  state: 'TODO' | 'DONE' | 'RETURNED'
  seq: number
  publication_no: string
  item_title: string
  item_owner: string
  pub_date: string
  answers: readonly Answer[]
  note: string
  return_reason: string
}
/** The indexing work of one person, with the author's notes on the task. `free`: publications that the person can still take. */
export type DeskTask = {
  sid: string
  name: string
  due: string
  guide: string
  isBlind: boolean
  fields: readonly IndexField[]
  free: number
  sheets: readonly DeskSheet[]
}

export const readDesk = defineAction({
  model: 'indexing_sheet',
  name: 'desk',
  zh: '待本人标引的文献',
  en: 'What the caller has to index',
  body: {},
  answer: { record: facts<DeskTask[]>('标引任务', 'Indexing tasks', { type: 'array', items: { type: 'object', required: ['sid', 'name', 'fields', 'sheets'] } }) },
  permission: 'person',
}) // oxfmt-ignore

export const saveSheet = defineAction({
  model: 'indexing_sheet',
  name: 'save',
  zh: '保存或提交标引单',
  en: 'Save or submit a sheet',
  body: {
    sid: sidOf('indexing_sheet'),
    answers: answers('标引值', 'Values'),
    note: string('说明', 'Note', { max: 500 }),
    done: boolean('提交', 'Submit', { default: true }),
  },
  answer: { left: integer('待标引篇数', 'Left to index') },
  permission: 'person',
  on: 'record',
  transaction: true,
})

export const claimItems = defineAction({
  model: 'indexing_sheet',
  name: 'claim',
  zh: '领取文献',
  en: 'Take publications to index',
  body: { task_sid: sidOf('indexing_task'), count: integer('篇数', 'Number', { required: true, min: 1, max: 200 }) },
  answer: { taken: integer('已领取', 'Taken') },
  permission: 'person',
  transaction: true,
})

export type ComparedSheet = { answers: readonly Answer[]; note: string }
/** The answers for one publication, without the names of the people who gave them. */
export type ComparedItem = {
  sid: string
  seq: number
  publication_no: string
  item_title: string
  state: 'OPEN' | 'AGREED' | 'DIFFERS' | 'SETTLED'
  differs: readonly string[]
  sheets: readonly ComparedSheet[]
  result: readonly Answer[]
}

export const compareSheets = defineAction({
  model: 'indexing_task',
  name: 'compare',
  zh: '比对标引结果，不显示标引人',
  en: 'Compare what was said, without who said it',
  body: { sid: sidOf('indexing_task') },
  answer: {
    fields: facts<IndexField[]>('标引项', 'Index fields', { type: 'array', items: { type: 'object' } }),
    items: facts<ComparedItem[]>('文献', 'Publications', { type: 'array', items: { type: 'object', required: ['sid', 'state', 'sheets'] } }),
    agreement: integer('一致率 %', 'Agreement %', { nullable: true }),
  },
  permission: 'transition',
  on: 'record',
}) // oxfmt-ignore

export const settleItem = defineAction({
  model: 'indexing_task',
  name: 'settle',
  zh: '裁定一篇文献的标引值',
  en: 'Decide the values of a publication',
  body: { sid: sidOf('indexing_task'), item_sid: sidOf('indexing_item'), answers: answers('标引值', 'Values') },
  answer: { left: integer('待裁定篇数', 'Left to decide') },
  permission: 'transition',
  on: 'record',
  transaction: true,
})

export const sendBack = defineAction({
  model: 'indexing_task',
  name: 'send_back',
  zh: '退回重标',
  en: 'Send publications back to be indexed again',
  body: {
    sid: sidOf('indexing_task'),
    item_sids: links('文献', 'Publications', { to: 'indexing_item', required: true, max: 1000 }),
    reason: string('退回说明', 'Why', { required: true, max: 255 }),
  },
  answer: { sent: integer('退回标引单', 'Sheets sent back') },
  permission: 'transition',
  on: 'record',
  transaction: true,
})

export const reassignSheets = defineAction({
  model: 'indexing_task',
  name: 'reassign',
  zh: '把一人尚未完成的标引单交给另一人',
  en: 'Give the open sheets of one person to another',
  body: {
    sid: sidOf('indexing_task'),
    from_sid: link('原标引人', 'From', { to: 'user_info', required: true }),
    to_sid: link('新标引人', 'To', { to: 'user_info', required: true }),
  },
  answer: { moved: integer('已转交', 'Given') },
  permission: 'transition',
  on: 'record',
  transaction: true,
})
