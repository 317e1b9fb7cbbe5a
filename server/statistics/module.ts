import type { ServerModule } from '../module.ts'
import { statisticFileRoute } from './file.ts'
import { reportFileRoute, reportSlidesRoute, statisticPdfRoute } from './report-file.ts'
import { reports } from './report.ts'
import { statistics } from './statistic.ts'
import { subscriptions } from './subscription.ts'

/** Statistics that people make themselves, and reports of them. */
export const statisticsModule: ServerModule = {
  name: 'statistics',
  parts: [statistics, reports, subscriptions],
  routes: [statisticFileRoute, statisticPdfRoute, reportFileRoute, reportSlidesRoute],
}
