import type { Context, DraftOf, RowValues } from '../records/context.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { noteOnLine } from './note-on-line.ts'

/** The decision of the second person on a later date settles the waiting lines; a refused one is open again. */
export async function followSecondPerson(ctx: Context, drafts: readonly DraftOf<'date_confirmation'>[]) {
  for (const { before, row } of drafts) {
    if (before?.status !== 'PROPOSED' || row.status === 'PROPOSED') continue
    for (const { sid, isProposed } of await waitingFor(ctx, row)) {
      const isOpen = isProposed && row.status !== 'CONFIRMED'
      await noteOnLine(onBehalfOf(ctx), sid, { waits: false, ...(isOpen && { status: 'OPEN', decided_by: null, decided_on: null }) })
    }
  }
}

/** `isProposed`: the value of the line itself waited; of the others, the value is recorded and only deadlines kept their earlier days. */
async function waitingFor({ db }: Context, { case_sid, record_sid, kind, proposed }: RowValues) {
  const rows = await db
    .selectFrom('docket_line')
    .select(['sid', 'case_sid', 'deadline_sid', 'field', 'result'])
    .where('case_sid', '=', String(case_sid))
    .where('waits', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const codes = new Set(kind === 'DEADLINE' ? [] : Object.keys(proposed as RowValues)) // written by propose
  return rows.flatMap((line) => {
    const isOfRecord = line.field === 'deadline' ? line.deadline_sid === record_sid : line.case_sid === record_sid && codes.has(line.field ?? '')
    const isProposed = kind !== 'DEADLINE' && line.result === 'DIFFERENT' && isOfRecord
    return isProposed || (kind === 'DEADLINE' && line.field !== 'deadline') ? [{ sid: line.sid, isProposed }] : []
  })
}
