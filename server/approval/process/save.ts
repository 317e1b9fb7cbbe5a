import type { Level } from '../../../model/approval/graph.ts'
import { graphOfLevels } from '../../../model/approval/levels.ts'
import { readGraph, readLevels, type Shaped } from '../../../model/approval/shape.ts'
import { both, refuse } from '../../errors.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { contextSlot } from '../../records/slots.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'

/** Set while the next version of a process is made: its number. */
export const numbering = contextSlot<number>()

/** Set while a draft is published, which fills in its sub-processes. */
export const publishing = contextSlot<true>()

type Draft = DraftOf<'approval_process'>

/** Drafts are written as levels or as a graph; from levels the graph follows. What is published stays as it is. */
export const savedProcesses: Part = {
  hooks: [
    {
      model: 'approval_process',
      prepare: (ctx, drafts) => {
        for (const draft of drafts) readSteps(ctx, draft)
      },
      check: (ctx, drafts) => {
        for (const draft of drafts) checkDraft(ctx, draft)
      },
      deleted: async (_ctx, rows) => {
        if (rows.some(({ status }) => status !== 'DRAFT')) refuse('verb_refused', both('why', ['只能删除草稿', 'Only drafts can be deleted']))
      },
    },
  ],
}

function readSteps(ctx: Context, draft: Draft) {
  if (!draft.before) setValue(draft, 'version_no', numbering.of(ctx) ?? 1)
  const { row, changed } = draft
  if (publishing.of(ctx)) return
  if (changed.has('levels') && row.levels !== null) {
    const levels = read(ctx, draft, 'levels', readLevels(row.levels))
    if (levels) setSteps(draft, levels)
  } else if (changed.has('graph') && row.graph !== null) {
    const graph = read(ctx, draft, 'graph', readGraph(row.graph))
    if (graph) setValue(draft, 'graph', graph)
    if (draft.before && !changed.has('levels')) setValue(draft, 'levels', null)
  }
}

function setSteps(draft: Draft, levels: readonly Level[]) {
  setValue(draft, 'levels', levels)
  setValue(draft, 'graph', graphOfLevels(levels))
}

/** The value in its declared form; its faults name the level or the node. */
function read<T>(ctx: Context, draft: Draft, code: 'levels' | 'graph', { value, faults }: Shaped<T>): T | undefined {
  const model = modelNamed(ctx.tenant.models, 'approval_process')
  for (const { place, words } of faults) {
    const [zh, en] = [placeWords(place)[0] + words[0], placeWords(place)[1] + words[1]]
    faultAt(ctx, model, draft, code, code === 'levels' ? [`审批级别设置错误：${zh}`, `Level approve settings error: ${en}`] : [zh, en])
  }
  return faults.length === 0 ? value : undefined
}

function placeWords(place: string): readonly [string, string] {
  const level = /^level_(\d+)$/.exec(place)?.[1]
  if (level) return [`第 ${level} 级`, `level ${level} `]
  return place ? [`“${place}”`, `“${place}” `] : ['', '']
}

function checkDraft(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'approval_process')
  if (draft.before && draft.before.status !== 'DRAFT')
    refuse('rule', both('summary', ['已发布的版本不能修改，请新建版本', 'A published version is not changed: make a new version']))
  const bound = ctx.tenant.models.all.get(String(draft.row.entity))
  if (!bound?.states) return faultAt(ctx, model, draft, 'entity', ['没有可审批的状态变更', 'has no transitions to approve'])
  const transition = Object.hasOwn(bound.states.transitions, String(draft.row.transition)) && bound.states.transitions[String(draft.row.transition)]
  if (draft.row.transition && (!transition || transition.automatic))
    faultAt(ctx, model, draft, 'transition', ['没有这项状态变更', 'is no transition of the record type'])
}
