import { defineCaseKind } from '../../cases/case-kind.ts'
import { icLayout } from './ic_layout.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'

export const icLayoutKind = defineCaseKind({
  model: icLayout,
  importProfile,
  milestones: MILESTONES,
  registered: { by: ['reg_no', 'reg_date'], as: () => 'REGISTERED' },
  given_away_by: 'transfer_out',
  gives_up: ['surrender', 'withdraw'],
  numbering: { pattern: 'B{YYYY}{SEQ:5}' },
  number_forms: { application_no: { CN: 'layout' }, reg_no: { CN: 'layout' } },
  dates_in_order: [
    ['completion_date', 'first_exploit_date'],
    ['completion_date', 'filing_date'],
    ['filing_date', 'reg_date'],
    ['filing_date', 'close_date'],
  ],
  instructions: {
    items: {
      FILING: [
        { words: ['布图设计图样', 'Drawings of the layout'], from: 'documents' },
        { words: ['结构、技术、功能说明', 'Statement of structure and function'] },
        { words: ['样品（已投入商业利用的）', 'Samples, if in commercial use'] },
      ],
    },
  },
  docketing: {
    completeness: { isFreeOfFees: () => true, numbers: ['application_no', 'reg_no', 'certificate_no'] },
    catch_up: ['examine', 'answer_correction', 'review_allowed'],
  },
})
