import type { Model } from '../../model/kit/model.ts'
import { get, getMany } from '../records/query/get.ts'
import type { RowOf } from '../database/tables.ts'
import { setValue } from '../records/write/validate.ts'
import { inTransaction, type Context } from '../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { refuse } from '../errors.ts'

/** Fields of every complete record. */
type Version = Record<string, unknown> & { sid: string; version: number }

/** All versions of the document that this one is of, the newest first. */
export async function versionsOf(ctx: Context, model: Model, sid: string) {
  const [record] = await getMany(ctx, model, [sid])
  if (!record) return refuse('not_found')
  return { record: (await getMany(ctx, model, await sidsOf(ctx, sid))) as Version[] } // whole records
}

async function sidsOf({ db }: Context, sid: string): Promise<string[]> {
  const own = await db.selectFrom('document').select('document_key').where('sid', '=', sid).executeTakeFirst()
  if (!own?.document_key) return [sid]
  const rows = await db
    .selectFrom('document')
    .select('sid')
    .where('document_key', '=', own.document_key)
    .where('deleted_at', 'is', null)
    .orderBy('version_no', 'desc')
    .execute()
  return rows.map(({ sid: version }) => version)
}

/** The main one may be among the versions that this person does not see. */
export const HIDDEN_VERSIONS = {
  summary_zh: '该文件有您无权修改的版本，不能更换主版本',
  summary_en: 'The document has versions that you may not change, so its main version cannot be changed',
}

/** Exactly one version of a document is the main one. */
export async function makeMain(ctx: Context, model: Model, sid: string) {
  await inTransaction(ctx, async (tx) => {
    const sids = await sidsOf(tx, sid)
    const drafts = (await lockRows(tx, model, sids)).map(draftFrom)
    if (!drafts.some((draft) => draft.sid === sid)) refuse('not_found')
    if (drafts.length < sids.length) refuse('rule', HIDDEN_VERSIONS)
    for (const draft of drafts) setValue(draft, 'is_main', draft.sid === sid)
    await updateDrafts(tx, model, drafts)
  })
  return get(ctx, model, sid)
}

/** When the main version goes, the newest of the others takes its place. */
export async function passMainOn(ctx: Context, model: Model, gone: readonly RowOf<'document'>[]) {
  for (const { document_key, is_main } of gone) {
    if (!is_main || !document_key) continue
    const next = await ctx.db
      .selectFrom('document')
      .selectAll()
      .where('document_key', '=', document_key)
      .where('deleted_at', 'is', null)
      .orderBy('version_no', 'desc')
      .executeTakeFirst()
    if (!next) continue
    const draft = draftFrom(next)
    setValue(draft, 'is_main', true)
    await updateDrafts(ctx, model, [draft])
  }
}
