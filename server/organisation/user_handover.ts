import { sql } from 'kysely'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { HandedOver } from '../../model/organisation/handed-over.ts'
import { checkHeld, handOver, reactivate } from '../../model/organisation/user-handover-actions.ts'
import { type Call, perform } from '../records/actions.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { dryRun } from '../records/dry-run.ts'
import { modelNamed } from '../records/registry.ts'
import { seenAmong } from '../records/seen-among.ts'
import { tentatively } from '../records/tentative.ts'
import { handingOver } from '../records/acting/handing-over.ts'
import { updateRow } from '../records/write/update.ts'
import { setValue } from '../records/write/checks/validate.ts'
import type { Part } from '../records/modules.ts'
import { type Actor, type Draft, inTransaction, lockKey, type NamedThere, SYSTEM, type Context, type RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { draftFrom, draftNew, examine, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'
import { refuseUnseenForOneself } from './handover-to-oneself.ts'
import { divided, refuseShared, type Share, sharesOf } from './handover-shares.ts'
import { countHeld, responsibilitiesOf, heldBy, type Held, withSuccessor } from './responsibilities.ts'
import { seatsOfExperts } from './leaving-experts.ts'
import { memberships } from './memberships.ts'
import { refuseAbove } from '../auth/accounts/rank.ts'
import { rolesOf } from '../auth/accounts/role-assignment.ts'

/** People who may edit people hand over the responsibilities of one of them: all at once, or groups to several colleagues. */
export const handovers: Part = {
  actions: [...perform(checkHeld, check), ...perform(handOver, hand), ...perform(reactivate, employ)],
  namings: [seatsOfExperts, memberships],
}

/** The responsibilities to hand over. */
async function check({ ctx, body }: Call<typeof checkHeld>) {
  const person = await personFor(ctx, body.user_sid)
  const named = await namedBy(ctx, person)
  const groups = (await countHeld(ctx, person)).map((group) => ({ ...group, count: group.count + inGroup(named, group.code).length }))
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return { user_sid: person, groups, total, roles: await rolesHeld(ctx, person), named: named.map(told) }
}

type Named = NamedThere & { group: HandedOver; isHidden?: true }

/** Settings that name the person; the successor of the group replaces the person. */
async function namedBy(ctx: Context, person: string, successor: (group: string) => string | undefined = () => undefined): Promise<Named[]> {
  const found: Named[] = []
  for (const { group, of } of ctx.tenant.modules.namings)
    found.push(...(await of(ctx, person, successor(group))).map((there) => ({ ...there, group })))
  return withoutHidden(ctx, found)
}

/** Records that this person may not see are counted, not named. */
async function withoutHidden(ctx: Context, found: readonly Named[]): Promise<Named[]> {
  const seen = new Set<string>()
  for (const [name, own] of Map.groupBy(found, ({ model }) => model)) {
    const sids = own.map(({ sid }) => sid)
    for (const sid of await seenAmong(ctx, modelNamed(ctx.tenant.models, name), sids)) seen.add(sid)
  }
  return found.map((one) => (seen.has(one.sid) ? one : { ...one, isHidden: true, name: hiddenOf(modelNamed(ctx.tenant.models, one.model)) }))
}

const hiddenOf = ({ zh, en }: Model): Words => [`无权查看的${zh}`, `${en} that you may not see`]

const inGroup = (named: readonly Named[], code: string) => named.filter(({ group }) => group === code)

/** Without a successor for the group, these are not changed. */
const NOBODY: Words = ['没有选择接收人', 'no recipient is chosen for it']

const told = ({ sid, group, model, name: [zh, en], why, isHidden }: Named) => ({
  sid: isHidden ? null : sid,
  group,
  model,
  zh,
  en,
  why_zh: why?.[0] ?? null,
  why_en: why?.[1] ?? null,
})

/** The roles that the person leaves, and how many others who are employed have each. */
async function rolesHeld({ db }: Context, person: string) {
  const row = await db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirst()
  const sids = rolesOf(row)
  if (sids.length === 0) return []
  const [roles, people] = [
    await db.selectFrom('role').select(['sid', 'name', 'name_en']).where('sid', 'in', sids).where('deleted_at', 'is', null).orderBy('weight', 'desc').orderBy('sid').execute(),
    await db
      .selectFrom('user_info')
      .select('role_sids')
      .where('role_sids', '&&', sql.val([...sids]))
      .where('sid', '!=', person)
      .where('person_status', '=', 'EMPLOYED')
      .where('deleted_at', 'is', null)
      .execute(),
  ] // oxfmt-ignore
  return roles.map(({ sid, name, name_en }) => ({
    sid,
    zh: String(name),
    en: String(name_en ?? name),
    others: people.filter((one) => rolesOf(one).includes(sid)).length,
  }))
}

/** All or nothing; a preview does the same and keeps nothing of it. */
async function hand({ ctx, body }: Call<typeof handOver>) {
  const from = await personFor(ctx, body.from_user)
  const shares = sharesOf(body, new Set(ctx.tenant.modules.namings.map(({ group }) => group)))
  const recipients = [...new Set(shares.map(({ to }) => to))]
  for (const to of recipients) await successorFor(ctx, to, from)
  const telling = { ...ctx, reason: 'handover' }
  if (body.preview) return { sid: null, ...(await dryRun(telling, (tx) => passAll(tx, from, shares))) }
  return inTransaction(telling, async (tx) => {
    const { named, ...done } = await passAll(tx, from, shares)
    if (body.resign) await updateRow(tx, modelNamed(tx.tenant.models, 'user_info'), from, { person_status: 'RESIGNED' })
    const [to = null, ...others] = recipients
    const entry = {
      from_user: from,
      to_user: others.length > 0 ? null : to,
      to_users: recipients,
      kind: 'HANDOVER',
      resigned: body.resign === true,
      ...done,
    }
    return { sid: await keep(onBehalfOf(tx), entry), ...done, named }
  })
}

async function passAll(tx: Context, from: string, shares: readonly Share[]) {
  await lockKey(tx, `handover ${from}`)
  const actors = new Map((await readPeople(tx.tenant, [...new Set(shares.map(({ to }) => to))])).map((actor) => [actor.sid, actor]))
  // Responsibilities that are handed over need not be visible to the person who hands them over.
  const system = onBehalfOf(tx)
  const { loads, overlapping } = await loadsOf(tx, from, shares, actors)
  await refuseUnseenForOneself(tx, loads)
  const unseen = await handingOver(system, () => passSeen(system, loads))
  const successor = (group: string) => shares.find((share) => share.group === group && !share.only)?.to
  const named = (await namedBy(tx, from, successor)).map((one) => ({ ...one, why: one.why ?? (successor(one.group) ? undefined : NOBODY) }))
  const parts = shares.flatMap((share) => {
    const part = partOf(share, loads, unseen, inGroup(share.only ? [] : named, share.group))
    return part ? [{ ...part, ...(share.only && { overlapping: overlapping.get(share) ?? 0 }) }] : []
  })
  return { parts, items: countsOf(parts), unassigned: await leftOver(tx, from, parts), named: named.map(told) }
}

/** Result of a share; a share with conditions is reported even if no record meets them. */
function partOf(share: Share, loads: readonly Load[], unseen: Unseen, named: readonly Named[]) {
  const { group, to, only } = share
  const own = loads.filter((load) => load.share === share)
  const kept = own.reduce((sum, load) => sum + (unseen.get(load)?.size ?? 0), 0) + named.filter(({ why }) => why).length
  const count = own.reduce((sum, { sids }) => sum + sids.length, 0) + named.length - kept
  const { case_sids, ...by } = only ?? {}
  return count + kept > 0 || only ? { group, to_user: to, count, kept, ...by, ...(case_sids && { listed: case_sids.length }) } : undefined
}

type Counted = { group: HandedOver; count: number; kept: number }

const countsOf = (parts: readonly Counted[]) => sums(parts, ({ count }) => count)

function sums(parts: readonly Counted[], of: (part: Counted) => number): Record<string, number> {
  const found: Record<string, number> = {}
  for (const part of parts) found[part.group] = (found[part.group] ?? 0) + of(part)
  return found
}

/** Work left with the person after the handover, beyond the reported remainder: deadlines may have followed their cases. */
async function leftOver(tx: Context, from: string, parts: readonly Counted[]): Promise<{ group: HandedOver; count: number }[]> {
  const kept = sums(parts, (part) => part.kept)
  const named = await namedBy(tx, from)
  return (await countHeld(tx, from)).flatMap(({ code, count }) => {
    const left = count + inGroup(named, code).length - (kept[code] ?? 0)
    return left > 0 ? [{ group: code, count: left }] : []
  })
}

/** Records of one responsibility, with their new person. */
type Load = { responsibility: Held; sids: readonly string[]; share: Share; ways: Ways }

type Loads = { loads: Load[]; overlapping: ReadonlyMap<Share, number> }

/** The deadlines of a case follow its owner unless they are given to someone else, so cases are passed on last. */
async function loadsOf(tx: Context, from: string, shares: readonly Share[], actors: ReadonlyMap<string | null, Actor>): Promise<Loads> {
  const loads: Load[] = []
  const overlapping = new Map<Share, number>()
  for (const [group, own] of Map.groupBy(shares, (share) => share.group)) {
    const work: { responsibility: Held; sids: string[] }[] = []
    for (const responsibility of responsibilitiesOf(tx).filter((one) => one.group === group))
      work.push({ responsibility, sids: await heldBy(tx, responsibility, from) })
    if (work.length === 0 && own.some(({ only }) => only)) refuseShared(group)
    for (const [share, given] of await divided(tx, own, work)) {
      overlapping.set(share, given.overlapping)
      loads.push(...given.work.map((one) => ({ ...one, share, ways: { from, to: share.to, actor: actors.get(share.to) } })))
    }
  }
  const isOfCase = ({ responsibility }: Load) => responsibility.group === 'cases'
  return { loads: [...loads.filter((load) => !isOfCase(load)), ...loads.filter(isOfCase)], overlapping }
}

type Unseen = ReadonlyMap<Load, ReadonlySet<string>>
const isAllSeen = (unseen: Unseen) => [...unseen.values()].every(({ size }) => size === 0)

/** Records that the recipient would not see after the handover stay with the person; the answer names them. */
async function passSeen(ctx: Context, loads: readonly Load[]): Promise<Unseen> {
  const attempt = async (own: Context) => {
    const passed: { load: Load; sids: readonly string[] }[] = []
    for (const load of loads) passed.push({ load, sids: await pass(own, load.responsibility, load.sids, load.ways) })
    const found = new Map<Load, ReadonlySet<string>>()
    for (const { load, sids } of passed) found.set(load, await unseenBy(own, { ...load, sids }))
    return found
  }
  const unseen: Unseen = await tentatively(ctx, attempt, isAllSeen)
  if (isAllSeen(unseen)) return unseen
  for (const [{ responsibility, sids, ways }, kept] of unseen) {
    await pass(
      ctx,
      responsibility,
      sids.filter((sid) => !kept.has(sid)),
      ways,
    )
  }
  // Deadlines that stay have followed the owner of their case.
  for (const [{ responsibility, ways }, kept] of unseen) await pass(ctx, responsibility, [...kept], { ...ways, to: ways.from })
  return unseen
}

/** Work that this person does not see. Someone without an account sees nothing yet, and is given it all the same. */
async function unseenBy(ctx: Context, { responsibility: { model: name, isWork }, sids, ways: { actor } }: Load): Promise<ReadonlySet<string>> {
  if (!actor || !isWork) return new Set()
  const seen = await seenAmong({ ...ctx, actor }, modelNamed(ctx.tenant.models, name), sids)
  return new Set(sids.filter((sid) => !seen.has(sid)))
}

/** Employed again; the account stays closed until it is opened. */
async function employ({ ctx, body }: Call<typeof reactivate>) {
  const person = await personFor(ctx, body.user_sid)
  return inTransaction({ ...ctx, reason: 'reactivation', unasked: true }, async (tx) => {
    const row = await tx.db.selectFrom('user_info').select('person_status').where('sid', '=', person).executeTakeFirst()
    if (row?.person_status !== 'RESIGNED')
      refuse('rule', { summary_zh: '只有离职人员可以恢复在职', summary_en: 'Only a person who has resigned can be re-employed' })
    await updateRow(tx, modelNamed(tx.tenant.models, 'user_info'), person, { person_status: 'EMPLOYED' })
    return { sid: await keep(onBehalfOf(tx), { from_user: person, to_user: null, kind: 'REACTIVATION', items: {} }) }
  })
}

/** Someone whose record the caller may change. */
async function personFor(ctx: Context, sid: string): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'user_info')
  if ((await lockRows(ctx, model, [sid])).length === 0) refuse('not_found')
  await refuseAbove(ctx, sid)
  return sid
}

