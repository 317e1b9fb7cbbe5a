import { integer, link, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { COLOUR } from '../layouts/colour.ts'

/** One option of a dictionary. Records refer to it by its code, so it is made invalid, never deleted. Options below options are a cascade. */
export const dictionary_item = defineModel({
  name: 'dictionary_item',
  zh: '字典选项',
  en: 'Dictionary option',
  display: ['label_zh'],
  scope: 'tenant',
  uniques: [['dictionary', 'code']],
  configuration: { key: [['dictionary', 'code']], shapes: true },
  tree: {
    parent: 'parent_sid',
    order: 'sort',
    max_depth: 5,
    within: { field: 'dictionary', says: ['上级选项属于另一数据字典', 'must be an option of the same dictionary'] },
  },
  refuses: {
    delete: ['已保存的选项不能删除，可设为无效', 'A saved option cannot be deleted; set it to invalid instead'],
  },
  fields: {
    dictionary: string('字典', 'Dictionary', {
      required: true,
      immutable: true,
      searchable: true,
      list: true,
      max: 48,
      code_of: 'dictionary.code',
    }),
    code: string('代码', 'Code', {
      required: true,
      immutable: true,
      searchable: true,
      list: true,
      max: 48,
      // A code of digits alone would come first in the order of the options.
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      pattern_says: ['以字母开头，只含字母、数字和下划线', 'must start with a letter and contain only letters, digits and _'],
    }),
    label_zh: string('中文', 'Chinese', { required: true, list: true, max: 100 }),
    label_en: string('英文', 'English', { list: true, max: 100 }),
    parent_sid: link('上级选项', 'Parent option', { to: 'dictionary_item', searchable: true, list: true }),
    sort: integer('顺序', 'Order', { min: 0, max: 100_000, list: true }),
    colour: string('颜色', 'Colour', { ...COLOUR, max: 7, list: true }),
  },
})

export type DictionaryItem = Row<typeof dictionary_item>
