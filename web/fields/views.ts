import type { FieldType } from '../../model/kit/fields.ts'
import { PARTS } from './parts.ts'
import { rows } from './by-type/rows.tsx'
import type { FieldView } from './view.ts'

/** A new field type does not compile until it has a cell, an editor and a filter. */
const VIEWS: Record<FieldType, FieldView> = { ...PARTS, rows }

export const viewOf = (type: FieldType): FieldView => VIEWS[type]
