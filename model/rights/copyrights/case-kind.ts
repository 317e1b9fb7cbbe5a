import { defineCaseKind } from '../../cases/case-kind.ts'
import { ofWorks, WORK_FACTS } from '../../cases/work-facts.ts'
import { copyright } from './copyright.ts'
import { derivations } from './derivations.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'

export const copyrightKind = defineCaseKind({
  model: copyright,
  relations: derivations,
  importProfile,
  milestones: MILESTONES,
  numbering: { pattern: 'C{YYYY}{SEQ:5}' },
  number_forms: { reg_no: { CN: 'work' } },
  dates_in_order: [
    ['completion_date', 'first_pub_date'],
    ['completion_date', 'submit_date'],
    ['submit_date', 'accept_date'],
    ['accept_date', 'reg_date'],
    ['completion_date', 'reg_date'],
    ['reg_date', 'close_date'],
  ],
  docketing: { own_facts: WORK_FACTS, gaps: ofWorks, catch_up: ['answer_correction', 'accept'] },
})
