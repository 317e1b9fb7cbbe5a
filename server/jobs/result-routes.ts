import type { FastifyInstance, FastifyRequest } from 'fastify'
import { disposition } from '../documents/disposition.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import type { Work } from '../records/context.ts'
import { Refusal, refuse } from '../errors.ts'
import { isExpired, openResult } from './result.ts'
import { XLSX } from '../import/uploaded.ts'

type WorkOf = (request: FastifyRequest) => Promise<Work>

/** GET job/do/download/{sid}: what an export wrote, or the rows that an import left out. Only the job's owner has it, and not for ever. */
export function resultRoutes(app: FastifyInstance, workOf: WorkOf) {
  app.get('/innoe-webapi/model/job/do/download/:sid', { compress: false }, async (request, reply) => {
    const work = await workOf(request)
    const { sid } = request.params as { sid: string } // named in the route
    const job = await jobOf(work, sid)
    const result = job.result_url && !isExpired(job.finished_at) ? await openResult(work, sid) : undefined
    if (!result) return refuse('export_url')
    const { name, type } = fileOf(work, job, await formatOf(work, sid))
    return reply
      .headers({
        'content-type': type,
        'content-length': result.size,
        'content-disposition': disposition(name),
        'cache-control': 'private, no-store',
      })
      .send(result.content)
  })
}

/** Whoever oversees jobs sees how they go; the file holds what its owner may see, and others may not. */
async function jobOf(work: Work, sid: string) {
  try {
    const job = await get(work, modelNamed(work.tenant.models, 'job'), sid, { flat: true })
    return work.actor.sid !== null && job.created_by === work.actor.sid ? job : refuse('export_url')
  } catch (error) {
    if (error instanceof Refusal && error.name === 'not_found') return refuse('export_url')
    throw error
  }
}

async function formatOf({ db }: Work, sid: string): Promise<unknown> {
  const { input } = await db.selectFrom('job').select('input').where('sid', '=', sid).executeTakeFirstOrThrow()
  return typeof input === 'object' && input !== null && 'format' in input ? input.format : undefined
}

function fileOf({ lang }: Work, { kind, title }: Record<string, unknown>, format: unknown) {
  const plain = String(title ?? '').replace(/\.xlsx$/i, '')
  if (kind === 'IMPORT') return { name: `${plain}${lang === 'zh' ? '_未导入' : '_rejected'}.xlsx`, type: XLSX }
  return format === 'csv' ? { name: `${plain}.csv`, type: 'text/csv; charset=utf-8' } : { name: `${plain}.xlsx`, type: XLSX }
}
