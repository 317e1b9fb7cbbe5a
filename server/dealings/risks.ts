import { levelOf } from '../../model/dealings/risks/level.ts'
import { CLOSE, TREAT } from '../../model/dealings/risks/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'

type Drafts = readonly DraftOf<'risk'>[]

/** The level of a risk follows from its two degrees; it is treated by measures, and closed when they are done. */
export const risks: Part = { hooks: [{ model: 'risk', prepare: keepLevel, check }] }

function keepLevel(_: Context, drafts: Drafts) {
  for (const draft of drafts)
    if (!draft.before || draft.changed.has('likelihood') || draft.changed.has('impact'))
      setValue(draft, 'level', levelOf(draft.row.likelihood, draft.row.impact) ?? null)
}

function check(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'risk')
  for (const draft of drafts) {
    const measures = draft.row.measures ?? []
    if (draft.transition === TREAT && measures.length === 0)
      faultAt(ctx, model, draft, 'measures', ['至少需要一项措施', 'needs at least one measure'])
    const open = measures.filter(({ done_date }) => !done_date).map(({ measure }) => measure)
    if (draft.transition === CLOSE && open.length > 0)
      faultAt(ctx, model, draft, 'measures', [`尚有未完成的措施：${open.slice(0, 3).join('、')}`, `still has open measures: ${open.slice(0, 3).join(', ')}`]) // oxfmt-ignore
  }
}
