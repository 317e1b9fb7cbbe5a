import type { Field } from '../../../model/kit/fields.ts'
import type { Db } from '../../database/pool.ts'

/** The published custom fields of the tenant, by model, as the same objects as in a declaration. */
export async function readCustomFields(db: Db): Promise<Map<string, Record<string, Field>>> {
  const rows = await db
    .selectFrom('custom_field')
    .select(['entity', 'published'])
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .execute()
  const found = new Map<string, Record<string, Field>>()
  for (const row of rows) {
    const { code, field } = row.published as { code: string; field: Field } // written by publish, from a checked row
    const entity = row.entity ?? ''
    found.set(entity, { ...found.get(entity), [code]: field })
  }
  return found
}
