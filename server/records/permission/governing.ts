// The only module that computes the grants of roles on a model less their denials.
import type { Model } from '../../../model/kit/model.ts'
import type { Grant } from '../context.ts'
import { takes } from './denied.ts'

/** Grants and denials of roles: those of an acting person, or of a set of roles */
export type Holding = { grants: readonly Grant[]; denies?: readonly Grant[] | undefined }

/** A role's grant on the model itself replaces its grant on all models, and its denial there its denial on all models. */
function governing(among: readonly Grant[], name: string): Grant[] {
  const own = new Set(among.filter((grant) => grant.model === name).map((grant) => grant.role))
  return among.filter((grant) => grant.model === name || (grant.model === '*' && !own.has(grant.role)))
}

export const grantsOn = ({ grants }: Holding, name: string) => governing(grants, name)
export const deniesOn = ({ denies = [] }: Holding, name: string) => governing(denies, name)

export const SEEING: ReadonlySet<string> = new Set(['get', 'search', 'count', 'export'])

/** Whether the grant shows records: by a verb that reads. Entering, changing, deleting and abilities show none by themselves. */
export const shows = ({ verbs }: Grant) => verbs.some((verb) => verb === '*' || SEEING.has(verb))

/** Whether the grant gives a verb or an ability. */
export const gives = ({ verbs }: Grant, verb: string) => verbs.includes(verb) || verbs.includes('*')

/** Whether it concerns every record, whosever company it is. */
export const isEverywhere = ({ scope, within }: Grant) => scope === 'ALL' && !within

/** The grants that give a verb or an ability, unless it is denied on every record; `isPart`: it is denied on some. */
export function givenOn(holding: Holding, name: string, verb: string): { grants: readonly Grant[]; isPart: boolean } {
  const taking = deniesOn(holding, name).filter((grant) => takes(grant, verb))
  if (taking.some(isEverywhere)) return { grants: [], isPart: true }
  return { grants: grantsOn(holding, name).filter((grant) => gives(grant, verb)), isPart: taking.length > 0 }
}

/** Whether the verb is given on some record. */
export const mayAnywhere = (holding: Holding, name: string, verb: string) => givenOn(holding, name, verb).grants.length > 0

/** Whether the verb is given on every record and denied on none. */
export function mayEverywhere(holding: Holding, name: string, verb: string): boolean {
  const { grants, isPart } = givenOn(holding, name, verb)
  const reaches = (grant: Grant) => isEverywhere(grant) && (SEEING.has(verb) || (grant.change_scope ?? 'ALL') === 'ALL')
  return !isPart && grants.some(reaches)
}

/** Whether records of every company are visible, beyond common records and public names. */
export const seesAllCompanies = (models: { all: ReadonlyMap<string, Model> }, holding: Holding) =>
  [...models.all.values()].some(
    ({ name, scope, public_name, derived }) =>
      scope === 'company' && !public_name && !derived && [...SEEING].some((verb) => mayEverywhere(holding, name, verb)),
  )
