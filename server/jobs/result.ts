import type { Readable } from 'node:stream'
import { storageOf } from '../storage/tenant-storage.ts'
import type { Part } from '../records/modules.ts'
import type { Context } from '../records/context.ts'

/** A result can be fetched for so long; then it and the rows it was made from go. */
export const KEPT_DAYS = 7

const keyOf = (job_sid: string) => `result/${job_sid}`

/** Keeps a job's file, and answers the address at which its owner fetches it. */
export async function keepResult(ctx: Context, job_sid: string, type: string, content: Readable): Promise<string> {
  await storageOf(ctx.tenant).put(keyOf(job_sid), content, type)
  return `/innoe-webapi/model/job/do/download/${job_sid}`
}

export async function openResult(ctx: Context, job_sid: string): Promise<{ content: Readable; size: number } | undefined> {
  const storage = storageOf(ctx.tenant)
  const size = await storage.size(keyOf(job_sid))
  return size === undefined ? undefined : { content: await storage.get(keyOf(job_sid)), size }
}

export const isExpired = (finished_at: unknown) => typeof finished_at === 'string' && Date.parse(finished_at) < Date.now() - KEPT_DAYS * 86_400_000

/** Old results. */
export const resultsClearing: Part = {
  nightly: {
    'clear old results': async ({ db, tenant }) => {
      const before = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
      const old = await db.selectFrom('job').select('sid').where('finished_at', '<', before).where('result_url', 'is not', null).execute()
      for (const { sid } of old) {
        await storageOf(tenant).remove(keyOf(sid))
        await db.updateTable('job').set({ result_url: null }).where('sid', '=', sid).execute()
      }
      return old.length
    },
  },
}
