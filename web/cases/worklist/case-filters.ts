import { amongIql } from '../../records/list/list-address.ts'

/** The facts of the case by which the rows of a worklist are limited; each is kept in the address under its name. */
export const CASE_FILTERS = ['country', 'owner_sid', 'applicant_sids'] as const
export type CaseFilter = (typeof CASE_FILTERS)[number]

const CODE = /^([A-Z]{2}|me\(\)|empty|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Values that cannot be a code or an ID are not queried. */
export const valuesIn = (text: string): string[] => text.split(',').filter((value) => CODE.test(value))

/** The rows of the cases that every filter of the address names. */
export function caseIql(read: (key: string) => string): string {
  const parts = CASE_FILTERS.flatMap((code) => {
    const values = valuesIn(read(code))
    return values.length > 0 ? amongIql(`case_sid.${code}`, values) : []
  })
  return parts.join(' AND ')
}
