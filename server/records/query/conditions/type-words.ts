import type { FieldType } from '../../../../model/kit/fields.ts'

/** What a value of the type is called in a refusal. */
export const TYPE_WORDS: Record<FieldType, readonly [string, string]> = {
  string: ['文本', 'text'],
  text: ['文本', 'text'],
  integer: ['整数', 'a whole number'],
  decimal: ['数字', 'a number'],
  money: ['金额', 'an amount'],
  date: ['日期', 'a date'],
  datetime: ['时间', 'a time'],
  boolean: ['是/否', 'TRUE or FALSE'],
  option: ['选项代码', 'an option code'],
  options: ['选项代码', 'an option code'],
  reference: ['主键', 'an ID'],
  references: ['主键', 'an ID'],
  rows: ['子表', 'a list of rows'],
  attachment: ['附件', 'files'],
  json: ['结构', 'structured facts'],
}
