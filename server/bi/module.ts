import { keepViews } from '../database/bi/keep-views.ts'
import type { ServerModule } from '../module.ts'
import { loadModels } from '../records/registry.ts'

/** The views of BI tools follow a field or an option that the company publishes. */
export const biModule: ServerModule = {
  name: 'bi',
  promptly: { models: async ({ tenant }) => keepViews(tenant.db, await loadModels(tenant.db, tenant.declared), tenant.schema) },
}
