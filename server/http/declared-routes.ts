import type { FastifyInstance } from 'fastify'
import { langOf, tenantOf } from '../auth/session/language.ts'
import { optionsOf, type Route } from '../route.ts'
import type { Server } from '../server.ts'
import { contextOf } from './context.ts'

/** Answers the calls that modules declare at addresses of their own. */
export function declaredRoutes(app: FastifyInstance, server: Server, routes: readonly Route[]) {
  for (const { declared, run } of routes) {
    const { method, url } = declared
    app.route({
      method,
      url,
      ...optionsOf(declared),
      handler: (request, reply) =>
        run({ server, tenant: tenantOf(server, request), lang: langOf(request), request, reply, context: () => contextOf(server, request) }),
    })
  }
}
