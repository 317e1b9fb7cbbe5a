import type { Words } from '../../../model/kit/fields.ts'
import { labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, Draft, RowValues } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf, modelNamed, nameOf } from '../registry.ts'
import { isAsBefore } from './as-before.ts'
import { setValue } from './validate.ts'
import { warnAt } from './warnings.ts'

/**
 * A new record belongs to the company of its parent, or of what places it, unless another is named. A record that is placed elsewhere
 * moves to the company there. `inputs` are those of new records.
 */
export async function joinCompany(ctx: Context, model: Model, drafts: readonly Draft[], inputs?: readonly RowValues[]) {
  const through = model.company_of ?? model.visibility?.through ?? ''
  const field = fieldOf(model, through)
  const joining = drafts.filter(
    (draft, at) =>
      typeof draft.row[through] === 'string' && (inputs ? (inputs[at]?.company_sid ?? null) === null : isPlacedElsewhere(ctx, model, draft)),
  )
  const { places, mayWrite } = accessOf(ctx, model)
  if (field?.type !== 'reference' || joining.length === 0 || (model.company_of && !mayWrite('company_sid'))) return
  const sids = [...new Set(joining.map((draft) => String(draft.row[through])))]
  const parents = await anyTable(ctx.db).selectFrom(field.to).select(['sid', 'company_sid']).where('sid', 'in', sids).execute()
  const companies = new Map(parents.map((row) => [row.sid, row.company_sid]))
  for (const draft of joining) {
    const company = companies.get(draft.row[through])
    // A name that everybody may refer to takes nobody's record outside their companies.
    if (company && (!model.company_of || !places || places.includes(String(company)))) setValue(draft, 'company_sid', company)
  }
  await warnOfCompany(ctx, model, through, joining)
}

/** Who names the company decides it; an undo restores it. The HR system names none, so it moves nobody out of theirs. */
const isPlacedElsewhere = (ctx: Context, { company_of }: Model, draft: Draft) =>
  company_of !== undefined &&
  draft.before !== undefined &&
  draft.changed.has(company_of) &&
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
  const code = model.company_of
  const field = code && fieldOf(model, code)
  if (!field) return
  for (const draft of drafts.filter((one) => isUnnamed(one) && one.changed.has(code)))
    for (const fault of draft.faults) if (fault.field === 'company_sid') Object.assign(fault, { field: code, label: labelOf(field, ctx.lang) })
}
