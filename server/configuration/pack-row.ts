import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ConfigurationPack } from '../../model/settings/configuration/configuration_pack.ts'
import { both, refuse } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { packKey } from '../storage/keys.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { type Pack, readPack } from './pack-file.ts'

/** The record, locked until the transaction ends; of those that the person may apply. */
export async function lockPack(ctx: Context, sid: string): Promise<ConfigurationPack> {
  const [row] = await lockRows(ctx, modelNamed(ctx.tenant.models, 'configuration_pack'), [sid])
  return (row as ConfigurationPack | undefined) ?? refuse('not_found') // a row of this very table
}

/** Stores the result of the pack on its record and its company; written by the product on behalf of the person. */
export async function setPack(ctx: Context, sid: string, values: RowValues) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'configuration_pack')
  const [row] = await lockRows(own, model, [sid])
  if (!row) return
  const draft = draftFrom<RowValues>(row)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(own, model, [draft])
  if (row.company_sid && values.status !== undefined) await setCompany(own, row.company_sid, values)
}

async function setCompany(ctx: Context, sid: string, { status, applied_at }: RowValues) {
  const model = modelNamed(ctx.tenant.models, 'company')
  const [row] = await lockRows(ctx, model, [sid])
  if (!row) return
  const draft = draftFrom<RowValues>(row)
  setValue(draft, 'pack_status', status)
  if (applied_at !== undefined) setValue(draft, 'pack_applied_at', applied_at)
  await updateDrafts(ctx, model, [draft])
}

/** Reads the stored file again, so that the previewed pack is the one applied. */
export async function contentOf({ tenant }: Context, sid: string): Promise<Pack> {
  const storage = storageOf(tenant)
  if ((await storage.size(packKey(sid))) === undefined)
    return refuse('rule', both('summary', ['配置包的文件已不存在', 'The file of the pack is gone']))
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'pack')
    await pipeline(await storage.get(packKey(sid)), createWriteStream(path, { mode: 0o600 }))
    return await readPack(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
