import { anyTable } from '../database/pool.ts'
import { byKind } from '../cases/kinds.ts'
import { excludeEachOther } from '../../model/dealings/licences/overlap.ts'
import { balanceOf } from '../../model/dealings/licences/receipts.ts'
import { TAKE_EFFECT } from '../../model/dealings/licences/lifecycle.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import { withoutConsent } from './pledged.ts'
import { numbersOf, rightsOf } from './rights.ts'

type Licence = DraftOf<'licence'>

/** A licence in force must be compatible with other licences of its rights, and with the pledges on them. */
export const licences: Part = {
  hooks: [
    { model: 'licence', prepare: balanceRoyalties, check, written: recordOnRights },
    { model: 'dealt_right', check: checkAdded },
  ],
}

/** A receipt for a payment that is not due would be lost between the others. */
function balanceRoyalties(ctx: Context, drafts: readonly Licence[]) {
  const model = modelNamed(ctx.tenant.models, 'licence')
  for (const draft of drafts) {
    if (draft.before && !['royalties', 'receipts'].some((code) => draft.changed.has(code))) continue
    const [royalties, receipts] = [draft.row.royalties ?? [], draft.row.receipts ?? []]
    for (const [at, { due_date, currency }] of receipts.entries())
      if (due_date !== null && !royalties.some((one) => one.due_date === due_date && one.currency === currency))
        faultAt(ctx, model, draft, 'receipts', [`第 ${at + 1} 行：该日没有 ${currency} 的应付款`, `row ${at + 1}: no payment in ${currency} is due on that day`]) // oxfmt-ignore
    const balance = balanceOf(royalties, receipts)
    setValue(draft, 'royalty_balance', balance.length > 0 ? balance : null)
  }
}

const LIVE = ['EFFECTIVE', 'RECORD_SUBMITTED', 'RECORDED', 'RECORD_REFUSED'] as const
const isLive = (status: unknown) => LIVE.some((one) => one === status)
const TERMS = ['status', 'licence_type', 'direction', 'territories', 'start_date', 'end_date']

async function check(ctx: Context, drafts: readonly Licence[]) {
  const model = modelNamed(ctx.tenant.models, 'licence')
  for (const draft of drafts) {
    if (!isLive(draft.row.status) || !TERMS.some((code) => draft.changed.has(code))) continue
    const rights = (await rightsOf(ctx, [draft.sid])).map(({ case_sid }) => case_sid)
    if (draft.transition === TAKE_EFFECT) {
      if (rights.length === 0 && draft.row.direction === 'OUT') faultAt(ctx, model, draft, 'status', ['须先列入所许可的权利', 'needs the rights that are licensed to be named first']) // oxfmt-ignore
      await warnOfEnds(ctx, draft, rights)
    }
    if (draft.row.direction === 'OUT' && (draft.transition === TAKE_EFFECT || draft.changed.has('direction'))) {
      const numbers = await numbersOf(ctx, [...(await withoutConsent(ctx, rights, 'LICENCE'))])
      const at = draft.transition === TAKE_EFFECT ? 'status' : 'direction'
      if (numbers) faultAt(ctx, model, draft, at, [`其中已质押的权利未经质权人同意：${numbers}`, `is not possible: the pledgee has not consented for the pledged rights ${numbers}`]) // oxfmt-ignore
    }
    const met = await numbersOf(ctx, await excluded(ctx, { ...draft.row, sid: draft.sid }, rights))
    if (met) faultAt(ctx, model, draft, 'licence_type', conflict(met))
  }
}

const conflict = (numbers: string) => [`同一地域和期间内与这些权利的其他许可冲突：${numbers}`, `excludes another licence of ${numbers} in the same territory and time`] as const // oxfmt-ignore

