import type { ImportProfile } from '../../../import/import-profile.ts'
import { settleColumns } from './columns.ts'
import { advances, sameDocument } from './documents.ts'
import { NOT_OURS, PATENT_EXTRAS, PATENT_FURTHER, PATENT_HEADINGS } from './headings.ts'
import { readPatent } from './row.ts'
import { withSerials } from './serial-numbers.ts'
import { sourceOf } from './source.ts'
import { stateAt } from './status.ts'

export const importProfile: ImportProfile = {
  headings: PATENT_HEADINGS,
  further: PATENT_FURTHER,
  extras: PATENT_EXTRAS,
  not_ours: NOT_OURS,
  settleColumns,
  readColumns: withSerials,
  sourceOf,
  dates: ['priority_date', 'parent_date', 'refusal_date', 'registered_on'],
  lenient: ['sub_exam_date'],
  readRow: readPatent,
  // A database export may name unknown agencies, or count the members of a family; that is no reason to refuse the case.
  soft: ['family_sid', 'agency_sid', 'agent_sids'],
  // A file cannot change these system fields.
  kept: ['data_source', 'legal_status', 'route'],
  source_field: 'data_source',
  state_said: 'status_said',
  stateAt: (state, { country }) => stateAt(state, String(country)),
  same_document: sameDocument,
  advances,
}
