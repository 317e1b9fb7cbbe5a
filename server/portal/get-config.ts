import { keptPlaces, type Place } from '../../model/portal/layout.ts'
import { type PortalTemplate, portal_template } from '../../model/portal/portal_template.ts'
import { readPortal, readPortalOfModel, readPublicPage } from '../../model/portal/portal-routes.ts'
import { WITHOUT_DATA } from '../../model/portal/portal_component.ts'
import type { MadeAnswer } from '../../model/kit/action.ts'
import type { ReadQuery } from '../../model/kit/wire/route.ts'
import { refuse } from '../errors.ts'
import { type Context, systemContext, type Tenant } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { lockRows } from '../records/write/write.ts'
import { modelNamed } from '../records/registry.ts'
import { serve } from '../route.ts'
import { asRole } from '../records/permission/as-role.ts'
import { homeOf, pagesOf, placesOf, type Published, publishedTemplates } from './resolve.ts'
import { componentsAt, kindOf, widgetsFor } from './shown.ts'

export const portalRoutes = [
  serve(readPortal, ({ ctx, query }) => configOf(ctx, query)),
  serve(readPortalOfModel, ({ ctx, query }) => configOf(ctx, query)),
  serve(readPublicPage, ({ tenant, path }) => publicPage(tenant, path.alias)),
]

type Config = MadeAnswer<typeof readPortal>
type Asked = ReadQuery<typeof readPortal>

async function configOf(caller: Context, asked: Asked): Promise<Config> {
  if (asked.preview) return preview(caller, asked.preview, asked.role)
  const kind = kindOf(caller)
  const templates = await publishedTemplates(caller)
  const pages = await pagesOf(caller, templates)
  if (asked.page) {
    const page = pages.find(({ values }) => values.alias === asked.page) ?? refuse('not_found')
    return answer(caller, { kind, pages, source: 'company', template: page, places: placesOf(page, page.values.layout) })
  }
  const found = (await homeOf(caller, templates, kind, asked.mobile)) ?? refuse('not_found')
  const { source, template } = found
  const places = placesOf(template, template.values.layout)
  const own = isArrangeable(template) ? await ownPlaces(caller) : undefined
  return answer(caller, { kind, pages, source: own ? 'own' : source, template, places, own })
}

/** A mobile portal has one column and cannot be rearranged. */
const isArrangeable = ({ values, mobile }: Pick<Published, 'values' | 'mobile'>) => values.arrangeable !== false && mobile !== true

type Made = {
  kind: Config['kind']
  pages: readonly Published[]
  source: Config['source']
  template: Published
  places: Place[]
  own?: Place[] | undefined
}

/** Contains only components that this person may see. */
async function answer(ctx: Context, { kind, pages, source, template, places, own }: Made): Promise<Config> {
  const widgets: readonly string[] = widgetsFor(ctx, kind)
  const components = await componentsAt(ctx, [...places, ...(own ?? [])])
  const seen = new Set([...widgets, ...components.map(({ code }) => code)])
  const visible = (all: readonly Place[]) => all.filter(({ i }) => seen.has(i))
  const { name = '', name_en = null, alias = '' } = template.values
  return {
    source,
    template: { sid: template.sid, name: name ?? '', name_en, alias: alias ?? '', arrangeable: isArrangeable(template) },
    kind,
    places: visible(own ?? places),
    template_places: visible(places),
    widgets: [...widgets],
    components,
    pages: pages.map(({ values }) => ({ alias: values.alias ?? '', name: values.name ?? '', name_en: values.name_en ?? null })),
  }
}

/** The places of the person’s own arrangement; undefined without one. One who removed every widget has an empty one. */
async function ownPlaces({ db, actor }: Context): Promise<Place[] | undefined> {
  const row = await db
    .selectFrom('user_define_config')
    .select('config')
    .where('config_key', '=', 'home.layout')
    .where('created_by', '=', actor.sid)
    .executeTakeFirst()
  const config: unknown = row?.config
  if (typeof config !== 'object' || config === null || !('places' in config) || !Array.isArray(config.places)) return undefined
  const places = keptPlaces(config.places)
  return places.length > 0 || config.places.length === 0 ? places : undefined
}

/** The draft, as people of a role would see it; the data of its components are the caller’s own. */
async function preview(caller: Context, sid: string, role: string | undefined): Promise<Config> {
  const model = modelNamed(caller.tenant.models, portal_template.name)
  authorize(caller, model, 'update')
  const row = ((await lockRows(caller, model, [sid], { verb: 'update' }))[0] ?? refuse('not_found')) as PortalTemplate // of this model
  const ctx = role ? await asRole(caller, role) : caller
  const kind = row.is_system && row.task && !role ? row.task : row.platform === '2' ? 'agency' : kindOf(ctx)
  const template = { ...row, values: row }
  return answer(ctx, { kind, pages: [], source: row.is_system ? 'system' : 'company', template, places: placesOf(row, row.layout) })
}

/** Pages for everybody hold neither widgets nor data; the check of the template is repeated here. */
async function publicPage(tenant: Tenant, alias: string): Promise<MadeAnswer<typeof readPublicPage>> {
  const ctx = systemContext(tenant)
  const templates = [...(await publishedTemplates(ctx)), ...(await publishedTemplates({ ...ctx, actor: { ...ctx.actor, platform: 2 } }))]
  const page = templates.find(({ portal_type, values }) => portal_type === 'MODULE' && values.public === true && values.alias === alias)
  if (!page) return refuse('not_found')
  const components = (await componentsAt(ctx, placesOf(page, page.values.layout))).filter(({ widget }) => WITHOUT_DATA.has(widget))
  const places = placesOf(page, page.values.layout).filter(({ i }) => components.some(({ code }) => code === i))
  return { name: page.values.name ?? '', name_en: page.values.name_en ?? null, places, components }
}
