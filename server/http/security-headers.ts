import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

const SECURITY = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // The session is in a header, so that a recording is fetched first and then played from memory.
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' as const },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
}

/** Headers of a single answer */
const OF_EACH_ANSWER = new Set(['content-length', 'content-type', 'connection', 'date'])

export type Headers = Readonly<Record<string, string>>

/** The headers that helmet gives are the same for every answer, so they are worked out once. */
export async function securityHeaders(): Promise<Headers> {
  const sample = Fastify()
  await sample.register(helmet, SECURITY)
  sample.get('/', () => '')
  const { headers } = await sample.inject('/')
  await sample.close()
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OF_EACH_ANSWER.has(name) ? [] : [[name, String(value)]])))
}

export function sendSecurityHeaders(app: FastifyInstance, headers: Headers) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
