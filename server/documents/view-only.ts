import { includesRight } from '../../model/sharing/share-level.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { getMany } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'

/** Refuses files that the person sees only because somebody shared them to be viewed. */
export async function refuseViewOnly(ctx: Context, sids: readonly string[]) {
  const received = ctx.actor.received ?? []
  const downloadable = received.filter(({ right }) => includesRight(right, 'DOWNLOAD'))
  if (downloadable.length === received.length) return
  const actor = { ...ctx.actor, received: downloadable, access: new Map() }
  const model = modelNamed(ctx.tenant.models, 'document')
  const asked = [...new Set(sids)]
  const found = await getMany({ ...ctx, actor }, model, asked).catch(() => []) // no role shows any document
  if (found.length < asked.length) refuse('share_view_only')
}
