import { ADVANCES } from '../../model/dealings/projects/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'

type Drafts = readonly DraftOf<'project'>[]

/** How far the mining of a project has come, and the monitoring without which a stage is not left. */
export const projects: Part = { hooks: [{ model: 'project', prepare: keepProgress, check }] }

function keepProgress(_: Context, drafts: Drafts) {
  for (const draft of drafts) {
    if (draft.before && !draft.changed.has('points')) continue
    // A point that is not protected by an application needs no disclosure.
    const points = (draft.row.points ?? []).filter(({ protect_way }) => protect_way !== 'NONE' && protect_way !== 'PAPER')
    const filed = points.filter(({ proposal_sid, done_date }) => proposal_sid || done_date).length
    setValue(draft, 'points_total', points.length)
    setValue(draft, 'points_filed', filed)
    setValue(draft, 'progress', points.length === 0 ? null : Math.floor((filed * 100) / points.length))
  }
}

function check(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'project')
  for (const draft of drafts) {
    const left = ADVANCES[draft.transition ?? '']
    if (!left) continue
    const open = (draft.row.monitors ?? []).filter(({ stage, gate, done_date }) => stage === left && gate && !done_date)
    if (open.length > 0) faultAt(ctx, model, draft, 'monitors', ['该阶段的关口监控尚未完成', 'has a gate of this stage that is not done'])
  }
}
