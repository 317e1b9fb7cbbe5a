import type { Field } from '../../../model/kit/fields.ts'
import type { Db } from '../../database/pool.ts'

/** Written by publish, from a checked row. */
type Published = { code: string; field: Field; values?: { dictionary?: string | null; options?: { code: string }[] | null } }

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
    const { code, field, values } = row.published as Published
    const entity = row.entity ?? ''
    found.set(entity, { ...found.get(entity), [code]: { ...orderOf(values), ...field } })
  }
  return found
}

/** Of a field that was published before the order was kept with it. */
const orderOf = (values: Published['values']) => (values?.options && !values.dictionary ? { order: values.options.map(({ code }) => code) } : {})
