import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Server } from '../server.ts'

const NAME = 'innoe_end'

/** One browser on one domain holds the enterprise end or the agency end, never both: a signed cookie tells which. */
export function refuseOtherEnd({ config }: Server, request: FastifyRequest, platform: 1 | 2) {
  const held = read(config.secret, request)
  if (held !== undefined && held !== platform) refuse('both_ends')
}

export function holdEnd({ config }: Server, request: FastifyRequest, reply: FastifyReply, platform: 1 | 2) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('Set-Cookie', `${NAME}=${platform}.${sign(config.secret, platform)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=43200${secure}`)
}

export function leaveEnd(reply: FastifyReply) {
  reply.header('Set-Cookie', `${NAME}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`)
}

const sign = (secret: string, platform: number) => createHmac('sha256', secret).update(`end ${platform}`).digest('base64url')

function read(secret: string, request: FastifyRequest): 1 | 2 | undefined {
  const found = new RegExp(`(?:^|;\\s*)${NAME}=([12])\\.([\\w-]+)`).exec(request.headers.cookie ?? '')
  if (!found) return undefined
  const platform = found[1] === '2' ? 2 : 1
  const [given, right] = [Buffer.from(found[2] ?? ''), Buffer.from(sign(secret, platform))]
  return given.length === right.length && timingSafeEqual(given, right) ? platform : undefined
}
