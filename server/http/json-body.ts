import type { FastifyInstance } from 'fastify'

/** Bodies are JSON; one announced as JSON but empty is none, as many clients send it where a call takes nothing. */
export function readJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null)
    else parse(request, String(body), done)
  })
}
