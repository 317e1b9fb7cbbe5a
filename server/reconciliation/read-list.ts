import { DEADLINE_HEADINGS, docketProfile } from '../../model/reconciliation/docket-profile.ts'
import { both, Refusal, refuse } from '../errors.ts'
import type { Item } from '../import/rows/item.ts'
import { profileOf } from '../import/profile.ts'
import { rememberedFor, speltFor } from '../import/mapping.ts'
import { givenBy, openTable, readOf, type Wish } from '../import/table.ts'
import { type Uploaded, uploaded, withUploaded } from '../import/uploaded.ts'
import type { Context } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import { modelNamed } from '../records/registry.ts'
import { lockRows } from '../records/write/write.ts'
import { type Found, foundIn, keepFound } from './found.ts'

export type ListInput = { sid: string; file_sid: string; kind: string; agency: string } & Omit<Wish, 'mapping'> & {
    mapping?: [string, string | null][]
  }

/** A longer list is no docket list of one agency. */
const MAX_ROWS = 20_000

/** Compares the whole list with the records and stores the result; an unreadable list stores the reason. */
export const reconcileJob = defineJob<ListInput, { done: true }>('RECONCILE', async ({ ctx, input, step, progress }) => {
  if (progress) return
  const file = await uploaded(ctx, input.file_sid)
  const found = await compared(ctx, input, file)
  await step(async (tx) => {
    const [row] = await lockRows(tx, modelNamed(tx.tenant.models, 'docket_list'), [input.sid])
    if (row?.status === 'READING') await keepFound(tx, input.sid, found)
    const { lines, values } = found
    return { progress: { done: true }, done: lines.length, ok: lines.length, total: lines.length, ...(values.status === 'FAILED' && { failed: 1 }) }
  })
})

async function compared(ctx: Context, input: ListInput, file: Uploaded): Promise<Found> {
  try {
    return await withUploaded(ctx, file.file_sid, (path) => compare(ctx, input, { file, path }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { lines: [], values: { status: 'FAILED', reason: error.words('zh').slice(0, 500), reason_en: error.words('en').slice(0, 500) } }
  }
}

async function compare(
  ctx: Context,
  { kind, agency, mapping, ...wish }: ListInput,
  { file, path }: { file: Uploaded; path: string },
): Promise<Found> {
  const model = modelNamed(ctx.tenant.models, kind)
  const remembered = new Map([...(await rememberedFor(ctx, model))].filter(([heading]) => !DEADLINE_HEADINGS.has(heading)))
  const hints = { remembered, profile: docketProfile(profileOf(ctx, model)), spelt: await speltFor(ctx, model) }
  const { plan, rows } = await openTable(ctx, model, file, path, { ...wish, ...(mapping && { mapping: new Map(mapping) }) }, hints)
  const items: Item[] = []
  for await (const batch of rows) {
    if (items.length + batch.length > MAX_ROWS)
      refuse('bad_request', both('why', [`清单超过 ${MAX_ROWS} 行，请分开上传`, `the list has more than ${MAX_ROWS} rows: upload it in parts`]))
    items.push(
      ...batch.map((row): Item => {
        const read = readOf(ctx, model, plan, row, file.name)
        return { row, read, values: read.values, given: givenBy(plan) }
      }),
    )
  }
  if (items.length === 0) refuse('bad_request', both('why', ['清单没有内容', 'the list is empty']))
  return foundIn(ctx, { model, plan, agency }, items)
}
