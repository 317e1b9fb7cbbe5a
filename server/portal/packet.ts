import { exportPortals, exportPortalsOfModel, importPortals } from '../../model/portal/portal-routes.ts'
import { refuse } from '../errors.ts'
import { type Context, inTransaction, type RowValues } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { updateRow } from '../records/write/update.ts'
import { type RouteCall, serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'

const FORMAT = 'innoe.portal'
const VERSION = 1
const MAX_PARTS = { components: 200, templates: 100, statistics: 100 } as const

const COMPONENT = ['code', 'name', 'name_en', 'widget', 'text', 'text_en', 'links', 'picture', 'picture_text'] as const
const VIEW = ['entity', 'name', 'name_en', 'iql', 'columns'] as const
const STATISTIC = ['code', 'name', 'name_en', 'entity', 'iql', 'row_by', 'column_by', 'measure', 'measure_field', 'drawing', 'most'] as const
const TEMPLATE = ['alias', 'name', 'name_en', 'portal_type', 'platform', 'public', 'mobile', 'arrangeable', 'layout'] as const

type Part = RowValues & { roles?: unknown; view?: unknown }

/** The portals of an installation as data: another one takes them in by code and alias. */
export const packetRoutes = [
  serve(exportPortals, (call) => file(call)),
  serve(exportPortalsOfModel, (call) => file(call)),
  serve(importPortals, ({ ctx, body }) => take(ctx, body.content)),
]

async function file({ ctx, reply }: Pick<RouteCall<typeof exportPortals>, 'ctx' | 'reply'>) {
  const content = JSON.stringify(await packet(ctx), null, 1)
  return reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': disposition(`portal_${ctx.today}.json`),
      'cache-control': 'private, no-store',
    })
    .send(content)
}

/** Includes a system default only if it was changed: each installation has its own. */
async function packet({ db }: Context) {
  const [components, templates, roles, views, statistics] = [
    await db.selectFrom('portal_component').select([...COMPONENT, 'view_sid']).where('deleted_at', 'is', null).orderBy('code').execute(),
    await db.selectFrom('portal_template').select([...TEMPLATE, 'role_sids', 'is_system']).where('deleted_at', 'is', null).orderBy('alias').execute(),
    await db.selectFrom('role').select(['sid', 'code']).execute(),
    await db.selectFrom('saved_view').select([...VIEW, 'sid']).execute(),
    await db.selectFrom('statistic').select(STATISTIC).where('deleted_at', 'is', null).orderBy('code').execute(),
  ] // oxfmt-ignore
  const codes = new Map(roles.map(({ sid, code }) => [sid, code]))
  const viewOf = (sid: string | null) => views.filter((view) => view.sid === sid).map(({ sid: _, ...view }) => view)[0]
  return {
    format: FORMAT,
    version: VERSION,
    statistics: statistics.filter(({ code }) => code !== null && JSON.stringify(templates.map(({ layout }) => layout)).includes(`"${code}"`)),
    components: components.map(({ view_sid, ...one }) => ({ ...one, ...(view_sid && { view: viewOf(view_sid) }) })),
    templates: templates
      .filter((one) => !one.is_system || one.layout !== null)
      .map(({ role_sids, is_system: _, ...one }) => ({ ...one, roles: (role_sids ?? []).flatMap((sid) => codes.get(sid) ?? []) })),
  }
}

type Taken = { created: number; updated: number; skipped: string[] }

/** Everything or nothing; each record is checked as if a person had entered it. */
function take(ctx: Context, content: Record<string, unknown>): Promise<Taken> {
  if (content.format !== FORMAT || content.version !== VERSION)
    refuse('bad_request', { why_zh: '不是本系统导出的门户文件', why_en: 'this is no portal file of this version of the product' })
  const [components, templates] = [partsIn(content, 'components'), partsIn(content, 'templates')]
  const statistics = 'statistics' in content ? partsIn(content, 'statistics') : [] // earlier versions have none
  return inTransaction(ctx, async (tx) => {
    const taken: Taken = { created: 0, updated: 0, skipped: [] }
    for (const one of components) await takeOne(tx, 'portal_component', { by: 'code', given: { ...pick(one, COMPONENT), ...(await viewFor(tx, one)) } }, taken)
    for (const one of statistics) await takeOne(tx, 'statistic', { by: 'code', given: { ...pick(one, STATISTIC), share: 'SYSTEM' } }, taken)
    for (const one of templates) await takeOne(tx, 'portal_template', { by: 'alias', given: { ...pick(one, TEMPLATE), ...(await rolesFor(tx, one, taken)) } }, taken)
    return taken
  }) // oxfmt-ignore
}

function partsIn(content: Record<string, unknown>, key: keyof typeof MAX_PARTS): Part[] {
  const list = content[key]
  if (!Array.isArray(list) || !list.every((one): one is Part => typeof one === 'object' && one !== null && !Array.isArray(one)))
    return refuse('bad_request', { why_zh: `${key} 应为对象的列表`, why_en: `${key} must be a list of objects` })
  if (list.length > MAX_PARTS[key]) refuse('too_many_values', { key, max: MAX_PARTS[key] })
  return list
}

const pick = (from: RowValues, codes: readonly string[]) => Object.fromEntries(codes.flatMap((code) => (code in from ? [[code, from[code]]] : [])))

type One = { by: 'code' | 'alias'; given: RowValues }

async function takeOne(ctx: Context, name: 'portal_component' | 'portal_template' | 'statistic', { by, given }: One, taken: Taken) {
  const model = modelNamed(ctx.tenant.models, name)
  const key = typeof given[by] === 'string' ? given[by] : ''
  const known = await ctx.db
    .selectFrom(name)
    .selectAll()
    .where(by as 'sid', '=', key) // a text column of this model
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!known && key.startsWith('system-')) return void taken.skipped.push(key)
  if (!known) {
    await createRow(ctx, model, given)
    taken.created += 1
    return
  }
  // A system default keeps everything but its layout, and no record becomes of another type.
  const fixed = 'is_system' in known && known.is_system === true ? pick(given, ['layout']) : given
  const { widget: _, portal_type: __, platform: ___, mobile: ____, code: _____, ...changes } = fixed
  await updateRow(ctx, model, known.sid, changes)
  taken.updated += 1
}

/** The saved view of a component: one of everybody’s with the same name and list, else a new one. */
async function viewFor(ctx: Context, { view }: Part): Promise<RowValues> {
  if (typeof view !== 'object' || view === null) return {}
  const given = pick(view as RowValues, VIEW) // an object
  const found = await ctx.db
    .selectFrom('saved_view')
    .select('sid')
    .where('entity', '=', String(given.entity))
    .where('name', '=', String(given.name))
    .where('share', '=', 'SYSTEM')
    .executeTakeFirst()
  return { view_sid: found?.sid ?? (await createRow(ctx, modelNamed(ctx.tenant.models, 'saved_view'), { ...given, share: 'SYSTEM' })) }
}

/** Roles are found by their codes; one that this installation lacks is left out and named. */
async function rolesFor(ctx: Context, { roles }: Part, taken: Taken): Promise<RowValues> {
  if (!Array.isArray(roles)) return {}
  const codes = roles.filter((code): code is string => typeof code === 'string')
  const known = codes.length ? await ctx.db.selectFrom('role').select(['sid', 'code']).where('code', 'in', codes).where('deleted_at', 'is', null).execute() : []
  taken.skipped.push(...codes.filter((code) => !known.some((row) => row.code === code)))
  return { role_sids: known.map(({ sid }) => sid) }
} // oxfmt-ignore
