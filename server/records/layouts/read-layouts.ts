import type { Model } from '../../../model/kit/model.ts'
import { type FormLayout, lostFields, withoutFields } from '../../../model/settings/layouts/form-layout.ts'
import type { PlacedTab } from '../../../model/settings/layouts/list-layout.ts'
import type { PageLayout } from '../../../model/settings/layouts/page_layout.ts'
import type { Db } from '../../database/pool.ts'

export type Layout = { form: FormLayout | null; tabs: PlacedTab[] | null; columns: string[] | null }
export type PublishedLayout = Layout & { sid: string; company_sid: string | null; role_sids: readonly string[] }

/** The published layouts of the tenant by entity, the oldest first; without the fields that its model no longer has. */
export async function readLayouts(db: Db, models: ReadonlyMap<string, Model>): Promise<ReadonlyMap<string, readonly PublishedLayout[]>> {
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
    return { entity: entity ?? '', sid, company_sid, role_sids: values.role_sids ?? [], ...layoutOf(values, models.get(entity ?? '')) }
  })
  return Map.groupBy(layouts, ({ entity }) => entity)
}

/** As stored, which was checked when it was written; fields may be gone since. */
export function layoutOf(stored: { form?: unknown; tabs?: unknown; columns?: unknown }, model: Model | undefined): Layout {
  const form = (stored.form ?? null) as FormLayout | null
  return {
    form: form && model ? withoutFields(form, lostFields(model, form)) : form,
    tabs: (stored.tabs ?? null) as PlacedTab[] | null,
    columns: (stored.columns ?? null) as string[] | null,
  }
}
