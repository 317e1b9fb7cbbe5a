import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { LOCKED, SHARE_LEVEL } from '../../model/sharing/share-level.ts'
import type { Context, Draft } from '../records/context.ts'
import { hasAbility } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'

const LOCKING = [
  '“系统不可共享”只能由有权锁定共享的人设置和解除',
  'is set to and from “System cannot share” only by those who may lock shares',
] as const

/** Owners open and close a record to shares; who may lock them alone closes it for good, or opens it again. */
export async function checkLevels(ctx: Context, name: string, drafts: readonly Draft[]) {
  if (ctx.actor.sid === null || hasAbility(ctx, modelNamed(ctx.tenant.models, 'share'), ABILITIES.share.lock_share)) return
  for (const draft of drafts)
    if (draft.changed.has(SHARE_LEVEL) && (draft.row[SHARE_LEVEL] === LOCKED || draft.before?.[SHARE_LEVEL] === LOCKED))
      faultAt(ctx, modelNamed(ctx.tenant.models, name), draft, SHARE_LEVEL, LOCKING)
}
