import type { FormLayout } from '../../../model/settings/form-layout.ts'
import type { PageLayout } from '../../../model/settings/page_layout.ts'
import type { Db } from '../../database/pool.ts'

export type PublishedLayout = { sid: string; company_sid: string | null; role_sids: readonly string[]; form: FormLayout | null }

/** The published layouts of the tenant by entity, the oldest first. */
export async function readLayouts(db: Db): Promise<ReadonlyMap<string, readonly PublishedLayout[]>> {
  const rows = await db
    .selectFrom('page_layout')
    .select(['sid', 'entity', 'company_sid', 'published'])
    .where('published', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  const layouts = rows.map(({ sid, entity, company_sid, published }) => {
    const { values } = published as { values: Partial<PageLayout> } // written by the publication
    return { entity: entity ?? '', sid, company_sid, role_sids: values.role_sids ?? [], form: formOf(values.form) }
  })
  return Map.groupBy(layouts, ({ entity }) => entity)
}

/** As stored, which was checked when it was written. */
export const formOf = (stored: unknown): FormLayout | null => (stored ?? null) as FormLayout | null
