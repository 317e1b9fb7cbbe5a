import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import { taskActs } from './act.ts'
import { forms } from './form.ts'
import { handedOver } from './handed-over.ts'
import { heldDocuments } from './held-documents.ts'
import { holding } from './hold.ts'
import { approvalsOfCompanies } from './of-companies.ts'
import { namedInProcesses } from './process/leavers.ts'
import { packedProcesses, processActs } from './process/publish.ts'
import { savedProcesses } from './process/save.ts'
import { reminders } from './overdue.ts'
import { takingAlong } from './process/take-along.ts'
import { simulations } from './process/simulate.ts'
import { wholeActs } from './settle.ts'
import { postpone } from './start.ts'
import { toDoLists } from './todo.ts'
import { views } from './view.ts'

/** Every entity with states can have approvals; other modules do not depend on them. */
export const approvalModule = (declared: Declared): Module => ({
  name: 'approvals',
  parts: [savedProcesses, packedProcesses, holding(declared), heldDocuments, handedOver, reminders],
  actions: [...processActs, ...simulations, ...takingAlong, ...taskActs, ...wholeActs, ...toDoLists, ...views, ...forms],
  namings: [namedInProcesses],
  postpone,
  rowVisibility: approvalsOfCompanies,
})
