import type { FieldType } from '../../model/kit/fields.ts'
import { PARTS } from './parts.ts'
import type { WireField } from '../../model/kit/wire/wire.ts'
import { code } from './by-type/code.tsx'
import { rows } from './by-type/rows.tsx'
import { secret } from './by-type/secret.tsx'
import type { FieldView } from './view.ts'

/** A new field type does not compile until it has a cell, an editor and a filter. */
const VIEWS: Record<FieldType, FieldView> = { ...PARTS, rows }

/** A secret has no value, and a code is shown as the name of a record, so neither uses the view of its type. */
export const viewFor = ({ type, secret: isSecret, code_of }: WireField): FieldView => (isSecret ? secret : code_of ? code : viewOf(type))

export const viewOf = (type: FieldType): FieldView => VIEWS[type]
