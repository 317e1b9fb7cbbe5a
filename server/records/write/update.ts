import { BASE, type Model, type Verb } from '../../../model/kit/model.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { accessOf, authorize } from '../permission/permission.ts'
import { getOrUnseen, refuseUnlessObject, withWarnings } from './create.ts'
import { get } from '../query/get.ts'
import type { Found } from '../query/plans.ts'
import { takeInput } from './checks/validate.ts'
import { sidOf } from './values.ts'
import { takeConfirmed } from './checks/warnings.ts'
import { inTransaction, type Context, type RowValues } from '../context.ts'
import { checkVersion, draftFrom, examine, keepInReach, lockRows, refuseFaulty, updateDrafts } from './write.ts'

/** POST do/update: `sid`, the changed fields, the version they were read at, and `confirm` as in do/create. */
export async function update(ctx: Context, model: Model, body: RowValues): Promise<Found> {
  authorize(ctx, model, 'update')
  refuseUnlessObject(body)
  const { rest, confirmed } = takeConfirmed(ctx, body)
  const { sid, version, ...changes } = rest
  if ((sid ?? '') === '') refuseFaults([{ field: 'sid', label: BASE.sid[ctx.lang], reason: ctx.lang === 'zh' ? '必填' : 'is required' }])
  const known = sidOf(sid) ?? refuse('bad_sid', { value: String(sid ?? '').slice(0, 60) })
  if (version !== undefined && !Number.isInteger(version))
    refuse('bad_request', { why_zh: 'version 应为整数', why_en: 'version must be a whole number' })
  const warnings: string[] = []
  await inTransaction({ ...ctx, warnings, confirmed, entered: model.name }, (tx) => updateRow(tx, model, known, changes, { version, verb: 'update' }))
  return withWarnings(await getOrUnseen(ctx, model, known), warnings)
}

/** For updates on a user's behalf: of records with any changing verb, unless a `verb` is named. */
export async function updateRow(
  ctx: Context,
  model: Model,
  sid: string,
  changes: RowValues,
  { version, verb }: { version?: unknown; verb?: Verb } = {},
) {
  const before = (await lockRows(ctx, model, [sid], { ...(verb && { verb }) }))[0] ?? refuse('not_found')
  await checkVersion(before, version, () => get(ctx, model, sid))
  const draft = draftFrom(before)
  takeInput(ctx, model, accessOf(ctx, model), draft, changes)
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  await updateDrafts(ctx, model, [draft])
  await keepInReach(ctx, model, [sid])
  return draft
}
