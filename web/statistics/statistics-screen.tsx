import { useCountable } from '../cases/statistics/countable.ts'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { SavedList } from './saved-list.tsx'

const OPTIONS = [
  { code: 'entity', width: 180 },
  { code: 'drawing', width: 140 },
]

/** Statistics over records that this person may count. */
export function StatisticsScreen() {
  const countable = useCountable()
  if (!countable) return <PageSkeleton />
  return <SavedList model="statistic" options={OPTIONS} isShown={(row) => countable.some(({ code }) => code === row['entity'])} />
}
