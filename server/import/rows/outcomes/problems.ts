import { fieldOfRole } from '../../../../model/cases/case-kind.ts'
import { targetsOf } from '../../../../model/import/headings.ts'
import type { RowFault, RowRead } from '../../../../model/import/row.ts'
import { type Field, labelOf, wordIn } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { fieldOf, fieldsOf } from '../../../records/registry.ts'
import type { Context } from '../../../records/context.ts'
import { profileOf } from '../../profile.ts'

export type Problem = { row: number; field: string; label: string; reason: string }

export function problemOf(ctx: Context, model: Model, row: number, { field, words }: RowFault): Problem {
  const known = fieldOf(model, field)
  const extra = known || field === '' ? undefined : targetsOf(model, profileOf(ctx, model)).get(field)
  return { row, field, label: known ? labelOf(known, ctx.lang) : extra ? wordIn(extra, ctx.lang) : field, reason: wordIn(words, ctx.lang) }
}

/** Required fields that neither the row nor a default fills. Numbers that people see come from a rule. A country only in a faulty number is not missing. */
export function missingIn(model: Model, { values, faults }: RowRead): RowFault[] {
  if (faults.some(({ field }) => field === '')) return [] // not a record
  const [country, caseNo] = [fieldOfRole(model, 'country'), fieldOfRole(model, 'case_no')]
  const isUnread = (code: string) => faults.some(({ field }) => field === code || (code === country && field.endsWith('_no')))
  const isMissing = ([code, field]: [string, Field]) =>
    field.required &&
    !field.computed &&
    !(field.auto_number && field.type === 'string' && !field.coded) &&
    field.default === undefined &&
    values[code] === undefined &&
    code !== caseNo &&
    !isUnread(code)
  return fieldsOf(model)
    .filter(isMissing)
    .map(([field]) => ({ field, words: ['必填', 'is required'] }))
}
