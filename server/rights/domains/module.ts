import type { ServerModule } from '../../module.ts'
import { domains } from './domain.ts'

/** The parts of a domain name that no declaration can express. */
export const domainsModule: ServerModule = { name: 'domains', parts: [domains] }
