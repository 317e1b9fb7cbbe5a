import type { Ability } from '../../../model/kit/action.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context, Grant } from '../context.ts'
import { takes } from './denied.ts'
import { deniesFor, gives, grantsFor } from './permission.ts'

/** For what concerns a company and those below it, or every company: nobody decides it whose permission ends at others or at some records. */
export function authorizeForAll(ctx: Context, model: Model, ability: Ability, company?: string) {
  const reaches = ({ within }: Grant) => !within || (company !== undefined && within.includes(company))
  const isWhole = grantsFor(ctx, model.name).some((grant) => gives(grant, ability.code) && grant.scope === 'ALL' && reaches(grant))
  if (!isWhole || deniesFor(ctx, model.name).some((grant) => takes(grant, ability.code)))
    refuse('forbidden', { what_zh: ability.zh, what_en: ability.en })
}
