// Which fields have a place in which case. What is left out of a form is not sent.

type Values = Readonly<Record<string, unknown>>

const PCT_FIELDS = new Set(['pct_no', 'pct_filing_date', 'pct_pub_no', 'pct_pub_date', 'entry_date'])
const PCT_BODIES = new Set(['isa', 'ro', 'ipea'])
const HAGUE = new Set(['hague_reg_no', 'hague_pub_date'])
const EXAMINED = new Set(['sub_exam_requested', 'sub_exam_date', 'se_entered_date', 'early_publication', 'secrecy_exam_status'])
const TECHNICAL = new Set([
  'claims_count',
  'independent_claims',
  'ipc_main',
  'ipc',
  'cpc',
  'abstract',
  'claims',
  'sequence_listing',
  'bio_deposit',
  'genetic_source',
  'pte_days',
])
const DESIGN = new Set(['loc', 'designs_count', 'design_pictures'])
const REGIONAL = new Set(['WO', 'EP', 'EA', 'AP', 'OA'])

/** By what the rules below judge. */
export const JUDGED_BY = ['route', 'country', 'patent_type'] as const

export function hasPlace(code: string, { route, country, patent_type }: Values): boolean {
  if (PCT_FIELDS.has(code)) return route === 'PCT_NATIONAL'
  if (PCT_BODIES.has(code)) return route === 'PCT_INTL' || route === 'PCT_NATIONAL'
  if (HAGUE.has(code)) return route === 'HAGUE_INTL' || route === 'HAGUE_NATIONAL'
  if (code === 'designated') return REGIONAL.has(String(country)) || route === 'HAGUE_INTL'
  if (EXAMINED.has(code)) return patent_type === 'INVENTION' && country === 'CN'
  if (TECHNICAL.has(code)) return patent_type !== 'DESIGN'
  if (DESIGN.has(code)) return patent_type === 'DESIGN'
  if (code === 'register_date') return country === 'JP' || country === 'KR'
  if (code === 'patent_no' || code === 'certificate_no') return country !== 'WO'
  if (code === 'fee_reduction_record_no' || code === 'fee_reduction_year') return country === 'CN'
  if (code === 'open_license') return country === 'CN' || country === 'DE' || country === 'GB'
  if (code === 'dual_case_sid') return country === 'CN' && patent_type !== 'DESIGN'
  return true
}
