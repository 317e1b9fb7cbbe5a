import { findHeadings } from '../../../model/import/heading-rows.ts'
import type { HeadingHints } from '../../../model/import/headings.ts'
import type { Model } from '../../../model/kit/model.ts'
import { both, refuse } from '../../errors.ts'
import { PUBLICATIONS } from '../publications/read-publications.ts'
import { openSheet, type SheetRow } from './sheet.ts'
import type { Uploaded } from '../uploaded.ts'

/** The index of the chosen sheet, and the names of other sheets that seem to contain such records. */
export type Chosen = { sheet: number; others: string[] }

// Workbooks with more sheets than this have their table among the first.
const MAX_SHEETS = 12
// A lower score does not make a table of records.
const LEAST = 1.5

/** The requested sheet, else the first one with recognised headings; hidden ones come last. */
export async function sheetOf(model: Model, file: Uploaded, path: string, wish: string | undefined, hints: HeadingHints): Promise<Chosen> {
  const asked = wish ? file.sheets.indexOf(wish) : -1
  if (wish && asked < 0) return refuse('bad_request', both('why', [`没有工作表“${wish}”`, `there is no sheet “${wish}”`]))
  if (file.notes && asked < 0 && file.sheets[0] !== PUBLICATIONS) return { sheet: tableOf(model, file), others: [] }
  if (file.sheets.length < 2) return { sheet: 0, others: [] }
  const scores = await scoresOf(model, file, path, hints)
  const best = Math.max(...scores.map(({ score }) => score))
  const alike = scores.filter(({ score }) => score >= Math.max(LEAST, best * 0.75))
  const sheet = asked >= 0 ? asked : ((alike[0] ?? scores[0])?.sheet ?? 0)
  return { sheet, others: alike.flatMap((one) => (one.sheet === sheet ? [] : (file.sheets[one.sheet] ?? []))) }
}

/** The tables of a database are each of one kind of record, and called like it. */
function tableOf(model: Model, { sheets }: Uploaded): number {
  const at = sheets.findIndex((name) => name === model.en)
  const [zh, en] = [sheets.join('、'), sheets.join(', ')]
  return at < 0 ? refuse('bad_request', both('why', [`这个数据库没有本列表的内容，只有：${zh}`, `the database has no rows for this list, only for: ${en}`])) : at // oxfmt-ignore
}

async function scoresOf(model: Model, { sheets, hidden_sheets = [] }: Uploaded, path: string, hints: HeadingHints) {
  const places = sheets.map((name, sheet) => ({ sheet, hidden: hidden_sheets.includes(name) }))
  const runHooks = [...places.filter(({ hidden }) => !hidden), ...places.filter(({ hidden }) => hidden)].slice(0, MAX_SHEETS)
  const scores: { sheet: number; score: number }[] = []
  for (const { sheet, hidden } of runHooks) {
    const { rows, sideways } = await openSheet(path, sheet, { batch: 100, most: 100 })
    const first: SheetRow[] = []
    for await (const batch of rows) first.push(...batch)
    const headings = findHeadings(model, first, sideways, hints)
    const hasRows = headings !== undefined && first.some(({ at }) => at > headings.at)
    scores.push({ sheet, score: hasRows && headings ? headings.score * (hidden ? 0.5 : 1) : 0 })
  }
  return scores
}
