import { agencyHooks } from './agency.ts'
import { peopleHooks } from './applicant.ts'

/** Applicants, inventors, agencies and agents. */
export const partiesModule = {
  hooks() {
    peopleHooks()
    agencyHooks()
  },
}
