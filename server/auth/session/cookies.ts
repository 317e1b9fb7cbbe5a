import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from './secrets.ts'

export type Cookie = { name: string; seconds: number }

/**
 * Over HTTPS a browser takes a name that begins so from this host alone and over HTTPS alone: no other host of the domain and nobody on
 * the line can set it. On plain HTTP, as on one machine, browsers refuse such names.
 */
const nameOn = ({ protocol }: FastifyRequest, { name }: Cookie) => (protocol === 'https' ? `__Host-${name}` : name)

const attributesOf = ({ protocol }: FastifyRequest) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const

export const cookieOf = (request: FastifyRequest, cookie: Cookie) => request.cookies[nameOn(request, cookie)] ?? ''

export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string) {
  reply.setCookie(nameOn(request, cookie), value, { ...attributesOf(request), maxAge: cookie.seconds })
}

const BINDING = /^b_[\w-]{43}$/

/** What ties an attempt to the browser that began it. Two pages of one browser that sign in side by side share it. */
export function bindBrowser(request: FastifyRequest, reply: FastifyReply, cookie: Cookie): string {
  const held = cookieOf(request, cookie)
  const binding = BINDING.test(held) ? held : newSecret('b')
  setCookie(request, reply, cookie, binding)
  return binding
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply, cookie: Cookie) {
  reply.clearCookie(nameOn(request, cookie), attributesOf(request))
}
