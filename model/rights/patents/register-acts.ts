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

/**
 * Of the USPTO, the entries of the transaction history that certainly are such acts: where both the code and the words of the office say so.
 * A notice counts from its mailing (37 CFR 1.134), so of its two entries that of the mailing (M…) is the act; the patent is told by its grant date.
 */
export const USPTO_ACTS: Readonly<Record<string, readonly [act: string, words: RegExp]>> = {
  'FLRCPT.O': ['US1', /^filing receipt$/i],
  INCD: ['US2', /application incomplete.*filing date assigned/i],
  MCTRS: ['US3', /restriction/i],
  MCTNF: ['US4', /non-final rejection/i],
  MCTFR: ['US5', /final rejection/i],
  MCTEQ: ['US_QUAYLE', /quayle/i],
  MCTAV: ['US_ADVISORY', /advisory action/i],
  'MN/=.': ['US6', /notice of allowance/i],
  MABN2: ['US8', /abandonment/i],
  M844: ['US9', /information disclosure statement/i],
  'A...': ['US_REPLY', /response after non-final/i],
  RCEX: ['US_RCE', /request for continued examination/i],
  'N/AP': ['US_APPEAL', /notice of appeal/i],
  grant: ['US7', /^patent granted$/i],
}

/** The daily work of the office. What it makes first and mails later is told by its mailing alone. */
export const USPTO_INTERNAL = /^(?:EML_NT[RF]|ELC_RVW|DOCK|IEXX|OIPE|FT[FI][SI]|PGPC|CCRDY|PTA\.RFE|PTAC|WIDS|IDSC|D1935|N084|M?EPG_NTF|EPG\/|PGM\/)$/
