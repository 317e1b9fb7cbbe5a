import type { ChangedRow } from '../../../model/import/import-routes.ts'
import type { PriorityRow } from '../../../model/import/row.ts'
import { labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { maskOf } from '../../records/permission/masks.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { shownNameOf } from '../../records/permission/shown-name.ts'
import { fieldsOf, modelNamed } from '../../records/registry.ts'
import type { Item } from '../rows/item.ts'
import { lineOf } from '../rows/relations/priority-rows.ts'
import { CLAIMS, inWords } from './stored.ts'
import type { Tried, TriedDraft } from './trial.ts'

/** Preview of rows with existing records: how many change, and the first of them, old and new */
export type ChangesTally = { changed: number; unchanged: number; first: ChangedRow[] }

export const newChanges = (): ChangesTally => ({ changed: 0, unchanged: 0, first: [] })

const MAX_SHOWN = 500

type Shown = { item: Item } & TriedDraft

/** Within the trial, so that new names are found. */
export async function addChanges(ctx: Context, model: Model, tally: ChangesTally, { drafts }: Tried) {
  const known = [...drafts].flatMap(([item, tried]): Shown[] => (tried.draft.before ? [{ item, ...tried }] : []))
  const changed = known.filter(({ draft, claims }) => shownIn(ctx, model, draft).length > 0 || claims.length > 0)
  tally.changed += changed.length
  tally.unchanged += known.length - changed.length
  const shown = changed.slice(0, MAX_SHOWN - tally.first.length)
  if (shown.length > 0) tally.first.push(...(await rowsOf(ctx, model, shown)))
}

/** Changed fields that the caller may read. */
function shownIn(ctx: Context, model: Model, { changed }: Draft) {
  const access = accessOf(ctx, model)
  return fieldsOf(model).filter(
    ([code, field]) => changed.has(code) && !field.internal && access.mayRead(code) && !(field.type === 'rows' && access.masks(code)),
  )
}

async function rowsOf(ctx: Context, model: Model, shown: readonly Shown[]): Promise<ChangedRow[]> {
  const access = accessOf(ctx, model)
  const words = await inWords(ctx, model, shown.flatMap(({ draft }) => [draft.before ?? {}, draft.row])) // oxfmt-ignore
  return shown.map(({ item, draft, claims, former = [] }, at) => ({
    row: item.row.at,
    name: shownNameOf(ctx, model, draft.before ?? {}),
    fields: [
      ...shownIn(ctx, model, draft).map(([code, field]) => {
        const shownText = (text = '') => (access.masks(code) ? String(maskOf(text)) : text)
        return { label: labelOf(field, ctx.lang), old: shownText(words[2 * at]?.[code]), new: shownText(words[2 * at + 1]?.[code]) }
      }),
      ...claimsIn(ctx, claims, former),
    ],
  }))
}

/** Claims of a case that would be added or corrected: its dates count from them. */
function claimsIn(ctx: Context, claims: TriedDraft['claims'], former: readonly RowValues[]) {
  if (claims.length === 0) return []
  const before = former.map((row) => lineOf(row as PriorityRow)) // stored claims
  return [{ label: modelNamed(ctx.tenant.models, CLAIMS)[ctx.lang], old: before.join('; '), new: claims.map(lineOf).join('; ') }]
}
