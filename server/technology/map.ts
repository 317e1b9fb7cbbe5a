import { OFFICES } from '../../model/cases/offices.ts'
import { type MapBy, type MapCell, type MapColumn, type MapKind, type MapNode, mapTechnology } from '../../model/technology/map-actions.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { fieldsOf, kindsOf } from '../records/registry.ts'

/** Every kind of case that is placed at technical nodes, counted as far as this person may see it. */
export const technologyMap: Part = { actions: perform(mapTechnology, map) }

type Placed = { model: Model; fields: MapKind['fields'] }

async function map({ ctx, body: { by } }: Call<typeof mapTechnology>) {
  const placed = kindsPlaced(ctx)
  const nodes = await ctx.db.selectFrom('tech_node').select(['sid', 'parent_sid', 'name', 'name_en', 'code']).where('deleted_at', 'is', null).orderBy('sort_by').orderBy('code').execute() // oxfmt-ignore
  const names = new Map<string, string>()
  const cells = (await Promise.all(placed.map((one) => countKind(ctx, one, by, names)))).flat()
  return {
    nodes: nodes.map((one): MapNode => ({ sid: String(one.sid), parent: one.parent_sid ?? '', name: one.name ?? '', name_en: one.name_en ?? '', code: one.code ?? '' })),
    cells,
    columns: columnsOf(ctx, by, cells, { names, placed }),
    kinds: placed.map(({ model, fields }) => ({ kind: model.name, label: labelOf(model, ctx.lang), fields })),
  }
} // oxfmt-ignore

function kindsPlaced(ctx: Context): Placed[] {
  return kindsOf(ctx.tenant.models).flatMap((model) => {
    const { verbs, mayRead } = accessOf(ctx, model)
    const roles = ctx.tenant.models.kinds.get(model.name)?.roles ?? {}
    const readable = (code: string | undefined) => (code !== undefined && mayRead(code) ? code : '')
    const [node] = fieldsOf(model).find(([, field]) => field.type === 'references' && field.to === 'tech_node') ?? []
    if (!readable(node) || !(verbs.has('count') || verbs.has('*'))) return []
    const fields = { node: node ?? '', year: readable(roles.filing_date), department: readable(roles.department), country: readable(roles.country) }
    return [{ model, fields }]
  })
}

const PATH: Readonly<Record<MapBy, (fields: MapKind['fields']) => string>> = {
  YEAR: ({ year }) => (year ? `${year}:year` : ''),
  KIND: () => '',
  DEPARTMENT: ({ department }) => department,
  COUNTRY: ({ country }) => country,
}

/** A tree of a thousand nodes has more cells than the groups of an ordinary chart, and none may be left out of a sum. */
const MAX_CELLS = 200_000

async function countKind(ctx: Context, { model, fields }: Placed, by: MapBy, names: Map<string, string>): Promise<MapCell[]> {
  const path = PATH[by](fields)
  const groups = await aggregate(ctx, model, { by: [fields.node, ...(path ? [path] : [])], groups: MAX_CELLS })
  return groups.flatMap(({ by: of, count }) => {
    const node = refIn(of[fields.node])
    if (!node) return []
    const value = path ? of[path] : null
    const ref = refIn(value)
    if (ref) names.set(ref.sid, ref.name)
    const key = by === 'KIND' ? model.name : (ref?.sid ?? (value === null || value === undefined ? '' : String(value)))
    return [{ node: node.sid, kind: model.name, key, count }]
  })
}

function refIn(value: unknown): { sid: string; name: string } | undefined {
  if (typeof value !== 'object' || value === null || !('sid' in value)) return undefined
  return { sid: String(value.sid), name: 'name' in value ? String(value.name) : '' }
}

type Labels = { names: ReadonlyMap<string, string>; placed: readonly Placed[] }

/** The years in order; others by the number of their cases, the largest first; those without a value last. */
function columnsOf(ctx: Context, by: MapBy, cells: readonly MapCell[], { names, placed }: Labels): MapColumn[] {
  const sums = new Map<string, number>()
  for (const { key, count } of cells) sums.set(key, (sums.get(key) ?? 0) + count)
  const offices: Readonly<Record<string, readonly [string, string]>> = OFFICES
  const labels: Readonly<Record<MapBy, (key: string) => string>> = {
    YEAR: (key) => key,
    KIND: (key) => labelOf(placed.find(({ model }) => model.name === key)?.model ?? { zh: key, en: key }, ctx.lang),
    DEPARTMENT: (key) => names.get(key) ?? '',
    COUNTRY: (key) => (offices[key] ? wordIn(offices[key], ctx.lang) : key),
  }
  const keys = [...sums.keys()].filter((key) => key !== '')
  const ordered = by === 'YEAR' ? keys.toSorted() : keys.toSorted((one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0))
  return [...ordered, ...(sums.has('') ? [''] : [])].map((key) => ({ key, label: key === '' ? '' : labels[by](key) }))
}
