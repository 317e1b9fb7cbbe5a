import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import type { Place } from '../../model/portal/layout.ts'
import type { ShownComponent } from '../../model/portal/portal-routes.ts'
import { type HomeKind, homeKindOf, NEEDS, offered, type Widget, WIDGETS, widgetNamed } from '../../model/portal/widgets.ts'
import type { Context } from '../records/context.ts'
import { DRAWINGS, type Drawing, STATISTIC_CODE } from '../../model/statistics/definition.ts'
import { printText } from '../../model/kit/iql/print.ts'
import { search } from '../records/query/search.ts'
import { accessOf, hasAbility } from '../records/permission/permission.ts'
import { kindsOf, modelNamed } from '../records/registry.ts'

const may = (ctx: Context, model: string, verb: string) => {
  const declared = ctx.tenant.models.all.get(model)
  const verbs = declared && accessOf(ctx, declared).verbs
  return verbs !== undefined && (verbs.has(verb) || verbs.has('*'))
}

/** Kind of home page by the person's permissions; while viewing as another person, by the permissions of that person. */
export function kindOf(given: Context): HomeKind {
  const { viewer: _, ...person } = given.actor
  const ctx: Context = { ...given, actor: { ...person, access: new Map() } }
  const { models } = ctx.tenant
  const deadline = modelNamed(models, 'deadline')
  return homeKindOf(ctx.actor.platform, {
    keepsRoles: may(ctx, 'role', 'update'),
    runsChecks: hasAbility(ctx, modelNamed(models, 'finding'), ABILITIES.finding.run),
    opensCases: kindsOf(models).some(({ name }) => may(ctx, name, 'import')), // everybody may create a disclosure of their own
    worksOnFees: may(ctx, 'fee', 'transition') || may(ctx, 'fee', 'search'),
    seesDeadlines: may(ctx, 'deadline', 'search') && accessOf(ctx, deadline).mayRead('internal_due'),
  })
}

/** The widgets of the product for this work whose records this person may see. */
export const widgetsFor = (ctx: Context, kind: HomeKind): Widget[] =>
  WIDGETS.filter((widget) => {
    const model = NEEDS[widget]
    return offered(kind, widget) && (model === null || may(ctx, model, 'search'))
  })

/** The components at these places, without those over records that this person may not see. */
export async function componentsAt(ctx: Context, places: readonly Place[]): Promise<ShownComponent[]> {
  const codes = [...new Set(places.flatMap(({ i }) => (widgetNamed(i) ? [] : [i])))]
  const [statistics, components] = [codes.filter((code) => STATISTIC_CODE.test(code)), codes.filter((code) => !STATISTIC_CODE.test(code))]
  const rows = components.length > 0 ? await readComponents(ctx, components) : []
  const shown = rows.flatMap((row) => {
    const one = shownOf(row)
    return one && (one.widget !== 'VIEW' || may(ctx, one.view.entity, 'search')) ? [one] : []
  })
  return [...shown, ...(statistics.length > 0 ? await statisticsAt(ctx, statistics) : [])]
}

/** The statistics that are this person’s, or shared with them, over records that they may count. Their figures are asked by themselves. */
async function statisticsAt(ctx: Context, codes: readonly string[]): Promise<ShownComponent[]> {
  const fl = ['sid', 'code', 'name', 'name_en', 'entity', 'drawing']
  const iql = `code IN (${codes.map(printText).join(', ')})`
  const { record } = await search(ctx, modelNamed(ctx.tenant.models, 'statistic'), { fl, iql, rows: 100, total: 'none' })
  return record
    .filter((row) => may(ctx, String(row.entity), 'count') && may(ctx, String(row.entity), 'search'))
    .map((row) => ({
      code: String(row.code),
      name: String(row.name),
      name_en: typeof row.name_en === 'string' ? row.name_en : null,
      widget: 'STATISTIC',
      statistic: { sid: String(row.sid), drawing: drawingOf(row.drawing) },
    }))
}

const drawingOf = (value: unknown): Drawing => (typeof value === 'string' && Object.hasOwn(DRAWINGS, value) ? (value as Drawing) : 'BAR') // just checked

const readComponents = ({ db }: Pick<Context, 'db'>, codes: readonly string[]) =>
  db
    .selectFrom('portal_component as c')
    .leftJoin('saved_view as v', (join) => join.onRef('v.sid', '=', 'c.view_sid').on('v.deleted_at', 'is', null))
    .select(['c.code', 'c.name', 'c.name_en', 'c.widget', 'c.text', 'c.text_en', 'c.links', 'c.picture', 'c.picture_text'])
    .select(['v.sid as view_sid', 'v.entity', 'v.iql', 'v.columns'])
    .where('c.code', 'in', [...codes])
    .where('c.deleted_at', 'is', null)
    .where('c.valid', 'is not', false)
    .execute()

/** Undefined where a saved view has been deleted. */
function shownOf(row: Awaited<ReturnType<typeof readComponents>>[number]): ShownComponent | undefined {
  const head = { code: row.code ?? '', name: row.name ?? '', name_en: row.name_en }
  if (row.widget === 'TEXT') return { ...head, widget: row.widget, text: row.text ?? '', text_en: row.text_en }
  if (row.widget === 'PICTURE') return { ...head, widget: row.widget, picture: row.picture ?? '', picture_text: row.picture_text ?? '' }
  if (row.widget === 'LINKS') {
    const links = (row.links ?? []).map(({ label, label_en, address }) => ({ label: label ?? '', label_en, address: address ?? '' }))
    return { ...head, widget: row.widget, links }
  }
  if (row.widget !== 'VIEW' || row.view_sid === null || row.entity === null) return undefined
  return { ...head, widget: row.widget, view: { sid: row.view_sid, entity: row.entity, iql: row.iql ?? '', columns: row.columns } }
}
