// The statistics that can be placed on a home page or a portal.
import type { ShownComponent } from '../../model/portal/portal-routes.ts'
import { DRAWINGS, type Drawing } from '../../model/statistics/definition.ts'
import { useMenus, useSearch } from '../api/api.ts'
import { useCountable } from '../cases/statistics/countable.ts'
import { wayTo } from '../ui/menus/menus.ts'

type Statistic = Extract<ShownComponent, { widget: 'STATISTIC' }> & { isShared: boolean }

const FL = ['sid', 'code', 'name', 'name_en', 'entity', 'drawing', 'share']
const isDrawing = (value: unknown): value is Drawing => typeof value === 'string' && Object.hasOwn(DRAWINGS, value)

/** The person's own statistics, and those shared with them; empty for people without the menu of statistics. */
export function useStatistics(isWanted: boolean): Statistic[] {
  const { data } = useSearch(
    'statistic',
    { fl: FL, iql: 'ORDER BY name ASC', rows: 100, total: 'none' },
    { enabled: isWanted, meta: { faults: 'own' } },
  )
  const countable = useCountable(isWanted)
  const menus = useMenus().data ?? []
  const rows = isWanted && wayTo(menus, '/statistics').length > 0 ? (data?.record ?? []) : []
  const known = rows.filter((row) => countable?.some(({ code }) => code === row['entity']))
  return known.map((row) => ({
    code: String(row['code']),
    name: String(row['name']),
    name_en: typeof row['name_en'] === 'string' ? row['name_en'] : null,
    widget: 'STATISTIC',
    statistic: { sid: row.sid, drawing: isDrawing(row['drawing']) ? row['drawing'] : 'BAR' },
    isShared: row['share'] !== 'OWN',
  }))
}
