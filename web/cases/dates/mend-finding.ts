import { pageOf } from '../../api/page-of.ts'

type Place = 'edit' | 'deadlines' | 'fees' | 'timeline' | 'documents' | 'relations'

/** Where a person mends what a finding tells of: the form of the case, or one of its tabs. */
const PLACES: Readonly<Record<Place, readonly string[]>> = {
  edit: [
    'COUNTRIES_NOT_RECORDED', 'EARLIER_NOT_RECORDED', 'GRANT_NOT_REGISTRATION', 'LEFT_IN_PREPARATION', 'MISSING_CLASSES', 'MISSING_COMPLETION',
    'MISSING_DIVISION_DATE', 'MISSING_ENTRY_DATE', 'MISSING_FILING_DATE', 'MISSING_GRANT_DATE', 'MISSING_REGISTER_DATE', 'NO_NATIONAL_ROUTE', 'NO_NUMBER',
    'FILING_DATE_IN_FUTURE', 'ENTRY_DATE_IN_FUTURE',
  ],
  deadlines: ['DONE_LATE', 'DONE_WITHOUT_DAY', 'MISSED_LONG_AGO', 'MISS_NOT_RECORDED', 'NEEDS_SET_DUE', 'NO_OWNER', 'REPLY_GIVEN_UP', 'REPLY_NOT_RECORDED'],
  fees: ['ANNUITIES_GIVEN_UP', 'ANNUITY_MISSED', 'NO_PRICE', 'PAID_TOO_EARLY'],
  timeline: ['EVENT_BEFORE_FILING', 'EVENT_IN_FUTURE', 'MISSING_NOTICE', 'NOTHING_DOCKETED', 'RECEIVED_LATE', 'SECOND_NOTICE', 'UNKNOWN_DOCUMENT_CODE'],
  documents: ['DOCUMENT_NOT_DOCKETED'],
  relations: ['DESIGNATED_UNKNOWN', 'FAMILY_DISAGREES', 'FAMILY_PRIORITY_UNCLAIMED', 'PHASE_NOT_RELATED', 'PRIORITY_INCOMPLETE', 'VALIDATED_NOWHERE'],
} // oxfmt-ignore

const PAGES: Readonly<Record<string, string>> = { NOTICE_WAITS: pageOf('notice_intake'), MAIL_WAITS: pageOf('archived_mail') }

/** The address of that place; undefined where the mending has none of its own, such as a step of the case. */
export function mendingPlace(code: string, caseSid: string | undefined): string | undefined {
  const place = Object.entries(PLACES).find(([, codes]) => codes.includes(code))?.[0]
  if (PAGES[code] || !place || !caseSid) return PAGES[code]
  return pageOf('case', place === 'edit' ? `/${caseSid}/edit` : `/${caseSid}?tab=${place}`)
}
