import type { Context, DraftOf } from '../../records/context.ts'

export type Drafts = readonly DraftOf<'proposal'>[]
type Row = { inventors: DraftOf<'proposal'>['row']['inventors'] }

/** The sids of the inventors, in order. */
export const inventorsOf = ({ inventors }: Row): string[] => (inventors ?? []).flatMap(({ inventor_sid }) => inventor_sid ?? [])

/** The people of the company among these inventors, by inventor. */
export async function peopleOf({ db }: Context, inventors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (inventors.length === 0) return new Map()
  const rows = await db.selectFrom('inventor').select(['sid', 'user_sid']).where('sid', 'in', [...new Set(inventors)]).execute() // oxfmt-ignore
  return new Map(rows.flatMap(({ sid, user_sid }): [string, string][] => (user_sid ? [[sid, user_sid]] : [])))
}
