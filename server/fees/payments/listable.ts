import { firstOf } from '../../../model/kit/first-of.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { leaves, stateLabel } from '../../records/write/states.ts'
import { transitionNamed } from '../../records/write/transition.ts'

/** As many fees as a payment file holds. */
export const MAX_LISTED = 1000

/** A fee that no payment list takes, with its name and why, in the language of the caller. */
export type LeftOut = { sid: string; name: string; why: string }

/** Fees that no payment list takes: on a bill, on another list, or in a state without such a step */
export async function leftOutOf(ctx: Context, sids: readonly string[]): Promise<LeftOut[]> {
  if (sids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('fee as f')
    .leftJoin('invoice as i', 'i.sid', 'f.invoice_sid')
    .leftJoin('payment as p', 'p.sid', 'f.payment_sid')
    .select(['f.sid', 'f.fee_no', 'f.name', 'f.name_en', 'f.status', 'i.invoice_no', 'p.payment_no'])
    .where('f.sid', 'in', [...sids])
    .orderBy('f.fee_no')
    .orderBy('f.sid')
    .execute()
  const en = ctx.lang === 'en'
  return rows.flatMap(({ sid, fee_no, name, name_en, ...one }) => {
    const why = whyLeftOut(ctx, one)
    return why === undefined ? [] : [{ sid, name: [fee_no, (en && name_en) || name].filter(Boolean).join(' '), why }]
  })
}

type Held = { status: string | null; invoice_no: string | null; payment_no: string | null }

function whyLeftOut(ctx: Context, { status, invoice_no, payment_no }: Held): string | undefined {
  const say = (zh: string, en: string) => (ctx.lang === 'en' ? en : zh)
  const state = status ?? ''
  if (state === 'PAYING') return say(`在缴费单 ${payment_no ?? ''} 上`, `on payment list ${payment_no ?? ''}`)
  const model = modelNamed(ctx.tenant.models, 'fee')
  const label = stateLabel(ctx, model, state)
  const listing = model.states && transitionNamed(model.states, 'put_in_batch')
  if (!listing || !leaves(model, listing, state)) return say(`状态为“${label}”`, `in state “${label}”`)
  return invoice_no === null ? undefined : say(`在账单 ${invoice_no} 上，随账单支付`, `on invoice ${invoice_no}, paid with it`)
}

/** Fees for a list: the chosen ones without those announced as left out. Refused if others have become unlistable or listable. */
export async function listedOf(ctx: Context, sids: readonly string[], told: readonly string[]): Promise<string[]> {
  const [own, expected] = [new Set(sids), new Set(told)]
  const left = await leftOutOf(ctx, sids)
  const now = new Set(left.map(({ sid }) => sid))
  const more = left.filter(({ sid }) => !expected.has(sid))
  const again = [...expected].filter((sid) => own.has(sid) && !now.has(sid))
  if (more.length > 0 || again.length > 0) refuseChanged(more, await numbersOf(ctx, again))
  const listed = sids.filter((sid) => !expected.has(sid))
  if (listed.length === 0)
    refuse('rule', { summary_zh: '所选费用都不能列入缴费单', summary_en: 'None of the chosen fees can be put on a payment list' })
  return listed
}

async function numbersOf({ db }: Context, sids: readonly string[]): Promise<string[]> {
  if (sids.length === 0) return []
  const rows = await db.selectFrom('fee').select('fee_no').where('sid', 'in', [...sids]).orderBy('fee_no').execute() // oxfmt-ignore
  return rows.map(({ fee_no }) => fee_no ?? '')
}

const NAMED = 10

function refuseChanged(more: readonly LeftOut[], again: readonly string[]): never {
  const [zh, en]: [string[], string[]] = [[], []]
  if (more.length > 0) {
    const named = more.map(({ name, why }) => ({ zh: `${name}（${why}）`, en: `${name} (${why})` }))
    zh.push(`现已不能列入：${firstOf(named.map((one) => one.zh), NAMED)[0]}`) // oxfmt-ignore
    en.push(`no longer possible: ${firstOf(named.map((one) => one.en), NAMED)[1]}`) // oxfmt-ignore
  }
  if (again.length > 0) {
    zh.push(`现已可以列入：${firstOf(again, NAMED)[0]}`)
    en.push(`possible again: ${firstOf(again, NAMED)[1]}`)
  }
  return refuse('rule', {
    summary_zh: `费用已变化，请重新核对。${zh.join('；')}`,
    summary_en: `The fees have changed. Please check again. ${en.join('; ')}`,
  })
}
