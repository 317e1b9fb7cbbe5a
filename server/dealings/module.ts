import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import { contractCheck } from './contract-check.ts'
import { dealtRights } from './dealt-rights.ts'
import { diligence } from './diligence/diligence.ts'
import { disputes } from './disputes.ts'
import { dueRows } from './due-rows.ts'
import { indexingCheck } from './indexing-check.ts'
import { indexingSheets } from './indexing-sheets.ts'
import { indexingTasks } from './indexing-tasks.ts'
import { licences } from './licences.ts'
import { keepPledged, pledgedFees } from './pledged.ts'
import { pledges } from './pledges.ts'
import { projects } from './projects.ts'
import { risks } from './risks.ts'
import { transfers } from './transfers.ts'

/** Contracts, disputes and other work about rights of any kind, with the deadlines due under them */
export function dealingsModule({ kinds }: Declared): Module {
  const [dealings, rights] = [[...kinds.values()].filter(({ dealing }) => dealing), [...kinds.values()].filter(({ dealing }) => !dealing)]
  return {
    name: 'dealings',
    after: ['docketing', 'fees'],
    parts: [
      dealtRights,
      transfers,
      licences,
      pledges,
      disputes,
      risks,
      projects,
      indexingTasks,
      indexingSheets,
      indexingCheck,
      pledgedFees,
      contractCheck,
      diligence,
      ...dealings.map(dueRows),
      ...rights.map(keepPledged),
    ],
  }
}
