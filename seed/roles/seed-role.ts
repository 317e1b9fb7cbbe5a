import type { DocumentClass } from '../../model/documents/visibility.ts'

type Scope = 'SELF' | 'DEPT_SUB' | 'COMPANY' | 'COMPANY_SUB' | 'AGENCY' | 'CUSTOM' | 'ALL'
export type SeedGrant = {
  entity: string
  verbs: readonly string[]
  data_scope: Scope
  query?: string
  hidden_fields?: readonly string[]
  read_only_fields?: readonly string[]
}
export type SeedRole = {
  code: string
  name: string
  name_en: string
  platform: '1' | '2'
  weight: number
  description: string
  description_en: string
  document_classes: readonly DocumentClass[]
  grants: readonly SeedGrant[]
}

export const SEE = ['get', 'search', 'count'] as const
export const KEEP = [...SEE, 'create', 'update', 'delete'] as const
export const WORK = [...KEEP, 'transition', 'import', 'export'] as const

export const grants =
  (verbs: readonly string[]) =>
  (data_scope: Scope, ...entities: string[]): SeedGrant[] =>
    entities.map((entity) => ({ entity, verbs, data_scope }))
export const see = grants(SEE)
export const keep = grants(KEEP)
export const work = grants(WORK)
export const hiding = (hidden_fields: readonly string[], ...of: SeedGrant[]): SeedGrant[] => of.map((grant) => ({ ...grant, hidden_fields }))

/** A later grant on the same entity takes the place of an earlier one. */
export const merged = (...of: SeedGrant[]): SeedGrant[] => [...new Map(of.map((grant) => [grant.entity, grant])).values()]

export const COMPANY_BANK = ['bank_account', 'account_bank']
export const AGENCY_BANK = ['bank_account', 'bank_name', 'tax_no']
export const PRIVATE = ['id_no', 'id_type', 'mobile', 'entry_date', 'gender', 'remark']

export const LAW = see('ALL', 'document_type', 'office_calendar', 'calendar_year', 'deadline_rule', 'fee_schedule')
/** Those that are registered through agencies. */
export const REGISTERED = ['software', 'copyright', 'ic_layout'] as const
// How a case is valued and decided about; and what it costs.
export const JUDGED = ['value_grade', 'annuity_decision', 'importance', 'close_reason', 'remark']
