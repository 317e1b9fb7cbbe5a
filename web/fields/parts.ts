import type { FieldType } from '../../model/kit/fields.ts'
import { attachment } from './types/attachment-field.tsx'
import { boolean } from './types/boolean.tsx'
import { date, datetime } from './types/dates.tsx'
import { json } from './types/json.tsx'
import { decimal, integer, money } from './types/numbers.tsx'
import { option, options } from './types/option.tsx'
import { reference, references } from './types/reference.tsx'
import { string } from './types/string.tsx'
import { text } from './types/text.tsx'
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
