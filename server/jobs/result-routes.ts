import { downloadResult } from '../../model/settings/setting-routes.ts'
import { audit } from '../auth/audit/audit.ts'
import { disposition } from '../storage/disposition.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { Refusal, refuse } from '../errors.ts'
import { serve } from '../route.ts'
import { isExpired, openResult } from './result.ts'
import { XLSX } from '../../model/documents/media-types.ts'

/** The file of an export or the rejected rows of an import. Only the owner of the job may download it, for a limited time. */
export const resultRoute = serve(downloadResult, async ({ ctx, path: { sid }, request, reply }) => {
  const job = await jobOf(ctx, sid)
  const result = job.result_url && !isExpired(job.finished_at) ? await openResult(ctx, sid) : undefined
  if (!result) return refuse('export_url')
  await audit(request, 'DOWNLOADED', { user: ctx.actor.user_sid, entity: 'job', record_sid: sid })
  const { name, type } = fileOf(ctx, job, await formatOf(ctx, sid))
  return reply
    .headers({
      'content-type': type,
      'content-length': result.size,
      'content-disposition': disposition(name),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(result.content)
})

/** People who oversee jobs see their progress, but not the file, which contains data visible to its owner only. */
async function jobOf(ctx: Context, sid: string) {
  try {
    const job = await get(ctx, modelNamed(ctx.tenant.models, 'job'), sid, { flat: true })
    return ctx.actor.sid !== null && job.created_by === ctx.actor.sid ? job : refuse('export_url')
  } catch (error) {
    if (error instanceof Refusal && error.name === 'not_found') return refuse('export_url')
    throw error
  }
}

async function formatOf({ db }: Context, sid: string): Promise<unknown> {
  const { input } = await db.selectFrom('job').select('input').where('sid', '=', sid).executeTakeFirstOrThrow()
  return typeof input === 'object' && input !== null && 'format' in input ? input.format : undefined
}

function fileOf({ lang }: Context, { kind, title }: Record<string, unknown>, format: unknown) {
  const plain = String(title ?? '').replace(/\.xlsx$/i, '')
  if (kind === 'IMPORT') return { name: `${plain}${lang === 'zh' ? '_未导入' : '_rejected'}.xlsx`, type: XLSX }
  if (kind === 'TENANT' || kind === 'DILIGENCE') return { name: `${plain}.zip`, type: 'application/zip' }
  const type = typeof format === 'string' ? EXPORTED[format] : undefined
  return type ? { name: `${plain}.${format}`, type } : { name: `${plain}.xlsx`, type: XLSX }
}

const EXPORTED: Readonly<Record<string, string>> = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson', pdf: 'application/pdf' }
