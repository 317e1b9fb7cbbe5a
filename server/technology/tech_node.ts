import type { Model } from '../../model/kit/model.ts'
import { accessOf } from '../records/permission/permission.ts'
import type { Draft, RowValues } from '../records/hooks.ts'
import { modelNamed } from '../records/registry.ts'
import { count } from '../records/query/search.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import type { Part } from '../records/modules.ts'
import { lockKey, type Context } from '../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { ownHand } from '../cases/own-hand.ts'

const DEEPEST = 8

export const techNodes: Part = {
  hooks: [{ model: 'tech_node', prepare: placeNodes, check: checkSiblings, written: moveBelow }],
  shown: { tech_node: countCases },
}

const MOST_VALUES = 1000

/** How many of the cases that this person may see stand at the node or below it. */
async function countCases(ctx: Context, record: RowValues) {
  const patent = modelNamed(ctx.tenant.models, 'patent')
  if (!accessOf(ctx, patent).mayRead('tech_node_sids')) return
  const sid = String(record.sid)
  const nodes = [sid, ...below(sid, await treeOf(ctx))]
  const some = Array.from({ length: Math.ceil(nodes.length / MOST_VALUES) }, (_, at) => nodes.slice(at * MOST_VALUES, (at + 1) * MOST_VALUES))
  const iql = some.map((sids) => `tech_node_sids IN (${sids.map((one) => `"${one}"`).join(',')})`).join(' OR ')
  record.case_count = (await count(ctx, patent, { iql })).total
}

type Node = { sid: string; code: string; parent: string | null }
type Tree = Map<string, Node>

/** The tree as it will be; it is small, and one writer at a time changes it. */
async function treeWith(ctx: Context, drafts: readonly Draft[]): Promise<Tree> {
  if (ctx.db.isTransaction) await lockKey(ctx, 'tech_node')
  return treeOf(ctx, drafts)
}

async function treeOf(ctx: Context, drafts: readonly Draft[] = []): Promise<Tree> {
  const rows = await ctx.db.selectFrom('tech_node').select(['sid', 'code', 'parent_sid']).where('deleted_at', 'is', null).execute()
  const all: RowValues[] = [...rows, ...drafts.map(({ sid, row }) => ({ ...row, sid }))]
  return new Map(
    all.map((row) => [
      String(row.sid),
      { sid: String(row.sid), code: String(row.code ?? ''), parent: row.parent_sid ? String(row.parent_sid) : null },
    ]),
  )
}

/** From the top down to the node itself; undefined where it goes round in a circle. */
function lineOf(sid: string, tree: Tree): Node[] | undefined {
  const line: Node[] = []
  for (let one = tree.get(sid); one; one = one.parent === null ? undefined : tree.get(one.parent)) {
    if (line.includes(one)) return undefined
    line.unshift(one)
  }
  return line
}

const isMoved = ({ before, changed }: Draft) => !before || changed.has('parent_sid') || changed.has('code')

async function placeNodes(ctx: Context, drafts: readonly Draft[]) {
  const moved = drafts.filter(isMoved)
  if (moved.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'tech_node')
  const tree = await treeWith(ctx, drafts)
  for (const draft of moved) place(ctx, model, draft, tree)
}

function place(ctx: Context, model: Model, draft: Draft, tree: Tree) {
  const line = lineOf(draft.sid, tree)
  if (!line) return faultAt(ctx, model, draft, 'parent_sid', ['不能是该节点自身或其下级', 'cannot be the node itself or one below it'])
  const deepest = line.length + depthBelow(draft.sid, tree)
  if (deepest > DEEPEST)
    faultAt(ctx, model, draft, 'parent_sid', [`最多 ${DEEPEST} 级，现为 ${deepest} 级`, `allows ${DEEPEST} levels, not ${deepest}`])
  setValue(draft, 'path', line.map(({ code }) => code).join('/'))
  setValue(draft, 'level', line.length)
}

function depthBelow(sid: string, tree: Tree): number {
  const own = lineOf(sid, tree)?.length ?? 0
  return Math.max(0, ...below(sid, tree).map((one) => (lineOf(one, tree)?.length ?? 0) - own))
}

function below(sid: string, tree: Tree): string[] {
  const children = Map.groupBy(tree.values(), ({ parent }) => parent)
  const found = new Set<string>()
  const open = [sid]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const child of children.get(one) ?? []) {
      if (found.has(child.sid)) continue
      found.add(child.sid)
      open.push(child.sid)
    }
  }
  return [...found]
}

/** Codes are unique among siblings, those at the top included. */
async function checkSiblings(ctx: Context, drafts: readonly Draft[]) {
  const asked = drafts.filter((draft) => isMoved(draft) && draft.row.code)
  if (asked.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'tech_node')
  const tree = await treeWith(ctx, drafts)
  for (const draft of asked) {
    const own = tree.get(draft.sid)
    const isTwin = (one: Node) => one.sid !== draft.sid && one.parent === own?.parent && one.code.toUpperCase() === own?.code.toUpperCase()
    if ([...tree.values()].some(isTwin)) faultAt(ctx, model, draft, 'code', ['与同级节点重复', 'is already that of a sibling'])
  }
}

/** What lies below goes along. */
async function moveBelow(ctx: Context, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ before, changed }) => before && changed.has('path'))
  if (moved.length === 0) return
  const own = ownHand(ctx)
  const model = modelNamed(ctx.tenant.models, 'tech_node')
  const tree = await treeWith(ctx, [])
  const sids = [...new Set(moved.flatMap(({ sid }) => below(sid, tree)))]
  const nodes = sids.length ? (await lockRows(own, model, sids)).map(draftFrom) : []
  for (const draft of nodes) place(own, model, draft, tree)
  await updateDrafts(
    own,
    model,
    nodes.filter((draft) => draft.changed.size > 0),
  )
}
