import type { Kind } from '../../../../model/cases/numbers/recognise.ts'

/** The kind of number in each field. */
export const KIND_OF: Readonly<Record<string, Kind>> = {
  application_no: 'application',
  publication_no: 'publication',
  grant_no: 'grant',
  patent_no: 'patent',
  pct_no: 'application',
  pct_pub_no: 'publication',
  priority_no: 'application',
}
