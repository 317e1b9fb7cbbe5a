import type { Column } from '../../../import/column.ts'
import { headingKey } from '../../../import/headings.ts'

/** Assigns reference columns of an external list to their owners, and the office where the list has only one. */
export function settleColumns(columns: readonly Column[]): Column[] {
  const ours = columns.some(({ heading }) => YOURS.has(headingKey(heading))) ? columns.map(fromOutside) : [...columns]
  return ours.some(({ field }) => field === 'country') ? ours : ours.map(officeOfCase)
}

// In an external report "our" reference is the agency's, and "your" reference is ours.
const YOURS = new Set(
  [
    'your ref',
    'your reference',
    'your case',
    'your file',
    '贵方案号',
    '贵方文号',
    '贵司案号',
    '贵司文号',
    '贵方编号',
    '贵司编号',
    '客户案号',
    '客户文号',
    '客户编号',
  ].map(headingKey),
)
const OURS = /^(ourref|ourreference|ourfile|ourcase|我方|我所|本所)/

function fromOutside(column: Column): Column {
  const key = headingKey(column.heading)
  if (YOURS.has(key)) return { ...column, field: 'case_no', confidence: 0.9 }
  if (OURS.test(key)) return { ...column, field: 'agency_ref', confidence: 0.9 }
  return column.field === 'case_no' || column.field === 'agency_ref' ? { ...column, field: null, confidence: 0 } : column
}

/** Databases call the office of the case its receiving office; if both columns exist, each keeps its own meaning. */
const officeOfCase = (column: Column): Column => (column.field === 'ro' ? { ...column, field: 'country', confidence: 0.9 } : column)
