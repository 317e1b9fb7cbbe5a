import { useSchema } from '../api/api.ts'
import { ModelList } from '../records/list/list.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { PriceAccount } from './prices/price-screen.tsx'
import { RuleAccount } from './rules/rule-screen.tsx'

/** The rules of law; a preview describes one. */
export function RuleList() {
  const { data: schema } = useSchema('deadline_rule')
  return schema ? <ModelList schema={schema} own={{ Preview: RuleAccount }} /> : <PageSkeleton />
}

/** The official prices, in the same way. */
export function PriceList() {
  const { data: schema } = useSchema('fee_schedule')
  return schema ? <ModelList schema={schema} own={{ Preview: PriceAccount }} /> : <PageSkeleton />
}

/** The days of every calendar, one per line. */
export function DayList() {
  const { data: schema } = useSchema('office_calendar')
  return schema ? <ModelList schema={schema} /> : <PageSkeleton />
}
