import { boolean, link, string } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { askAudiences } from '../kit/audience.ts'

export const waysToShareView = askAudiences('saved_view', ['视图可共享的范围', 'Scopes in which this person may share a view'])

export const readListSettings = defineAction({
  model: 'user_define_config',
  name: 'search_header',
  zh: '本人的列表设置',
  en: 'List settings of the caller',
  body: { config_key: string('设置项', 'Key', { max: 255 }), key: string('设置项', 'Key', { max: 255 }) },
  answer: {
    config_key: string('设置项', 'Key'),
    sid: link('设置', 'Setting', { to: 'user_define_config', nullable: true }),
    config: facts<unknown>('内容', 'Content'),
  },
  permission: 'person',
})

export const undoBatch = defineAction({
  model: 'batch_edit',
  name: 'undo',
  zh: '撤销批量编辑或批量变更状态：24 小时内，且无人再改',
  en: 'Undo a batch edit or a batch change of state: within 24 hours, if the records have not changed since',
  body: {
    sid: sidOf('batch_edit'),
    leave_changed: boolean('此后又被修改的保持不变，只撤销其余', 'Leave the records that changed since as they are, and undo the others'),
  },
  rest: 'sid',
  answer: {
    sid: link('批量编辑', 'Batch edit', { to: 'batch_edit' }),
    job_sid: link('任务（记录较多时）', 'Job, for a larger batch', { to: 'job', nullable: true }),
    message: string('结果', 'What was undone, in words', { nullable: true }),
  },
  permission: 'person',
})

export const cancelJob = defineAction({
  model: 'job',
  name: 'cancel',
  zh: '取消任务：已完成的部分保留',
  en: 'Cancel a job; completed work is kept',
  body: { sid: sidOf('job') },
  rest: 'sid',
  answer: { record: 'job' },
  permission: 'person',
})
