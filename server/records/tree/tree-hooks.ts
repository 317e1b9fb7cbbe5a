import type { Model, Tree } from '../../../model/kit/model.ts'
import { belowOf } from '../../../model/kit/tree.ts'
import type { Context, Draft, Hooks, RowValues } from '../context.ts'
import { modelNamed } from '../registry.ts'
import { faultAt, setValue } from '../write/checks/validate.ts'
import { updateRows } from '../write/write.ts'
import { warnOfValidity } from './validity.ts'
import { isTree, lockTree, type Node, type Nodes, pathFields, readNodes, type TreeModel } from './read-tree.ts'

/** Applies a tree declaration to every write: updates paths and levels, refuses circles and excessive depth. */
export function treeHooks(name: string): Hooks {
  return {
    prepare: (ctx, drafts) => placeDrafts(ctx, treeModel(ctx, name), drafts),
    check: (ctx, drafts) => checkDrafts(ctx, treeModel(ctx, name), drafts),
    written: (ctx, drafts) => moveBelow(ctx, treeModel(ctx, name), drafts),
    restored: (ctx, rows) => placeAgain(ctx, treeModel(ctx, name), rows.map(({ sid }) => String(sid))), // oxfmt-ignore
  }
}

export function treeModel({ tenant }: Context, name: string): TreeModel {
  const model = modelNamed(tenant.models, name)
  if (!isTree(model)) throw new Error(`${name} is no tree`)
  return model
}

const isPlaced = ({ tree }: TreeModel, { before, changed }: Draft) =>
  !before || changed.has(tree.parent) || [...pathFields(tree), tree.unique].some((code) => code !== undefined && changed.has(code))

async function placeDrafts(ctx: Context, model: TreeModel, drafts: readonly Draft[]) {
  const placed = drafts.filter((draft) => isPlaced(model, draft))
  if (placed.length === 0) return
  await lockTree(ctx, model)
  const nodes = await readNodes(ctx, model, drafts)
  for (const draft of placed) {
    const line = nodes.lineOf(draft.sid)
    if (!line) faultAt(ctx, model, draft, model.tree.parent, ['不能是自身或其下级', 'cannot be the record itself or one below it'])
    else {
      checkDepth(ctx, model, draft, line.length + depthBelow(draft.sid, nodes))
      for (const [code, value] of Object.entries(keptOf(model.tree, line))) setValue(draft, code, value)
    }
  }
}

/** Paths and level of the last record in the line. */
function keptOf({ paths = {}, level }: Tree, line: readonly Node[]): RowValues {
  const joined = ({ of, enclosed }: { of: string; enclosed?: true }) => {
    const path = line.map(({ row }) => String(row[of] ?? '')).join('/')
    return enclosed ? `/${path}/` : path
  }
  return { ...Object.fromEntries(Object.entries(paths).map(([code, path]) => [code, joined(path)])), ...(level && { [level]: line.length }) }
}

function depthBelow(sid: string, { children }: Nodes): number {
  let depth = -1
  const seen = new Set<string>()
  for (let level = [sid]; level.length > 0; depth++) {
    for (const one of level) seen.add(one)
    level = level.flatMap((one) => children.get(one) ?? []).filter((one) => !seen.has(one))
  }
  return depth
}

function checkDepth(ctx: Context, model: TreeModel, draft: Draft, depth: number) {
  const { max_depth: most, parent } = model.tree
  if (most !== undefined && depth > most)
    faultAt(ctx, model, draft, parent, [`最多 ${most} 级，现为 ${depth} 级`, `takes at most ${most} levels, not ${depth}`])
}

async function checkDrafts(ctx: Context, model: TreeModel, drafts: readonly Draft[]) {
  await warnOfValidity(ctx, model, drafts)
  const { parent, within, unique } = model.tree
  const asked = drafts.filter((draft) => isPlaced(model, draft) || (within && draft.changed.has(within.field)))
  if (asked.length === 0 || (!within && !unique)) return
  await lockTree(ctx, model)
  const nodes = await readNodes(ctx, model, drafts)
  for (const draft of asked) {
    const own = nodes.of.get(draft.sid)
    const above = own?.parent ? nodes.of.get(own.parent) : undefined
    if (within && above && above.row[within.field] !== draft.row[within.field]) faultAt(ctx, model, draft, parent, within.says)
    if (unique && own && hasTwin(nodes, own, unique))
      faultAt(ctx, model, draft, unique, ['与同级节点重复', 'is already used by a node of the same level'])
  }
}

/** Codes are compared without regard to case, also at the top. */
function hasTwin({ of, children }: Nodes, own: Node, code: string) {
  const key = (node: Node | undefined) => String(node?.row[code] ?? '').toUpperCase()
  return key(own) !== '' && (children.get(own.parent) ?? []).some((sid) => sid !== own.sid && key(of.get(sid)) === key(own))
}

/** All descendants move along, in the same transaction. */
async function moveBelow(ctx: Context, model: TreeModel, drafts: readonly Draft[]) {
  const kept = Object.keys(keptOf(model.tree, []))
  const moved = drafts.filter(({ before, changed }) => before && kept.some((code) => changed.has(code)))
  if (moved.length === 0) return
  const nodes = await readNodes(ctx, model)
  await writeKept(ctx, model, nodes, new Set(moved.flatMap(({ sid }) => belowOf(sid, nodes.children))))
}

/** The ancestors of a deleted record may have moved before it is restored. */
async function placeAgain(ctx: Context, model: TreeModel, sids: readonly string[]) {
  await lockTree(ctx, model)
  await writeKept(ctx, model, await readNodes(ctx, model), new Set(sids))
}

async function writeKept(ctx: Context, model: Model & { tree: Tree }, nodes: Nodes, sids: ReadonlySet<string>) {
  const rows = [...sids].flatMap((sid) => {
    const line = nodes.lineOf(sid)
    return line ? [{ sid, ...keptOf(model.tree, line) }] : []
  })
  const codes = Object.keys(keptOf(model.tree, []))
  if (codes.length > 0) await updateRows(ctx, model, rows, codes)
}
