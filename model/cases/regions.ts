import type { Words } from '../kit/fields.ts'
import type { OFFICES } from './offices.ts'

/** Parts of the world, as a map stands: from the north-west to the south-east, and offices of several countries. */
export const REGIONS = {
  NORTH_AMERICA: ['北美洲', 'North America'],
  EUROPE: ['欧洲', 'Europe'],
  ASIA: ['亚洲', 'Asia'],
  LATIN_AMERICA: ['拉丁美洲和加勒比', 'Latin America and the Caribbean'],
  AFRICA: ['非洲', 'Africa'],
  OCEANIA: ['大洋洲', 'Oceania'],
  OFFICES: ['国际和地区局', 'International and regional offices'],
} as const satisfies Record<string, Words>

export type Region = keyof typeof REGIONS
type Office = keyof typeof OFFICES

const ASIAN: readonly Office[] = ['CN', 'JP', 'KR', 'HK', 'TW', 'MO', 'IN', 'KZ', 'UZ', 'SG', 'MY', 'TH', 'ID', 'PH', 'VN', 'IL', 'SA', 'AE', 'QA', 'JO', 'PK', 'BD', 'LK', 'MN', 'KP', 'LA', 'KH', 'AM', 'AZ', 'GE', 'TR', 'CY', 'BH', 'BN', 'IQ', 'IR', 'KG', 'KW', 'OM', 'SY', 'TJ', 'TM'] // oxfmt-ignore
const AFRICAN: readonly Office[] = ['ZA', 'EG', 'MA', 'TN', 'DZ', 'KE', 'NG', 'ZM', 'ZW', 'MW', 'AO', 'BW', 'CV', 'DJ', 'GH', 'GM', 'LR', 'LS', 'MG', 'MZ', 'NA', 'SC', 'SD', 'SL', 'TZ', 'UG'] // oxfmt-ignore
const LATIN: readonly Office[] = ['BR', 'MX', 'AR', 'CL', 'CO', 'CR', 'CU', 'DO', 'EC', 'GT', 'HN', 'NI', 'PA', 'PE', 'SV', 'UY', 'VE', 'AG', 'BB', 'BO', 'BZ', 'JM', 'KN', 'PY', 'TT', 'VC'] // oxfmt-ignore
const PLACES: readonly (readonly [Region, readonly Office[]])[] = [
  ['NORTH_AMERICA', ['US', 'CA']],
  ['ASIA', ASIAN],
  ['LATIN_AMERICA', LATIN],
  ['AFRICA', AFRICAN],
  ['OCEANIA', ['AU', 'NZ', 'PG', 'WS']],
  ['OFFICES', ['WO', 'EP', 'EM', 'EA', 'AP', 'OA', 'GC']],
]
const REGION_OF: ReadonlyMap<string, Region> = new Map(PLACES.flatMap(([region, codes]) => codes.map((code) => [code, region] as const)))

/** All others of the list of offices are European. */
export const regionOf = (office: string): Region => REGION_OF.get(office) ?? 'EUROPE'
