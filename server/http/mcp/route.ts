import type { FastifyRequest } from 'fastify'
import { assistantCall } from '../../../model/assistants/mcp-route.ts'
import { sessionOf } from '../../auth/session/actor.ts'
import { tenantOf } from '../../auth/session/language.ts'
import { rulesOf } from '../../auth/session/rules.ts'
import { both, refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { serve } from '../../route.ts'
import { answerTo } from './protocol.ts'

/** Endpoint for assistants */
export const assistantRoute = serve(assistantCall, async ({ ctx, server, request, reply, body }) => {
  const tenant = tenantOf(server, request)
  refuseForeignPage(request)
  await refuseUnlessAllowed(tenant, request)
  const answer = await answerTo({ ctx, tenant, request }, body)
  if (answer === undefined) return reply.status(202).send()
  return reply.type('application/json').header('Cache-Control', 'no-store').send(JSON.stringify(answer))
})

/** A page of another site must not reach a server of this network through the browser of its reader. */
function refuseForeignPage({ headers: { origin, host } }: FastifyRequest) {
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    refuse('forbidden', both('what', ['从其他网站的网页连接', 'connect from a page of another site']))
}

async function refuseUnlessAllowed(tenant: Tenant, request: FastifyRequest) {
  if (!(await rulesOf(tenant)).assistants) refuse('assistants_off')
  const { scope } = await sessionOf(tenant, request)
  if (scope !== 'ASSISTANT')
    refuse('forbidden', both('what', ['以此令牌连接 AI 助手：请新建“AI 助手”范围的令牌', 'connect an assistant with this token: make one of the scope “AI assistant”']))
} // oxfmt-ignore
