import { printText } from '../../kit/iql/print.ts'

/** Keys by which costs are added up. */
export const COST_KEYS = {
  CASE: ['案件', 'Case'],
  FAMILY: ['同族', 'Family'],
  PROJECT: ['项目', 'Project'],
  DEPARTMENT: ['部门', 'Department'],
  PRODUCT: ['产品', 'Product'],
  KIND: ['案件类别', 'Kind of case'],
  CLASS: ['费用大类', 'Class of fee'],
} as const
export type CostKey = keyof typeof COST_KEYS

/** The field of the case that each is; a project names its rights, and a class is of the fee. */
export const FIELDS_OF_CASE = {
  CASE: 'sid',
  FAMILY: 'family_sid',
  DEPARTMENT: 'department_sid',
  PRODUCT: 'product_names',
  KIND: 'kind',
} as const satisfies Partial<Record<CostKey, string>>

export type CaseCostKey = keyof typeof FIELDS_OF_CASE
export const isOfCase = (by: CostKey): by is CaseCostKey => Object.hasOwn(FIELDS_OF_CASE, by)

/** A case belongs to several of these: it counts with each of them, and once in the total. */
export const SEVERAL: readonly CostKey[] = ['PRODUCT', 'PROJECT']

/** The cases of one group, asked of the record that names them by the field `through`. */
export function casesIql(by: CaseCostKey, value: string | null, through: string): string {
  const path = by === 'CASE' ? through : `${through}.${FIELDS_OF_CASE[by]}`
  return value === null ? `${path} IS EMPTY` : `${path} = ${printText(value)}`
}
