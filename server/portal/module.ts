import { publishing } from '../records/publishing.ts'
import type { ServerModule } from '../module.ts'
import { checkComponents, checkTemplates, prepareComponents, prepareTemplates, refuseUsed } from './check.ts'
import { portalRoutes } from './get-config.ts'
import { packetRoutes } from './packet.ts'
import { templateActions } from './templates.ts'

/** Portals: home pages and further pages of components, which administrators design and publish. */
export const portalModule: ServerModule = {
  name: 'portal',
  parts: [publishing('portal_template')],
  hooks: [
    { model: 'portal_template', prepare: prepareTemplates, check: checkTemplates },
    { model: 'portal_component', prepare: prepareComponents, check: checkComponents, deleted: refuseUsed },
  ],
  actions: templateActions,
  routes: [...portalRoutes, ...packetRoutes],
}
