import { WRITTEN } from '../../../model/import/imported_row.ts'
import type { Context } from '../../records/context.ts'

/** Records that earlier rows of this import created */
export async function madeBy({ db }: Context, job_sid: string, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('imported_row')
    .select('record_sid')
    .where('job_sid', '=', job_sid)
    .where('did', '=', 'CREATED')
    .where('record_sid', 'in', [...sids])
    .execute()
  return new Set(rows.map((row) => String(row.record_sid)))
}

type Of = { job_sid: string; entity: string }

/** The records that an import created or changed, in order of their sid. */
export async function writtenAfter({ db }: Context, { job_sid, entity }: Of, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('imported_row')
    .select('record_sid')
    .distinct()
    .where('job_sid', '=', job_sid)
    .where('entity', '=', entity)
    .where('did', 'in', WRITTEN)
    .where('record_sid', '>', after)
    .orderBy('record_sid')
    .limit(most)
    .execute()
  return rows.map((row) => String(row.record_sid))
}
