import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const BASE = '/innoe-web/'
const UNCHANGING = 'public, max-age=31536000, immutable'

/** The build compresses the files of the client, so that no request does it again. Call this before the compression of answers is registered. */
export function sendClientAsBuilt(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(BASE)) route.compress = false
  })
}

/** The web client under /innoe-web/. Files that carry their digest in their name are kept by browsers for good. */
export async function webRoutes(app: FastifyInstance) {
  app.get('/', (_request, reply) => reply.redirect(BASE))
  app.get('/innoe-web', sendClient)
  await app.register(fastifyStatic, {
    root: DIST,
    prefix: BASE,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('Cache-Control', path.includes('/assets/') ? UNCHANGING : 'no-cache'),
  })
}

/** History mode: an address without a file is the client's own; a file that is gone is not. */
export function isClientPage(request: FastifyRequest) {
  const path = request.url.split('?')[0] ?? ''
  return (request.method === 'GET' || request.method === 'HEAD') && path.startsWith(BASE) && !path.startsWith(`${BASE}assets/`)
}

export function sendClient(_request: FastifyRequest, reply: FastifyReply) {
  if (!existsSync(join(DIST, 'index.html')))
    return reply.status(503).type('text/plain; charset=utf-8').send('网页尚未构建 The web client is not built\n')
  return reply.header('Cache-Control', 'no-cache').sendFile('index.html', DIST, { cacheControl: false })
}
