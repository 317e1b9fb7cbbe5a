import type { ServerModule } from '../../module.ts'
import { domains } from './domain.ts'
import { moveTerms } from './terms.ts'

/** The parts of a domain name that no declaration can express, and the steps that its day of expiry brings. */
export const domainsModule: ServerModule = { name: 'domains', parts: [domains], nightly: { 'domain terms': moveTerms } }
