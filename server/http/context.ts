import type { FastifyRequest } from 'fastify'
import { langOf, tenantOf } from '../auth/session/language.ts'
import { presentDay, type Source, type Context } from '../records/context.ts'
import type { Server } from '../server.ts'
import { noteCaller } from '../auth/audit/audit.ts'
import { originOf } from '../auth/audit/entries.ts'
import { actorOf } from '../auth/session/actor.ts'

const SOURCES: Record<string, Source> = { web: 'web', api: 'api', import: 'import', job: 'job' }
const RESOURCE = /^[\w.:/-]{1,100}$/

/** The caller's work: tenant by host, person by token, language and origin by the headers. */
export async function contextOf(server: Server, request: FastifyRequest): Promise<Context> {
  const tenant = tenantOf(server, request)
  const actor = await actorOf(server, tenant, request)
  noteCaller(request, actor.user_sid)
  const said = SOURCES[String(request.headers['x-event-source'] ?? 'api').toLowerCase()] ?? 'api'
  const resource = request.headers['x-resource-code']
  return {
    db: tenant.db,
    tenant,
    actor,
    lang: langOf(request),
    source: said === 'job' ? 'api' : said, // the word of a caller is written down, but opens nothing
    said,
    ...(typeof resource === 'string' && RESOURCE.test(resource) && { resource }),
    request_id: request.id,
    origin: originOf(request),
    today: presentDay(),
  }
}
