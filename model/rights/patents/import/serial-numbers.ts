import { recognise } from '../../../cases/numbers/recognise.ts'
import { type Cell, textOf } from '../../../import/values/cell.ts'
import type { Column } from '../../../import/column.ts'
import { headingKey } from '../../../import/headings.ts'

const SERIAL = new Set(['serial no', 'serial number', 'no', '编号', '号码'].map(headingKey))
const LOOK = 50

/** In America a serial number is the application's; elsewhere it counts the rows. The numbers themselves decide. */
export function withSerials(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Column[] {
  if (columns.some(({ field }) => field === 'application_no')) return [...columns]
  const at = columns.findIndex(({ heading, field }) => field === null && SERIAL.has(headingKey(heading)))
  const filled = rows
    .slice(0, LOOK)
    .map((row) => textOf(row[at]))
    .filter((text) => text !== '')
  const isApplication =
    filled.length > 0 && filled.every((text) => text.length > 6 && recognise(text, { kind: 'application' })[0]?.kind === 'application')
  return columns.map((column, here) => (here === at && isApplication ? { ...column, field: 'application_no', confidence: 0.6 } : column))
}
