import type { Item } from '../import/rows/item.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../records/write/write.ts'
import { type Comparing, compareFields, elsewhere, type Met, meetCases, missingThere, readOfItem } from './compare-cases.ts'
import { compareDeadlines } from './compare-deadlines.ts'
import { fieldsOfLine, type Line, type NamedDeadline } from './line.ts'

/** Result of a comparison: its lines, and the values of its list */
export type Found = { lines: Line[]; values: Record<string, unknown> }

const TOGETHER = 500

/** Compares the rows of a list with the records that the caller sees. */
export async function foundIn(ctx: Context, comparing: Comparing, items: readonly Item[]): Promise<Found> {
  const lines = await linesOf(ctx, comparing, items)
  const columns = comparing.plan.columns.map(({ heading, field }) => ({ heading: heading.slice(0, 255), field }))
  const count = (result: Line['result']) => lines.filter((line) => line.result === result).length
  const counts = { same: count('SAME'), different: count('DIFFERENT'), not_ours: count('NOT_OURS'), not_theirs: count('NOT_THEIRS'), unclear: count('UNCLEAR') } // oxfmt-ignore
  return { lines, values: { status: 'OPEN', row_count: items.length, columns, ...counts } }
}

async function linesOf(ctx: Context, comparing: Comparing, items: readonly Item[]): Promise<Line[]> {
  const { met, lines: unclear, perhaps } = await meetCases(ctx, comparing, items)
  const faults = met.flatMap(({ item, about, sid }) =>
    item.read.faults.map(({ words }): Line => ({ result: 'UNCLEAR', row_no: item.row.at, about, case_sid: sid ?? null, says: words })),
  )
  const fields = await compareFields(ctx, comparing, met)
  const { lines: deadlines, apart } = await compareDeadlines(ctx, comparing, met)
  const notOurs = met.flatMap((one): Line[] => (one.sid === undefined ? [lacking(one, apart.get(one))] : []))
  const found = [...unclear, ...faults, ...(await elsewhere(ctx, comparing, met)), ...fields, ...deadlines]
  const differing = new Set(found.map(({ case_sid }) => case_sid ?? ''))
  const same = new Map(
    met.flatMap(({ item, about, sid }): [string, Line][] =>
      sid === undefined || differing.has(sid) ? [] : [[sid, { result: 'SAME', row_no: item.row.at, about, case_sid: sid }]],
    ),
  )
  const absent = await missingThere(ctx, comparing, new Set([...perhaps, ...met.flatMap(({ sid }) => sid ?? [])]))
  return [...found, ...notOurs, ...absent, ...same.values()]
}

function lacking({ item, about }: Met, deadline: NamedDeadline | undefined): Line {
  return {
    ...{ result: 'NOT_OURS', row_no: item.row.at, about, theirs: String(item.values.title ?? '') },
    ...(deadline && { due: deadline.due, says: [`期限：${deadline.due} ${deadline.name}`, `Deadline: ${deadline.due} ${deadline.name}`] as const }),
    read: { ...readOfItem(item), ...(deadline && { deadline }) },
  }
}

/** Writes the lines and the result of the list. */
export async function keepFound(ctx: Context, sid: string, { lines, values }: Found) {
  const model = modelNamed(ctx.tenant.models, 'docket_line')
  for (let at = 0; at < lines.length; at += TOGETHER) {
    const some = lines.slice(at, at + TOGETHER)
    const drafts = await draftNew(ctx, model, some.map(() => ({}))) // oxfmt-ignore
    for (const [n, draft] of drafts.entries()) {
      const line = some[n]
      if (line) for (const [code, value] of Object.entries({ ...fieldsOfLine(line), list_sid: sid })) setValue(draft, code, value ?? null)
    }
    await insertDrafts(ctx, model, drafts)
  }
  const lists = modelNamed(ctx.tenant.models, 'docket_list')
  const [row] = await lockRows(ctx, lists, [sid])
  if (!row) return
  const draft = draftFrom(row)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(ctx, lists, [draft])
}
