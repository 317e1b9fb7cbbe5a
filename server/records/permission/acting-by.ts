import type { Model, Verb } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { gives, grantsFor, SEEING } from './permission.ts'

/** The person with none of their grants on this model but those that give the verb: what one role shows is not what another lets them export. */
export function actingBy(ctx: Context, model: Model, verb: Verb): Context {
  const governs = new Set(grantsFor(ctx, model.name))
  const kept = ctx.actor.grants.filter((grant) => !governs.has(grant) || gives(grant, verb))
  if (kept.length === ctx.actor.grants.length) return ctx
  // Another role may be the one that lets them search.
  const grants = kept.map((grant) => (governs.has(grant) ? { ...grant, verbs: [...grant.verbs, ...SEEING] } : grant))
  return { ...ctx, actor: { ...ctx.actor, grants, access: new Map() } }
}
