import { URGE_PAUSE_MS } from '../../model/approval/approval-actions.ts'
import type { ApprovalTask } from '../../model/approval/approval_task.ts'
import type { Context } from '../records/context.ts'

/** Time of the last reminder, if too recent for another: of the open tasks, or of the approval if none is open */
export async function urgedAt({ db }: Context, approval: string, tasks: readonly ApprovalTask[]): Promise<string | null> {
  if (tasks.length > 0) return latest(tasks.map(({ urged_at }) => urged_at))
  const lines = db
    .selectFrom('approval_log')
    .where('deleted_at', 'is', null)
    .select('at')
    .where('approval_sid', '=', approval)
    .where('act', '=', 'URGE')
  const last = await lines.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return latest([last ? String(last.at) : null])
}

const latest = (moments: readonly (string | null)[]) =>
  moments
    .filter((at) => at !== null && Date.now() - Date.parse(at) < URGE_PAUSE_MS)
    .toSorted()
    .at(-1) ?? null
