import { defineCaseKind } from '../../cases/case-kind.ts'
import { datesOfWork, docketingOfWorks } from '../../cases/work-facts.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'
import { software } from './software.ts'
import { versions } from './versions.ts'

export const softwareKind = defineCaseKind({
  model: software,
  relations: versions,
  importProfile,
  milestones: MILESTONES,
  registered: { by: ['reg_no', 'reg_date'], as: () => 'SW_REGISTERED' },
  given_away_by: 'transfer_out',
  gives_up: ['withdraw'],
  numbering: { pattern: 'S{YYYY}{SEQ:5}' },
  number_forms: { reg_no: { CN: 'software' }, previous_reg_no: { CN: 'software' } },
  dates_in_order: datesOfWork('complete_date'),
  instructions: {
    items: {
      FILING: [
        { words: ['源程序（前后各 30 页）', 'Source code (first and last 30 pages)'], from: 'documents' },
        { words: ['软件说明书', 'Manual'] },
        { words: ['权属证明', 'Proof of ownership'] },
      ],
    },
  },
  docketing: docketingOfWorks('certificate_no'),
})
