import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { TRANSITIONS, WRITTEN_IN } from '../../../model/rights/proposals/lifecycle.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { hasAbility } from '../../records/permission/permission.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import { lockRows } from '../../records/write/write.ts'
import { type Drafts, inventorsOf } from './people.ts'

/** People who may write a proposal, and the states in which they may */
export const proposalWriting: Part = {
  hooks: [
    {
      model: 'proposal',
      async prepare(ctx, drafts) {
        await refuseOthers(ctx, drafts)
        await nameWriter(ctx, drafts)
        askAgain(ctx, drafts)
      },
      check: refuseShareless,
      deleting: async (ctx, rows, write) => {
        const done = rows.filter(({ status }) => !WRITTEN_IN.has(status))
        if (ctx.actor.sid && done.length > 0 && (await reviewable(ctx, done)).size < done.length)
          refuse('rule', {
            summary_zh: '已提交的提案只能由评审人员删除',
            summary_en: 'A submitted disclosure can be deleted only by those who review it',
          })
        await write(ctx)
      },
    },
  ],
}

const proposals = (ctx: Context) => modelNamed(ctx.tenant.models, 'proposal')

/** Records that this person reviews */
async function reviewable(ctx: Context, rows: readonly { sid: string }[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0 || !hasAbility(ctx, proposals(ctx), ABILITIES.proposal.review)) return new Set()
  const sids = rows.map(({ sid }) => sid)
  return new Set((await lockRows(ctx, proposals(ctx), sids, { ability: ABILITIES.proposal.review.code })).map(({ sid }) => sid))
}

/** After its submission the content of a proposal is changed only by those who review it, and it begins as a draft. */
async function refuseOthers(ctx: Context, drafts: Drafts) {
  if (!ctx.actor.sid) return
  const model = proposals(ctx)
  const mayReview = hasAbility(ctx, model, ABILITIES.proposal.review)
  for (const draft of drafts)
    if (!draft.before && draft.row.status !== 'DRAFT' && !mayReview)
      faultAt(ctx, model, draft, 'status', ['新提案应为草稿', 'must be a draft when it is entered'])
  const fixed = drafts.filter(
    ({ before, transition }) => before && !(WRITTEN_IN.has(before.status) || (transition && !TRANSITIONS[transition]?.ability)),
  )
  const free = await reviewable(ctx, fixed)
  for (const draft of fixed.filter(({ sid }) => !free.has(sid))) {
    const shown = new Set(['status', ...(TRANSITIONS[draft.transition ?? '']?.fields ?? [])])
    for (const code of draft.changed)
      if (!shown.has(code) && !fieldOf(model, code)?.computed) faultAt(ctx, model, draft, code, ['提交后不能修改，可先撤回', 'cannot be changed after the submission; take it back first'])
  } // oxfmt-ignore
}

/** The person who enters a new proposal without inventors becomes its inventor. */
async function nameWriter(ctx: Context, drafts: Drafts) {
  const unnamed = drafts.filter(({ before, row }) => !before && inventorsOf(row).length === 0)
  if (!ctx.actor.sid || unnamed.length === 0 || hasAbility(ctx, proposals(ctx), ABILITIES.proposal.review)) return
  const inventor_sid = await ownInventor(ctx, ctx.actor.sid)
  for (const draft of unnamed) setValue(draft, 'inventors', [{ inventor_sid, contribution_pct: '100.00', not_published: false }])
}

/** The inventor of this person; made where there is none. */
async function ownInventor(ctx: Context, user_sid: string): Promise<string> {
  const known = await ctx.db.selectFrom('inventor').select('sid').where('user_sid', '=', user_sid).where('deleted_at', 'is', null).executeTakeFirst()
  if (known) return known.sid
  const person = await ctx.db.selectFrom('user_info').select(['name', 'name_en', 'job_number', 'department_sid']).where('sid', '=', user_sid).executeTakeFirst() // oxfmt-ignore
  const { name, name_en, job_number, department_sid } = person ?? refuse('not_found')
  return createRow(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'inventor'), {
    user_sid,
    name,
    name_en,
    employee_no: job_number,
    department: department_sid,
  })
}

/** Changed shares are confirmed afresh. */
function askAgain({ actor }: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { before, changed, row } = draft
    if (before && changed.has('inventors') && (row.confirmed_by ?? []).length > 0) setValue(draft, 'confirmed_by', actor.sid && row.confirmed_by?.includes(actor.sid) ? [actor.sid] : null)
  }
} // oxfmt-ignore

/** A submitted proposal needs a solution or a document, and the share of each inventor. */
async function refuseShareless(ctx: Context, drafts: Drafts) {
  const model = proposals(ctx)
  for (const draft of drafts.filter(({ transition }) => transition === 'submit' || transition === 'resubmit')) {
    const { solution, disclosure_doc, inventors } = draft.row
    if (!solution && (disclosure_doc ?? []).length === 0)
      faultAt(ctx, model, draft, 'solution', ['须填写，或上传交底书', 'is required, or a disclosure document instead'])
    if ((inventors ?? []).some(({ contribution_pct }) => contribution_pct === null))
      faultAt(ctx, model, draft, 'inventors', ['须填写每人的贡献度，合计 100', 'must state the contribution of each, in total 100'])
  }
  for (const draft of drafts) {
    const { contact_inventor_sid: contact } = draft.row
    if (contact && !inventorsOf(draft.row).includes(contact) && (draft.changed.has('contact_inventor_sid') || draft.changed.has('inventors')))
      faultAt(ctx, model, draft, 'contact_inventor_sid', ['应为发明人之一', 'must be one of the inventors'])
  }
}
