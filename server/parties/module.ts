import type { ServerModule } from '../module.ts'
import { agencies } from './agency.ts'
import { applicants } from './applicant.ts'

/** Applicants, inventors, agencies and agents. */
export const partiesModule: ServerModule = { name: 'parties', parts: [applicants, agencies] }
