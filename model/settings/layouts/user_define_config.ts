import { boolean, json, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** Settings of one person for one list: columns, saved views, density; a shared one is readable by the company. */
export const user_define_config = defineModel({
  name: 'user_define_config',
  zh: '个人设置',
  en: 'Personal setting',
  display: ['config_key'],
  no_log: true,
  hard_delete: true,
  natural_keys: { by: [['config_key']] },
  own: { by: 'created_by', verbs: ['get', 'search', 'count', 'create', 'update', 'delete'] },
  fields: {
    config_key: string('设置项', 'Key', { required: true, searchable: true, list: true, max: 120 }),
    config: json('内容', 'Content', { required: true, list: true }),
    shared: boolean('共享', 'Shared', { default: false, searchable: true, list: true }),
  },
})

export type UserDefineConfig = Row<typeof user_define_config>
