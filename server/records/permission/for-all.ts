import type { Ability } from '../../../model/kit/action.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context, Grant } from '../context.ts'
import { givenOn } from './governing.ts'

/** For matters of a company and those below it, or of every company: a permission limited to other companies or records is refused. */
export function authorizeForAll(ctx: Context, model: Model, ability: Ability, company?: string) {
  const reaches = ({ within }: Grant) => !within || (company !== undefined && within.includes(company))
  const { grants, isPart } = givenOn(ctx.actor, model.name, ability.code)
  if (isPart || !grants.some((grant) => grant.scope === 'ALL' && reaches(grant))) refuse('forbidden', { what_zh: ability.zh, what_en: ability.en })
}
