import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFileAnswer, type RouteDeclaration } from '../../model/kit/wire/route.ts'
import { auditLeaving } from '../auth/audit/audit.ts'
import { langOf, tenantOf } from '../auth/session/language.ts'
import { sidOf } from '../records/write/values.ts'
import { optionsOf, type Route } from '../route.ts'
import type { Server } from '../server.ts'
import { contextOf } from './context.ts'

/** Answers the calls that modules declare at addresses of their own. */
export function declaredRoutes(app: FastifyInstance, server: Server, routes: readonly Route[]) {
  for (const { declared, run } of routes) {
    const { method, url } = declared
    app.route({
      method,
      url,
      ...optionsOf(declared),
      onSend: async (request, reply) => recordFile(declared, request, reply),
      handler: (request, reply) =>
        run({ server, tenant: tenantOf(server, request), lang: langOf(request), request, reply, context: () => contextOf(server, request) }),
    })
  }
}

/** Recorded before the first byte of a file is sent, else it is not sent. Later parts of the same file are not recorded again. */
async function recordFile({ answer, of }: RouteDeclaration, request: FastifyRequest, { statusCode }: FastifyReply) {
  if (!isFileAnswer(answer) || answer.leaves === 'nothing' || statusCode !== 200 || request.method === 'HEAD') return
  const { model, sid } = request.params as Record<string, string | undefined> // the address names them
  await auditLeaving(request, answer.leaves, {
    entity: of === ':model' ? model : of,
    record_sid: sidOf(sid) ?? undefined,
    details: { format: answer.file },
  })
}
