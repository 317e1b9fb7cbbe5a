import type { Context } from '../records/context.ts'

export type Named = { dealing_sid: string; case_sid: string }

/** The rights that these contracts or disputes name. */
export async function rightsOf({ db }: Context, dealings: readonly string[]): Promise<Named[]> {
  if (dealings.length === 0) return []
  const rows = await db
    .selectFrom('dealt_right')
    .select(['dealing_sid', 'case_sid'])
    .where('dealing_sid', 'in', [...dealings])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  return rows.map(({ dealing_sid, case_sid }) => ({ dealing_sid: String(dealing_sid), case_sid: String(case_sid) }))
}

/** The numbers of these cases, the first few of many. */
export async function numbersOf({ db }: Context, sids: readonly string[]): Promise<string> {
  if (sids.length === 0) return ''
  const rows = await db
    .selectFrom('case')
    .select('case_no')
    .where('sid', 'in', [...sids])
    .orderBy('case_no')
    .limit(MAX_NAMED)
    .execute()
  return rows.map(({ case_no }) => String(case_no)).join(', ') + (sids.length > MAX_NAMED ? '…' : '')
}

const MAX_NAMED = 5
