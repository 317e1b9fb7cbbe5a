import { pluralOf } from '../../../model/kit/plural.ts'
import type { Model } from '../../../model/kit/model.ts'
import { nest } from '../../../model/kit/tree.ts'
import { type MoveInTree, type SortTree, type TreeNode, treeActionsOf } from '../../../model/kit/tree-actions.ts'
import { anyTable } from '../../database/pool.ts'
import { both, refuse } from '../../errors.ts'
import { type Call, perform } from '../actions.ts'
import type { Context, Action, RowValues } from '../context.ts'
import { search } from '../query/search.ts'
import { chosenSids } from '../write/batch/batch.ts'
import { updateRow } from '../write/update.ts'
import { lockRows } from '../write/write.ts'
import { lockTree, type TreeModel } from './read-tree.ts'
import { treeModel } from './tree-hooks.ts'

// Larger trees are not shown as a tree.
const MAX_NODES = 10_000

export function treeActions(model: Model): readonly Action[] {
  const { tree, sort, move } = treeActionsOf(model)
  const of = (ctx: Context) => treeModel(ctx, model.name)
  return [
    ...perform(tree, async ({ ctx, body }) => (body.sid === undefined ? treeOf(ctx, of(ctx)) : nodeFrom(ctx, of(ctx), body.sid))),
    ...perform(sort, ({ ctx, body }) => sortLevel(ctx, of(ctx), body)),
    ...perform(move, ({ ctx, body }) => moveBelow(ctx, of(ctx), body)),
  ]
}

/** The visible records, nested and in order, with the counts of their descendants. */
async function treeOf(ctx: Context, model: TreeModel, fl: readonly string[] = model.display): Promise<TreeNode[]> {
  const { parent, order } = model.tree
  const iql = `ORDER BY ${order ? `${order}, ` : ''}${model.display[0]}`
  const { record } = await search(ctx, model, { fl: [...new Set([...fl, parent])], iql, rows: MAX_NODES, total: 'none' }, { most: MAX_NODES })
  const rows = record.map((row): RowValues & { sid: string } => ({ ...row, sid: String(row.sid) }))
  return nest(rows, (row) => (row[parent] as { sid: string } | null)?.sid ?? null) // a reference, as search shows it
}

/** One record with all its descendants. */
export async function nodeFrom(ctx: Context, model: TreeModel, sid: string, fl?: readonly string[]): Promise<TreeNode> {
  return inside(await treeOf(ctx, model, fl), sid) ?? refuse('not_found')
}

function inside(nodes: readonly TreeNode[], sid: string): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.sid === sid ? node : inside(node.children, sid)
    if (found) return found
  }
  return undefined
}

/** Sets a new order of one level, or moves one record a row up or down. */
async function sortLevel(ctx: Context, model: TreeModel, { sids: given, sid, move: way }: Call<SortTree>['body']) {
  const { parent, order, within } = model.tree
  if (!order) return refuse('rule', both('summary', [`${model.zh}没有顺序`, `${model.en} has no order`]))
  await lockTree(ctx, model)
  const sids = sid === undefined ? chosenSids({ sids: given }) : await moved(ctx, model, sid, way)
  const rows = await changeable(ctx, model, sids)
  if (new Set(rows.map((row) => `${within ? String(row[within.field]) : ''} ${String(row[parent] ?? '')}`)).size > 1)
    refuse('rule', both('summary', [`${model.zh}不能跨级移动`, `${pluralOf(model.en)} cannot be moved to another level`]))
  for (const [at, one] of sids.entries()) await updateRow(ctx, model, one, { [order]: at })
  return { sids }
}

async function changeable(ctx: Context, model: TreeModel, sids: readonly string[]) {
  const rows = await lockRows(ctx, model, sids, { verb: 'update' })
  return rows.length < sids.length ? refuse('not_found') : rows
}

/** Moves a record one row up or down within its level. */
async function moved(ctx: Context, model: TreeModel, sid: string, way: 'up' | 'down' | undefined): Promise<string[]> {
  if (!way) return refuse('bad_request', both('why', ['move 应为 up 或 down', 'move must be up or down']))
  const [row] = await changeable(ctx, model, [sid])
  const order = (await siblings(ctx, model, row ?? {}, row?.[model.tree.parent] ?? null)).map((one) => String(one.sid))
  const at = order.indexOf(sid)
  const to = way === 'up' ? at - 1 : at + 1
  if (to < 0) return refuse('rule', both('summary', ['已是第一行，不能上移', 'The first row cannot be moved up']))
  if (to >= order.length) return refuse('rule', both('summary', ['已是最后一行，不能下移', 'The last row cannot be moved down']))
  return order.with(at, order[to] ?? sid).with(to, sid)
}

/** The children of `parent`, of the same platform or company as `row`, in their order. */
async function siblings({ db }: Context, { name, tree: { parent, order, within } }: TreeModel, row: RowValues, above: unknown): Promise<RowValues[]> {
  return anyTable(db)
    .selectFrom(name)
    .select(['sid', ...(order ? [order] : [])])
    .where('deleted_at', 'is', null)
    .where(parent, above === null ? 'is' : '=', above)
    .$if(within !== undefined, (query) => query.where(within?.field ?? 'sid', '=', row[within?.field ?? 'sid']))
    .$if(order !== undefined, (query) => query.orderBy(order ?? 'sid'))
    .orderBy('sid')
    .execute()
}

/** Moves records below another record, at its end; without one to the top. */
async function moveBelow(ctx: Context, model: TreeModel, { sids: given, parent_sid }: Call<MoveInTree>['body']) {
  const above = parent_sid ?? null
  const { parent, order } = model.tree
  const sids = chosenSids({ sids: given })
  await lockTree(ctx, model)
  const [row] = await changeable(ctx, model, sids)
  const there = (await siblings(ctx, model, row ?? {}, above)).filter((one) => !sids.includes(String(one.sid)))
  const last = Math.max(-1, ...there.map((one) => Number((order && one[order]) ?? 0)))
  for (const [at, sid] of sids.entries()) await updateRow(ctx, model, sid, { [parent]: above, ...(order && { [order]: last + 1 + at }) })
  return { sids, parent_sid: above }
}
