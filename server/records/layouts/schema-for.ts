import type { Model } from '../../../model/kit/model.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Context } from '../context.ts'
import { schemaOf } from '../schema.ts'
import { worded } from '../words/wording.ts'
import { arranged } from './arrange.ts'
import { layoutFor } from './layout-for.ts'

/** The metadata of a model for this person: in the words of the tenant, and arranged by the layout in force. */
export async function schemaFor(ctx: Context, model: Model): Promise<WireSchema> {
  const schema = await worded(ctx, schemaOf(ctx, model))
  const layout = await layoutFor(ctx, model)
  return layout ? arranged(schema, layout, ctx.lang) : schema
}
