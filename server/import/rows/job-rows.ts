import { randomUUIDv7 } from 'node:crypto'
import type { Context, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { insertRows } from '../../records/write/write.ts'

/** Rows that an import keeps about itself, without history; stored with the step that made them, so that a crash loses none. */
export async function keepRows(ctx: Context, model: 'imported_row' | 'rejected_row', job_sid: string, rows: readonly RowValues[]) {
  if (rows.length === 0) return
  const now = new Date().toISOString()
  const base = {
    version: 1,
    job_sid,
    company_sid: ctx.actor.company_sid,
    valid: true,
    created_at: now,
    updated_at: now,
    created_by: ctx.actor.sid,
    updated_by: ctx.actor.sid,
  }
  const stored = rows.map((one) => ({ ...base, sid: randomUUIDv7(), ...one }))
  await insertRows(ctx, modelNamed(ctx.tenant.models, model), stored)
}
