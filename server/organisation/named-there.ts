import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { attempt } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { tentatively } from '../records/tentative.ts'
import { updateRow } from '../records/write/update.ts'

/** Writes these values as the person who hands over, or tells why that is refused; nothing of it then stays. */
export async function refusalOf(ctx: Context, model: Model, sid: string, values: RowValues): Promise<Words | undefined> {
  const refusal = await tentatively(
    ctx,
    (own) => attempt(() => updateRow(own, model, sid, values, { verb: 'update' })),
    (refused) => refused === undefined,
  )
  return refusal && [refusal.words('zh'), refusal.words('en')]
}
