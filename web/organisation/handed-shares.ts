import type { handOver } from '../../model/organisation/user-handover-actions.ts'
import { OFFICES } from '../../model/cases/offices.ts'
import type { SentBody } from '../../model/kit/action.ts'
import type { HandedOver } from '../../model/organisation/handed-over.ts'
import type { Ref } from '../../model/kit/wire/wire.ts'
import { sidOf } from '../fields/names.ts'

/** A share of one kind of work, in editing. */
export type Share = {
  key: number
  to: Ref | null
  company: Ref | null
  department: Ref | null
  country: Office | null
  iql: string
  cases: readonly Ref[]
}
export type Office = keyof typeof OFFICES

export const isOffice = (code: unknown): code is Office => typeof code === 'string' && Object.hasOwn(OFFICES, code)

export const NO_SHARE: Omit<Share, 'key'> = { to: null, company: null, department: null, country: null, iql: '', cases: [] }

/** Settings that name the person: one successor gets them, and only if one is chosen. */
const SETTINGS: readonly HandedOver[] = ['experts', 'memberships', 'processes']
export const isSetting = (code: HandedOver) => SETTINGS.includes(code)

type Part = NonNullable<SentBody<typeof handOver>['parts']>[number]

/** Undefined until it has a recipient and a condition. */
export function partOf(group: Part['group'], { to, company, department, country, iql, cases }: Share): Part | undefined {
  const only = {
    ...(company && { company_sid: sidOf(company) }),
    ...(department && { department_sid: sidOf(department) }),
    ...(country && { country }),
    ...(iql.trim() && { iql: iql.trim() }),
    ...(cases.length > 0 && { case_sids: cases.map(sidOf) }),
  }
  return to && Object.keys(only).length > 0 ? { group, to_user: sidOf(to), ...only } : undefined
}

/** The shares of a group, and the rest for its recipient. */
export const partsOf = (group: Part['group'], shares: readonly Share[], to: Ref | null): Part[] => [
  ...shares.flatMap((share) => partOf(group, share) ?? []),
  ...(to ? [{ group, to_user: sidOf(to) }] : []),
]
