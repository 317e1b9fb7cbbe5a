import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import {
  applyPack,
  downloadPack,
  listParts,
  MAX_PACK,
  previewPack,
  rollBackPack,
  uploadPack,
} from '../../model/settings/configuration/configuration-actions.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { both, refuse } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import { serve } from '../route.ts'
import { disposition } from '../storage/disposition.ts'
import { measured } from '../storage/measured.ts'
import { packKey } from '../storage/keys.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import { apply, applyJob, preview } from './apply.ts'
import { type Pack, packFile, readPack } from './pack-file.ts'
import { pack, packable } from './pack.ts'
import { lockPack, setPack } from './pack-row.ts'
import { companyOf } from './rows.ts'
import { type KeptSettings, putInForce, takeBackAll } from './take-back.ts'

/** The configuration of a company as one open file, for another company or installation. */
export const configurationModule: ServerModule = {
  name: 'configuration',
  jobs: [applyJob],
  actions: [...perform(listParts, parts), ...perform(previewPack, preview), ...perform(applyPack, apply), ...perform(rollBackPack, rollBack)],
  routes: [
    serve(downloadPack, ({ ctx, query, reply }) => send(ctx, reply, query.parts)),
    serve(uploadPack, async ({ ctx, request }) => ({ record: await receive(ctx, request) })),
  ],
}

async function parts({ ctx }: Call<typeof listParts>) {
  const { models, settings } = await packable(ctx)
  return {
    parts: [
      ...[...models].map(([model, records]) => ({ part: model.name, label: labelOf(model, ctx.lang), rows: records.length })),
      ...[...settings].map(([setting, values]) => ({ part: setting.code, label: wordIn(setting.words, ctx.lang), rows: Object.keys(values).length })),
    ],
  }
}

async function send(ctx: Context, reply: FastifyReply, asked: string | undefined) {
  const chosen = asked ? new Set(asked.split(',').map((one) => one.trim())) : undefined
  const { packed, from, rows } = await pack(ctx, chosen)
  await inTransaction(ctx, (tx) => auditIn(tx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: 'configuration_pack', records: rows, details: { format: 'zip', fields: [...packed.parts.keys(), ...packed.settings.keys()] } }])) // oxfmt-ignore
  const packed_at = new Date().toISOString()
  const name = ctx.lang === 'zh' ? `配置包_${ctx.today}.zip` : `configuration_${ctx.today}.zip`
  return reply
    .headers({ 'content-type': 'application/zip', 'content-disposition': disposition(name), 'cache-control': 'private, no-store' })
    .send(packFile(packed, { packed_at, packed_from: from }))
}

/** Read whole and proved before anything is kept of it. */
async function receive(ctx: Context, request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) refuse('media_type')
  const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
  try {
    const path = join(folder, 'pack')
    const measure = measured()
    let name: string | undefined
    for await (const part of request.parts({ limits: { fileSize: MAX_PACK, files: 1 } })) {
      if (part.type !== 'file') continue
      await pipeline(part.file, measure.stream, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) refuse('rule', both('summary', ['配置包超过 20M', 'The configuration pack is larger than 20 MB']))
      name = cutName(safeName(part.filename.replace(/^.*[\\/]/, ''))) || 'pack.zip'
    }
    if (name === undefined) return refuse('bad_request', both('why', ['缺少文件', 'the file is missing']))
    const content = await readPack(path)
    return await keep(ctx, path, { name, size: measure.size(), sha256: measure.hash() }, content)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Uploaded = { name: string; size: number; sha256: string }

async function keep(ctx: Context, path: string, uploaded: Uploaded, { manifest }: Pack): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'configuration_pack')
  return inTransaction(ctx, async (tx) => {
    const own = onBehalfOf(tx)
    const [draft] = await draftNew(own, model, [{ company_sid: companyOf(ctx) }])
    if (!draft) return refuse('unforeseen')
    const about = { ...uploaded, packed_from: manifest.packed_from.slice(0, 255), packed_at: new Date(manifest.packed_at).toISOString() }
    for (const [code, value] of Object.entries({ ...about, status: 'READY' })) setValue(draft, code, value)
    refuseFaulty([draft])
    await insertDrafts(own, model, [draft])
    await storageOf(ctx.tenant).put(packKey(draft.sid), createReadStream(path), 'application/zip')
    await setPack(tx, draft.sid, { status: 'READY' })
    return draft.sid
  })
}

async function rollBack({ ctx, body: { sid } }: Call<typeof rollBackPack>) {
  const reason = '回退配置包 / Configuration pack rolled back'
  const done = await inTransaction({ ...ctx, reason, confirmed: undefined }, async (tx) => {
    const { status, job_sid, settings, company_sid } = await lockPack(tx, sid)
    if (status !== 'SUCCESS' || !job_sid) refuse('rule', both('summary', ['只能回退已应用的配置包', 'Only a pack that was applied is rolled back']))
    const taken = await takeBackAll(tx, job_sid, (settings ?? {}) as KeptSettings, company_sid) // as the application kept them
    await setPack(tx, sid, { status: 'ROLLED_BACK', rolled_back_at: new Date().toISOString() })
    await auditIn(tx, [{ event: 'CONFIGURATION_ROLLED_BACK', user: ctx.actor.user_sid, entity: 'configuration_pack', record_sid: sid }])
    return taken
  })
  await putInForce(ctx)
  return done
}
