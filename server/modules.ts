import type { FastifyInstance } from 'fastify'
import type { Declared } from './records/registry.ts'
import { awardsModule } from './awards/module.ts'
import { announcementsModule } from './announcements/module.ts'
import { approvalModule } from './approval/module.ts'
import { processExchange } from './approval/process/exchange.ts'
import { auditModule } from './auth/audit/module.ts'
import { accountsModule } from './auth/accounts/module.ts'
import { proposalsModule } from './auth/proposals/module.ts'
import { rolesModule } from './auth/roles/module.ts'
import { sessionModule } from './auth/session/routes.ts'
import { backupModule } from './backup/module.ts'
import { biModule } from './bi/module.ts'
import { batchModule } from './batch/module.ts'
import { configurationModule } from './configuration/module.ts'
import { checksModule } from './auth/checks/module.ts'
import { casesModule, linkedClaims } from './cases/module.ts'
import { dealingsModule } from './dealings/module.ts'
import { calendarModule } from './docketing/calendar-feed.ts'
import { digestModule } from './digest/module.ts'
import { docketingModule } from './docketing/module.ts'
import { documentsModule } from './documents/module.ts'
import { exportModule } from './export/module.ts'
import { feesModule, feesOfCases } from './fees/module.ts'
import { importModule } from './import/module.ts'
import { filedByAgencies, instructionsModule } from './instructions/module.ts'
import { jobsModule } from './jobs/module.ts'
import type { ServerModule } from './module.ts'
import type { Module } from './records/modules.ts'
import { mailSendingModule } from './mail-sending/module.ts'
import { mailArchiveModule } from './mail-archive/module.ts'
import { noticesModule } from './notices/module.ts'
import { notesModule } from './notes/module.ts'
import { officesModule } from './offices/module.ts'
import { organisation } from './organisation/organisation.ts'
import { peopleModule } from './organisation/people-module.ts'
import { planningModule } from './planning/module.ts'
import { portalModule } from './portal/module.ts'
import { partiesModule } from './parties/module.ts'
import { assemble } from './records/modules.ts'
import { treesModule } from './records/tree/module.ts'
import { customFields } from './records/custom-fields/publish-field.ts'
import { pageLayouts } from './records/layouts/module.ts'
import type { Route } from './route.ts'
import { domainsModule } from './rights/domains/module.ts'
import { layoutsModule } from './rights/layouts/module.ts'
import { papersModule } from './rights/papers/module.ts'
import { patentsModule } from './rights/patents/module.ts'
import { disclosuresModule, filedDisclosures } from './rights/proposals/module.ts'
import { tradeSecretsModule } from './rights/trade-secrets/module.ts'
import { trademarksModule } from './rights/trademarks/module.ts'
import { reconciliationModule } from './reconciliation/module.ts'
import { robotsModule } from './robots/module.ts'
import { searchModule } from './search/module.ts'
import { sharedCases, sharingModule } from './sharing/module.ts'
import type { Server } from './server.ts'
import { settingsModule } from './settings/module.ts'
import { statisticsModule } from './statistics/module.ts'
import { tasksModule } from './tasks/module.ts'
import { technologyModule } from './technology/module.ts'
import { settlementsModule } from './settlements/module.ts'
import { vatInvoicesModule } from './vat-invoices/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/** A module whose hooks and actions stand on every kind of case that is declared. */
type OfKinds = (declared: Declared) => Module

/** Everything that no declaration can say, in the order in which hooks on one model run. */
const MODULES: readonly (ServerModule | OfKinds)[] = [
  approvalModule,
  processExchange,
  auditModule,
  sessionModule,
  rolesModule,
  organisation,
  accountsModule,
  peopleModule,
  proposalsModule,
  checksModule,
  settingsModule,
  customFields,
  pageLayouts,
  biModule,
  patentsModule,
  trademarksModule,
  tradeSecretsModule,
  papersModule,
  disclosuresModule,
  layoutsModule,
  domainsModule,
  casesModule,
  partiesModule,
  technologyModule,
  docketingModule,
  calendarModule,
  linkedClaims,
  feesModule,
  feesOfCases,
  dealingsModule,
  filedDisclosures,
  awardsModule,
  jobsModule,
  documentsModule,
  importModule,
  exportModule,
  batchModule,
  searchModule,
  notesModule,
  sharingModule,
  sharedCases,
  tasksModule,
  instructionsModule,
  filedByAgencies,
  announcementsModule,
  mailSendingModule,
  mailArchiveModule,
  noticesModule,
  reconciliationModule,
  officesModule,
  vatInvoicesModule,
  settlementsModule,
  statisticsModule,
  planningModule,
  portalModule,
  digestModule,
  robotsModule,
  webhooksModule,
  configurationModule,
  backupModule,
]

/** The modules as the engine asks them; made once for a process, when its tenants are opened. */
export const assembleModules = (declared: Declared) => ({
  ...assemble([treesModule(declared.all.values()), ...MODULES.map((one) => (typeof one === 'function' ? one(declared) : one))]),
  routes: ROUTES.map((route) => route.declared),
})

const STANDING = MODULES.filter((one) => typeof one !== 'function')

export const ROUTES: readonly Route[] = STANDING.flatMap(({ routes = [] }) => routes)

export function startModules(app: FastifyInstance, server: Server) {
  for (const { start } of STANDING) start?.(app, server)
}
