import { REVIEWED } from '../../../model/rights/papers/lifecycle.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'

type Drafts = readonly DraftOf<'paper'>[]

/** The secrecy review of a paper: records the reviewer, and refuses submission and publication without it. */
export const papers: Part = { hooks: [{ model: 'paper', prepare: signReview, check: checkReview }] }

function signReview({ actor, today }: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { row, changed, transition } = draft
    if (transition === 'refuse') setValue(draft, 'secrecy_review', 'REFUSED')
    if (transition === 'request_review' || transition === 'revise') setValue(draft, 'secrecy_review', 'PENDING')
    if (!changed.has('secrecy_review')) continue
    const isDecided = row.secrecy_review !== 'PENDING'
    setValue(draft, 'reviewed_by', isDecided ? actor.sid : null)
    setValue(draft, 'reviewed_on', isDecided ? today : null)
  }
}

function checkReview(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'paper')
  const out: ReadonlySet<unknown> = new Set(REVIEWED)
  for (const draft of drafts) {
    const { status, secrecy_review } = draft.row
    const isAsked = draft.changed.has('status') || draft.changed.has('secrecy_review')
    if (isAsked && out.has(status) && secrecy_review !== 'PASSED')
      faultAt(ctx, model, draft, 'secrecy_review', ['未通过时不能投稿或发表', 'must have passed before a paper is submitted or published'])
  }
}
