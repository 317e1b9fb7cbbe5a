import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fields, isRecordBody, type MadeAnswer } from '../model/kit/action.ts'
import type { Lang } from '../model/kit/fields.ts'
import type { Model } from '../model/kit/model.ts'
import { type FileAnswer, isFileAnswer, type ReadFrom, type ReadPath, type ReadQuery, type RouteDeclaration } from '../model/kit/wire/route.ts'
import { both, refuse } from './errors.ts'
import { askedBy, authorizeOn, readFields, refuseWithheld } from './records/actions.ts'
import type { Context, Tenant } from './records/context.ts'
import { forFunction, functionOfRoute } from './records/permission/functions.ts'
import type { Named } from './records/registry.ts'
import { refuseUnlessObject } from './records/write/create.ts'
import { canBeKept, parseValue, UNSUPPORTED } from './records/write/values.ts'
import type { Server } from './server.ts'

/** One call as it came; `context` refuses a caller who is not signed in. */
type RawRouteCall = { server: Server; tenant: Tenant; lang: Lang; request: FastifyRequest; reply: FastifyReply; context(): Promise<Context> }

/** Arguments of a handler, as declared. */
export type RouteCall<R extends RouteDeclaration> = RawRouteCall & {
  path: ReadPath<R>
  query: ReadQuery<R>
} & (R extends { permission: 'open' } ? unknown : { ctx: Context }) &
  (R extends { of: infer N extends string } ? { model: N extends ':model' ? Model : Named<N> } : unknown) &
  (R extends { form: 'also' | 'only' } ? { read(given: Record<string, unknown>): ReadFrom<R> } : { body: ReadFrom<R> })

/** A reply in place of facts: what the caller has already is not sent again. */
type Answered<R extends RouteDeclaration> = R extends { answer: FileAnswer } ? FastifyReply : MadeAnswer<R> | FastifyReply

/** A declared route and what answers it. */
export type Route = { declared: RouteDeclaration; run(call: RawRouteCall): Promise<unknown> }

/** Answers a declared route: permission first, then its values, then the handler. A form is read by the handler, which checks it by `read`. */
export function serve<const R extends RouteDeclaration>(declared: R, handler: (call: RouteCall<R>) => Promise<Answered<R>>): Route {
  const { body = {}, changes = false, form } = declared
  return {
    declared,
    run: async (raw) => {
      const given = raw.request.params as Record<string, string> // the address names them
      const signedIn = declared.permission === 'open' ? undefined : await raw.context()
      const caller = signedIn && callerOf(signedIn, declared, given)
      const model = caller && declared.permission !== 'open' ? authorizeRoute(caller, declared, declared.permission, given) : undefined
      const asked = model && declared.permission !== 'open' ? askedBy(model.name, declared.permission, declared.also) : undefined
      const ctx = caller && asked ? { ...caller, asked } : caller
      const read = (values: Record<string, unknown>) => (isRecordBody(body) ? values : readFields(raw, body, values, { changes }))
      const values = {
        ...raw,
        ...(ctx && { tenant: ctx.tenant }),
        ctx,
        model,
        path: readPath(declared, given),
        ...(form && form !== 'posted' ? { read } : { body: declared.method === 'POST' ? read(bodyOf(raw.request)) : {} }),
        query: readQuery(raw, declared),
      }
      return handler(values as unknown as RouteCall<R>) // as the declaration says, by which each was read
    },
  }
}

/** A route that is bound to roles is given by these alone. */
function callerOf(ctx: Context, { method, url, of, permission, zh, en }: RouteDeclaration, given: Record<string, string>): Context {
  if (permission === 'open') return ctx
  const code = functionOfRoute({ method, url })
  refuseWithheld(ctx, code, { permission, zh, en })
  const name = of === ':model' ? given.model : of
  return name === undefined ? ctx : forFunction(ctx, code, name, permission)
}

function authorizeRoute(
  ctx: Context,
  { of, also }: RouteDeclaration,
  permission: Exclude<RouteDeclaration['permission'], 'open'>,
  given: Record<string, string>,
) {
  const name = of === ':model' ? given.model : of
  return name === undefined ? undefined : authorizeOn(ctx, name, permission, also)
}

/** An address with a value of the wrong form names nothing. */
function readPath({ path = {} }: RouteDeclaration, given: Record<string, string>) {
  const read: Record<string, unknown> = {}
  for (const [code, field] of Object.entries(path)) {
    if (!canBeKept(given[code])) refuse('bad_request', both('why', UNSUPPORTED))
    const parsed = parseValue(field, given[code])
    read[code] = 'value' in parsed && parsed.value !== null ? parsed.value : refuse('not_found')
  }
  return read
}

/** A query may carry what concerns every call, such as the chosen company. */
function readQuery({ lang, request }: RawRouteCall, { query = {} }: RouteDeclaration) {
  const given = request.query as Record<string, unknown> // Fastify's parser gives texts
  return readFields({ lang }, query, Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(query, key))))
}

/** A body that comes another way than over HTTP, checked by the same declaration. */
export const readBody = <const R extends RouteDeclaration & { body: Fields }>(ctx: Context, { body }: R, given: Record<string, unknown>) =>
  readFields(ctx, body, given) as ReadFrom<R> // by the same declaration

/** The body of a call in JSON; none is an empty one. */
export function bodyOf({ body = {} }: FastifyRequest): Record<string, unknown> {
  refuseUnlessObject(body)
  return body
}

/** What is sent as it is stored is neither compressed again, nor has a stream a head to show before it begins. */
export const optionsOf = ({ answer, form }: RouteDeclaration) => ({
  ...(form === 'posted' && { config: { posted: true } }),
  ...(isFileAnswer(answer) &&
    answer.file !== 'application/json' && { compress: false as const, ...(answer.file === 'text/event-stream' && { exposeHeadRoute: false }) }),
})
