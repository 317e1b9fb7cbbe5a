import { Readable } from 'node:stream'
import type { Cell } from '../../../../model/import/values/cell.ts'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Context } from '../../../records/context.ts'
import type { Rejected } from '../item.ts'
import { keepRows } from '../job-rows.ts'
import { keepResult } from '../../../jobs/result.ts'
import { XLSX } from '../../../../model/documents/media-types.ts'

export const keepRejected = (ctx: Context, job_sid: string, rejected: readonly Rejected[]) =>
  keepRows(
    ctx,
    'rejected_row',
    job_sid,
    rejected.map(({ row, reasons }) => ({ row_no: row.at, cells: row.cells.map(plainCell), reasons })),
  )

/** jsonb can store neither dates nor the NUL character. */
function plainCell(cell: Cell) {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString().slice(0, 10)
  return typeof cell === 'string' ? cell.replaceAll('\u0000', '').toWellFormed() : (cell ?? null)
}

/** The rejected rows unchanged, with the reason beside them: to be corrected and imported again. */
export async function rejectedFile(ctx: Context, job_sid: string, headings: readonly string[]): Promise<string> {
  const reason = ctx.lang === 'zh' ? '未导入原因' : 'Reason'
  const columns = [...headings, reason].map((header) => ({ header }))
  const rows = writeXlsxStream(rowsOf(ctx, job_sid, headings.length), { name: 'Sheet1', columns, freezePane: { rows: 1 } })
  return keepResult(ctx, job_sid, XLSX, Readable.fromWeb(rows as Parameters<typeof Readable.fromWeb>[0])) // two declarations of one web standard
}

const PAGE = 1000

async function* rowsOf({ db, lang }: Context, job_sid: string, width: number) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('rejected_row')
      .select(['row_no', 'cells', 'reasons'])
      .where('job_sid', '=', job_sid)
      .where('row_no', '>', after)
      .orderBy('row_no')
      .limit(PAGE)
      .execute()
    for (const { cells, reasons } of rows) {
      const given = cells as (string | number | boolean | null)[] // kept above
      const said = (reasons as { label: string; reason: string }[]) // as above
        .map(({ label, reason }) => [label, reason].filter(Boolean).join(lang === 'zh' ? '：' : ': '))
        .join(lang === 'zh' ? '；' : '; ')
      yield [...Array.from({ length: width }, (_, at) => given[at] ?? null), said]
    }
    if (rows.length < PAGE) return
    after = Number(rows.at(-1)?.row_no)
  }
}
