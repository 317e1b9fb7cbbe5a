import { defineCaseKind } from '../../cases/case-kind.ts'
import { importProfile } from './import/profile.ts'
import { patent } from './patent.ts'
import { monthsOfPriority } from './types-and-routes.ts'

export const patentKind = defineCaseKind({
  model: patent,
  family: 'family_sid',
  readsNumbers: true,
  priorities: { earliest: 'earliest_priority_date', months: monthsOfPriority },
  importProfile,
  numbering: {
    pattern: 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}',
    letters: { INVENTION: 'I', UTILITY: 'U', DESIGN: 'D', PLANT: 'L', PROVISIONAL: 'V' },
    further: { family: { pattern: 'F{YYYY}{SEQ:5}', words: ['同族', 'Family'] } },
  },
})
