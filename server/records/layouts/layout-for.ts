import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { nearness, roleWeights } from '../permission/nearest.ts'
import type { PublishedLayout } from './read-layouts.ts'

/** The layout in force for the caller: of one of their roles, else of the nearest company; undefined is the arrangement of the model. */
export async function layoutFor(ctx: Context, { name }: Pick<Model, 'name'>): Promise<PublishedLayout | undefined> {
  const all = ctx.tenant.models.layouts.get(name)
  if (!all || ctx.actor.sid === null) return undefined
  const weights = all.some(({ role_sids }) => role_sids.length > 0) ? await roleWeights(ctx) : new Map<string, number>()
  const weightOf = ({ role_sids }: PublishedLayout) => Math.max(...role_sids.map((sid) => weights.get(sid) ?? -1), -1)
  const possible = all.filter((one) => weightOf(one) >= 0 || (one.role_sids.length === 0 && isForAll(ctx, one)))
  if (possible.length === 0) return undefined
  const place = await placeAmong(ctx, possible)
  const near = ({ company_sid }: PublishedLayout) => place(company_sid) ?? 0
  const here = possible.filter(({ company_sid }) => place(company_sid) !== undefined)
  const [role] = here.filter((one) => weightOf(one) >= 0).sort((a, b) => near(a) - near(b) || weightOf(b) - weightOf(a))
  return role ?? here.filter(({ role_sids }) => role_sids.length === 0).sort((a, b) => near(a) - near(b))[0]
}

/** People without a company, such as those of an agency, are everybody of no company. */
const isForAll = ({ actor }: Context, { company_sid }: PublishedLayout) => actor.company_sid !== null || company_sid === null

/** The companies are read only where a layout belongs to another one. */
async function placeAmong(ctx: Context, layouts: readonly PublishedLayout[]): ReturnType<typeof nearness> {
  const own = ctx.actor.company_sid
  if (layouts.some(({ company_sid }) => company_sid !== null && company_sid !== own)) return nearness(ctx)
  return (company) => (company === null ? 1 : 0)
}
