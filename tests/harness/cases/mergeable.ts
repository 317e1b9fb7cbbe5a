import type { Tenant } from '../../../server/records/context.ts'

type Make = (model: string, row: Record<string, unknown>) => Promise<string>

/** Two documents of a case that can be merged into a PDF. */
export async function mergeable({ db }: Tenant, make: Make, case_sid: string) {
  const sids: string[] = []
  for (const file_name of ['a.pdf', 'b.pdf']) sids.push(await make('document', { case_sid, file_name }))
  await db.updateTable('document').set({ ext: 'pdf' }).where('sid', 'in', sids).execute() // as an upload does
  return { case_sid, sids: sids.join(','), file_name: 'c' }
}
