import type { Model, Verb } from '../../../model/kit/model.ts'
import type { RouteDeclaration } from '../../../model/kit/wire/route.ts'
import { outcomeOf } from '../../records/abilities.ts'
import { authorizeAction, authorizeOn } from '../../records/actions.ts'
import type { Action, Context } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { fieldsOf } from '../../records/registry.ts'

/** The models of which this person may do anything, with the fields that they may read, and `refuses` for every verb that is not theirs. */
export function seenModels(ctx: Context): ReadonlyMap<string, Model> {
  const models = [...ctx.tenant.models.all.values()].flatMap((model): [string, Model][] => {
    const access = accessOf(ctx, model)
    if (access.verbs.size === 0) return []
    const fields = fieldsOf(model).filter(([code]) => access.mayRead(code) || access.mayKnowSet(code))
    const without = VERBS.filter((verb) => !access.verbs.has(verb) && !access.verbs.has('*')).map((verb) => [verb, NOT_YOURS] as const)
    return [[model.name, { ...model, fields: Object.fromEntries(fields), refuses: { ...model.refuses, ...Object.fromEntries(without) } }]]
  })
  return new Map(models)
}

const VERBS: readonly Verb[] = ['get', 'search', 'count', 'create', 'update', 'delete', 'transition', 'import', 'export']
export const NOT_PERMITTED = 'not permitted'
const NOT_YOURS = ['没有权限', NOT_PERMITTED] as const

export const seenActions = (ctx: Context): readonly Action[] =>
  ctx.tenant.modules.actions.filter(({ declared }) => outcomeOf(() => authorizeAction(ctx, declared)).allowed)

export const seenRoutes = (ctx: Context, routes: readonly RouteDeclaration[]): RouteDeclaration[] =>
  routes.filter(({ permission, of, also }) => {
    if (permission === 'open' || of === undefined || of === ':model') return true
    return outcomeOf(() => authorizeOn(ctx, of, permission, also)).allowed
  })
