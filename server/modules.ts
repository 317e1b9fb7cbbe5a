import type { FastifyInstance } from 'fastify'
import type { Declared } from './records/registry.ts'
import { accountsModule } from './auth/accounts/module.ts'
import { rolesModule } from './auth/roles/module.ts'
import { casesModule } from './cases/module.ts'
import { docketingModule } from './docketing/module.ts'
import { documentsModule } from './documents/module.ts'
import { exportModule } from './export/module.ts'
import { feesModule } from './fees/module.ts'
import { importModule } from './import/module.ts'
import { jobsModule } from './jobs/module.ts'
import type { ContextOf, ServerModule } from './module.ts'
import { organisation } from './organisation/organisation.ts'
import { peopleModule } from './organisation/people-module.ts'
import { partiesModule } from './parties/module.ts'
import { assemble } from './records/modules.ts'
import { treesModule } from './records/tree/module.ts'
import { customFields } from './records/custom-fields/publish-field.ts'
import { patentsModule } from './rights/patents/module.ts'
import { searchModule } from './search/module.ts'
import type { Server } from './server.ts'
import { settingsModule } from './settings/module.ts'
import { technologyModule } from './technology/module.ts'

/** Everything that no declaration can say, in the order in which hooks on one model run. */
export const MODULES: readonly ServerModule[] = [
  rolesModule,
  organisation,
  accountsModule,
  peopleModule,
  settingsModule,
  customFields,
  patentsModule,
  casesModule,
  partiesModule,
  technologyModule,
  docketingModule,
  feesModule,
  jobsModule,
  documentsModule,
  importModule,
  exportModule,
  searchModule,
]

/** The modules as the engine asks them; made once for a process, when its tenants are opened. */
export const assembleModules = ({ all }: Declared) => assemble([treesModule(all.values()), ...MODULES])

export function moduleRoutes(app: FastifyInstance, server: Server, contextOf: ContextOf) {
  for (const one of MODULES) one.routes?.(app, server, contextOf)
}
