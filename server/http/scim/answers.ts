import type { FastifyReply, FastifyRequest } from 'fastify'
import { langOf } from '../../auth/session/language.ts'
import type { Refusal } from '../../errors.ts'
import type { Resource } from '../../organisation/hr/attributes.ts'
import { tagOf } from '../../organisation/hr/entity-tag.ts'

export const MEDIA_TYPE = 'application/scim+json'
export const BASE = '/scim/v2'

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0'

/** The kinds of RFC 7644, 3.12, by our refusals; others have none. */
const KINDS: Readonly<Record<string, string>> = {
  scim_filter: 'invalidFilter',
  bad_iql: 'invalidFilter',
  unknown_field: 'invalidFilter',
  scim_path: 'invalidPath',
  scim_no_target: 'noTarget',
  scim_read_only: 'mutability',
  scim_syntax: 'invalidSyntax',
  bad_json: 'invalidSyntax',
  bad_request: 'invalidSyntax',
  scim_value: 'invalidValue',
  validation: 'invalidValue',
  rule: 'invalidValue',
  scim_taken: 'uniqueness',
  scim_many: 'tooMany',
}

const TAKEN = ['已被其他记录使用', 'is already used by another record']

/** A value that another record has, and writers that met, are conflicts here. */
function statusOf({ name, status, errors = [] }: Refusal): { status: number; scimType?: string | undefined } {
  if (errors.some(({ reason }) => TAKEN.includes(reason))) return { status: 409, scimType: 'uniqueness' }
  if (name === 'depended_on' || name === 'busy' || name === 'unconfirmed') return { status: 409 }
  return { status, scimType: KINDS[name] }
}

export function sendScimRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { status, scimType } = statusOf(refusal)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="SCIM"')
  if (status === 429) reply.header('Retry-After', String(refusal.facts.seconds ?? 60))
  return send(reply.status(status), {
    schemas: [`${MESSAGES}:Error`],
    status: String(status),
    ...(scimType && { scimType }),
    detail: refusal.words(langOf(request)),
  })
}

export const send = (reply: FastifyReply, body: unknown) => reply.header('Cache-Control', 'no-store').type(MEDIA_TYPE).send(JSON.stringify(body))

export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: Resource, status = 200) {
  const whole = placed(request, resource)
  const { location, version } = whole.meta as { location: string; version?: string } // as placed below
  if (version !== undefined) reply.header('ETag', version)
  if (request.method === 'GET' && version !== undefined && request.headers['if-none-match'] === version) return reply.status(304).send()
  return send(reply.status(status).header('Location', location), chosenOf(request, whole))
}

export function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, start, resources }: { total: number; start: number; resources: readonly Resource[] },
) {
  return send(reply, {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources.map((one) => chosenOf(request, placed(request, one))),
  })
}

/** Its address and tag; without the members the tag of a group is unknown. */
function placed(request: FastifyRequest, resource: Resource): Resource {
  const meta = resource.meta as Resource // every resource has it
  const location = `${request.protocol}://${request.host}${BASE}/${meta.resourceType === 'Group' ? 'Groups' : 'Users'}/${String(resource.id)}`
  const isWhole = meta.resourceType !== 'Group' || 'members' in resource
  return { ...resource, meta: { ...meta, location, ...(isWhole && { version: tagOf(resource) }) } }
}

const namesIn = (value: unknown) => (typeof value === 'string' ? value.toLowerCase().split(',').map((one) => one.trim()).filter(Boolean).slice(0, 100) : []) // oxfmt-ignore

/** Whether the query wants the attribute, such as members. */
export function wants(request: FastifyRequest, name: string): boolean {
  const { attributes, excludedAttributes } = request.query as Record<string, unknown>
  const [only, without] = [namesIn(attributes), namesIn(excludedAttributes)]
  return !without.includes(name) && (only.length === 0 || only.some((one) => one.split('.')[0]?.endsWith(name)))
}

const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id'])

/** `attributes` and `excludedAttributes`, by the name of the attribute, alone or after that of its schema. */
function chosenOf(request: FastifyRequest, resource: Resource): Resource {
  const { attributes, excludedAttributes } = request.query as Record<string, unknown>
  const [only, without] = [namesIn(attributes), namesIn(excludedAttributes)]
  if (only.length === 0 && without.length === 0) return resource
  const isNamed = (names: readonly string[], key: string) => {
    const own = key.toLowerCase()
    return names.some(
      (name) => name === own || name.startsWith(`${own}.`) || name.endsWith(`:${own}`) || (own.startsWith('urn:') && name.startsWith(own)),
    )
  }
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => ALWAYS.has(key) || (only.length > 0 ? isNamed(only, key) : !without.includes(key.toLowerCase()))),
  )
}
