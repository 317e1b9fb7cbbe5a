import { defineCaseKind } from '../../cases/case-kind.ts'
import { datesOfWork, docketingOfWorks } from '../../cases/work-facts.ts'
import { copyright } from './copyright.ts'
import { derivations } from './derivations.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'

export const copyrightKind = defineCaseKind({
  model: copyright,
  relations: derivations,
  importProfile,
  milestones: MILESTONES,
  registered: { by: ['reg_no', 'reg_date'], as: () => 'REGISTERED' },
  given_away_by: 'transfer_out',
  gives_up: ['withdraw'],
  numbering: { pattern: 'C{YYYY}{SEQ:5}' },
  number_forms: { reg_no: { CN: 'work' } },
  dates_in_order: datesOfWork('completion_date'),
  instructions: {
    items: {
      FILING: [
        { words: ['作品样本', 'Copy of the work'], from: 'documents' },
        { words: ['作品创作说明', 'Statement on the creation'] },
        { words: ['权属证明', 'Proof of ownership'] },
      ],
    },
  },
  docketing: docketingOfWorks(),
})
