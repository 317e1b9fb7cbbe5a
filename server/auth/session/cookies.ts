import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from './secrets.ts'

export type Cookie = { name: string; seconds: number }

/**
 * Over HTTPS, browsers accept a name with this prefix only from this host and over HTTPS: neither another host of the domain nor
 * an attacker on the network can set it. Over plain HTTP, as on one machine, browsers refuse such names.
 */
const nameOn = ({ protocol }: FastifyRequest, { name }: Cookie) => (protocol === 'https' ? `__Host-${name}` : name)

const attributesOf = ({ protocol }: FastifyRequest) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const

export const cookieOf = (request: FastifyRequest, cookie: Cookie) => request.cookies[nameOn(request, cookie)] ?? ''

export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string) {
  reply.setCookie(nameOn(request, cookie), value, { ...attributesOf(request), maxAge: cookie.seconds })
}

const BINDING = /^b_[\w-]{43}$/

/** Secret that ties an attempt to its browser. Two pages of one browser that sign in at the same time share it. */
export function bindBrowser(request: FastifyRequest, reply: FastifyReply, cookie: Cookie): string {
  const held = cookieOf(request, cookie)
  const binding = BINDING.test(held) ? held : newSecret('b')
  setCookie(request, reply, cookie, binding)
  return binding
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie) {
  reply.clearCookie(nameOn(request, cookie), attributesOf(request))
}
