import { belowOf } from '../../model/kit/tree.ts'
import type { Context, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { count } from '../records/query/search.ts'
import { fieldsOf, kindsOf } from '../records/registry.ts'
import { readNodes } from '../records/tree/read-tree.ts'
import { treeModel } from '../records/tree/tree-hooks.ts'

export const techNodes: Part = { shown: { tech_node: countCases } }

const MAX_VALUES = 1000

/** Number of cases that this person may see at the node or below it, of every kind with technology nodes */
async function countCases(ctx: Context, record: RowValues) {
  const places = kindsOf(ctx.tenant.models).flatMap((model) => {
    const [code] = fieldsOf(model).find(([, field]) => field.type === 'references' && field.to === 'tech_node') ?? []
    const { verbs, mayRead } = accessOf(ctx, model)
    return code !== undefined && (verbs.has('count') || verbs.has('*')) && mayRead(code) ? [{ model, code }] : []
  })
  if (places.length === 0) return
  const { children } = await readNodes(ctx, treeModel(ctx, 'tech_node'))
  const nodes = [String(record.sid), ...belowOf(String(record.sid), children)]
  const some = Array.from({ length: Math.ceil(nodes.length / MAX_VALUES) }, (_, at) => nodes.slice(at * MAX_VALUES, (at + 1) * MAX_VALUES))
  const counted = places.map(({ model, code }) => {
    const iql = some.map((sids) => `${code} IN (${sids.map((one) => `"${one}"`).join(',')})`).join(' OR ')
    return count(ctx, model, { iql })
  })
  record.case_count = (await Promise.all(counted)).reduce((sum, { total }) => sum + total, 0)
}
