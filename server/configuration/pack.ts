import type { Model } from '../../model/kit/model.ts'
import { buffer } from 'node:stream/consumers'
import { attempt, both, refuse } from '../errors.ts'
import type { ConfiguredSetting, Context, RowValues } from '../records/context.ts'
import { fieldsOf, modelNamed } from '../records/registry.ts'
import { getMany } from '../records/query/get.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { isFile } from './carry.ts'
import { keysOf } from './keys.ts'
import type { Packed } from './pack-file.ts'
import { companyOf, type OwnRecord, ownRecords, packableModels } from './rows.ts'

/** Records of the company that this person may pack */
export async function packable(ctx: Context, chosen?: ReadonlySet<string>) {
  const company = companyOf(ctx)
  const keys = keysOf(ctx)
  const models = new Map<Model, OwnRecord[]>()
  for (const model of packableModels(ctx)) if (!chosen || chosen.has(model.name)) models.set(model, await ownRecords(keys, model, company))
  const settings = new Map<ConfiguredSetting, RowValues>()
  for (const setting of ctx.tenant.modules.configuration.settings) {
    if (chosen && !chosen.has(setting.code)) continue
    let values: RowValues = {}
    // A setting that this person may not see is left out.
    const refused = await attempt(async () => {
      values = await setting.read(ctx, company)
    })
    if (!refused) settings.set(setting, values)
  }
  return { models, settings }
}

export async function pack(ctx: Context, chosen: ReadonlySet<string> | undefined) {
  const { models, settings } = await packable(ctx, chosen)
  const known = [...models.keys()].map(({ name }) => name).concat([...settings.keys()].map(({ code }) => code))
  const unknown = [...(chosen ?? [])].find((one) => !known.includes(one))
  if (unknown !== undefined) refuse('unknown_key', { key: unknown.slice(0, 60) })
  const packed: Packed = {
    parts: new Map([...models].map(([model, records]) => [model.name, records.map(({ key, record }) => ({ key, record }))])),
    settings: new Map([...settings].map(([{ code }, values]) => [code, values])),
    files: await filesOf(ctx, models),
  }
  const rows = [...models.values()].reduce((sum, { length }) => sum + length, 0)
  return { packed, rows, from: await placeOf(ctx) }
}

const MAX_FILES = 50 << 20

/** Each content once. */
async function filesOf(ctx: Context, models: ReadonlyMap<Model, readonly OwnRecord[]>): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let size = 0
  for (const [model, records] of models) {
    const codes = fieldsOf(model).flatMap(([code, { type }]) => (type === 'attachment' ? [code] : []))
    for (const { record } of records)
      for (const file of codes.flatMap((code) => record[code] ?? []).filter(isFile)) {
        if (files.has(file.sha256)) continue
        if ((size += file.size) > MAX_FILES) refuse('rule', both('summary', ['模板文件合计超过 50M，请分部分打包', 'The files of the templates exceed 50 MB: pack the parts separately'])) // oxfmt-ignore
        files.set(file.sha256, await contentOf(ctx, file.sha256))
      }
  }
  return files
}

async function contentOf(ctx: Context, hash: string): Promise<Buffer> {
  const row = await ctx.db.selectFrom('document').select(['file_key']).where('hash', '=', hash).where('deleted_at', 'is', null).executeTakeFirst()
  return buffer(await storageOf(ctx.tenant).get(row?.file_key ?? refuse('not_found')))
}

async function placeOf(ctx: Context): Promise<string> {
  const company = companyOf(ctx)
  const [row] = company === null ? [] : await getMany(ctx, modelNamed(ctx.tenant.models, 'company'), [company])
  return String(row?.company_name ?? ctx.tenant.name)
}
