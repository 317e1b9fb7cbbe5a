import { readModel, readRecord } from '../../model/kit/verbs.ts'
import { abilitiesOn } from '../records/abilities.ts'
import { get } from '../records/query/get.ts'
import { schemaFor } from '../records/layouts/schema-for.ts'
import { type Route, serve } from '../route.ts'

/** Routes at the address of a model and of a record. */
export const RECORD_ROUTES: readonly Route[] = [
  serve(readModel, ({ ctx, model }) => schemaFor(ctx, model)),
  serve(readRecord, async ({ ctx, model, path, query }) => {
    const record = await get(ctx, model, path.sid, { flat: query.flat === '1' })
    return { ...record, abilities: await abilitiesOn(ctx, model, record) }
  }),
]
