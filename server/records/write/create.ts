import { wordIn, type Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { Refusal, refuse } from '../../errors.ts'
import { authorize } from '../permission/permission.ts'
import { get } from '../query/get.ts'
import type { Found } from '../query/plans.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'
import { takeConfirmed } from './checks/warnings.ts'
import { draftNew, insertDrafts, keepInReach, refuseFaulty } from './write.ts'

/** POST do/create: the fields, and in `confirm` the codes of the warnings that the caller has seen. */
export async function create(ctx: Context, model: Model, body: RowValues): Promise<Found> {
  authorize(ctx, model, 'create')
  refuseUnlessObject(body)
  const warnings: string[] = []
  const { rest, confirmed } = takeConfirmed(ctx, body)
  const sid = await inTransaction({ ...ctx, warnings, confirmed, entered: model.name }, async (tx) => {
    const made = await createRow(tx, model, rest)
    await keepInReach(tx, model, [made])
    return made
  })
  return withWarnings(await getOrUnseen(ctx, model, sid), warnings)
}

const UNSEEN: Words = [
  '已保存。该记录不在您的数据权限或所选公司内，您看不到它',
  'It is saved. You do not see the record: it is outside your permissions or the company that you have chosen',
]

/** A written record may be invisible to its writer, as in another company or without the right to view: a warning states this. */
export const getOrUnseen = (ctx: Context, model: Model, sid: string) => getOr(ctx, model, unseen(ctx, sid))

/** A confirmed deletion may take the confirmation along: then only its sid is left to answer. */
export const getOrGone = (ctx: Context, model: Model, sid: string) => getOr(ctx, model, { sid })

type Without = { sid: string; warnings?: string[] }

const unseen = ({ lang }: Context, sid: string): Without => ({ sid, warnings: [wordIn(UNSEEN, lang)] })

const getOr = (ctx: Context, model: Model, without: Without): Promise<Found> =>
  get(ctx, model, without.sid).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    if (error.name === 'not_found') return without
    if (error.name === 'forbidden' || error.name === 'function_withheld') return unseen(ctx, without.sid)
    throw error
  })

/** Adds the warnings of the write to the record that was read. */
export function withWarnings(record: Found, noticed: readonly string[]): Found {
  const earlier = Array.isArray(record.warnings) ? record.warnings : []
  return noticed.length > 0 ? { ...record, warnings: [...new Set([...earlier, ...noticed])] } : record
}

/** For internal inserts: checked and logged like any other, in one transaction; returns only the sid. */
export function createRow(ctx: Context, model: Model, body: RowValues): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const drafts = await draftNew(tx, model, [body])
    refuseFaulty(drafts)
    await insertDrafts(tx, model, drafts)
    return drafts[0]?.sid ?? refuse('unforeseen')
  })
}

export function refuseUnlessObject(body: unknown): asserts body is RowValues {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    refuse('bad_request', { why_zh: '应为一个 JSON 对象', why_en: 'must be a JSON object' })
}
