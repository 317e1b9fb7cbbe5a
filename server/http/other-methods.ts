import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refuse } from '../errors.ts'

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** An address that exists, asked in a way that it does not take, says which it takes; called before any route, finished after the last. */
export function answerOtherMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/innoe-') || url.startsWith('/innoe-web/') || url.startsWith('/innoe-webapi/docs')) return
    const methods = taken.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...taken]) {
      const allow = [...methods, 'OPTIONS'].join(', ')
      const other = METHODS.filter((one) => !methods.has(one))
      app.route({
        url,
        method: other,
        handler: async (request, reply) => {
          reply.header('Allow', allow)
          if (request.method !== 'OPTIONS') refuse('method', { method: request.method, allow })
          return reply.status(204).send()
        },
      })
    }
  }
}