async function successorFor(ctx: Context, sid: string, from: string): Promise<string> {
  const row = await ctx.db.selectFrom('user_info').select('person_status').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) return refuse('not_found')
  // An agency hands over among its own people.
  if (ctx.actor.platform === 2 && (await lockRows(ctx, modelNamed(ctx.tenant.models, 'user_info'), [sid])).length === 0) refuse('not_found')
  if (sid === from || row.person_status !== 'EMPLOYED')
    refuse('rule', { summary_zh: '接收人应为其他在职人员', summary_en: 'The recipient must be another employed person' })
  return sid
}

type Ways = { from: string; to: string; actor: Actor | undefined }

/** Gives these to the recipient, as far as they are still the person's; answers which. */
async function pass(ctx: Context, responsibility: Held, sids: readonly string[], { from, to }: Ways): Promise<string[]> {
  const { model: name, field, many, inRow } = responsibility
  const model = modelNamed(ctx.tenant.models, name)
  // Also records that are known to their owner only.
  const rows = await lockRows({ ...ctx, actor: { ...SYSTEM, access: new Map() } }, model, sids)
  const drafts = rows.map((row): Draft => draftFrom<RowValues>(row)).filter(({ row }) => to === from || isStillHeld(responsibility, row, from))
  for (const draft of drafts) {
    if (inRow) {
      setValue(draft, field, withSuccessor(draft.row[field], inRow, { from, to }))
      continue
    }
    const now = many ? ((draft.row[field] as string[] | null) ?? []) : [] // a references column
    // A leader who is handed their own team leads the others, not themselves.
    const heir = name === 'user_info' && draft.sid === to ? null : to
    setValue(draft, field, many ? [...new Set(now.map((sid) => (sid === from ? to : sid)))] : heir)
  }
  await examine(ctx, model, drafts)
  refuseFaulty(drafts)
  await updateDrafts(ctx, model, drafts)
  return drafts.map(({ sid }) => sid)
}

/** Somebody else may have given it to another person, or have finished it, before it was locked. */
const isStillHeld = ({ field, many, inRow, while: only }: Held, row: RowValues, from: string) =>
  (many || inRow !== undefined || row[field] === from) && Object.entries(only).every(([code, values]) => values.some((one) => one === row[code]))

async function keep(ctx: Context, entry: RowValues): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'user_handover')
  const drafts = await draftNew(ctx, model, [entry])
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  return drafts[0]?.sid ?? refuse('unforeseen')
}
