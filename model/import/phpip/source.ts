import { headingKey } from '../headings.ts'
import { PHPIP_SIGN } from './columns.ts'

/** Its people may have no account here, and its clients no record; that is no reason to refuse a case. */
export const PHPIP = { name: 'phpIP', soft: ['owner_sid', 'company_sid'], signs: [PHPIP_SIGN] } as const

export const isOfPhpip = (headings: readonly string[]) => headings.some((heading) => headingKey(heading) === headingKey(PHPIP_SIGN))
