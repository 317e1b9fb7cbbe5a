import { splitFromFamily } from '../../../model/rights/patents/actions.ts'
import { split } from '../../cases/relations/relation-actions.ts'
import type { ServerModule } from '../../module.ts'
import { dualFiling } from './dual-filing.ts'
import { invalidations } from './invalidation.ts'
import { perform } from '../../records/actions.ts'
import { officialRecords } from './official-record.ts'
import { patents } from './patent.ts'
import { recognising } from './recognise.ts'

/** The parts of a patent that no declaration can express. */
export const patentsModule: ServerModule = {
  name: 'patents',
  parts: [patents, recognising, officialRecords, invalidations, dualFiling, { actions: perform(splitFromFamily, split) }],
}
