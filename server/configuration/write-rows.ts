import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { attempt } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { tentatively } from '../records/tentative.ts'
import { createRow } from '../records/write/create.ts'
import { updateRow } from '../records/write/update.ts'
import { taken } from './carry.ts'
import { type Difference, type Differences, settingRow, type SettingDifferences } from './compare.ts'
import { type Keys, keysOf } from './keys.ts'
import { inOrder } from './order.ts'
import { keepAttachment } from './keep-attachment.ts'
import type { Pack } from './pack-file.ts'

/** `stored`: the keys of files that it has kept. */
export type Applying = { keys: Keys; pack: Pack; company: string | null; stored: string[] }

/** `refusedAt` gets each refusal; without it, the first one ends the application. `stored` gets the stored files. */
export type Listening = { refusedAt?: (row: string, words: string) => void; stored?: string[] }

/** Records that shape the models come first, and are published before the others are written. */
export type Phase = 'shapes' | 'rest'

const isOf = (phase: Phase, model: Model) => (model.configuration?.shapes === true) === (phase === 'shapes')

/**
 * Writes the chosen rows by the rules of a change by hand: the person's own verbs, rows, fields and ranks, with all hooks.
 */
export async function writeRows(
  ctx: Context,
  { pack, company }: Pick<Applying, 'pack' | 'company'>,
  found: Differences,
  phase: Phase,
  { refusedAt, stored = [] }: Listening = {},
) {
  const applying: Applying = { keys: keysOf(ctx), pack, company, stored }
  const counts = { created: 0, changed: 0 }
  for (const { model, rows } of inOrder(found.models).filter((part) => isOf(phase, part.model)))
    for (const row of rows) {
      if (!row.packed || (row.own && row.changed.length === 0)) continue
      const write = (own: Context) => writeRow({ ...applying, keys: { ...applying.keys, ctx: own } }, model, row)
      if (!refusedAt) await write(ctx)
      else await trying(ctx, write, (words) => refusedAt(row.row, words))
      counts[row.own ? 'changed' : 'created'] += 1
    }
  if (phase === 'rest')
    for (const setting of found.settings) {
      const write = (own: Context) => setting.setting.write(own, company, changedIn(setting))
      if (Object.keys(changedIn(setting)).length === 0) continue
      if (!refusedAt) await write(ctx)
      else await trying(ctx, write, (words) => { for (const key of Object.keys(setting.after)) refusedAt(settingRow(setting.setting, key), words) }) // oxfmt-ignore
      counts.changed += Object.keys(changedIn(setting)).length
    }
  return counts
}

const changedIn = ({ before, after }: SettingDifferences): RowValues =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => JSON.stringify(before[key] ?? null) !== JSON.stringify(value)))

/** A refused write leaves the transaction unchanged. */
async function trying(ctx: Context, write: (own: Context) => Promise<unknown>, say: (words: string) => void) {
  const refusal = await tentatively(ctx, (own) => attempt(() => write(own)), (refused) => refused === undefined) // oxfmt-ignore
  if (refusal) say(refusal.words(ctx.lang))
}

async function writeRow(applying: Applying, model: Model, { packed, own, changed }: Difference) {
  const { keys, pack, company } = applying
  const { ctx } = keys
  const given = Object.fromEntries(changed.map((code) => [code, packed?.record[code] ?? null]))
  authorize(ctx, model, own ? 'update' : 'create')
  const values = await taken(keys, model, given, (field, file) => keepAttachment(ctx, field, file, { files: pack.files, stored: applying.stored }))
  const { write, publish } = ctx.tenant.modules.configuration
  const ownWrite = write[model.name]
  if (ownWrite) return ownWrite.keep(ctx, own && (await rowOf(ctx, model, own.sid)), values)
  if (own) await updateRow(ctx, model, own.sid, values, { verb: 'update' })
  const sid = own?.sid ?? (await createRow(ctx, model, { ...values, ...(model.scope === 'company' && { company_sid: company }) }))
  if (!publish[model.name] || model.configuration?.shapes) return
  authorize(ctx, model, 'update')
  await publish[model.name]?.publish(ctx, sid)
}

const rowOf = ({ db }: Context, model: Model, sid: string) =>
  anyTable(db).selectFrom(model.name).selectAll().where('sid', '=', sid).executeTakeFirst()
