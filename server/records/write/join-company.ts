import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, Draft, RowValues } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf } from '../registry.ts'
import { setValue } from './validate.ts'

/** A child record belongs to the company of its parent, or of what places it, unless another is named. */
export async function joinCompany(ctx: Context, model: Model, drafts: readonly Draft[], inputs: readonly RowValues[]) {
  const through = model.company_of ?? model.visibility?.through
  const field = through ? fieldOf(model, through) : undefined
  const children = drafts.filter((draft, at) => (inputs[at]?.company_sid ?? null) === null && typeof draft.row[through ?? ''] === 'string')
  if (field?.type !== 'reference' || children.length === 0) return
  const sids = [...new Set(children.map((draft) => String(draft.row[through ?? ''])))]
  const parents = await anyTable(ctx.db).selectFrom(field.to).select(['sid', 'company_sid']).where('sid', 'in', sids).execute()
  const companies = new Map(parents.map((row) => [row.sid, row.company_sid]))
  const { places } = accessOf(ctx, model)
  for (const draft of children) {
    const company = companies.get(draft.row[through ?? ''])
    // A name that everybody may refer to takes nobody's record outside their companies.
    if (company && (!model.company_of || !places || places.includes(String(company)))) setValue(draft, 'company_sid', company)
  }
}
