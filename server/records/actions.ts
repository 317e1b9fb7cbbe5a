import type { FastifyRequest } from 'fastify'
import { type Lang, wordIn } from '../../model/kit/fields.ts'
import { type ActionDeclaration, type Fields, isRecordBody, type MadeAnswer, type Permission, type ReadBody } from '../../model/kit/action.ts'
import type { Verb } from '../../model/kit/model.ts'
import type { Fault } from '../../model/kit/wire/wire.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { forFunction, functionOf, isWithheld } from './permission/functions.ts'
import { SEEING } from './permission/governing.ts'
import { authorize, authorizeAbility } from './permission/permission.ts'
import { modelNamed, type Named } from './registry.ts'
import { comingDay, parseValue } from './write/values.ts'
import { type Action, type Context, inTransaction, type Method, presentDay, type RawCall } from './context.ts'

/** The input of a handler: `model` is that of the declaration, `body` is checked by it. */
export type Call<A extends ActionDeclaration> = { ctx: Context; model: Named<A['model']>; body: ReadBody<A>; request: FastifyRequest }

/** Runs a declared action: permission first, then the body, then the handler. */
export function perform<const A extends ActionDeclaration>(action: A, handler: (call: Call<A>) => Promise<MadeAnswer<A>>): readonly Action[] {
  const run = async ({ ctx, body, query, rest, request }: RawCall, method: Method) => {
    const caller = forFunction(ctx, functionOf(action), action.model, action.permission)
    const model = authorizeAction(ctx, action)
    const asking = { ...caller, asked: askedBy(action.model, action.permission, action.also) }
    const given = { ...(method === 'GET' ? ownKeys(query, action) : body), ...(rest && restOf(action, rest)) }
    const read = (isRecordBody(action.body) ? given : readFields(ctx, action.body, given)) as ReadBody<A> // by the same declaration
    const act = (own: Context) => handler({ ctx: own, model, body: read, request })
    return action.transaction ? inTransaction(asking, act) : act(asking)
  }
  return (action.methods ?? ['POST']).map((method) => ({
    method,
    at: action.at ?? action.model,
    name: action.name,
    declared: action,
    run: (call) => run(call, method),
  }))
}

/** Refuses a caller without permission; returns the action's model. */
export function authorizeAction<A extends ActionDeclaration>(ctx: Context, action: A): Named<A['model']> {
  const { model, permission, also } = action
  const code = functionOf(action)
  refuseWithheld(ctx, code, action)
  return authorizeOn<A['model']>(forFunction(ctx, code, model, permission), model, permission, also)
}

/** A call that is bound to roles is refused by its name to those who have none of them. */
export function refuseWithheld(
  ctx: Context,
  code: string,
  { permission, zh, en }: Pick<ActionDeclaration, 'zh' | 'en'> & { permission: Permission },
) {
  if (permission !== 'person' && isWithheld(ctx.actor, code)) refuse('function_withheld', { what_zh: zh, what_en: en })
}

/** Refuses a caller without this permission on the model, or without these verbs on others. */
export function authorizeOn<N extends string>(ctx: Context, name: N, permission: Permission, also: Readonly<Record<string, Verb>> = {}): Named<N> {
  const model = modelNamed(ctx.tenant.models, name)
  if (typeof permission === 'object') authorizeAbility(ctx, model, permission)
  else if (permission !== 'person') authorize(ctx, model, permission)
  for (const [other, verb] of Object.entries(also)) authorize(ctx, modelNamed(ctx.tenant.models, other), verb)
  return model
}

/** By model, what a call must be granted on each record that it changes; a verb that only reads asks nothing. */
export function askedBy(name: string, permission: Permission, also: Readonly<Record<string, Verb>> = {}): Record<string, readonly string[]> {
  const own = typeof permission === 'object' ? permission.code : permission
  const asked = [[name, own] as const, ...Object.entries(also)].filter(([, verb]) => verb !== 'person' && !SEEING.has(verb))
  return Object.fromEntries([...Map.groupBy(asked, ([model]) => model)].map(([model, of]) => [model, of.map(([, verb]) => verb)]))
}

const restOf = ({ rest }: ActionDeclaration, given: string) => (rest ? { [rest]: given } : refuse('not_found'))

/** A query may contain parameters common to all calls, such as the chosen company. */
const ownKeys = (query: Record<string, unknown>, { body }: ActionDeclaration) =>
  Object.fromEntries(Object.entries(query).filter(([key]) => isRecordBody(body) || Object.hasOwn(body, key)))

/** Reads values by their fields: every fault together, by field; empty values are omitted, or null in `changes`; defaults are filled in. */
export function readFields(
  { lang, today = presentDay() }: { lang: Lang; today?: string },
  fields: Fields,
  given: Record<string, unknown>,
  { changes = false } = {},
): Record<string, unknown> {
  refuseOtherKeys(given, Object.keys(fields))
  const faults: Fault[] = []
  const read: Record<string, unknown> = {}
  for (const [code, field] of Object.entries(fields)) {
    const parsed =
      field.type === 'json' && field.keeps_empty && Array.isArray(given[code]) ? { value: given[code] } : parseValue(field, given[code], given)
    const value = 'value' in parsed ? (parsed.value ?? field.default) : undefined
    const words = 'fault' in parsed ? parsed.fault : field.required && value === undefined ? REQUIRED : comingDay(field, value, today)
    if (words) faults.push({ field: code, label: field[lang], reason: wordIn(words, lang) })
    else if (value !== undefined) read[code] = value
    else if (changes && Object.hasOwn(given, code)) read[code] = null
  }
  if (faults.length > 0) refuseFaults(faults)
  return read
}

const REQUIRED = ['必填', 'is required'] as const

export function refuseOtherKeys(body: Record<string, unknown>, keys: readonly string[]) {
  for (const key of Object.keys(body)) if (!keys.includes(key)) refuse('unknown_key', { key: key.slice(0, 60) })
}
