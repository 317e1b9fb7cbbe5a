import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import { applicantCountry } from './applicant-country.ts'
import { asOfDay } from './as-of.ts'
import { caseHooks, followingHooks } from './case-hooks.ts'
import { heldClaims, heldCorrections } from './later-dates/corrections.ts'
import { confirmers } from './later-dates/confirmers.ts'
import { decisions } from './later-dates/decide.ts'
import { heldDates, heldSuspensions } from './later-dates/hold.ts'
import { heldCaseRemovals, heldRemovals } from './later-dates/removals.ts'
import { twoPeopleRule } from './later-dates/two-people.ts'
import { inheritedClaims } from './family/inherited-claims.ts'
import { deadlineCounts } from './deadline-counts.ts'
import { datePreview, deadlines } from './deadline.ts'
import { acknowledgedFindings } from './findings/acknowledged.ts'
import { docketedOfDay } from './findings/docketed.ts'
import { groupedFindings } from './findings/groups.ts'
import { monitor } from './findings/monitor.ts'
import { endWithoutCase } from './findings/without-case.ts'
import { guardGolden } from './golden/broken.ts'
import { guardOthers } from './golden/guard-others.ts'
import { golden } from './golden/golden.ts'
import { lawProposals } from './law/proposals/two-people.ts'
import { lawColumns } from './law/law-columns.ts'
import { newVersions } from './law/new-version.ts'
import { ruleExample } from './law/rule-example.ts'
import { lawPreviews } from './law/rule-preview.ts'

/** The deadlines of every case under the law. */
export function docketingModule({ kinds }: Declared): Module {
  const ofKinds = [...kinds.values()].flatMap((kind) => [
    heldSuspensions(kind),
    heldCorrections(kind),
    heldCaseRemovals(kind),
    caseHooks(kind),
    datePreview(kind),
    inheritedClaims(kind),
  ])
  return {
    name: 'docketing',
    after: ['patents', 'cases'],
    parts: [
      ...ofKinds,
      followingHooks,
      applicantCountry,
      lawColumns,
      deadlines,
      heldDates,
      heldClaims,
      heldRemovals,
      decisions,
      confirmers,
      twoPeopleRule,
      deadlineCounts,
      lawPreviews,
      ruleExample,
      newVersions,
      golden,
      guardGolden,
      guardOthers,
      ...lawProposals,
      monitor,
      endWithoutCase,
      acknowledgedFindings,
      groupedFindings,
      docketedOfDay,
      asOfDay,
    ],
  }
}
