import type { Condition, Value } from '../../../model/kit/iql/ast.ts'
import type { Access, Actor } from '../context.ts'
import { allOf, NOTHING } from './conditions.ts'

/** The verbs of somebody who views as another person. */
export const READING: ReadonlySet<string> = new Set(['get', 'search', 'count'])

/** Access of the viewed person, limited to records that the viewer sees too; read only */
export function narrowedTo(viewed: Access, own: Access, viewer: Actor): Access {
  const may = ({ verbs }: Access, verb: string) => verbs.has(verb) || verbs.has('*')
  const isAlike = JSON.stringify(viewed.companies) === JSON.stringify(own.companies)
  return {
    verbs: new Set([...READING].filter((verb) => may(viewed, verb) && may(own, verb))),
    rows: allOf([viewed.rows, own.rows && boundTo(viewer, own.rows)].filter((part) => part !== undefined)),
    changeable: NOTHING,
    changeableBy: () => NOTHING,
    places: [],
    exportable: undefined,
    companies: isAlike ? viewed.companies : undefined,
    mayRead: (code) => viewed.mayRead(code) && own.mayRead(code),
    mayKnowSet: (code) => viewed.mayKnowSet(code) && own.mayKnowSet(code),
    mayWrite: () => false,
    masks: (code) => viewed.masks(code) || own.masks(code),
  }
}

/** The condition with the viewer in place of me() and their own department and company: it is tested in calls of another person. */
export function boundTo(viewer: Actor, condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map((part) => boundTo(viewer, part)) }
    case 'not':
      return { kind: 'not', of: boundTo(viewer, condition.of) }
    case 'compare': {
      const values = valuesOf(viewer, condition.value)
      const [value] = values
      if (values.length > 1) return { kind: 'in', path: condition.path, at: condition.at, negated: condition.op === '!=', values }
      return value ? { ...condition, value } : NOTHING
    }
    case 'in':
      return { ...condition, values: condition.values.flatMap((value) => valuesOf(viewer, value)) }
    default:
      return condition
  }
}

function valuesOf(viewer: Actor, value: Value): Value[] {
  if (value.kind !== 'function' || value.value === 'today') return [value]
  const { sid, department_sid, company_sid, companies } = viewer
  const sids = { me: [sid], my_department: [department_sid], my_company: [company_sid], my_companies: companies }[value.value]
  return sids.flatMap((one) => (one === null ? [] : [{ kind: 'text' as const, value: one, at: value.at }]))
}
