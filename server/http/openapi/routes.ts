import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { tenantOf } from '../../auth/session/language.ts'
import type { Server } from '../../server.ts'
import { openApiOf } from './document.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The contract, and a page to read and try it. */
export async function openApiRoutes(app: FastifyInstance, server: Server) {
  app.get('/innoe-webapi/openapi.json', async (request, reply) => {
    const { models, modules } = tenantOf(server, request)
    const document = JSON.stringify(openApiOf(models.all, modules))
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(document)
  })
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: 'Innoe', version: '1' }, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/innoe-webapi/docs',
    staticCSP: true,
    transformStaticCSP: () => CSP,
    uiConfig: { url: '/innoe-webapi/openapi.json', validatorUrl: null, persistAuthorization: false },
  })
}
