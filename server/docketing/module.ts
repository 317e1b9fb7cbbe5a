import type { ServerModule } from '../module.ts'
import { caseHooks } from './case-hooks.ts'
import { deadlineCounts } from './deadline-counts.ts'
import { deadlines } from './deadline.ts'
import { monitor } from './findings/monitor.ts'
import { lawColumns } from './law/law-columns.ts'
import { newVersions } from './law/new-version.ts'
import { ruleExample } from './law/rule-example.ts'
import { rulePreview } from './law/rule-preview.ts'

/** The deadlines that the law makes of every case. */
export const docketingModule: ServerModule = {
  name: 'docketing',
  after: ['patents', 'cases'],
  parts: [caseHooks, lawColumns, deadlines, deadlineCounts, rulePreview, ruleExample, newVersions, monitor],
}
