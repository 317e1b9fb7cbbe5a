import type { FormLayout } from '../../../model/settings/form-layout.ts'
import type { PlacedTab } from '../../../model/settings/list-layout.ts'
import type { PageLayout } from '../../../model/settings/page_layout.ts'
import type { Db } from '../../database/pool.ts'

export type Layout = { form: FormLayout | null; tabs: PlacedTab[] | null; columns: string[] | null }
export type PublishedLayout = Layout & { sid: string; company_sid: string | null; role_sids: readonly string[] }

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
    return { entity: entity ?? '', sid, company_sid, role_sids: values.role_sids ?? [], ...layoutOf(values) }
  })
  return Map.groupBy(layouts, ({ entity }) => entity)
}

/** As stored, which was checked when it was written. */
export const layoutOf = ({ form, tabs, columns }: { form?: unknown; tabs?: unknown; columns?: unknown }): Layout => ({
  form: (form ?? null) as FormLayout | null,
  tabs: (tabs ?? null) as PlacedTab[] | null,
  columns: (columns ?? null) as string[] | null,
})
