import { ownRank } from '../auth/accounts/rank.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { seenAmong } from '../records/seen-among.ts'

type Taken = { responsibility: { model: string }; sids: readonly string[]; share: { to: string } }

/** A person may hand over records that they do not see, but cannot take such records for themselves. */
export async function refuseUnseenForOneself(ctx: Context, loads: readonly Taken[]) {
  const own = loads.filter(({ share }) => share.to === ctx.actor.sid)
  if (own.length === 0 || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return
  for (const { responsibility, sids } of own)
    if ((await seenAmong(ctx, modelNamed(ctx.tenant.models, responsibility.model), sids)).size < new Set(sids).size)
      refuse('rule', both('summary', UNSEEN))
}

const UNSEEN = [
  '其中有您看不到的记录，不能移交给您自己：请选择他人，或由他人移交',
  'Some of it is not visible to you, so it is not handed over to yourself: choose somebody else, or ask somebody else to hand it over',
] as const
