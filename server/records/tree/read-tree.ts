import type { Model, Tree } from '../../../model/kit/model.ts'
import { childrenOf, lineOf, type Children } from '../../../model/kit/tree.ts'
import { anyTable } from '../../database/pool.ts'
import { type Context, lockKey, type Draft, type RowValues } from '../context.ts'

export type TreeModel = Model & { tree: Tree }
export const isTree = (model: Model): model is TreeModel => model.tree !== undefined

export type Node = { sid: string; parent: string | null; row: RowValues }
export type Nodes = { of: ReadonlyMap<string, Node>; children: Children; lineOf(sid: string): Node[] | undefined }

/** Held until the end of the transaction: two concurrent moves could make a cycle that neither sees. */
export async function lockTree(ctx: Context, model: Model) {
  if (ctx.db.isTransaction) await lockKey(ctx, `tree ${model.name}`)
}

/** All live records of the tree, with the drafts applied; trees are small. */
export async function readNodes(ctx: Context, model: TreeModel, drafts: readonly Draft[] = []): Promise<Nodes> {
  const { tree } = model
  const kept = [tree.parent, tree.order, tree.level, tree.unique, tree.within?.field, ...Object.keys(tree.paths ?? {}), ...pathFields(tree)]
  const columns = [...new Set(['sid', ...kept])].filter((code) => code !== undefined)
  const rows: RowValues[] = await anyTable(ctx.db).selectFrom(model.name).select(columns).where('deleted_at', 'is', null).execute()
  const all = [...rows, ...drafts.map(({ sid, row }) => ({ ...row, sid }))]
  const of = new Map(all.map((row) => [String(row.sid), nodeOf(tree, row)]))
  const parentOf = (sid: string) => of.get(sid)?.parent
  return {
    of,
    children: childrenOf(of.values()),
    lineOf: (sid) => lineOf(sid, parentOf)?.flatMap((one) => of.get(one) ?? []),
  }
}

const nodeOf = ({ parent }: Tree, row: RowValues): Node => ({
  sid: String(row.sid),
  parent: typeof row[parent] === 'string' ? row[parent] : null,
  row,
})

/** The fields that form the paths. */
export const pathFields = ({ paths = {} }: Tree) => Object.values(paths).map(({ of }) => of)
