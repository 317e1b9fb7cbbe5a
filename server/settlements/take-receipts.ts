import { firstOf } from '../../model/kit/first-of.ts'
import { takeReceipts } from '../../model/fees/settlements/settlement-routes.ts'
import { compareMoney, isMoney } from '../../model/kit/money/money.ts'
import { refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransitions } from '../records/write/batch/batch-transition.ts'
import { lockWholes } from '../records/write/transition.ts'
import { updateRow } from '../records/write/update.ts'
import { lockRows } from '../records/write/write.ts'

export const officeReceipts: Part = { actions: perform(takeReceipts, take) }

type Taking = Call<typeof takeReceipts>
type Asked = Taking['body']['receipts'][number] & { fee: FeeRow }
type FeeRow = { status: unknown; fee_no: unknown; voucher_no: unknown; payment_sid: unknown }

/** Records confirmed receipts and pays the unpaid fees among them; a list with all fees confirmed is paid as a whole. */
async function take({ ctx, model, body: { receipts } }: Taking) {
  const sids = receipts.map(({ fee_sid }) => fee_sid)
  if (new Set(sids).size < sids.length) refuse('rule', { summary_zh: '一笔费用只有一张票据', summary_en: 'A fee has one receipt' })
  await lockWholes(ctx, model, sids, {}) // the payment of a list locks it before its fees
  const rows = await lockRows(ctx, model, sids.toSorted(), { verb: 'transition' })
  const fees = new Map(rows.map((fee) => [String(fee.sid), fee]))
  const asked = receipts.map((one) => ({ ...one, fee: fees.get(one.fee_sid) ?? refuse('not_found') }))
  refuseOtherReceipts(asked)
  for (const { fee_sid, voucher_no, fee } of asked) if (fee.voucher_no !== voucher_no) await updateRow(ctx, model, fee_sid, { voucher_no })
  const unpaid = asked.filter(({ fee }) => fee.status !== 'PAID')
  for (const [list, own] of Map.groupBy(unpaid, ({ fee }) => (fee.status === 'PAYING' ? String(fee.payment_sid ?? '') : ''))) {
    const [day, ...others] = new Set(own.map(({ pay_date }) => pay_date))
    if (list !== '' && day && others.length === 0 && (await isWholeList(ctx, list, own.length)))
      await takeTransitions(ctx, modelNamed(ctx.tenant.models, 'payment'), [list], 'pay', { pay_date: day }, { verb: 'transition' })
    else for (const { fee_sid, pay_date } of own) await takeTransitions(ctx, model, [fee_sid], 'pay', { pay_date }, { verb: 'transition' })
  }
  const paid = await paidAmong(ctx, asked)
  return { paid: unpaid.filter(({ fee_sid }) => paid.has(fee_sid)).length, recorded: receipts.length }
}

/** Another person may have recorded another receipt since the file was read. */
function refuseOtherReceipts(asked: readonly Asked[]) {
  const others = asked.filter(({ fee, voucher_no }) => fee.voucher_no && fee.voucher_no !== voucher_no).map(({ fee }) => `${String(fee.fee_no)} (${String(fee.voucher_no)})`) // oxfmt-ignore
  const [zh, en] = firstOf(others, NAMED)
  if (others.length > 0)
    refuse('rule', { summary_zh: `下列费用已登记其他票据号：${zh}`, summary_en: `Another receipt is recorded on these fees: ${en}` })
}

const NAMED = 10

/** Fees paid now, without those that wait for an approval. The amount due by law on the day must equal the receipt. */
async function paidAmong({ db }: Context, asked: readonly Asked[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fee')
    .select(['sid', 'fee_no', 'currency', 'paid_amount'])
    .where(
      'sid',
      'in',
      asked.map(({ fee_sid }) => fee_sid),
    ) // oxfmt-ignore
    .where('status', 'in', ['PAID', 'UNDERPAID'])
    .execute()
  const stated = new Map(asked.map(({ fee_sid, amount }) => [fee_sid, amount]))
  const unequal = rows.flatMap(({ sid, fee_no, currency, paid_amount }) => {
    const amount = stated.get(sid)
    const isEqual = !amount || (isMoney(amount, currency ?? '') && compareMoney(amount, paid_amount ?? '0', currency ?? '') === 0)
    return isEqual ? [] : [`${fee_no}: ${amount} / ${paid_amount}`]
  })
  if (unequal.length > 0)
    refuse('rule', {
      summary_zh: `票据金额不是缴费日应缴的金额，请单独登记（票据 / 应缴）：${firstOf(unequal, NAMED, ['；', '; '])[0]}`,
      summary_en: `The amount of the receipt is not what was owed on its day; record these by hand (receipt / owed): ${firstOf(unequal, NAMED, ['；', '; '])[1]}`,
    })
  return new Set(rows.map(({ sid }) => sid))
}

/** A list that also pays bills is not paid by receipts. */
async function isWholeList({ db }: Context, list: string, count: number): Promise<boolean> {
  const own = await db.selectFrom('payment').select('bill_count').where('sid', '=', list).executeTakeFirst()
  if (Number(own?.bill_count ?? 0) > 0) return false
  const fees = await db.selectFrom('fee').select('sid').where('payment_sid', '=', list).where('status', '=', 'PAYING').where('deleted_at', 'is', null).execute() // oxfmt-ignore
  return fees.length === count
}
