import { sql } from 'kysely'
import type { Db } from '../../database/pool.ts'
import type { RowOf } from '../../database/tables.ts'

type Ranged = Pick<RowOf<'role'>, 'sid' | 'range_people_sids' | 'range_department_sids'>

/** By role: the people of its personnel range, with those who work in its departments or below them. */
export async function rangesOf(
  db: Db,
  roles: readonly Ranged[],
  departments: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string[]>> {
  const belowOfRole = new Map(roles.map((role) => [role.sid, (role.range_department_sids ?? []).flatMap((one) => departments.get(one) ?? [])]))
  const all = [...new Set([...belowOfRole.values()].flat())]
  const workers = all.length === 0 ? [] : await workersIn(db, all)
  return new Map(
    roles.map(({ sid, range_people_sids }) => {
      const below = new Set(belowOfRole.get(sid))
      const there = workers.filter(({ places }) => places.some((one) => below.has(one))).map((one) => one.sid)
      return [sid, [...new Set([...(range_people_sids ?? []), ...there])]]
    }),
  )
}

async function workersIn(db: Db, departments: readonly string[]) {
  const rows = await db
    .selectFrom('user_info')
    .select(['sid', 'department_sid', 'part_time_department_sids'])
    .where((of) => of.or([of('department_sid', 'in', [...departments]), of('part_time_department_sids', '&&', sql.val([...departments]))]))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ sid, department_sid, part_time_department_sids }) => ({
    sid,
    places: [department_sid ?? '', ...(part_time_department_sids ?? [])],
  }))
}
