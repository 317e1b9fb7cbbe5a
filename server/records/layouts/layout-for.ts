import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { nearness, roleWeights } from '../permission/nearest.ts'
import type { PublishedLayout } from './read-layouts.ts'

/** The layout in force for the caller: of one of their roles, else of the nearest company; undefined is the arrangement of the model. */
export async function layoutFor(ctx: Context, { name }: Pick<Model, 'name'>): Promise<PublishedLayout | undefined> {
  const all = ctx.tenant.models.layouts.get(name)
  if (!all || ctx.actor.sid === null) return undefined
  const [place, weights] = [await nearness(ctx), await roleWeights(ctx)]
  const near = ({ company_sid }: PublishedLayout) => place(company_sid) ?? 0
  const weightOf = ({ role_sids }: PublishedLayout) => Math.max(...role_sids.map((sid) => weights.get(sid) ?? -1), -1)
  const here = all.filter(({ company_sid }) => place(company_sid) !== undefined)
  const [role] = here.filter((one) => weightOf(one) >= 0).sort((a, b) => near(a) - near(b) || weightOf(b) - weightOf(a))
  return role ?? here.filter(({ role_sids }) => role_sids.length === 0).sort((a, b) => near(a) - near(b))[0]
}
