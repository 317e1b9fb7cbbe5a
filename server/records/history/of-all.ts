import type { Context } from '../context.ts'
import { modelNamed } from '../registry.ts'
import { writeHistory } from '../write/write.ts'

/** The sid in the change log for changes without a single record, such as a rule or the settings of the whole tenant */
const OF_ALL = '00000000-0000-0000-0000-000000000000'

/** The reason says what changed; `sid`: of one record, where it is not among its fields. */
export async function writeHistoryOfAll(ctx: Context, entity: string, reason: string, sid = OF_ALL): Promise<void> {
  const line = { sid, before: {}, row: {}, changed: new Set<string>() }
  await writeHistory({ ...ctx, reason }, modelNamed(ctx.tenant.models, entity), 'UPDATE', [line])
}
