import type { ServerModule } from '../../module.ts'
import type { Module } from '../../records/modules.ts'
import type { Declared } from '../../records/registry.ts'
import { proposalAlikes } from './alike.ts'
import { proposalFiles } from './files.ts'
import { proposalNotices } from './notices.ts'
import { followFilings, proposalOutcomes } from './outcomes.ts'
import { proposalSteps } from './steps.ts'
import { proposalEvaluation } from './evaluation.ts'
import { proposalReviews } from './reviews.ts'
import { scoreSheets } from './sheets.ts'
import { proposalWriting } from './writing.ts'

/** The parts of a proposal that no declaration can express. */
export const disclosuresModule: ServerModule = {
  name: 'invention disclosures',
  parts: [
    proposalWriting,
    proposalFiles,
    proposalSteps,
    proposalAlikes,
    proposalOutcomes,
    proposalNotices,
    proposalEvaluation,
    proposalReviews,
    scoreSheets,
  ],
}

/** Proposals follow the cases that came of them. */
export const filedDisclosures = ({ kinds }: Declared): Module => ({ name: 'filed disclosures', parts: [...kinds.values()].map(followFilings) })
