import type { FastifyRequest } from 'fastify'
import type { Lang } from '../../model/kit/fields.ts'
import type { Tenant } from '../records/work.ts'
import type { Server } from '../server.ts'

export const tenantOf = (server: Server, request: FastifyRequest): Tenant => server.tenants.of(request.hostname)

export function langOf(request: FastifyRequest): Lang {
  return /^\s*en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh'
}
