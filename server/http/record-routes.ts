import { readModel, readRecord } from '../../model/kit/verbs.ts'
import { abilitiesOn } from '../records/abilities.ts'
import { get } from '../records/query/get.ts'
import { schemaOf } from '../records/schema.ts'
import { worded } from '../records/wording.ts'
import { type Route, serve } from '../route.ts'

/** Routes at the address of a model and of a record. */
export const RECORD_ROUTES: readonly Route[] = [
  serve(readModel, async ({ ctx, model }) => worded(ctx, schemaOf(ctx, model))),
  serve(readRecord, async ({ ctx, model, path, query }) => {
    const record = await get(ctx, model, path.sid, { flat: query.flat === '1' })
    return { ...record, abilities: await abilitiesOn(ctx, model, record) }
  }),
]
