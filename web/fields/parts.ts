import type { FieldType } from '../../model/kit/fields.ts'
import { attachment } from './by-type/attachment-field.tsx'
import { boolean } from './by-type/boolean.tsx'
import { date, datetime } from './by-type/dates.tsx'
import { json } from './by-type/json.tsx'
import { decimal, integer, money } from './by-type/numbers.tsx'
import { option, options } from './by-type/option.tsx'
import { reference, references } from './by-type/reference.tsx'
import { string } from './by-type/string.tsx'
import { text } from './by-type/text.tsx'
import type { FieldView } from './view.ts'

/** The field types in a row of a table within a record: any but another such table. */
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
