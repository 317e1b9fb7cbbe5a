import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { ConsentTo } from '../../model/dealings/pledges/pledge.ts'
import type { Owner } from '../../model/dealings/transfers/owners-after.ts'
import type { Context, Draft, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { type OwnerField, ownerField, ownersIn } from './owners.ts'

/** Those of these rights that are pledged, and whose pledgee has not consented to the act; see Civil Code of China, art. 444. */
export async function withoutConsent(ctx: Context, cases: readonly string[], act: ConsentTo): Promise<Set<string>> {
  if (cases.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('dealt_right as d')
    .innerJoin('pledge as p', 'p.sid', 'd.dealing_sid')
    .select(['d.case_sid', 'p.consents'])
    .where('d.case_sid', 'in', [...cases])
    .where('d.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.status', '=', 'REGISTERED')
    .execute()
  const isGiven = (case_sid: string | null, consents: (typeof rows)[number]['consents']) =>
    (consents ?? []).some((one) => one.consent_to === act && (!one.case_sid || one.case_sid === case_sid) && String(one.given_on) <= ctx.today)
  return new Set(rows.filter(({ case_sid, consents }) => !isGiven(case_sid, consents)).map(({ case_sid }) => String(case_sid)))
}

const PLEDGED: Words = [
  '已质押登记，须先在质押记录中登记质权人的同意',
  'is pledged: the consent of the pledgee must be recorded with the pledge first',
]

/**
 * A pledged right cannot be given up, neither by a step of its life nor by a decision on its annuities; it cannot get another
 * owner or be offered to everyone, by any write of its record.
 */
export const keepPledged = (kind: CaseKind): Part => ({ hooks: [{ model: [kind.name], check: (ctx: Context, drafts: readonly Draft[]) => check(ctx, kind, drafts) }] }) // oxfmt-ignore

async function check(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, kind.name)
  await checkKept(ctx, kind, drafts)
  const owners = ownerField(kind, model)
  if (owners) await checkAct(ctx, model, drafts.filter((draft) => isTransfer(owners, draft)), { act: 'TRANSFER', code: owners.code }) // oxfmt-ignore
  const isGiven = ({ before, transition }: Draft) => before && transition !== undefined && transition === kind.given_away_by
  await checkAct(ctx, model, drafts.filter(isGiven), { act: 'TRANSFER', code: model.states?.field ?? '' })
  const offer = kind.offers_licences
  if (offer) await checkAct(ctx, model, drafts.filter(({ before, row, changed }) => before && changed.has(offer) && row[offer] === true), { act: 'LICENCE', code: offer }) // oxfmt-ignore
}

async function checkAct(ctx: Context, model: Model, asked: readonly Draft[], { act, code }: { act: ConsentTo; code: string }) {
  const kept = await withoutConsent(ctx, asked.map(({ sid }) => sid), act) // oxfmt-ignore
  for (const draft of asked) if (kept.has(draft.sid)) faultAt(ctx, model, draft, code, PLEDGED)
}

/** Another owner, or another share than was stated; who owns how much of a right may still be filled in, but not nothing. */
function isTransfer(field: OwnerField, { before, row, changed }: Draft): boolean {
  const known = before && changed.has(field.code) ? ownersIn(field, before) : []
  const now = new Map(ownersIn(field, row).map((one) => [one.applicant_sid, one.share_pct]))
  const isSame = ({ applicant_sid, share_pct }: Owner) => {
    const share = now.get(applicant_sid)
    if (share === undefined) return false
    return share_pct === null ? share === null || Number(share) > 0 : Number(share_pct) === Number(share)
  }
  return known.length > 0 && !(known.length === now.size && known.every(isSame))
}

async function checkKept(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const decision = kind.roles.annuity_decision
  const status = kind.model.states?.field ?? ''
  const isStep = ({ transition }: Draft) => transition !== undefined && (kind.gives_up ?? []).includes(transition)
  const isDecision = ({ row, changed }: Draft) => decision !== undefined && changed.has(decision) && row[decision] === 'ABANDON'
  const asked = drafts.filter((draft) => draft.before && (isStep(draft) || isDecision(draft)))
  const kept = await withoutConsent(ctx, asked.map(({ sid }) => sid), 'GIVE_UP') // oxfmt-ignore
  const model = modelNamed(ctx.tenant.models, kind.name)
  for (const draft of asked) if (kept.has(draft.sid)) faultAt(ctx, model, draft, isDecision(draft) ? String(decision) : status, PLEDGED)
}

export const pledgedFees: Part = { hooks: [{ model: 'fee', check: checkFees }] }

async function checkFees(ctx: Context, drafts: readonly DraftOf<'fee'>[]) {
  const asked = drafts.filter(({ row, changed }) => row.fee_class === 'ANNUITY' && changed.has('decision') && row.decision === 'ABANDON')
  const kept = await withoutConsent(ctx, asked.flatMap(({ row }) => row.case_sid ?? []), 'GIVE_UP') // oxfmt-ignore
  const model = modelNamed(ctx.tenant.models, 'fee')
  for (const draft of asked) if (kept.has(String(draft.row.case_sid))) faultAt(ctx, model, draft, 'decision', PLEDGED)
}
