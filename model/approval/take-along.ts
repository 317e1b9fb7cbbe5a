import type { Words } from '../kit/fields.ts'
import type { Graph } from './graph.ts'
import type { RunState } from './state.ts'
import { isOnBranch, nodeOf } from './structure.ts'

/** The reason why a run cannot continue by another version of its process; undefined if it can. */
export function whyNotAlong(state: Pick<RunState, 'open' | 'arrived' | 'back' | 'end'>, from: Graph, to: Graph): Words | undefined {
  if (state.end) return ['审批已结束', 'it has ended']
  if (Object.keys(state.arrived).length > 0 || state.open.some((id) => isOnBranch(from, id))) return ['正在并行分支中', 'it is on parallel branches']
  for (const id of [...state.open, ...(state.back ? [state.back.target, ...state.back.open] : [])]) {
    const [before, after] = [nodeOf(from, id), nodeOf(to, id)]
    if (!after || after.type !== before?.type)
      return [`新版本没有节点“${before?.name ?? id}”`, `the new version has no step “${before?.name_en ?? id}”`]
    if (isOnBranch(to, id)) return [`“${after.name}”在新版本中位于并行分支`, `“${after.name_en}” is on a parallel branch of the new version`]
  }
  return undefined
}
