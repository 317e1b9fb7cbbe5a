import { join } from 'node:path'
import { textOf } from '../../../model/import/values/cell.ts'
import { type Preview, SHOWN } from '../../../model/documents/preview.ts'
import { convertTable } from '../../import/workbook/convert.ts'
import { checkWorkbook } from '../../import/workbook/workbook-guard.ts'
import { openSheet } from '../../import/workbook/sheet.ts'
import { inTurn } from '../../turns.ts'
import { Refusal } from '../../errors.ts'
import type { LocalFile } from './local-file.ts'

/** One sheet of a workbook, its first rows as they read. An old workbook is converted before. */
export const previewWorkbook = ({ path }: LocalFile, folder: string, sheet = 0): Promise<Preview> =>
  inTurn(async () => {
    try {
      const out = join(folder, 'converted.xlsx')
      const { kind } = await convertTable(path, out)
      if (kind === 'unreadable') return { kind: 'none', why: 'damaged' }
      return await readBook(kind === 'converted' ? out : path, sheet)
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'none', why: 'damaged' }
      throw error
    }
  })

async function readBook(path: string, asked: number): Promise<Preview> {
  const sheets = await checkWorkbook(path, 'en')
  const sheet = Math.min(asked, sheets.length - 1)
  const { rows: batches } = await openSheet(path, sheet, { most: SHOWN.rows + 1 })
  const rows: string[][] = []
  let cut = false
  for await (const batch of batches)
    for (const { at, cells } of batch) {
      if (rows.length >= SHOWN.rows || at > SHOWN.rows * 2) {
        cut = true
        continue
      }
      while (rows.length < Math.min(at - 1, SHOWN.rows)) rows.push([])
      cut ||= cells.length > SHOWN.columns
      rows.push(cells.slice(0, SHOWN.columns).map((cell) => textOf(cell).slice(0, 2000).toWellFormed()))
    }
  return { kind: 'table', sheets: sheets.map(({ name }) => name.toWellFormed()), sheet, rows, cut }
}
