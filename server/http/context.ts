import type { FastifyRequest } from 'fastify'
import { furtherOf, langOf, tenantOf } from '../auth/session/language.ts'
import { presentDay, type Source, type Context, type Tenant } from '../records/context.ts'
import type { Server } from '../server.ts'
import { noteCaller } from '../auth/audit/audit.ts'
import { originOf } from '../auth/audit/entries.ts'
import { actorOf } from '../auth/session/actor.ts'
import { positionOf } from './written-position.ts'
import { limitCostly } from '../auth/limits/costly.ts'

const SOURCES: Record<string, Source> = { web: 'web', api: 'api', import: 'import', job: 'job' }
const RESOURCE = /^[\w.:/-]{1,100}$/

const views = new WeakMap<Tenant, Tenant>()

/** The tenant for somebody who views as another person, or calls with a token that only reads: whichever handle a call takes, it writes nothing. */
function readingOnly(tenant: Tenant): Tenant {
  const known = views.get(tenant)
  // Custom fields may have been published since, or the tenant have moved.
  if (known?.models === tenant.models && known.replica === tenant.replica) return known
  const view: Tenant = { ...tenant, db: tenant.reading, aside: tenant.reading, structure: tenant.reading }
  views.set(tenant, view)
  return view
}

/** The caller's work: tenant by host, person by token, language and origin by the headers. */
export async function contextOf(server: Server, request: FastifyRequest): Promise<Context> {
  const whole = tenantOf(server, request)
  const actor = await actorOf(server, whole, request)
  const tenant = actor.viewer || actor.reads_only ? readingOnly(whole) : whole
  noteCaller(request, actor.user_sid)
  await limitCostly(whole, actor.user_sid, request)
  const said = SOURCES[String(request.headers['x-event-source'] ?? 'api').toLowerCase()] ?? 'api'
  const resource = request.headers['x-resource-code']
  const further = furtherOf(request)
  const position = tenant.replica && positionOf(request)
  return {
    db: tenant.db,
    tenant,
    actor,
    lang: langOf(request),
    ...(further && { further: further.code }),
    source: said === 'job' ? 'api' : said, // the word of a caller is written down, but opens nothing
    said,
    ...(typeof resource === 'string' && RESOURCE.test(resource) && { resource }),
    request_id: request.id,
    ...(position && { position }),
    origin: originOf(request),
    today: presentDay(),
  }
}
