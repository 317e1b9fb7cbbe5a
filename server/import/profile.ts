import { type CaseKind, fieldOfRole } from '../../model/cases/case-kind.ts'
import type { ImportProfile } from '../../model/import/import-profile.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context } from '../records/context.ts'

/** The kind of case that the model is. */
export const kindOf = ({ tenant }: Context, { name }: Model): CaseKind | undefined => tenant.models.kinds.get(name)

/** The import facts of the model besides its fields. */
export const profileOf = (ctx: Context, model: Model): ImportProfile | undefined => kindOf(ctx, model)?.importProfile

/** The fields of an existing record that no file changes. */
export function keptOf(ctx: Context, model: Model): ReadonlySet<string | undefined> {
  const kind = kindOf(ctx, model)
  return new Set([model.states?.field, ...(kind ? [fieldOfRole(model, 'case_no'), ...(kind.importProfile?.kept ?? [])] : [])])
}
