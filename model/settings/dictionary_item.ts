import { integer, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** The option fields whose options each company keeps itself. */
const DICTIONARIES = { value_grade: ['专利价值等级', 'Value grade of patents'] } as const

/** One option of a dictionary. Records refer to it by its code, so it is made invalid, never deleted. */
export const dictionary_item = defineModel({
  name: 'dictionary_item',
  zh: '字典选项',
  en: 'Dictionary option',
  display: ['label_zh'],
  scope: 'tenant',
  uniques: [['dictionary', 'code']],
  refuses: {
    delete: ['已保存的选项不能删除，可设为无效', 'A saved option cannot be deleted; set it to invalid instead'],
  },
  fields: {
    dictionary: option('字典', 'Dictionary', DICTIONARIES, { required: true, immutable: true, searchable: true, list: true }),
    code: string('代码', 'Code', {
      required: true,
      immutable: true,
      searchable: true,
      list: true,
      max: 48,
      // A code of digits alone would lead the order of the options.
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      pattern_says: ['以字母开头，只含字母、数字和下划线', 'must start with a letter and contain only letters, digits and _'],
    }),
    label_zh: string('中文', 'Chinese', { required: true, list: true, max: 100 }),
    label_en: string('英文', 'English', { list: true, max: 100 }),
    sort: integer('顺序', 'Order', { min: 0, max: 100_000, list: true }),
    colour: string('颜色', 'Colour', {
      max: 7,
      list: true,
      upper: true,
      pattern: '^#[0-9A-F]{6}$',
      pattern_says: ['颜色形如 #1A7F37', 'must be a colour such as #1A7F37'],
    }),
  },
})

export type DictionaryItem = Row<typeof dictionary_item>
