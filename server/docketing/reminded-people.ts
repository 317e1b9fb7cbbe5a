import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { administratorsOf } from '../auth/roles/administrators.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import type { Actor, Context } from '../records/context.ts'
import { among } from '../records/permission/conditions.ts'
import { peopleGranted } from '../records/permission/granted-people.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { holdingsOf } from '../records/permission/role-grants.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'

type Due = { sid: string; owner: string | null }

/**
 * Reminders by person: owners get their deadlines, except those denied to them. Denied deadlines, and those without an owner, go
 * to the receivers of unowned deadlines who see them, and to the administrators if there is no such person.
 */
export async function receiversOf<D extends Due>(ctx: Context, due: readonly D[]): Promise<Map<string, D[]>> {
  const byPerson = await withoutDenied(ctx, Map.groupBy(due.filter(({ owner }) => owner !== null), ({ owner }) => String(owner))) // oxfmt-ignore
  const reminded = new Set([...byPerson.values()].flat())
  const unowned = due.filter((one) => !reminded.has(one))
  if (unowned.length === 0) return byPerson
  await giveTo(ctx, byPerson, { people: await peopleGranted(ctx, 'deadline', ABILITIES.deadline.receive_unowned), due: unowned })
  const received = new Set([...byPerson.values()].flat())
  const unreceived = unowned.filter((one) => !received.has(one))
  if (unreceived.length > 0) await giveTo(ctx, byPerson, { people: await administratorsOf(ctx), due: unreceived })
  return byPerson
}

/** Adds the deadlines that each of these people sees to their reminders. */
async function giveTo<D extends Due>(ctx: Context, byPerson: Map<string, D[]>, { people, due }: { people: readonly string[]; due: readonly D[] }) {
  for (const actor of await readPeople(ctx.tenant, [...new Set(people)])) {
    const seen = await seenBy(ctx, actor, due)
    if (actor.sid && seen.length > 0) byPerson.set(actor.sid, [...(byPerson.get(actor.sid) ?? []), ...seen])
  }
}

/** Without the deadlines that a role of the person denies them. People without an account are reminded as well. */
export async function withoutDenied<D extends Due>(ctx: Context, byPerson: ReadonlyMap<string, D[]>): Promise<Map<string, D[]>> {
  const kept = new Map(byPerson)
  for (const actor of await readPeople(ctx.tenant, await deniedAmong(ctx, [...byPerson.keys()]))) {
    const seen = actor.sid ? await seenBy(ctx, actor, byPerson.get(actor.sid) ?? []) : []
    if (actor.sid && seen.length > 0) kept.set(actor.sid, seen)
    else if (actor.sid) kept.delete(actor.sid)
  }
  return kept
}

/** Those of these people who have a role that denies something. */
async function deniedAmong(ctx: Context, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return []
  const rows = await ctx.db
    .selectFrom('user_info')
    .select(['sid', 'role_sids'])
    .where('sid', 'in', [...people])
    .execute()
  const holdingOf = await holdingsOf(
    ctx,
    rows.flatMap(({ role_sids }) => role_sids ?? []),
  )
  return rows.flatMap(({ sid, role_sids }) => ((holdingOf(role_sids ?? []).denies ?? []).length > 0 ? [sid] : []))
}

const BATCH_SIZE = 1000

async function seenBy<D extends Due>(ctx: Context, actor: Actor, due: readonly D[]): Promise<D[]> {
  const as = { ...ctx, actor }
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const { verbs } = accessOf(as, model)
  if (!verbs.has('search') && !verbs.has('*')) return []
  const seen = new Set<unknown>()
  for (let start = 0; start < due.length; start += BATCH_SIZE) {
    const some = due.slice(start, start + BATCH_SIZE).map(({ sid }) => sid)
    const where = visible(as, model, among(['sid'], some))
    for (const { sid } of await readPage(as, model, ['sid'], { where, order: [] }, { start: 0, rows: some.length })) seen.add(sid)
  }
  return due.filter(({ sid }) => seen.has(sid))
}
