import { setTimeout as wait } from 'node:timers/promises'
import type { Model } from '../../../model/kit/model.ts'
import { StartFault } from '../../config.ts'
import { endSessions } from '../bi/sessions.ts'
import type { Db } from '../pool.ts'
import { applyStep, planSync } from './sync.ts'

const LOCK_WAIT_MS = 200
const PAUSE_MS = 300
const ATTEMPTS = 20

/**
 * Adds columns and indexes to tables in use. A new column rewrites nothing, but waits for the readers of its
 * table, and all others wait behind it: so it waits a short time, lets them pass, and tries again.
 */
export async function syncWhileUsed(db: Db, models: Iterable<Model>, schema: string) {
  for (const step of await planSync(db, models, schema)) {
    for (let attempt = 1; ; attempt++) {
      const busy = await applyStep(db, step, step.concurrent ? {} : { lockWaitMs: LOCK_WAIT_MS }).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (busy === undefined) break
      if (!isLockTimeout(busy)) throw busy
      if (attempt >= ATTEMPTS) throw new StartFault(BUSY)
      await endSessions(db, schema) // people are waited for, a report is asked for again
      await wait(PAUSE_MS)
    }
  }
}

const BUSY = [
  '数据表正被长时间占用（如大量导入或导出），请稍后重试',
  'The table has been in use without a break, as by a large import or export; try again later',
] as const

export const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03'
