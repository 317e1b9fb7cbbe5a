import { string } from '../../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../../kit/model.ts'

/** A list of options that each tenant keeps itself: of a built-in field, or of any number of custom fields. */
export const dictionary = defineModel({
  name: 'dictionary',
  zh: '数据字典',
  en: 'Dictionary',
  display: ['name'],
  scope: 'tenant',
  system: { fixed: ['code', 'valid'] },
  natural_keys: { by: [['code']] },
  configuration: { key: [['code']], shapes: true },
  fields: {
    code: string('代码', 'Code', {
      required: true,
      immutable: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      max: 48,
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      pattern_says: ['以字母开头，只含字母、数字和下划线', 'must start with a letter and contain only letters, digits and _'],
    }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    name_en: string('英文名称', 'English name', { searchable: true, list: true, max: 100 }),
    is_system: IS_SYSTEM,
  },
})

export type Dictionary = Row<typeof dictionary>
