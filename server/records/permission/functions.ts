// Functions that are bound to roles: these roles alone give them, each within its own grants.
import type { ActionDeclaration, Permission } from '../../../model/kit/action.ts'
import type { Actor, Context, Grant } from '../context.ts'
import { ALL_VERBS, VIEWING } from './denied.ts'

/** By function: the roles that give it. A verb of a model is `patent.delete`, an action `patent.copy`; viewing is `patent.get`. */
export type Functions = Readonly<Record<string, readonly string[]>>

export const functionOf = ({ model, at = model, name }: Pick<ActionDeclaration, 'model' | 'at' | 'name'>) => `${at}.${name}`

/** The function of a call at an address of its own: its method and the parts of its address. Portals have two addresses, and one function. */
export const functionOfRoute = ({ method, url }: { method: string; url: string }) =>
  `${method.toLowerCase()}.${url.replace(/^\/innoe-web(api)?\/(model\/(?=portal\/))?/, '').replace(/[^A-Za-z0-9]+/g, '_')}`

/** The restrictions in force. A function that several resources bind is given by the roles that all of them name. */
export async function readFunctions({ db }: Pick<Context, 'db'>): Promise<Functions> {
  const rows = await db
    .selectFrom('rbac_resource')
    .select(['functions', 'role_sids'])
    .where('role_sids', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .execute()
  return boundBy(rows)
}

type Restriction = { functions: readonly string[] | null; role_sids: readonly string[] | null }

/** One without a role binds nothing. */
export function boundBy(restrictions: readonly Restriction[]): Functions {
  const bound: Record<string, readonly string[]> = {}
  for (const { functions, role_sids } of restrictions) {
    const roles = role_sids ?? []
    if (roles.length === 0) continue
    for (const code of functions ?? []) bound[code] = bound[code]?.filter((sid) => roles.includes(sid)) ?? roles
  }
  return bound
}

/** The grants without the verbs that their roles do not give, as functions are bound. */
export function withinFunctions(grants: readonly Grant[], functions: Functions): readonly Grant[] {
  let left = grants
  for (const [code, roles] of Object.entries(functions)) {
    const at = code.indexOf('.')
    const [model, verb] = [code.slice(0, at), code.slice(at + 1)]
    if (ALL_VERBS.includes(verb)) left = lessOn(left, model, { verb, roles })
  }
  return left
}

type Bound = { verb: string; roles: readonly string[] }

/** A role that has the model only among all models keeps the others. */
function lessOn(grants: readonly Grant[], model: string, { verb, roles }: Bound): readonly Grant[] {
  const without = (grant: Grant): Grant => ({ ...grant, model, verbs: verbsWithout(grant.verbs, verb) })
  const isConcerned = ({ role }: Grant) => !roles.includes(role)
  const own = new Set(grants.filter((grant) => grant.model === model).map(({ role }) => role))
  return [
    ...grants.map((grant) => (grant.model === model && isConcerned(grant) ? without(grant) : grant)),
    ...grants.filter((grant) => grant.model === '*' && isConcerned(grant) && !own.has(grant.role)).map(without),
  ]
}

/** Without the right to view a record, no other verb is left. */
const verbsWithout = (verbs: readonly string[], verb: string) =>
  VIEWING.includes(verb) ? [] : (verbs.includes('*') ? ALL_VERBS : verbs).filter((one) => one !== verb)

/** The caller as an action or a route that is bound to roles sees them: its permission comes from these roles alone. */
export function forFunction(ctx: Context, code: string, model: string, permission: Permission): Context {
  const roles = ctx.actor.functions?.[code]
  if (!roles || permission === 'person') return ctx
  const verb = typeof permission === 'object' ? permission.code : permission
  return { ...ctx, actor: onlyBy(ctx.actor, code, { model, verb, roles }) }
}

const kept = new WeakMap<Actor, Map<string, Actor>>()

/** The same object for the same call, so that access is computed once. */
function onlyBy(actor: Actor, code: string, { model, ...bound }: Bound & { model: string }): Actor {
  const own = kept.get(actor) ?? new Map<string, Actor>()
  kept.set(actor, own)
  const known = own.get(code)
  if (known) return known
  const { viewer } = actor
  const made: Actor = {
    ...actor,
    grants: lessOn(actor.grants, model, bound),
    access: new Map(),
    ...(viewer && { viewer: onlyBy(viewer, code, { model, ...bound }) }),
  }
  own.set(code, made)
  return made
}

/** Whether roles are named that give this function, and this person has none of those that do. */
export const isWithheld = ({ functions, role_sids = [] }: Pick<Actor, 'functions' | 'role_sids'>, code: string) =>
  functions?.[code] !== undefined && !functions[code].some((sid) => role_sids.includes(sid))
