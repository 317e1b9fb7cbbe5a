import type { FieldType } from '../../model/kit/fields.ts'
import { PARTS } from './parts.ts'
import type { WireField } from '../../model/kit/wire.ts'
import { rows } from './by-type/rows.tsx'
import { secret } from './by-type/secret.tsx'
import type { FieldView } from './view.ts'

/** A new field type does not compile until it has a cell, an editor and a filter. */
const VIEWS: Record<FieldType, FieldView> = { ...PARTS, rows }

/** A secret does not use its type's view: its value is absent. */
export const viewFor = ({ type, secret: isSecret }: WireField): FieldView => (isSecret ? secret : viewOf(type))

export const viewOf = (type: FieldType): FieldView => VIEWS[type]
