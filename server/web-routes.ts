import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const DIST = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The web client under /innoe-web/, in history mode: every address without a file is the client's own. */
export async function webRoutes(app: FastifyInstance) {
  app.get('/', (_request, reply) => reply.redirect('/innoe-web/'))
  if (!existsSync(join(DIST, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: DIST,
    prefix: '/innoe-web/',
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  for (const path of ['/innoe-web', '/innoe-web/*'])
    app.get(path, (_request, reply) => reply.header('Cache-Control', 'no-cache').sendFile('index.html', DIST, { cacheControl: false }))
}
