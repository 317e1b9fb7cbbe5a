import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { dayOf } from '../../../model/docketing/calendar/day.ts'
import { addDuration, isoOf } from '../../../model/kit/days/duration.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { outcomeOf } from '../../records/abilities.ts'
import { authorizeAbility } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'

type Drafts = readonly DraftOf<'trade_secret'>[]

/** The parts of a trade secret that no declaration can express: its next review, and who decides about its readers. */
export const tradeSecrets: Part = { hooks: [{ model: 'trade_secret', prepare: countReview, check }] }

/** The next review follows the last one, or the day from which the information is secret. */
function countReview(_ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { last_review, from_date, review_cycle } = draft.row
    const from = last_review ?? from_date
    const isReadable = review_cycle !== null && /^\d+[dmy](,\d+[dmy])*$/.test(review_cycle)
    setValue(draft, 'next_review', from && isReadable ? isoOf(addDuration(dayOf(from), review_cycle)) : null)
  }
}

async function check(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    refuseStrangers(ctx, draft)
    refuseUnadmitted(ctx, draft)
  }
  await requirePoints(
    ctx,
    drafts.filter(({ transition }) => transition === 'protect'),
  )
}

/** Only readers of a secret, or people with the permission to name readers, decide who may read it. */
function refuseStrangers(ctx: Context, draft: DraftOf<'trade_secret'>) {
  const readers = draft.before?.authorised_users
  if (!readers || !ctx.actor.sid || !draft.changed.has('authorised_users')) return
  const model = modelNamed(ctx.tenant.models, 'trade_secret')
  if (readers.includes(ctx.actor.sid) || outcomeOf(() => authorizeAbility(ctx, model, ABILITIES.trade_secret.name_readers)).allowed) return
  faultAt(ctx, model, draft, 'authorised_users', ['只能由现有知悉人或有权指定者修改', 'may only be changed by those who are authorised already, or who have the permission to name them']) // oxfmt-ignore
}

/** Before these end, readers are named freely. */
const OPEN: ReadonlySet<string> = new Set(['DRAFT', 'REVIEW'])

/**
 * Once a secret is protected, readers come by the step that admits them, for which an approval may be asked; they go by any change.
 * So it stays when its protection ends, since an undo protects it again.
 */
function refuseUnadmitted(ctx: Context, draft: DraftOf<'trade_secret'>) {
  const { transition, before, row } = draft
  if (!before || OPEN.has(String(before.status)) || !ctx.actor.sid || transition === 'admit') return
  const known = new Set(before.authorised_users ?? [])
  if ((row.authorised_users ?? []).every((one) => known.has(one))) return
  const model = modelNamed(ctx.tenant.models, 'trade_secret')
  faultAt(ctx, model, draft, 'authorised_users', ['定密后只能用“增加知悉人”增加', 'are added by “Admit readers” alone once the secret is protected'])
}

/** Information without a stated content cannot be shown to have been kept secret. */
async function requirePoints(ctx: Context, drafts: Drafts) {
  if (drafts.length === 0) return
  const rows = await ctx.db
    .selectFrom('secret_point')
    .select('case_sid')
    .where(
      'case_sid',
      'in',
      drafts.map(({ sid }) => sid),
    )
    .where('content', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Set(rows.map(({ case_sid }) => case_sid))
  for (const draft of drafts)
    if (!known.has(draft.sid))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'trade_secret'), draft, 'status', ['定密前须至少录入一个秘点及其内容', 'cannot become protected before at least one point with its content is entered']) // oxfmt-ignore
}
