import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { sumMoney } from '../../model/kit/money/money.ts'
import { refuse } from '../errors.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { authorizeAbility } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransitions } from '../records/write/batch/batch-transition.ts'
import { createRow } from '../records/write/create.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { updateRows } from '../records/write/write.ts'

type Draft = DraftOf<'award'>

/** Awards are paid together with their payment list. */
export const awardPayments: Part = {
  hooks: [
    { model: 'award', prepare: preparePayments, check: putOnLists, written: keepTotals },
    { model: 'payment', written: settleLists },
  ],
}

async function preparePayments({ db, today }: Context, drafts: readonly Draft[]) {
  for (const draft of drafts) {
    if (draft.transition === 'release') setValue(draft, 'payment_sid', null)
    if (draft.transition === 'withdraw_payment') setValue(draft, 'pay_date', null)
    if (draft.transition !== 'pay') continue
    const list = await db.selectFrom('payment').select('pay_date').where('sid', '=', draft.row.payment_sid).executeTakeFirst()
    setValue(draft, 'pay_date', list?.pay_date ?? today)
  }
}

/** Awards that are listed together, and name no list, share a new one for each company. */
async function putOnLists(ctx: Context, drafts: readonly Draft[]) {
  const listed = drafts.filter(({ transition }) => transition === 'list')
  for (const draft of listed) if (draft.row.payment_sid) await checkList(ctx, draft)
  const bare = listed.filter(({ row, faults }) => !row.payment_sid && faults.length === 0)
  for (const [company_sid, own] of Map.groupBy(bare, ({ row }) => row.company_sid)) {
    const sid = await createRow(ctx, modelNamed(ctx.tenant.models, 'payment'), { payment_type: 'REWARD', company_sid })
    for (const draft of own) setValue(draft, 'payment_sid', sid)
  }
}

async function checkList(ctx: Context, draft: Draft) {
  const list = await ctx.db
    .selectFrom('payment')
    .select(['payment_type', 'status', 'company_sid'])
    .where('sid', '=', String(draft.row.payment_sid))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!list || (list.payment_type === 'REWARD' && list.status === 'DRAFT' && list.company_sid === draft.row.company_sid)) return
  faultAt(ctx, modelNamed(ctx.tenant.models, 'award'), draft, 'payment_sid', [
    '应为本公司发放奖酬的草稿',
    'must be a draft for rewards of the same company',
  ])
}

/** Stores on a list the total of its awards in each currency. */
async function keepTotals(ctx: Context, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ changed }) => changed.has('payment_sid'))
  const lists = [...new Set(moved.flatMap(({ before, row }) => [before?.payment_sid ?? [], row.payment_sid ?? []].flat()))]
  if (lists.length === 0) return
  const awards = await ctx.db
    .selectFrom('award')
    .select(['payment_sid', 'currency', 'total'])
    .where('payment_sid', 'in', lists)
    .where('deleted_at', 'is', null)
    .execute()
  const rows = lists.map((sid) => {
    const own = Map.groupBy(
      awards.filter((one) => one.payment_sid === sid),
      ({ currency }) => currency ?? 'CNY',
    )
    const totals = [...own].map(([currency, of]) => ({
      currency,
      amount: sumMoney(
        of.map(({ total }) => total ?? '0'),
        currency,
      ),
    }))
    return { sid, totals: totals.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)) }
  })
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'payment'), rows, ['totals'])
}

/** A change of a list's status also applies to its awards. */
async function settleLists(ctx: Context, drafts: readonly DraftOf<'payment'>[]) {
  const award = modelNamed(ctx.tenant.models, 'award')
  for (const { sid, transition, row } of drafts) {
    if (row.payment_type !== 'REWARD' || !isSettling(transition)) continue
    const found = await ctx.db
      .selectFrom('award')
      .select('sid')
      .where('payment_sid', '=', sid)
      .where('status', '=', transition === 'withdraw_payment' ? 'PAID' : 'LISTED')
      .where('deleted_at', 'is', null)
      .orderBy('sid')
      .execute()
    const own = found.map((one) => one.sid)
    if (transition !== 'cancel') authorizeAbility(ctx, award, ABILITIES.award.pay_award)
    if (transition === 'pay') {
      if (own.length === 0) refuse('rule', { summary_zh: '发放单上没有奖酬', summary_en: 'There are no awards on this list' })
    }
    if (own.length > 0) await takeTransitions(ctx, award, own, transition === 'cancel' ? 'release' : transition)
  }
}

type Settling = 'pay' | 'cancel' | 'withdraw_payment'
const isSettling = (transition: string | undefined): transition is Settling => transition === 'pay' || transition === 'cancel' || transition === 'withdraw_payment' // oxfmt-ignore
