// The possible inputs of each type of value. Pure: the server checks by it and the screen offers by it.

export const INPUT_TYPES = {
  input: ['单行输入', 'Input'],
  textarea: ['多行输入', 'Text area'],
  select: ['下拉选择', 'Select'],
  cascader: ['级联选择', 'Cascader'],
  radio: ['单选', 'Radio'],
  checkbox: ['复选', 'Checkbox'],
  date: ['日期', 'Date'],
  number: ['数字', 'Number'],
  person: ['人员', 'Person'],
  org: ['组织', 'Organisation'],
  upload: ['上传', 'Upload'],
} as const
export type InputType = keyof typeof INPUT_TYPES

type Ways = { one: readonly InputType[]; many?: readonly InputType[] }

/** The first of each is the usual one; a type without `many` holds a single value. */
const WAYS: Readonly<Record<string, Ways>> = {
  STRING: { one: ['input'], many: ['select'] },
  TEXT: { one: ['textarea'] },
  INT: { one: ['number'] },
  DECIMAL: { one: ['number'] },
  MONEY: { one: ['number'] },
  DATE: { one: ['date'] },
  DATETIME: { one: ['date'] },
  BOOLEAN: { one: ['checkbox', 'radio', 'select'] },
  OPTION: { one: ['select', 'radio', 'cascader'], many: ['select', 'checkbox', 'cascader'] },
  REFERENCE: { one: ['select', 'person', 'org'], many: ['select', 'person', 'org'] },
  ATTACHMENT: { one: ['upload'] },
}

type Typed = { data_type?: unknown; multi?: unknown }

export const mayBeMany = ({ data_type }: Typed) => WAYS[String(data_type)]?.many !== undefined

export function inputsOf({ data_type, multi }: Typed): readonly InputType[] {
  const ways = WAYS[String(data_type)]
  return (multi === true ? ways?.many : undefined) ?? ways?.one ?? []
}

/** A person or an organisation is chosen only where the field refers to such records. */
export const INPUT_TARGETS: Readonly<Partial<Record<InputType, readonly string[]>>> = {
  person: ['user_info', 'user', 'agent', 'inventor'],
  org: ['department', 'company', 'virtual_organisation', 'agency'],
}
