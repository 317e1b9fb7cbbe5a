import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { modelNamed } from '../registry.ts'
import type { Context } from '../context.ts'
import { seesAllCompanies } from './governing.ts'
import { accessOf } from './permission.ts'

/** Whether this person can be asked for the field: they may write it and, of a link, find the records among which to choose; of a role, give it. */
export function mayState(ctx: Context, model: Model, code: string, field: Field): boolean {
  if (!accessOf(ctx, model).mayWrite(code)) return false
  if (field.type !== 'reference' && field.type !== 'references') return true
  const target = modelNamed(ctx.tenant.models, field.to)
  if (target.name === 'role' && !mayGiveRoles(ctx)) return false
  const { verbs } = accessOf(ctx, target)
  return verbs.has('search') || verbs.has('*')
}

/** The roles of the product reach all companies: whoever keeps the people of some companies only may have none to give but their own. */
const mayGiveRoles = ({ actor, tenant }: Context) => actor.platform === 2 || seesAllCompanies(tenant.models, actor)
