/**
 * The entries of the EPO register that are certainly acts of one kind of the catalogue of document types, with the day of the act itself.
 * Steps are named by their code and the kind of their date, as the register writes them. Any other entry is shown in the words of the office.
 */
export const EPO_ACTS: Readonly<Record<string, string>> = {
  'EXRE/DATE_OF_DISPATCH': 'EP3',
  'EXRE/DATE_OF_REPLY': 'EP_REPLY',
  'IGRA/DATE_OF_DISPATCH': 'EP4',
  'search-report-mailed': 'EP1',
  'request-for-examination': 'EXAM_REQUEST',
  '0009013': 'SEARCH_PUBLISHED',
}

/** Entries of the list of events that only note, on a day of their own, what the steps and the bibliography tell with the day of the act. */
export const NOTED_ELSEWHERE = /^(?:EPIDOS[NCD]|0009012$|0009171$|0009185$)/