/** Those of these rights that another licence in force excludes. */
async function excluded({ db }: Context, licence: Licence['row'], rights: readonly string[]): Promise<string[]> {
  if (rights.length === 0) return []
  const others = await db
    .selectFrom('dealt_right as d')
    .innerJoin('licence as l', 'l.sid', 'd.dealing_sid')
    .select(['d.case_sid', 'l.licence_type', 'l.direction', 'l.territories', 'l.start_date', 'l.end_date'])
    .where('d.case_sid', 'in', [...rights])
    .where('d.dealing_sid', '!=', licence.sid)
    .where('d.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('l.status', 'in', LIVE)
    .execute()
  return [...new Set(others.filter((one) => excludeEachOther(licence, one)).map(({ case_sid }) => String(case_sid)))]
}

/** The rule by which a patent awaits the recordal of a licence of which it was only told that it took effect. */
const OWN_RECORDAL = 'CNP48'

/** One recordal covers every patent of the contract: those that await it on their own have it too. */
async function recordOnRights(ctx: Context, drafts: readonly Licence[]) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'official_event')
  for (const { sid, row, changed } of drafts) {
    const day = row.record_submit_date ?? row.record_date
    if (!day || !(changed.has('record_submit_date') || changed.has('record_date'))) continue
    const rights = (await rightsOf(ctx, [sid])).map(({ case_sid }) => case_sid)
    if (rights.length === 0) continue
    const waiting = await ctx.db
      .selectFrom('deadline')
      .select('case_sid')
      .distinct()
      .where('case_sid', 'in', rights)
      .where('rule_id', '=', OWN_RECORDAL)
      .where('status', 'in', ['OPEN', 'MISSED'])
      .where('deleted_at', 'is', null)
      .execute()
    const drafts = await draftNew(own, model, waiting.map(({ case_sid }) => ({ case_sid, code: 'LICENCE_RECORDAL', event_date: day }))) // oxfmt-ignore
    refuseFaulty(drafts)
    await insertDrafts(own, model, drafts)
  }
}

/** A licence beyond the life of its right is possible, and mostly a mistake. */
async function warnOfEnds(ctx: Context, draft: Licence, rights: readonly string[]) {
  const { end_date } = draft.row
  if (!end_date) return
  const late: string[] = []
  for (const { kind, sids } of await endingKinds(ctx, rights)) {
    const code = kind.roles.expiry_date
    if (!code) continue
    const rows = await anyTable(ctx.db).selectFrom(kind.name).select('sid').where('sid', 'in', sids).where(code, '<', end_date).execute()
    late.push(...rows.map(({ sid }) => String(sid)))
  }
  const numbers = await numbersOf(ctx, late)
  const words = [`晚于这些权利的届满日：${numbers}`, `is after the end of ${numbers}`] as const
  if (numbers) warnAt(modelNamed(ctx.tenant.models, 'licence'), draft, { code: 'licence_beyond_right', field: 'end_date', words, asks: true })
}

const endingKinds = async (ctx: Context, sids: readonly string[]) => [...(await byKind(ctx, sids))].map(([kind, own]) => ({ kind, sids: own }))

/** A right that is added to a licence in force is held to the same. */
async function checkAdded(ctx: Context, drafts: readonly DraftOf<'dealt_right'>[]) {
  const fresh = drafts.filter(({ before, row }) => !before && row.dealing_sid && row.case_sid)
  if (fresh.length === 0) return
  const rows = await ctx.db
    .selectFrom('licence')
    .selectAll()
    .where('sid', 'in', [...new Set(fresh.map(({ row }) => String(row.dealing_sid)))])
    .where('status', 'in', LIVE)
    .execute()
  const model = modelNamed(ctx.tenant.models, 'dealt_right')
  for (const row of rows) {
    const own = fresh.filter((draft) => draft.row.dealing_sid === row.sid)
    const sids = own.map((draft) => String(draft.row.case_sid))
    const met = new Set(await excluded(ctx, row, sids))
    const pledged = row.direction === 'OUT' ? await withoutConsent(ctx, sids, 'LICENCE') : new Set<string>()
    for (const draft of own) {
      if (met.has(String(draft.row.case_sid))) faultAt(ctx, model, draft, 'case_sid', ['同一地域和期间内已有冲突的许可', 'has another licence that this one excludes, in the same territory and time']) // oxfmt-ignore
      if (pledged.has(String(draft.row.case_sid))) faultAt(ctx, model, draft, 'case_sid', ['已质押，未经质权人同意不能许可', 'is pledged, and the pledgee has not consented to a licence']) // oxfmt-ignore
    }
  }
}
