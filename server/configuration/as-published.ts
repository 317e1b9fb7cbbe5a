import { sql } from 'kysely'
import type { Context } from '../records/context.ts'
import { fieldFrom } from '../records/custom-fields/field-from.ts'
import { loadModels } from '../records/registry.ts'

/**
 * The caller of a trial with these custom fields, which the trial has written, as published fields: records that name them can be
 * checked. Their columns are not created.
 */
export async function asPublished(tx: Context, fields: readonly string[]): Promise<Context> {
  if (fields.length === 0) return tx
  const rows = await tx.db
    .selectFrom('custom_field')
    .selectAll()
    .where('sid', 'in', [...fields])
    .execute()
  for (const row of rows) {
    const published = JSON.stringify({ code: row.code, field: fieldFrom(row) })
    await sql`update custom_field set published = ${published}::jsonb where sid = ${row.sid}`.execute(tx.db)
  }
  const models = await loadModels(tx.db, tx.tenant.declared)
  return { ...tx, tenant: { ...tx.tenant, models }, actor: { ...tx.actor, access: new Map() } }
}
