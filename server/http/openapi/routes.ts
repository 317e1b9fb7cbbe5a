import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { readOpenApi } from '../../../model/settings/setting-routes.ts'
import { type Route, serve } from '../../route.ts'
import { openApiOf } from './document.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The contract. */
export const openApiRoute = (routes: readonly Route[]): Route => {
  const all = [...routes.map(({ declared }) => declared), readOpenApi]
  return serve(readOpenApi, async ({ tenant: { models, modules }, reply }) => {
    const document = JSON.stringify(openApiOf(models.all, modules, all))
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(document)
  })
}

/** A page to read and try it. */
export async function openApiPage(app: FastifyInstance) {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: 'Innoe', version: '1' }, paths: {} } },
  })
  await app.register(swaggerUi, {
    routePrefix: '/innoe-webapi/docs',
    staticCSP: true,
    transformStaticCSP: () => CSP,
    uiConfig: { url: readOpenApi.url, validatorUrl: null, persistAuthorization: false },
  })
}
