import { belowOf } from '../../model/kit/tree.ts'
import type { Context } from '../records/context.ts'
import type { RowValues } from '../records/hooks.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { count } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { readNodes } from '../records/tree/read-tree.ts'
import { treeModel } from '../records/tree/tree-hooks.ts'

export const techNodes: Part = { shown: { tech_node: countCases } }

const MOST_VALUES = 1000

/** How many of the cases that this person may see stand at the node or below it. */
async function countCases(ctx: Context, record: RowValues) {
  const patent = modelNamed(ctx.tenant.models, 'patent')
  if (!accessOf(ctx, patent).mayRead('tech_node_sids')) return
  const sid = String(record.sid)
  const { children } = await readNodes(ctx, treeModel(ctx, 'tech_node'))
  const nodes = [sid, ...belowOf(sid, children)]
  const some = Array.from({ length: Math.ceil(nodes.length / MOST_VALUES) }, (_, at) => nodes.slice(at * MOST_VALUES, (at + 1) * MOST_VALUES))
  const iql = some.map((sids) => `tech_node_sids IN (${sids.map((one) => `"${one}"`).join(',')})`).join(' OR ')
  record.case_count = (await count(ctx, patent, { iql })).total
}
