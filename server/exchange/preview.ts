import { textOf } from '../../model/exchange/cell.ts'
import { targetsOf } from '../../model/exchange/headings.ts'
import type { RowFault, RowRead } from '../../model/exchange/row.ts'
import { type Field, labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { fieldOf, fieldsOf } from '../records/models.ts'
import type { Work } from '../records/work.ts'
import { rememberedFor } from './mapping.ts'
import { openTable, readOf, type Wish } from './table.ts'
import { type Uploaded, withUploaded } from './uploaded.ts'

export type Problem = { row: number; field: string; label: string; reason: string }

const SHOWN = 100
const SAMPLE = 10

/** Reads the whole file as an import would, without looking at what is there or writing anything. */
export async function previewImport(work: Work, model: Model, file: Uploaded, wish: Wish) {
  return withUploaded(work, file.file_sid, async (path) => {
    const { plan, rows, sample, others } = await openTable(model, file, path, wish, await rememberedFor(work, model))
    const [problems, remarks]: [Problem[], Problem[]] = [[], []]
    const reasons = new Map<string, number>()
    let [total, faulty, notes, hidden] = [0, 0, 0, 0]
    for await (const batch of rows) {
      for (const row of batch) {
        const read = readOf(model, plan, row, { today: work.today, file: file.name })
        const faults = [...read.faults, ...missingIn(model, read)]
        total++
        notes += read.notes.length ? 1 : 0
        hidden += row.hidden ? 1 : 0
        for (const words of read.notes) if (remarks.length < SHOWN) remarks.push(problemOf(work, model, row.at, { field: '', words }))
        faulty += faults.length ? 1 : 0
        for (const fault of faults) {
          const problem = problemOf(work, model, row.at, fault)
          const reason = `${problem.label}${work.lang === 'zh' ? '：' : ': '}${problem.reason}`.replace(/“[^”]*”/, '“…”')
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
          if (problems.length < SHOWN) problems.push(problem)
        }
      }
      await new Promise(setImmediate) // others are served between batches
    }
    return {
      file_sid: file.file_sid,
      file_name: file.name,
      sheets: file.sheets,
      sheet: file.sheets[plan.sheet],
      hidden_sheets: file.hidden_sheets ?? [],
      other_sheets: others,
      header_row: plan.header_row,
      source: plan.source?.name ?? null,
      columns: plan.columns,
      targets: [...targetsOf(model)].map(([code, words]) => ({
        code,
        label: wordIn(words, work.lang),
        required: fieldOf(model, code)?.required ?? false,
      })),
      sample: sample.slice(0, SAMPLE).map(({ at, cells }) => ({ row: at, cells: plan.columns.map((_, i) => textOf(cells[i]).slice(0, 200)) })),
      total,
      ok: total - faulty,
      faulty,
      with_notes: notes,
      hidden_rows: hidden,
      day_order: wish.day_order ?? null,
      asks_day_order: plan.asks_day_order ?? [],
      problems,
      remarks,
      reasons: [...reasons]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, SHOWN),
    }
  })
}

export function problemOf(work: Work, model: Model, row: number, { field, words }: RowFault): Problem {
  const known = fieldOf(model, field)
  return { row, field, label: known ? labelOf(known, work.lang) : field, reason: wordIn(words, work.lang) }
}

/** Required fields that neither the row nor a default fills. Case numbers are given by rule. */
export function missingIn(model: Model, { values, faults }: RowRead): RowFault[] {
  if (faults.some(({ field }) => field === '')) return [] // no record at all
  const isUnread = (code: string) => faults.some(({ field }) => field === code || (code === 'country' && field.endsWith('_no')))
  const isMissing = ([code, field]: [string, Field]) =>
    field.required && !field.computed && field.default === undefined && values[code] === undefined && code !== 'case_no' && !isUnread(code)
  return fieldsOf(model)
    .filter(isMissing)
    .map(([field]) => ({ field, words: ['必填', 'is required'] }))
}
