import { type Preview, SHOWN } from '../../../model/documents/preview.ts'
import { csvRows, textOfFile } from '../../import/workbook/csv.ts'
import { encodingOf } from '../../import/workbook/encoding.ts'
import { TableFault } from '../../import/workbook/table-fault.ts'

export async function previewText(path: string): Promise<Preview> {
  const encoding = await encodingOf(path)
  let text = ''
  for await (const piece of textOfFile(path, encoding)) {
    text += piece
    if (text.length > SHOWN.characters) break
  }
  const cut = text.length > SHOWN.characters
  return { kind: 'text', text: visible(text.slice(0, SHOWN.characters)), encoding, cut }
}

/** Without the characters that turn the writing around or are none. */
const visible = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff\u202a-\u202e\u2066-\u2069]/g, '').toWellFormed()

export async function previewCsv(path: string): Promise<Preview> {
  const rows: string[][] = []
  let cut = false
  try {
    for await (const row of csvRows(textOfFile(path, await encodingOf(path)))) {
      if (rows.length === SHOWN.rows) {
        cut = true
        break
      }
      cut ||= row.length > SHOWN.columns
      rows.push(row.slice(0, SHOWN.columns).map((cell) => visible(cell.slice(0, 2000))))
    }
  } catch (error) {
    if (error instanceof TableFault) return previewText(path) // no table, whatever its name
    throw error
  }
  return { kind: 'table', sheets: [], sheet: 0, rows, cut }
}
