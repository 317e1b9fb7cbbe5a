import type { ServerModule } from '../module.ts'
import { agencies } from './agency.ts'
import { applicants } from './applicant.ts'
import { inventorLinks } from './link-inventors.ts'

/** Applicants, inventors, agencies and agents. */
export const partiesModule: ServerModule = { name: 'parties', parts: [applicants, inventorLinks, agencies] }
