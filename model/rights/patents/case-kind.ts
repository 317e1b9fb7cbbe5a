import { defineCaseKind } from '../../cases/case-kind.ts'
import { patent } from './patent.ts'

export const patentKind = defineCaseKind({
  model: patent,
  family: 'family_sid',
  numbering: {
    pattern: 'P{YYYY}{SEQ:5}{COUNTRY}{TYPE}',
    letters: { INVENTION: 'I', UTILITY: 'U', DESIGN: 'D', PLANT: 'L', PROVISIONAL: 'V' },
    further: { family: { pattern: 'F{YYYY}{SEQ:5}', words: ['同族', 'Family'] } },
  },
})
