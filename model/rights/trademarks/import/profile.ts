import type { ImportProfile } from '../../../import/import-profile.ts'
import { PHPIP, isOfPhpip } from '../../../import/phpip/source.ts'
import { EXTRAS, HEADINGS } from './headings.ts'
import { readTrademark } from './row.ts'

export const importProfile: ImportProfile = {
  headings: HEADINGS,
  extras: EXTRAS,
  not_ours: ['序号', 'no.', 'us classes', 'usClassCodeList', ...PHPIP.signs],
  sourceOf: (headings) => (isOfPhpip(headings) ? PHPIP : undefined),
  readRow: readTrademark,
  dates: ['priority_date'],
  lenient: ['status'],
  // A list of a database may name unknown agencies; that is no reason to refuse the case.
  soft: ['agency_sid', 'agent_sids'],
  kept: ['data_source', 'renewed_on'],
  source_field: 'data_source',
}
