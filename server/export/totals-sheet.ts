import { wordIn, type Words } from '../../model/kit/fields.ts'
import type { Context } from '../records/context.ts'
import type { ExportColumn } from './columns.ts'
import { sheetCell } from './export-cells.ts'
import { byCurrency, type Group, type Grouping, namedGroups, type Tally } from './grouping.ts'
import type { Batch, FileCell, Sheet, SheetColumn } from './sheet.ts'

type Of = { columns: readonly ExportColumn[]; grouping: Grouping; tally: Tally }

/** Beside the sheet of the records, which an import still reads: a line for each amount and currency of each group, and for all. */
export const totalsSheet = (ctx: Context, of: Of): Sheet => ({
  name: wordIn(['合计', 'Totals'], ctx.lang),
  columns: headings(ctx, of.grouping),
  batches: rowsOf(ctx, of),
})

/** Not the words of fields: an import chooses the sheet whose headings it knows. */
function headings({ lang }: Context, { by }: Grouping): SheetColumn[] {
  const column = (words: Words, width: number, format?: string) => ({ heading: wordIn(words, lang), width, format })
  return [
    { heading: by ? wordIn([`分组：${by.label}`, `Group: ${by.label}`], lang) : '', width: 30 },
    column(['组内条数', 'Records in the group'], 12),
    column(['合计项目', 'Amount added up'], 24),
    column(['合计币种', 'Currency of the sum'], 12),
    column(['合计数', 'Sum'], 18, '#,##0.00##'),
  ]
}

/** Read when all rows of the first sheet have been added up. */
async function* rowsOf(ctx: Context, { columns, grouping, tally }: Of): AsyncGenerator<Batch> {
  const { by } = grouping
  if (by) for (const { label, group } of await namedGroups(ctx, by, tally)) yield linesOf(ctx, { columns, grouping }, label, group)
  yield linesOf(ctx, { columns, grouping }, wordIn(['合计', 'Total'], ctx.lang), tally.all)
}

function linesOf({ lang }: Context, { columns, grouping }: Omit<Of, 'tally'>, label: string, { count, sums }: Group): FileCell[][] {
  const lines = grouping.amounts.flatMap(({ code }, at) => {
    const column = columns.find((one) => one.code === code)
    return column
      ? byCurrency(sums[at] ?? new Map()).map(([currency, sum]) => [label, count, column.heading, currency, sheetCell(column, sum, lang)])
      : []
  })
  return lines.length > 0 ? lines : [[label, count, null, null, null]]
}
