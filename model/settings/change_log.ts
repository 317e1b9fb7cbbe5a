import { json, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** One line for each save of each record: every field that changed, old and new. */
export const change_log = defineModel({
  name: 'change_log',
  zh: '变更记录',
  en: 'Change log',
  display: ['entity'],
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  indexes: [['record_sid']],
  fields: {
    entity: string('对象', 'Entity', { searchable: true, list: true, max: 60, code_of: 'model' }),
    record_sid: string('记录', 'Record', { searchable: true, list: true, max: 36 }),
    action: option(
      '动作',
      'Action',
      {
        CREATE: ['新建', 'Created'],
        UPDATE: ['修改', 'Changed'],
        TRANSITION: ['变更状态', 'State changed'],
        UNDO: ['撤销事件', 'Event undone'],
        DELETE: ['删除', 'Deleted'],
        RESTORE: ['恢复', 'Restored'],
      },
      { searchable: true, list: true },
    ),
    changes: json('变更内容', 'Changes', { list: true }),
    source: option(
      '来源',
      'Source',
      { WEB: ['网页', 'Web'], API: ['接口', 'API'], IMPORT: ['导入', 'Import'], JOB: ['系统', 'System'], SYNC: ['人事同步', 'HR synchronisation'] },
      { searchable: true, list: true },
    ),
    resource_code: string('菜单资源', 'Menu resource', { searchable: true, max: 100 }),
    reason: string('原因', 'Reason', { max: 255, list: true }),
    request_id: string('请求号', 'Request ID', { max: 100 }),
  },
})

export type ChangeLog = Row<typeof change_log>
