import { defineCaseKind } from '../../cases/case-kind.ts'
import { ofWorks, WORK_FACTS } from '../../cases/work-facts.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'
import { software } from './software.ts'
import { versions } from './versions.ts'

export const softwareKind = defineCaseKind({
  model: software,
  relations: versions,
  importProfile,
  milestones: MILESTONES,
  numbering: { pattern: 'S{YYYY}{SEQ:5}' },
  number_forms: { reg_no: { CN: 'software' }, previous_reg_no: { CN: 'software' } },
  dates_in_order: [
    ['complete_date', 'first_pub_date'],
    ['complete_date', 'submit_date'],
    ['submit_date', 'accept_date'],
    ['accept_date', 'reg_date'],
    ['complete_date', 'reg_date'],
    ['reg_date', 'close_date'],
  ],
  docketing: { own_facts: WORK_FACTS, gaps: ofWorks, catch_up: ['answer_correction', 'accept'] },
})
