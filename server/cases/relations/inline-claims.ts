import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { claimActionsOf } from '../../../model/cases/claim-actions.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { docketTogether, removeClaimOrPropose } from '../../docketing/case-hooks.ts'
import { Refusal, refuse } from '../../errors.ts'
import { authorize } from '../../records/permission/permission.ts'
import { perform } from '../../records/actions.ts'
import { create, createRow, getOrUnseen, withWarnings } from '../../records/write/create.ts'
import { modelNamed } from '../../records/registry.ts'
import type { Found } from '../../records/query/plans.ts'
import { update, updateRow } from '../../records/write/update.ts'
import { inTransaction, type Context, type Action, type RowValues } from '../../records/context.ts'
import { readingOf } from '../numbering/numbers.ts'

/** A case may be sent together with its priorities: they are checked, written and computed in one transaction. */
export function claimActions({ name, priorities }: CaseKind): readonly Action[] {
  if (!priorities) return []
  const declared = claimActionsOf(name)
  return [
    ...perform(declared.create, ({ ctx, model, body }) => withClaims(ctx, model, body, create)),
    ...perform(declared.update, ({ ctx, model, body }) => withClaims(ctx, model, body, update)),
  ]
}

type Write = typeof create | typeof update

async function withClaims(ctx: Context, model: Model, { priorities, ...body }: RowValues, write: Write): Promise<Found> {
  if (priorities === undefined) return write(ctx, model, body)
  const claims = claimsIn(priorities)
  for (const verb of write === create ? (['create'] as const) : (['create', 'update', 'delete'] as const))
    authorize(ctx, modelNamed(ctx.tenant.models, 'priority'), verb)
  const warnings: string[] = []
  const save = async (tx: Context) => {
    const record = await write(tx, model, body)
    if (Array.isArray(record.warnings)) warnings.push(...record.warnings.map(String))
    await replaceClaims(tx, String(record.sid), claims)
    return String(record.sid)
  }
  const sid = await inTransaction({ ...ctx, warnings }, (tx) => docketTogether(tx, () => save(tx), { finds: true }))
  const shown = (await claimsOf(ctx, sid)).map(({ priority_key: _, ...claim }) => claim)
  return { ...withWarnings(await getOrUnseen(ctx, model, sid), warnings), priorities: shown }
}

const MAX_PRIORITIES = 100

function claimsIn(given: unknown): RowValues[] {
  const isRow = (one: unknown): one is RowValues => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!Array.isArray(given) || !given.every(isRow))
    refuse('bad_request', { why_zh: 'priorities 应为对象的列表', why_en: 'priorities must be a list of objects' })
  if (given.length > MAX_PRIORITIES) refuse('too_many_values', { key: 'priorities', max: MAX_PRIORITIES })
  return given
}

/** Claims in the list stay, with their changes; claims not in the list are deleted; the others are new. */
async function replaceClaims(ctx: Context, sid: string, claims: readonly RowValues[]) {
  const model = modelNamed(ctx.tenant.models, 'priority')
  const there = await claimsOf(ctx, sid)
  const kept = claims.map((claim) => there.find((one) => (claim.sid === undefined ? isSame(one, claim) : one.sid === claim.sid)))
  const gone = there.filter((one) => !kept.includes(one)).map((one) => String(one.sid))
  for (const [at, { sid: own, ...claim }] of claims.entries()) {
    const known = kept[at]
    if (own !== undefined && !known) refuse('bad_sid', { value: String(own).slice(0, 60) })
    await placed(at, () =>
      known ? updateRow(ctx, model, String(known.sid), { seq: at + 1, ...claim }) : createRow(ctx, model, { seq: at + 1, ...claim, case_sid: sid }),
    )
  }
  // After the other writes, so that a replaced claim changes no date.
  for (const one of gone) await removeClaim(ctx, one)
}

/** A claim without which a date would be later stays until a second person confirms its deletion. */
async function removeClaim(ctx: Context, sid: string) {
  const waits = await removeClaimOrPropose(ctx, sid)
  if (waits) ctx.warnings?.push(wordIn(waits, ctx.lang))
}

/** Compares in every spelling of the number, and by the day where there is none. */
const isSame = ({ priority_key: key, priority_country: place, priority_date: day }: RowValues, claim: RowValues) => {
  const { priority_no: text, priority_country: office, priority_date } = claim
  if (typeof text !== 'string') return !key && day === priority_date && (place ?? null) === (office ?? null)
  return place === office && readingOf(text, 'application', String(office)).normalised === key
}

/** A fault names its claim by position. */
async function placed(at: number, act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error
    const errors = error.errors.map((one) => ({ ...one, field: `priorities.${at}.${one.field}` }))
    throw new Refusal(error.name, error.facts, { errors })
  }
}

async function claimsOf({ db }: Context, sid: string): Promise<RowValues[]> {
  return db
    .selectFrom('priority')
    .select([
      'sid',
      'seq',
      'priority_key',
      'priority_no',
      'priority_date',
      'priority_country',
      'priority_case_sid',
      'das_code',
      'copy_status',
      'to_complete',
      'restored',
    ])
    .where('case_sid', '=', sid)
    .where('deleted_at', 'is', null)
    .orderBy('seq')
    .orderBy('sid')
    .execute()
}
