import type { Model, Verb } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { gives, grantsOn, SEEING } from './governing.ts'

/** The person with only the grants on this model that give the verb: one role may show records that another does not export. */
export function actingBy(asked: Context, model: Model, verb: Verb): Context {
  const ctx = asked.actor.received ? { ...asked, actor: { ...asked.actor, received: [], access: new Map() } } : asked // no share gives a verb of a role
  const governs = new Set(grantsOn(ctx.actor, model.name))
  if ([...governs].every((grant) => gives(grant, verb))) return ctx
  const grants = ctx.actor.grants.map((grant) => {
    if (!governs.has(grant)) return grant
    // Another role may be the one that lets them search. A grant that gives nothing still replaces its role's grant on all models.
    return { ...grant, verbs: gives(grant, verb) ? [...grant.verbs, ...SEEING] : [] }
  })
  return { ...ctx, actor: { ...ctx.actor, grants, access: new Map() } }
}
