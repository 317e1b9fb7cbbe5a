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

/** Entries that only repeat, on a day of their own, a fact that the steps and the bibliography state with the day of the act. */
export const NOTED_ELSEWHERE = /^(?:EPIDOS[NCD]|0009012$|0009171$|0009185$)/

/**
 * Entries of the USPTO's transaction history that certainly are such acts: both the code and the words of the office must match.
 * A notice counts from its mailing (37 CFR 1.134), so of its two entries that of the mailing (M…) is the act; the grant date shows the patent.
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

/** Internal work of the office. A document that it makes first and mails later counts by its mailing alone. */
export const USPTO_INTERNAL = /^(?:EML_NT[RF]|ELC_RVW|DOCK|IEXX|OIPE|FT[FI][SI]|PGPC|CCRDY|PTA\.RFE|PTAC|WIDS|IDSC|D1935|N084|M?EPG_NTF|EPG\/|PGM\/)$/
