import { sql } from 'kysely'
import type { ReadBody } from '../../model/kit/action.ts'
import { HANDED_OVER, type HandedOver, isHandedOver } from '../../model/organisation/handed-over.ts'
import { checkHeld, handOver, reactivate } from '../../model/organisation/user-handover-actions.ts'
import { type Call, perform } from '../records/actions.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { dryRun } from '../records/dry-run.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { tentatively } from '../records/tentative.ts'
import { handingOver } from '../records/handing-over.ts'
import { updateRow } from '../records/write/update.ts'
import { setValue } from '../records/write/validate.ts'
import type { Part } from '../records/modules.ts'
import { type Actor, inTransaction, lockKey, SYSTEM, type Context, type RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/on-behalf-of.ts'
import { draftFrom, draftNew, examine, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'
import { countHeld, dutiesOf, heldBy, type Held, withSuccessor } from './responsibilities.ts'
import { refuseAbove } from '../auth/accounts/rank.ts'
import { rolesOf } from '../auth/accounts/role-assignment.ts'

/** People who may edit people hand over the responsibilities of one of them: all at once, or groups to several colleagues. */
export const handovers: Part = {
  actions: [...perform(checkHeld, check), ...perform(handOver, hand), ...perform(reactivate, employ)],
}

/** The responsibilities to hand over. */
async function check({ ctx, body }: Call<typeof checkHeld>) {
  const person = await personFor(ctx, body.user_sid)
  const groups = await countHeld(ctx, person)
  return { user_sid: person, groups, total: groups.reduce((sum, { count }) => sum + count, 0), roles: await rolesHeld(ctx, person) }
}

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
  const shares = sharesOf(body)
  const recipients = [...new Set(shares.map(({ to }) => to))]
  for (const to of recipients) await successorFor(ctx, to, from)
  const telling = { ...ctx, reason: 'handover' }
  if (body.preview) return { sid: null, ...counted(await dryRun(telling, (tx) => passAll(tx, from, shares))) }
  return inTransaction(telling, async (tx) => {
    const { parts, items } = counted(await passAll(tx, from, shares))
    if (body.resign) await updateRow(tx, modelNamed(tx.tenant.models, 'user_info'), from, { person_status: 'RESIGNED' })
    const [to = null, ...others] = recipients
    const entry = { from_user: from, to_user: others.length > 0 ? null : to, kind: 'HANDOVER', resigned: body.resign === true, items, parts }
    return { sid: await keep(onBehalfOf(tx), entry), parts, items }
  })
}

type Share = { group: HandedOver; to: string }
type Handed = Share & { count: number; kept: number }

/** Who is given what: the named parts, and what else is given to one person. A group goes to one person. */
function sharesOf({ parts = [], groups, to_user: all, resign }: ReadBody<typeof handOver>): Share[] {
  const named = new Map(parts.map(({ group, to_user }) => [group, to_user]))
  if (named.size < parts.length) refuse('rule', { summary_zh: '每类事项只能交给一人', summary_en: 'Each group can be handed to one person only' })
  const asked = Object.keys(HANDED_OVER).filter(isHandedOver)
  const shares = asked.flatMap((group) => {
    const to = named.get(group) ?? (groups?.includes(group) === false ? undefined : all)
    return to ? [{ group, to }] : []
  })
  if (shares.length === 0 && !resign) refuse('rule', { summary_zh: '请选择接收人', summary_en: 'Choose a recipient' })
  return shares
}

async function passAll(tx: Context, from: string, shares: readonly Share[]): Promise<Handed[]> {
  await lockKey(tx, `handover ${from}`)
  const actors = new Map((await readPeople(tx.tenant, [...new Set(shares.map(({ to }) => to))])).map((actor) => [actor.sid, actor]))
  // Responsibilities that are handed over need not be visible to the person who hands them over.
  const system = onBehalfOf(tx)
  const loads = await loadsOf(tx, from, shares, actors)
  const unseen = await handingOver(system, () => passSeen(system, loads))
  return shares.flatMap(({ group, to }) => {
    const own = loads.filter(({ duty }) => duty.group === group)
    const kept = own.reduce((sum, load) => sum + (unseen.get(load)?.size ?? 0), 0)
    const count = own.reduce((sum, { sids }) => sum + sids.length, 0) - kept
    return count + kept > 0 ? [{ group, to, count, kept }] : []
  })
}

/** Records of one duty, with their new person. */
type Load = { duty: Held; sids: readonly string[]; ways: Ways }

/** The deadlines of a case follow its owner unless they are given to someone else, so cases are passed on last. */
async function loadsOf(tx: Context, from: string, shares: readonly Share[], actors: ReadonlyMap<string | null, Actor>): Promise<Load[]> {
  const loads: Load[] = []
  for (const { group, to } of shares)
    for (const duty of dutiesOf(tx).filter((one) => one.group === group))
      loads.push({ duty, sids: await heldBy(tx, duty, from), ways: { from, to, actor: actors.get(to) } })
  const isOfCase = ({ duty }: Load) => duty.group === 'cases'
  return [...loads.filter((load) => !isOfCase(load)), ...loads.filter(isOfCase)]
}

const counted = (parts: readonly Handed[]) => ({
  parts: parts.map(({ to, ...part }) => ({ ...part, to_user: to })),
  items: Object.fromEntries(parts.map(({ group, count }) => [group, count])),
})

type Unseen = ReadonlyMap<Load, ReadonlySet<string>>
const isAllSeen = (unseen: Unseen) => [...unseen.values()].every(({ size }) => size === 0)

/** What the recipient would not see once all is passed on stays with the person; the answer names it. */
async function passSeen(ctx: Context, loads: readonly Load[]): Promise<Unseen> {
  const attempt = async (own: Context) => {
    for (const { duty, sids, ways } of loads) await pass(own, duty, sids, ways)
    const found = new Map<Load, ReadonlySet<string>>()
    for (const load of loads) found.set(load, await unseenBy(own, load))
    return found
  }
  const unseen: Unseen = await tentatively(ctx, attempt, isAllSeen)
  if (isAllSeen(unseen)) return unseen
  for (const [{ duty, sids, ways }, kept] of unseen) {
    await pass(
      ctx,
      duty,
      sids.filter((sid) => !kept.has(sid)),
      ways,
    )
  }
  // Deadlines that stay have followed the owner of their case.
  for (const [{ duty, ways }, kept] of unseen) await pass(ctx, duty, [...kept], { ...ways, to: ways.from })
  return unseen
}

const MAX_ASKED = 1000

/** Work that this person does not see. Someone without an account sees nothing yet, and is given it all the same. */
async function unseenBy(ctx: Context, { duty: { model: name, isWork }, sids, ways: { actor } }: Load): Promise<ReadonlySet<string>> {
  if (!actor || !isWork) return new Set()
  const theirs = { ...ctx, actor }
  const model = modelNamed(ctx.tenant.models, name)
  const { verbs } = accessOf(theirs, model)
  const unseen = new Set(sids)
  if (!verbs.has('search') && !verbs.has('*')) return unseen
  for (let start = 0; start < sids.length; start += MAX_ASKED) {
    const some = sids.slice(start, start + MAX_ASKED)
    const values = some.map((value) => ({ kind: 'text' as const, value, at: GIVEN }))
    const where = visible(theirs, model, { kind: 'in', path: ['sid'], at: GIVEN, negated: false, values })
    for (const { sid } of await readPage(theirs, model, ['sid'], { where, order: [] }, { start: 0, rows: some.length })) unseen.delete(String(sid))
  }
  return unseen
}

/** Employed again; the account stays closed until it is opened. */
async function employ({ ctx, body }: Call<typeof reactivate>) {
  const person = await personFor(ctx, body.user_sid)
  return inTransaction({ ...ctx, reason: 'reactivation' }, async (tx) => {
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

async function pass(ctx: Context, { model: name, field, many, inRow }: Held, sids: readonly string[], { from, to }: Ways) {
  const model = modelNamed(ctx.tenant.models, name)
  // Also records that are known to their owner only.
  const drafts = (await lockRows({ ...ctx, actor: { ...SYSTEM, access: new Map() } }, model, sids)).map(draftFrom)
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
}

async function keep(ctx: Context, entry: RowValues): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'user_handover')
  const drafts = await draftNew(ctx, model, [entry])
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
  return drafts[0]?.sid ?? refuse('unforeseen')
}
