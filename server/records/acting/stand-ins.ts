import type { Context } from '../context.ts'

/** A person who is away today, with their deputy */
export type Away = { deputy: string; absent: { sid: string; name: string; name_en: string } }

/** People who are away today, each with the deputy; leavers are not included. */
export async function awayAmong({ db, today }: Context, people: readonly string[]): Promise<Away[]> {
  if (people.length === 0) return []
  const rows = await db
    .selectFrom('absence as a')
    .innerJoin('user_info as p', 'p.sid', 'a.person_sid')
    .select(['a.deputy_sid', 'p.sid', 'p.name', 'p.name_en'])
    .where('a.person_sid', 'in', [...people])
    .where('a.from_date', '<=', today)
    .where('a.to_date', '>=', today)
    .where('a.deleted_at', 'is', null)
    .where('a.valid', 'is not', false)
    .where('p.person_status', 'is distinct from', 'RESIGNED')
    .where('p.deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ deputy_sid, sid, name, name_en }) =>
    deputy_sid ? [{ deputy: deputy_sid, absent: { sid, name: name ?? '', name_en: name_en || (name ?? '') } }] : [],
  )
}

/** Prefix of a notification to the deputy */
export const inPlaceOf = ({ absent: { name, name_en } }: Away) => ({ zh: `（代${name}）`, en: `(for ${name_en}) ` })
