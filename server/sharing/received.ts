import { randomUUIDv7 } from 'node:crypto'
import { startOfDay } from '../../model/kit/days/clock.ts'
import type { SharedWithMe } from '../../model/sharing/share-actions.ts'
import type { Context, Received, RowValues } from '../records/context.ts'
import { getMany } from '../records/query/get.ts'
import { namesFor } from '../records/query/words/names.ts'
import { accessOf } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { insertRows } from '../records/write/write.ts'

/** Shares for this person that show a record now */
export async function listReceived(ctx: Context): Promise<{ record: SharedWithMe[] }> {
  const received = ctx.actor.received ?? []
  const cases = await displayed(ctx, 'case', received.flatMap((one) => (one.document === null ? [one.case] : []))) // oxfmt-ignore
  const documents = await displayed(ctx, 'document', received.flatMap(({ document }) => document ?? [])) // oxfmt-ignore
  const nameOf = await namesFor(ctx, new Map([['user_info', new Set(received.flatMap(({ sharer }) => sharer.sid ?? []))]]))
  const record = received.flatMap((one): SharedWithMe[] => {
    const [named, file] = [cases.get(one.case), documents.get(one.document ?? '')]
    if (one.document === null ? named === undefined : file === undefined) return []
    const sharer = nameOf('user_info', one.sharer.sid ?? '')
    return [{ sid: one.share, case_sid: one.case, case: named ?? '', document_sid: one.document, document: file ?? null, right: one.right, sharer }]
  })
  return { record }
}

/** The display names of those that this person sees. */
async function displayed(ctx: Context, name: string, sids: readonly string[]): Promise<Map<string, string>> {
  const model = modelNamed(ctx.tenant.models, name)
  const { verbs } = accessOf(ctx, model)
  if (sids.length === 0 || !(verbs.has('get') || verbs.has('*'))) return new Map()
  const rows = await getMany(ctx, model, [...new Set(sids)])
  const nameIn = (row: RowValues) => model.display.flatMap((code) => (typeof row[code] === 'string' ? [row[code]] : [])).join(' ')
  return new Map(rows.map((row) => [String(row.sid), nameIn(row)]))
}

/** A person who opens a case that is shared with them is noted once a day for each share. During a view as another person nothing is written. */
export async function noteVisit(ctx: Context, record: RowValues) {
  const shares = (ctx.actor.received ?? []).filter((one) => one.case === record.sid)
  if (shares.length === 0 || ctx.actor.viewer || ctx.source === 'job') return
  for (const share of shares) await noteOnce(ctx, share)
}

async function noteOnce(ctx: Context, { share, case: case_sid }: Received) {
  const known = await ctx.db
    .selectFrom('share_visit')
    .where('deleted_at', 'is', null)
    .select('sid')
    .where('share_sid', '=', share)
    .where('person_sid', '=', ctx.actor.sid)
    .where('visited_at', '>=', startOfDay(ctx.today))
    .executeTakeFirst()
  if (known) return
  await insertRows(ctx, modelNamed(ctx.tenant.models, 'share_visit'), [
    visitRow(ctx, { share_sid: share, case_sid, act: 'OPENED', person_sid: ctx.actor.sid }),
  ])
  await countVisit(ctx, share)
}

export type Visited = { share_sid: string; case_sid: string | null; act: 'OPENED' | 'VIEWED' | 'DOWNLOADED' | 'REFUSED' } & RowValues

/** One line of the visits of a share, with where it came from. */
export function visitRow({ origin }: Pick<Context, 'origin'>, visit: Visited): RowValues {
  const now = new Date().toISOString()
  const made = { sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, visited_at: now }
  return { ...made, address: origin?.address?.slice(0, 60) ?? null, device: origin?.device?.slice(0, 255) ?? null, ...visit }
}

/** Whether the visit still counts: not after the last one that the share allows. */
export async function countVisit({ db }: Pick<Context, 'db'>, share: string): Promise<boolean> {
  const counted = await db
    .updateTable('share')
    .set((row) => ({ visits: row(row.fn.coalesce('visits', row.val(0)), '+', 1), last_visit_at: new Date().toISOString() }))
    .where('sid', '=', share)
    .where('revoked_at', 'is', null)
    .where((of) => of.or([of('max_visits', 'is', null), of(of.fn.coalesce('visits', of.val(0)), '<', of.ref('max_visits'))]))
    .returning('sid')
    .executeTakeFirst()
  return counted !== undefined
}
