import type { ServerModule } from '../module.ts'
import { statisticFileRoute } from './file.ts'
import { statistics } from './statistic.ts'
import { subscriptions } from './subscription.ts'

/** Statistics that people make themselves. */
export const statisticsModule: ServerModule = {
  name: 'statistics',
  parts: [statistics, subscriptions],
  routes: [statisticFileRoute],
}
