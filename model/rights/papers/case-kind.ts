import { defineCaseKind } from '../../cases/case-kind.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'
import { paper } from './paper.ts'

export const paperKind = defineCaseKind({
  model: paper,
  importProfile,
  milestones: MILESTONES,
  numbering: { pattern: 'L{YYYY}{SEQ:5}' },
  number_forms: { issn: 'issn', doi: 'doi' },
  dates_in_order: [
    ['submit_date', 'accept_date'],
    ['submit_date', 'publish_date'],
  ],
  docketing: { completeness: { mayHaveNoDeadline: () => true } },
})
