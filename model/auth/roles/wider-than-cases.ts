import type { GivenGrant, Grantable } from './role-actions.ts'

/** A child entity of cases whose scope is wider than that of the listed kinds of case. */
export type Wider = { entity: Grantable; grant: GivenGrant; kinds: { entity: Grantable; grant: GivenGrant }[] }

/** In ascending order. */
const RISING: readonly string[] = ['SELF', 'DEPT', 'DEPT_SUB', 'COMPANY', 'COMPANY_SUB', 'ALL']
const FROM_COMPANY = RISING.indexOf('COMPANY')
const SEEING = ['*', 'get', 'search', 'count', 'export']

/**
 * Deadlines, fees, documents and the like have a scope of their own. Where it is wider than that of the cases, the role sees and counts
 * them for cases that it does not see. Scopes that cannot be compared are not reported, nor is a role that sees no case at all.
 */
export function widerThanCases(entities: readonly Grantable[], grants: readonly GivenGrant[]): Wider[] {
  const seen = (part: Grantable['case_part']) =>
    entities.flatMap((entity) => {
      const grant = entity.case_part === part ? grantFor(grants, entity.entity) : undefined
      return grant && SEEING.some((verb) => grant.verbs.includes(verb)) ? [{ entity, grant }] : []
    })
  const cases = seen('CASE')
  return seen('OF_CASE')
    .map((one) => ({ ...one, kinds: cases.filter(({ grant }) => isWider(one.grant, grant)) }))
    .filter(({ kinds }) => kinds.length > 0)
}

/** The grant on the entity, or that on all other entities. */
const grantFor = (grants: readonly GivenGrant[], entity: string) =>
  [entity, '*'].map((name) => grants.find((grant) => grant.entity === name && !grant.denies)).find((grant) => grant !== undefined)

function isWider(child: GivenGrant, kind: GivenGrant): boolean {
  const of = RISING.indexOf(child.data_scope)
  const than = RISING.indexOf(kind.data_scope)
  if (of < 0) return false
  // A condition, an agency or some people are less than a company.
  if (than < 0) return of >= FROM_COMPANY
  return of > than || (of === than && kind.within_company !== null && child.within_company !== kind.within_company)
}
