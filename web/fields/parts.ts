import type { FieldType } from '../../model/kit/fields.ts'
import { attachment } from './attachment-field.tsx'
import { boolean } from './boolean.tsx'
import { date, datetime } from './dates.tsx'
import { json } from './json.tsx'
import { decimal, integer, money } from './numbers.tsx'
import { option, options } from './option.tsx'
import { reference, references } from './reference.tsx'
import { string } from './string.tsx'
import { text } from './text.tsx'
import type { FieldView } from './view.ts'

/** What may stand in one row of a table within a record: anything but another such table. */
export const PARTS: Record<Exclude<FieldType, 'rows'>, FieldView> = {
  string,
  text,
  integer,
  decimal,
  money,
  date,
  datetime,
  boolean,
  option,
  options,
  reference,
  references,
  attachment,
  json,
}

export const partView = (type: FieldType): FieldView => PARTS[type === 'rows' ? 'json' : type]
