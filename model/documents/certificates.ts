/** Types of documents by which an office grants a patent, by office. */
export const PATENT_CERTIFICATES = ['CN20', 'US7', 'EP5', 'JP4', 'KR4'] as const
export const CERTIFICATES = [...PATENT_CERTIFICATES, 'TM09', 'SW03', 'WK01', 'IC01', 'DO01'] as const
