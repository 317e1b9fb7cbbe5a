import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RowOf } from '../database/tables.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { removeRows } from '../records/write/delete.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { record, storing } from './receive.ts'
import type { Skipped } from './received.ts'
import { unpacked } from './unpack.ts'

type Intake = RowOf<'notice_intake'>
type Keep = (put: (tx: Context) => Promise<void>) => Promise<unknown>

const PACKED = new Set(['zip', 'eml'])

/** The files in an archive or message that came with a mail take its place, and are read in turn; answers whether it was one. */
export async function openPacked(ctx: Context, row: Intake, keep: Keep): Promise<boolean> {
  const { state, mail_sid, packed_in, ext } = row
  if (state !== 'READING' || !mail_sid || packed_in || !PACKED.has(ext ?? '')) return false
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'packed')
    await pipeline(await storageOf(ctx.tenant).get(row.file_key ?? ''), createWriteStream(path, { mode: 0o600 }))
    const opened = await unpacked(
      { path, name: row.original_name ?? '', size: row.size ?? 0, hash: row.hash ?? '' },
      folder,
      await usedBy(ctx, mail_sid),
    )
    if (opened.files.some((file) => file.path === path)) return false // a message without attachments is read itself
    const unopened = opened.skipped.filter((one) => one.unopened)
    await storing(ctx, opened, (stored) => keep((tx) => replace(tx, row, { stored, unopened })))
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Entries and bytes from the other archives of the mail; the limits cover all of them. */
async function usedBy({ db }: Context, mail_sid: string) {
  const { entries, bytes } = await db
    .selectFrom('notice_intake')
    .select((of) => [of.fn.countAll<string>().as('entries'), of.fn.sum<string | null>('size').as('bytes')])
    .where('mail_sid', '=', mail_sid)
    .where('packed_in', 'is not', null)
    .executeTakeFirstOrThrow()
  return { entries: Number(entries), bytes: Number(bytes ?? 0) }
}

type Found = { stored: Parameters<typeof record>[1]; unopened: readonly Skipped[] }

/** An archive that cannot be opened waits for a person, with the reason; one without notices stays with its mail alone. */
async function replace(tx: Context, row: Intake, { stored, unopened }: Found) {
  const model = modelNamed(tx.tenant.models, 'notice_intake')
  if (unopened.length === 0) await removeRows(tx, model, [row.sid])
  else {
    const [locked] = await lockRows(tx, model, [row.sid])
    if (locked?.state !== 'READING') return
    const draft = draftFrom(locked)
    const reason = (at: 0 | 1) => unopened.map(({ name, words }) => `${name}${at === 0 ? '：' : ': '}${words[at]}`).join('\n').slice(0, 500) // oxfmt-ignore
    for (const [code, value] of Object.entries({ state: 'UNREADABLE', reason: reason(0), reason_en: reason(1) })) setValue(draft, code, value)
    await updateDrafts(tx, model, [draft])
  }
  if (stored.length > 0) await record(tx, stored, row)
}
