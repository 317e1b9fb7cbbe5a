import type { Ability } from '../../../model/kit/action.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context, Grant } from '../context.ts'
import { givenOn } from './governing.ts'

/** For what concerns a company and those below it, or every company: nobody decides it whose permission ends at others or at some records. */
export function authorizeForAll(ctx: Context, model: Model, ability: Ability, company?: string) {
  const reaches = ({ within }: Grant) => !within || (company !== undefined && within.includes(company))
  const { grants, isPart } = givenOn(ctx.actor, model.name, ability.code)
  if (isPart || !grants.some((grant) => grant.scope === 'ALL' && reaches(grant))) refuse('forbidden', { what_zh: ability.zh, what_en: ability.en })
}
