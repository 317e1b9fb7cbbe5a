import { StartFault } from '../../config.ts'
import type { Context } from '../../records/context.ts'
import { forwardedTo, forwardedUntil } from './forward.ts'
import { removeOld, sealEntries, verifyChain } from './chain.ts'

/** Each night, and by `innoe doctor`: the chain is continued and read from its beginning; a break is a fault that names the entry. */
export async function checkAudit(ctx: Context) {
  await sealEntries(ctx)
  const { entries, head, broken } = await verifyChain(ctx)
  if (broken) throw broken.why === 'missing' ? missing(broken.number) : changed(broken.number)
  const kept = Number(process.env['INNOE_AUDIT_KEPT_DAYS'] || 0) // examined at the start
  const removed = kept > 0 ? await removeOld(ctx, kept, forwardedTo() ? await forwardedUntil(ctx) : Infinity) : 0
  return { entries: entries - removed, number: head.number, hash: head.hash }
}

const missing = (number: number) =>
  new StartFault([`审计记录第 ${number} 条缺失`, `entry ${number} of the audit log is missing: it was deleted outside Innoe`])
const changed = (number: number) =>
  new StartFault([`审计记录第 ${number} 条与其校验值不符`, `entry ${number} of the audit log does not match its hash: it was changed outside Innoe`])
