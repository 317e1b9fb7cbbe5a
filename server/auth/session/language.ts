import type { FastifyRequest } from 'fastify'
import type { Lang } from '../../../model/kit/fields.ts'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import type { Tenant } from '../../records/context.ts'
import { languagesOf, type Wording, wordingOf } from '../../records/words/wording.ts'
import type { Server } from '../../server.ts'

export const tenantOf = (server: Server, request: FastifyRequest): Tenant => server.tenants.of(request.hostname)

/** The language of the answer: the one of ours that the caller likes best, Chinese where none is named. */
export function langOf(request: FastifyRequest): Lang {
  const further = heard.get(request)
  if (further) return further.fallback
  const header = request.headers['accept-language'] ?? ''
  if (SIMPLE.test(header)) return header.slice(0, 2).toLowerCase() === 'en' ? 'en' : 'zh'
  // A request whose address cannot be read is not decorated.
  return 'languages' in request && request.languages([...LANGS]) === 'en' ? 'en' : 'zh'
}

const LANGS: readonly Lang[] = ['zh', 'en']

// One language, as our own pages and most scripts send it.
const SIMPLE = /^[\w-]*$/

type Heard = FurtherLanguage & { words: Wording }
const heard = new WeakMap<FastifyRequest, Heard>()

/** The language of the tenant's own that the caller likes best. */
export const furtherOf = (request: FastifyRequest): Heard | undefined => heard.get(request)

// As our own pages ask for the languages that every tenant has.
const OURS = new Set(['', '*', 'zh-CN', 'en'])

/** Before anything is answered, since a refusal may be the answer. */
export async function hear(server: Server, request: FastifyRequest): Promise<void> {
  const asked = request.headers['accept-language'] ?? ''
  if (OURS.has(asked) || !request.url.startsWith('/innoe-')) return
  const [code = ''] = asked.toLowerCase().split(/[,;\s]/)
  try {
    const tenant = tenantOf(server, request)
    const found = (await languagesOf(tenant)).find((one) => one.code === code)
    if (found) heard.set(request, { ...found, words: await wordingOf({ tenant }, code) })
  } catch (error) {
    // Unknown hosts and a database that is away are refused by the call itself.
    request.log.debug({ err: error }, 'the languages of the tenant were not read')
  }
}
