import type { FastifyRequest } from 'fastify'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'

export const tenantOf = (server: Server, request: FastifyRequest): Tenant => server.tenants.of(request.hostname)

export function langOf(request: FastifyRequest): Lang {
  const header = request.headers['accept-language'] ?? ''
  if (!SIMPLE.test(header)) return preferred(header)
  return spoken(header) === 'en' ? 'en' : 'zh'
}

// One language, as our own pages and most scripts send it.
const SIMPLE = /^[\w-]*$/
const spoken = (tag: string) => tag.trim().slice(0, 2).toLowerCase()

/** The one of our languages with the greatest weight; the first named among equals. */
function preferred(header: string): Lang {
  let best: { lang: Lang; weight: number } = { lang: 'zh', weight: 0 }
  for (const part of header.slice(0, 500).split(',')) {
    const [tag = '', ...more] = part.split(';')
    const lang = spoken(tag)
    const given = more.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    const weight = given === undefined ? 1 : Number(given)
    if ((lang === 'en' || lang === 'zh') && weight > best.weight) best = { lang, weight }
  }
  return best.lang
}
