import { keepViews } from '../database/bi/keep-views.ts'
import type { ServerModule } from '../module.ts'
import type { Nightly } from '../records/context.ts'
import { loadModels } from '../records/registry.ts'
import { biRoutes } from './access.ts'

const keep: Nightly = ({ tenant }) => keepViews(tenant.structure, (trx) => loadModels(trx, tenant.declared), tenant.schema)

/** The views of BI tools follow a field or an option that the company publishes, also while the connection was down; an administrator opens them. */
export const biModule: ServerModule = { name: 'bi', promptly: { models: keep, refresh: keep }, routes: biRoutes }
