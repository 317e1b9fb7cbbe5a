// Parts of the access of a person to a model
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Grant } from '../context.ts'
import { fieldOf, kindsOf } from '../registry.ts'
import { allOf, among, anyOf, GIVEN, OWN, prefixed, unionOf } from './conditions.ts'
import { type Denied, hides, without } from './denied.ts'
import { deniesOn, grantsOn, SEEING, shows } from './governing.ts'
import { headRows } from './head-access.ts'
import { companyOf, conditionGiven, ofCompanies, parentOf, scopeOf } from './scopes.ts'

/** Parts of access: each grant with its rows, the denials, the records visible `also` without a grant, and the `limits` for everybody */
export type Parts = {
  given: readonly Given[]
  /** Denials, subtracted from `given` */
  denied: readonly Denied[]
  also: Condition | undefined
  limits: readonly Condition[]
  chosen: Condition | undefined
}
/** `changes` and `deletes` are within `rows`. */
export type Given = { grant: Grant } & Record<'rows' | 'changes' | 'deletes', Condition | undefined>

export function partsOf(ctx: Context, model: Model): Parts {
  const { selected } = ctx.actor
  const granted = grantsOn(ctx.actor, model.name).filter((grant) => !model.group_wide || !isForSome(grant))
  const grants = granted.map((grant) => (grant.within && model.scope === 'tenant' ? onlySeeing(grant) : grant))
  const given = [...grants, ...ownGrant(ctx, model)].map((grant) => givenBy(ctx, model, grant))
  const sight = ctx.tenant.modules.rowVisibilityOf(model.name)
  return {
    given,
    denied: deniedOn(ctx, model),
    also: given.length > 0 ? besides([sight?.also?.(ctx), ofAbsent(ctx, model)]) : undefined,
    limits: [...[sight?.only?.(ctx) ?? []].flat(), ...ofSeenCases(ctx, model)],
    chosen: model.scope === 'company' && selected && !model.own ? among([companyOf(model)], selected) : undefined,
  }
}

/** For some companies or records: of what is common to all, a scope of one model is another matter than that of all models. */
const isForSome = ({ model, scope, within }: Grant) => Boolean(within) || (model === '*' && scope !== 'ALL')

/** A denial with a scope that common records do not have does not apply to them. */
function deniedOn(ctx: Context, model: Model): Denied[] {
  const isUnknown = ({ scope, within }: Grant) => {
    if (model.scope !== 'tenant') return false
    return Boolean(within) || !(scope === 'ALL' || scope === 'CUSTOM' || (scope === 'AGENCY' && model.visibility?.agency))
  }
  const denies = deniesOn(ctx.actor, model.name).filter((grant) => !isUnknown(grant))
  return denies.map((grant) => ({ grant, rows: givenBy(ctx, model, grant).rows }))
}

const besides = (parts: readonly (Condition | undefined)[]) => {
  const some = parts.filter((part) => part !== undefined)
  return some.length > 0 ? anyOf(some) : undefined
}

/** The cases, the records of cases, and the work of the persons for whom this person acts today. */
function ofAbsent(ctx: Context, model: Model): Condition | undefined {
  const { actor, tenant } = ctx
  const { through, self, deputy } = model.visibility ?? {}
  if (actor.stands_in_for.length === 0) return undefined
  if (deputy) return anyOf(deputy.map((path) => among(path.split('.'), actor.stands_in_for, OWN)))
  if (!tenant.models.kinds.has(model.name) && !isOfCase(model)) return undefined
  return besides(
    actor.stands_in_for.map((sid) => {
      const asPerson = { ...ctx, actor: { ...actor, sid } }
      // A record that the person once created is not their work.
      if (through === undefined || self) return scopeOf(asPerson, model, OF_PERSON)
      return prefixed(scopeOf(asPerson, parentOf(ctx, model, through), OF_PERSON), through)
    }),
  )
}

/** Whether its records are those of a case. */
export function isOfCase(model: Model) {
  const { through } = model.visibility ?? {}
  const link = through === undefined ? undefined : fieldOf(model, through)
  return link?.type === 'reference' && link.to === HEAD
}

const OF_PERSON: Grant = { role: '', model: '', verbs: [], scope: 'SELF', query: null, hidden: [], read_only: [] }

/** Records common to all companies are not changed by a grant for one of them. */
const onlySeeing = (grant: Grant): Grant => ({
  ...grant,
  verbs: grant.verbs.includes('*') ? [...SEEING] : grant.verbs.filter((verb) => SEEING.has(verb)),
})

function givenBy(ctx: Context, model: Model, grant: Grant): Given {
  const limit = grant.within ? limitOf(model, grant.within) : undefined
  const rows = allOf([scopeOf(ctx, model, grant), limit].filter((part) => part !== undefined))
  const narrower = (scope: Grant['scope'] | null | undefined) =>
    scope ? allOf([rows, scopeOf(ctx, model, { ...grant, scope })].filter((part) => part !== undefined)) : rows
  return { grant, rows, changes: narrower(grant.change_scope), deletes: narrower(grant.delete_scope ?? grant.change_scope) }
}

const limitOf = (model: Model, within: readonly string[]) =>
  model.scope === 'company' ? ofCompanies(model, within) : conditionGiven(model.shown_to_companies)

/** The permissions of a person on their own records, without any role. */
function ownGrant({ actor }: Context, { name, own }: Model): Grant[] {
  if (!own || actor.sid === null) return []
  return [{ role: '', model: name, verbs: own.verbs, scope: 'OWN', query: null, hidden: [], read_only: own.read_only ?? [] }]
}

/** The rows of a grant to which a verb applies */
export const partFor = (verb: string) => (SEEING.has(verb) ? 'rows' : verb === 'delete' ? 'deletes' : 'changes')
/** Child records of cases are visible only for the kinds of which this person sees cases, and not for denied cases. */
function ofSeenCases(ctx: Context, model: Model): Condition[] {
  const { through } = model.visibility ?? {}
  if (through === undefined || !isOfCase(model)) return []
  const kinds = kindsOf(ctx.tenant.models)
  const denied = deniedCases(ctx, through)
  const seen = kinds.filter(({ name }) => grantsOn(ctx.actor, name).some(shows)).map(({ name }) => name)
  // The grant of a person who sees no case at all is unchanged.
  const isEveryKind = seen.length === 0 || seen.length === kinds.length
  const ofKinds = isEveryKind ? undefined : anyOf([{ kind: 'empty', path: [through], at: GIVEN, negated: false }, among([through, 'kind'], seen)])
  return [denied && { kind: 'not' as const, of: denied }, ofKinds].filter((part) => part !== undefined)
}

/** Condition of denied cases, on a child record of a case */
function deniedCases(ctx: Context, through: string): Condition | undefined {
  const hidden = kindsOf(ctx.tenant.models).flatMap((kind) => {
    const taking = deniedOn(ctx, kind).filter(({ grant }) => hides(grant))
    return taking.length > 0 ? [{ kind, rows: unionOf(taking.map(({ rows }) => rows)) }] : []
  })
  return hidden.length > 0 ? prefixed(headRows(hidden, false, GIVEN), through) : undefined
}

/** These rows without those that a role denies to this person, by themselves or with their case. */
export function lessDenied(ctx: Context, model: Model, rows: Condition): Condition | undefined {
  const left = without(rows, deniedOn(ctx, model), 'get')
  const cases = isOfCase(model) ? deniedCases(ctx, model.visibility?.through ?? '') : undefined
  return cases ? allOf([...(left ? [left] : []), { kind: 'not', of: cases }]) : left
}
