import type { Model } from '../../model/kit/model.ts'
import { getMany } from '../records/query/get.ts'
import type { RowOf } from '../database/tables.ts'
import type { Named } from '../records/registry.ts'
import { getOrUnseen } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
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

/** Of every version of the document that this one is of, the newest first. */
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
  summary_zh: '该文件有您无权修改的版本，因此不能更改',
  summary_en: 'The document has versions that you may not change, so it cannot be changed',
}

/** Every version of a document, all of which this person may change. */
export async function lockVersions(ctx: Context, model: Named<'document'>, sid: string) {
  const sids = await sidsOf(ctx, sid)
  const rows = await lockRows(ctx, model, sids)
  if (!rows.some((row) => row.sid === sid)) refuse('not_found')
  return rows.length < sids.length ? refuse('rule', HIDDEN_VERSIONS) : rows
}

/** Exactly one version of a document is the main one. It says who has the document checked out. */
export async function makeMain(ctx: Context, model: Named<'document'>, sid: string) {
  await inTransaction(ctx, async (tx) => {
    const rows = await lockVersions(tx, model, sid)
    const held = rows.find(({ checked_out_by }) => checked_out_by)
    const drafts = rows.map(draftFrom)
    for (const draft of drafts) {
      const isMain = draft.sid === sid
      setValue(draft, 'is_main', isMain)
      setValue(draft, 'checked_out_by', isMain && held ? held.checked_out_by : null)
      setValue(draft, 'checked_out_at', isMain && held ? held.checked_out_at : null)
    }
    await updateDrafts(tx, model, drafts)
  })
  return getOrUnseen(ctx, model, sid)
}

/** When the main version is deleted, the newest of the others becomes the main version. */
export async function passMainOn(ctx: Context, model: Model, gone: readonly RowOf<'document'>[]) {
  for (const { document_key, is_main, checked_out_by, checked_out_at } of gone) {
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
    setValue(draft, 'checked_out_by', checked_out_by)
    setValue(draft, 'checked_out_at', checked_out_at)
    await updateDrafts(ctx, model, [draft])
  }
}
