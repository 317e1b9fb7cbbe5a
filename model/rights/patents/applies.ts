import type { When } from '../../kit/fields.ts'
import { OWN_PRACTICE } from './lifecycle/states.ts'

/** The cases to which certain fields of a patent apply. */
export const CASES = {
  /** An international application is its own PCT application. */
  by_pct: { route: ['PCT_INTL', 'PCT_NATIONAL'] },
  national_phase: { route: ['PCT_NATIONAL'] },
  /** Their priorities are corrected within a period that runs from the earlier of two dates (PCT Rule 26bis.1, EPC Rule 52(3)). */
  corrected_by_earlier: [{ route: ['PCT_INTL'] }, { country: ['EP'] }],
  /** Japan counts the translation apart from the entry (Patent Act art. 184-4). */
  translated_after_entry: { route: ['PCT_NATIONAL'], country: ['JP'] },
  by_hague: { route: ['HAGUE_INTL', 'HAGUE_NATIONAL'] },
  regional: [{ country: ['WO', 'EP', 'EA', 'AP', 'OA'] }, { route: ['HAGUE_INTL'] }],
  /** The United States examine every application; the international phase has no such request; Korea examines utility models, too. */
  examined_on_request: [
    { patent_type: ['INVENTION'], country: { not: ['US', 'WO'] } },
    { patent_type: ['UTILITY'], country: ['KR'] },
  ],
  examined: { patent_type: ['INVENTION'], country: { not: OWN_PRACTICE } },
  published_early: { patent_type: ['INVENTION'], country: { not: ['WO'] } },
  /** An international application at the Chinese receiving office requires this examination, too. */
  first_filed_in_china: { patent_type: { not: ['DESIGN'] }, country: ['CN', 'WO'] },
  technical: { patent_type: { not: ['DESIGN'] } },
  designs: { patent_type: ['DESIGN'] },
  registered: [{ country: ['CN', 'JP', 'KR'] }, { route: ['HAGUE_INTL', 'HAGUE_NATIONAL'] }],
  granted_by_office: { country: { not: ['WO'] } },
  /** The request is made on filing; it is for applications that would be published (35 U.S.C. 122(b)). */
  non_publication: { country: ['US'], patent_type: ['INVENTION'] },
  filed_by_pct: { route: ['PCT_INTL'] },
  in_china: { country: ['CN'] },
  open_licence: { country: ['CN', 'DE', 'GB'] },
  dual: { country: ['CN'], patent_type: { not: ['DESIGN'] } },
} as const satisfies Record<string, When>
