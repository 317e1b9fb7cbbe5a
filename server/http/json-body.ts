import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page of another site posts an ordinary form here. */
    posted?: boolean
  }
}

/** Bodies are JSON; one announced as JSON but empty is none, as many clients send it where a call takes nothing. */
export function readJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null)
    else parse(request, String(body), done)
  })
  // Any page can post such a form, so that only the calls that expect it read one.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (request: FastifyRequest, body: string) =>
    request.routeOptions.config.posted ? Object.fromEntries(new URLSearchParams(body)) : refuse('media_type'),
  )
}
