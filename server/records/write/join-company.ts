import type { Words } from '../../../model/kit/fields.ts'
import { labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, Draft, RowValues } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf, fieldsOf, modelNamed, nameOf } from '../registry.ts'
import { isAsBefore } from './batch/as-before.ts'
import { setValue } from './checks/validate.ts'
import { warnAt } from './checks/warnings.ts'

/**
 * A new record belongs to the company of its parent, or of what places it, unless another is named. A record that is placed elsewhere
 * moves to the company there. `inputs` are those of new records.
 */
export async function joinCompany(ctx: Context, model: Model, drafts: readonly Draft[], inputs?: readonly RowValues[]) {
  const placing = placedBy(model)
  const through = placing ?? model.visibility?.through ?? ''
  const field = fieldOf(model, through)
  const placed = drafts.filter((draft) => typeof draft.row[through] === 'string')
  if (field?.type !== 'reference' || placed.length === 0) return
  const inputOf = new Map(drafts.map((draft, at) => [draft, inputs?.[at]]))
  const isNamed = (draft: Draft, code: string) => (inputOf.get(draft)?.[code] ?? null) !== null
  const byDefault = inputs && placing ? placed.filter((draft) => !isNamed(draft, through)) : []
  const joining = placed.filter(
    (draft) => !byDefault.includes(draft) && (inputs ? !isNamed(draft, 'company_sid') : isPlacedElsewhere(ctx, model, draft)),
  )
  if (joining.length + byDefault.length === 0) return
  const { places, mayWrite } = accessOf(ctx, model)
  const sids = [...new Set([...joining, ...byDefault].map((draft) => String(draft.row[through])))]
  const parents = await anyTable(ctx.db).selectFrom(field.to).select(['sid', 'company_sid']).where('sid', 'in', sids).execute()
  const companies = new Map(parents.map((row) => [row.sid, row.company_sid]))
  const companyFor = (draft: Draft) => companies.get(draft.row[through])
  // The writer's default department does not apply to a record of another company.
  for (const draft of byDefault) if (companyFor(draft) && draft.row['company_sid'] !== companyFor(draft)) setValue(draft, through, null)
  if (placing && !mayWrite('company_sid')) return
  for (const draft of joining) {
    const company = companyFor(draft)
    // Referring to a public name does not move a record outside the person's companies.
    if (company && (!placing || !places || places.includes(String(company)))) setValue(draft, 'company_sid', company)
  }
  await warnOfCompany(ctx, model, through, joining)
}

/** The field whose record says to which company this one belongs: the department of a case, or what the model names. */
export const placedBy = (model: Model): string | undefined => model.company_of ?? fieldsOf(model).find(([, { role }]) => role === 'department')?.[0]

/** A named company is kept, as in an undo. The HR system names none, so it moves nobody out of their company. */
const isPlacedElsewhere = (ctx: Context, model: Model, draft: Draft) =>
  draft.before !== undefined &&
  draft.changed.has(placedBy(model) ?? '') &&
  isUnnamed(draft) &&
  !isAsBefore(ctx) &&
  !(ctx.source === 'sync' && draft.before.company_sid)

const isUnnamed = ({ given }: Draft) => given?.has('company_sid') === false

async function warnOfCompany(ctx: Context, model: Model, through: string, drafts: readonly Draft[]) {
  const moved = drafts.filter(({ before, changed }) => before?.company_sid && changed.has('company_sid'))
  if (moved.length === 0) return
  const company = modelNamed(ctx.tenant.models, 'company')
  const sids = [...new Set(moved.map(({ row }) => String(row.company_sid)))]
  const rows = await anyTable(ctx.db)
    .selectFrom('company')
    .select(['sid', ...company.display])
    .where('sid', 'in', sids)
    .execute()
  const names = new Map(rows.map((row) => [row.sid, nameOf(company, row)]))
  for (const draft of moved) {
    const name = names.get(String(draft.row.company_sid)) ?? ''
    const words: Words = [`属于“${name}”，所属公司随之改为该公司`, `is of “${name}”, which becomes the company of this record`]
    warnAt(model, draft, { code: 'company_follows', field: through, words, asks: true })
  }
}

/** A fault of a company that followed is one of the field that the caller filled. */
export function reportWherePlaced(ctx: Context, model: Model, drafts: readonly Draft[]) {
  const code = placedBy(model)
  const field = code && fieldOf(model, code)
  if (!field) return
  for (const draft of drafts.filter((one) => isUnnamed(one) && one.changed.has(code)))
    for (const fault of draft.faults) if (fault.field === 'company_sid') Object.assign(fault, { field: code, label: labelOf(field, ctx.lang) })
}
