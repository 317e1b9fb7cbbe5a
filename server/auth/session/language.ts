import type { FastifyRequest } from 'fastify'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'

export const tenantOf = (server: Server, request: FastifyRequest): Tenant => server.tenants.of(request.hostname)

/** The language of the answer: the one of ours that the caller likes best, Chinese where none is named. */
export function langOf(request: FastifyRequest): Lang {
  const header = request.headers['accept-language'] ?? ''
  if (SIMPLE.test(header)) return header.slice(0, 2).toLowerCase() === 'en' ? 'en' : 'zh'
  // A request whose address cannot be read is not decorated.
  return 'languages' in request && request.languages([...LANGS]) === 'en' ? 'en' : 'zh'
}

const LANGS: readonly Lang[] = ['zh', 'en']

// One language, as our own pages and most scripts send it.
const SIMPLE = /^[\w-]*$/
