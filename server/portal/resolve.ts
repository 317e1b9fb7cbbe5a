import type { PortalTemplate } from '../../model/portal/portal_template.ts'
import { keptPlaces, type Place } from '../../model/portal/layout.ts'
import { usualOf } from '../../model/portal/usual.ts'
import type { HomeKind } from '../../model/portal/widgets.ts'
import { type Context, platformCode } from '../records/context.ts'
import { nearness, roleWeights } from '../records/permission/nearest.ts'

/** A published template with the values as published. */
export type Published = Pick<PortalTemplate, 'sid' | 'company_sid' | 'portal_type' | 'mobile' | 'default' | 'is_system' | 'task'> & {
  values: Partial<PortalTemplate>
}

export type Resolved = { source: 'role' | 'company' | 'system'; template: Published }

/** Published templates of the caller’s platform, and the product’s own, even if unpublished */
export async function publishedTemplates({ db, actor }: Context): Promise<Published[]> {
  const rows = await db
    .selectFrom('portal_template')
    .select(['sid', 'name', 'name_en', 'alias', 'company_sid', 'portal_type', 'mobile', 'default', 'is_system', 'task', 'published'])
    .where('platform', '=', platformCode(actor.platform))
    .where((of) => of.or([of('published', 'is not', null), of('is_system', '=', true)]))
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .orderBy('created_at')
    .execute()
  return rows.map(({ published, name, name_en, alias, ...row }) => ({
    ...row,
    values: { name, name_en, alias, ...(published as { values?: Partial<PortalTemplate> } | null)?.values }, // written by the publication
  }))
}

/** The home page of a person before their own arrangement: that of a role, else of the nearest company, else of the product for this work. */
export async function homeOf(ctx: Context, templates: readonly Published[], kind: HomeKind, isMobile: boolean): Promise<Resolved | undefined> {
  const homes = templates.filter(({ portal_type }) => portal_type !== 'MODULE')
  const own = homes.filter(({ is_system }) => is_system !== true)
  if (own.length > 0) {
    const place = await nearness(ctx)
    const weights = await roleWeights(ctx)
    for (const mobile of isMobile ? [true, false] : [false]) {
      const here = own.filter((one) => (one.mobile ?? false) === mobile && place(one.company_sid) !== undefined)
      const near = (one: Published) => place(one.company_sid) ?? 0
      const weightOf = ({ values }: Published) => Math.max(...(values.role_sids ?? []).map((sid) => weights.get(sid) ?? -1), -1)
      const [role] = here.filter((one) => weightOf(one) >= 0).sort((a, b) => near(a) - near(b) || weightOf(b) - weightOf(a))
      if (role) return { source: 'role', template: role }
      const [company] = here.filter((one) => one.default === true).sort((a, b) => near(a) - near(b))
      if (company) return { source: 'company', template: company }
    }
  }
  const system = homes.find((one) => one.is_system === true && one.task === kind)
  return system && { source: 'system', template: system }
}

/** The further pages that this person opens. */
export async function pagesOf(ctx: Context, templates: readonly Published[]): Promise<Published[]> {
  const pages = templates.filter(({ portal_type }) => portal_type === 'MODULE')
  if (pages.length === 0) return []
  const [place, weights] = [await nearness(ctx), await roleWeights(ctx)]
  return pages.filter((page) => {
    const roles = page.values.role_sids ?? []
    return place(page.company_sid) !== undefined && (roles.length === 0 || roles.some((sid) => weights.has(sid)))
  })
}

/** A system default without a layout of its own has that of the product, also of a later version. */
export const placesOf = (template: Pick<PortalTemplate, 'is_system' | 'task'>, layout: unknown): Place[] =>
  layout === null || layout === undefined ? (template.is_system && template.task ? usualOf(template.task) : []) : keptPlaces(layout)
