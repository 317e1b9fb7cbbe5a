import type { CaseKind } from '../../model/cases/case-kind.ts'
import { partyPart } from '../../model/cases/head-fields.ts'
import type { Owner } from '../../model/dealings/transfers/owners-after.ts'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { RowValues } from '../records/context.ts'
import { fieldOf } from '../records/registry.ts'

/** The field with the owners of a kind of right, and the part of its rows that names one. */
export type OwnerField = { code: string; part: string; shared: boolean }

export function ownerField({ roles }: CaseKind, model: Model): OwnerField | undefined {
  const code = roles.applicants
  const field: Field | undefined = code === undefined ? undefined : fieldOf(model, code)
  const part = partyPart(field)
  return code && part && field?.type === 'rows' ? { code, part, shared: 'share_pct' in field.of } : undefined
}

export const ownersIn = (field: OwnerField | undefined, row: RowValues): Owner[] =>
  field ? rowsIn(row[field.code]).map((one) => ({ applicant_sid: String(one[field.part]), share_pct: textOf(one.share_pct) })) : []

export const rowsIn = (value: unknown): RowValues[] => (Array.isArray(value) ? value : []) // parsed as rows
export const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
