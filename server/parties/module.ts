import { agencyConsequences } from './agency.ts'
import { peopleConsequences } from './applicant.ts'

/** Applicants, inventors, agencies and agents. */
export const partiesModule = {
  consequences() {
    peopleConsequences()
    agencyConsequences()
  },
}
