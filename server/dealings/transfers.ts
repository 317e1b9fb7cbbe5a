import { randomUUIDv7 } from 'node:crypto'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import { type Owner, ownersAfter } from '../../model/dealings/transfers/owners-after.ts'
import { RECORD, SIGN, SUBMIT } from '../../model/dealings/transfers/lifecycle.ts'
import type { Model } from '../../model/kit/model.ts'
import { byKind } from '../cases/kinds.ts'
import type { Context, DraftOf, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { takeTransitions } from '../records/write/batch/batch-transition.ts'
import { leaves } from '../records/write/states.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { draftFrom, draftNew, examine, insertDrafts, insertRows, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { type OwnerField, ownerField, ownersIn, rowsIn, textOf } from './owners.ts'
import { withoutConsent } from './pledged.ts'
import { numbersOf, rightsOf } from './rights.ts'

type Transfer = DraftOf<'transfer'>

/** A recorded transfer gives its rights their new owners in the same transaction. */
export const transfers: Part = { hooks: [{ model: 'transfer', check, written }] }

async function check(ctx: Context, drafts: readonly Transfer[]) {
  const model = modelNamed(ctx.tenant.models, 'transfer')
  for (const draft of drafts) {
    if (draft.before?.status === 'RECORDED') keepRecorded(ctx, draft)
    if (draft.transition === SIGN) await warnOfPledges(ctx, draft)
    if (draft.transition !== RECORD && draft.transition !== SUBMIT) continue
    const rights = (await rightsOf(ctx, [draft.sid])).map(({ case_sid }) => case_sid)
    if (rights.length === 0) faultAt(ctx, model, draft, 'status', ['须先列入所转让的权利', 'needs the rights that are transferred to be named first'])
    const pledged = await withoutConsent(ctx, rights, 'TRANSFER')
    if (pledged.size > 0) {
      const numbers = await numbersOf(ctx, [...pledged])
      faultAt(ctx, model, draft, 'status', [`其中已质押的权利未经质权人同意：${numbers}`, `is not possible: the pledgee has not consented for the pledged rights ${numbers}`]) // oxfmt-ignore
    }
    if (draft.transition === RECORD) await checkOwners(ctx, draft, rights)
    if (draft.transition === RECORD && draft.row.direction === 'OUT' && draft.row.object !== 'SHARE') await warnOfLists(ctx, draft, rights)
  }
}

/** A contract may promise a transfer that needs consent, but its signer is warned. */
async function warnOfPledges(ctx: Context, draft: Transfer) {
  const rights = (await rightsOf(ctx, [draft.sid])).map(({ case_sid }) => case_sid)
  const numbers = await numbersOf(ctx, [...(await withoutConsent(ctx, rights, 'TRANSFER'))])
  const words = [`其中已质押的权利未经质权人同意：${numbers}；取得同意前不能登记`, `is of pledged rights for which the pledgee has not consented: ${numbers}; without consent the transfer cannot be recorded`] as const // oxfmt-ignore
  if (numbers) warnAt(modelNamed(ctx.tenant.models, 'transfer'), draft, { code: 'pledged_rights', field: 'sign_date', words, asks: true })
}

/** Fees of a right that is no longer ours are cancelled, but not those on a list that somebody is about to pay. */
async function warnOfLists(ctx: Context, draft: Transfer, rights: readonly string[]) {
  if (rights.length === 0) return
  const listed = await ctx.db.selectFrom('fee').select('case_sid').distinct().where('case_sid', 'in', [...rights]).where('status', '=', 'PAYING').where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const numbers = await numbersOf(ctx, listed.flatMap(({ case_sid }) => case_sid ?? [])) // oxfmt-ignore
  const words = [`之后这些权利不再属于我方，但其费用仍在未缴的缴费单上：${numbers}`, `ends our ownership of rights whose fees are still on payment lists: ${numbers}`] as const // oxfmt-ignore
  if (numbers) warnAt(modelNamed(ctx.tenant.models, 'transfer'), draft, { code: 'fees_on_lists', field: 'record_date', words, asks: true })
}

/** After the change of owners, the contract's facts can no longer be changed. */
function keepRecorded(ctx: Context, draft: Transfer) {
  const model = modelNamed(ctx.tenant.models, 'transfer')
  for (const code of ['status', 'assignors', 'assignees', 'record_date', 'direction', 'object'] as const)
    if (draft.changed.has(code))
      faultAt(ctx, model, draft, code, [
        '权利人已变更，不能再修改；请另行登记转让',
        'cannot be changed: the owners have changed; enter another transfer',
      ])
}

/** Every owner signs the transfer of a whole right, at least one that of a share. */
async function checkOwners(ctx: Context, draft: Transfer, rights: readonly string[]) {
  const model = modelNamed(ctx.tenant.models, 'transfer')
  const from = new Set((draft.row.assignors ?? []).map(({ applicant_sid }) => String(applicant_sid)))
  const [unsigned, foreign]: [string[], string[]] = [[], []]
  const [known, all] = [await changeableRights(ctx, rights), new Set(rights)]
  if (known.reduce((sum, { rows }) => sum + rows.length, 0) < all.size)
    return faultAt(ctx, model, draft, 'status', ['其中有您无权修改的权利', 'is not possible: you may not change all of the rights'])
  for (const { field, rows } of known)
    for (const row of rows) {
      const owners = ownersIn(field, row)
      if (owners.length === 0) continue
      if (!owners.some((one) => from.has(one.applicant_sid))) foreign.push(String(row.sid))
      else if (draft.row.object !== 'SHARE' && !owners.every((one) => from.has(one.applicant_sid))) unsigned.push(String(row.sid))
    }
  const named = { foreign: await numbersOf(ctx, foreign), unsigned: await numbersOf(ctx, unsigned) }
  if (named.foreign) faultAt(ctx, model, draft, 'assignors', [`不是这些权利的权利人：${named.foreign}`, `are not the owners of ${named.foreign}`])
  if (named.unsigned) faultAt(ctx, model, draft, 'assignors', [`应包括全部共有人：${named.unsigned}；只转让份额的，请将标的改为共有份额`, `must be all co-owners of ${named.unsigned}; for a share, choose a share as what is assigned`]) // oxfmt-ignore
}

type OfKind = { kind: CaseKind; model: Model; field: OwnerField | undefined; rows: RowValues[] }

/** The rights that this person may change, locked, by kind. */
async function changeableRights(ctx: Context, sids: readonly string[]): Promise<OfKind[]> {
  const found: OfKind[] = []
  for (const [kind, own] of await byKind(ctx, sids)) {
    const model = modelNamed(ctx.tenant.models, kind.name)
    const field = ownerField(kind, model)
    const isOpen = field === undefined || accessOf(ctx, model).mayWrite(field.code)
    found.push({ kind, model, field, rows: isOpen ? await lockRows(ctx, model, own, { verb: 'update' }) : [] })
  }
  return found
}

async function written(ctx: Context, drafts: readonly Transfer[]) {
  for (const draft of drafts) {
    const rights = draft.transition ? (await rightsOf(ctx, [draft.sid])).map(({ case_sid }) => case_sid) : []
    if (draft.transition === SUBMIT) await recordRequests(ctx, draft, rights)
    if (draft.transition !== RECORD) continue
    for (const one of await changeableRights(ctx, rights)) {
      await changeOwners(ctx, draft, one)
      await giveAway(ctx, draft, one)
    }
  }
}

async function changeOwners(ctx: Context, { sid, row }: Transfer, { model, field, rows }: OfKind) {
  const from = (row.assignors ?? []).map(({ applicant_sid }) => String(applicant_sid))
  const to = (row.assignees ?? []).map((one) => ({ applicant_sid: String(one.applicant_sid), share_pct: textOf(one.share_pct) }))
  const changes = rows.map((before) => ({ before, owners: ownersIn(field, before), after: ownersAfter(ownersIn(field, before), from, to) }))
  if (field) {
    const drafts = changes.map(({ before, after }) => {
      const draft = draftFrom(before)
      setValue(draft, field.code, rowsAfter(field, before, after))
      return draft
    })
    await examine(ctx, model, drafts)
    refuseFaulty(drafts)
    await updateDrafts(ctx, model, drafts)
  }
  const now = new Date().toISOString()
  const who = { created_by: ctx.actor.sid, updated_by: ctx.actor.sid, created_at: now, updated_at: now, version: 1, valid: true }
  const what = { transfer_sid: sid, effective_date: row.record_date, document: row.notice_no ?? row.contract_no }
  await insertRows(
    ctx,
    modelNamed(ctx.tenant.models, 'owner_change'),
    changes.map(({ before, owners, after }) => ({ sid: randomUUIDv7(), ...who, ...what, case_sid: before.sid, company_sid: before.company_sid, former_owners: owners, new_owners: after })),
  ) // oxfmt-ignore
}

/** A right that is assigned as a whole is no longer ours: its state changes, and its deadlines and fees are no longer monitored. */
async function giveAway(ctx: Context, { row }: Transfer, { kind, model, rows }: OfKind) {
  const step = kind.given_away_by
  const wanted = step === undefined ? undefined : model.states?.transitions[step]
  if (!step || !wanted || row.direction !== 'OUT' || row.object === 'SHARE') return
  const field = model.states?.field ?? ''
  const leaving = rows.filter((one) => leaves(model, wanted, String(one[field] ?? ''), one)).map(({ sid }) => String(sid))
  if (leaving.length === 0) return
  const [zh, en] = [`转让 ${row.case_no}`, `Transfer ${row.case_no}`]
  await takeTransitions(onBehalfOf(ctx), model, leaving, step, { close_date: row.record_date, close_reason: ctx.lang === 'zh' ? zh : en })
}

/** An owner who stays keeps the other parts of its row. */
function rowsAfter({ code, part, shared }: OwnerField, before: RowValues, after: readonly Owner[]): RowValues[] {
  const known = new Map(rowsIn(before[code]).map((one) => [one[part], one]))
  return after.map(({ applicant_sid, share_pct }) => ({ ...known.get(applicant_sid), [part]: applicant_sid, ...(shared && { share_pct }) }))
}

/** The request is an event of each right, from which the time limit for its fee runs where the law of the right knows one. */
async function recordRequests(ctx: Context, { row }: Transfer, rights: readonly string[]) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'official_event')
  for (const [kind, sids] of await byKind(ctx, rights)) {
    const code = kind.owner_change_request?.[String(row.country)]
    if (!code) continue
    const heads = await ctx.db.selectFrom('case').select('sid').where('sid', 'in', sids).where('country', '=', row.country).execute()
    const drafts = await draftNew(own, model, heads.map(({ sid }) => ({ case_sid: sid, code, event_date: row.submit_date }))) // oxfmt-ignore
    refuseFaulty(drafts)
    await insertDrafts(own, model, drafts)
  }
}
