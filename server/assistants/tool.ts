import type { FastifyRequest } from 'fastify'
import type { Fields } from '../../model/kit/action.ts'
import { type Field, labelOf, type Lang, wordIn, type Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { both, Refusal, refuse } from '../errors.ts'
import type { Context, Tenant } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { verbOf } from '../records/verbs.ts'

export type Facts = Readonly<Record<string, unknown>>
/** The context only reads; `tenant` also counts. */
export type Asking = { ctx: Context; tenant: Tenant; request: FastifyRequest }
/** Answer of a tool, with the facts that the audit log records of it */
export type Answered = { found: Facts; entity?: string; record_sid?: string; records?: number }

/** One question of an assistant. `args` are checked before it runs. */
export type Tool = { name: string; says: Words; args: Fields; run(asking: Asking, args: Facts): Promise<Answered> }

/** A call of the API as its owner makes it: permission, functions bound to roles, and the check of the body included. */
export async function callVerb({ ctx, request }: Asking, name: string, verb: string, body: Record<string, unknown>): Promise<Facts> {
  const action = ctx.tenant.modules.actionOf('POST', name, verb) ?? verbOf('POST', modelNamed(ctx.tenant.models, name), verb) ?? refuse('not_found')
  return (await action.run({ ctx, body, query: {}, rest: '', request })) as Facts // a search, a count or a find
}

/** The result, or the reason of the refusal if this person may not */
export async function ifAllowed<T>({ ctx }: Asking, act: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return { refused: error.words(ctx.lang) }
    throw error
  }
}

/** Of these fields, those that this person may read. */
export const readable = (ctx: Context, model: Model, codes: readonly string[]) =>
  codes.filter((code) => fieldOf(model, code) && accessOf(ctx, model).mayRead(code))

/** The record without empty values; each code is given with its name, like a reference. */
export function named({ lang }: Context, model: Model, record: Facts): Facts {
  const shown = Object.entries(record).flatMap(([code, value]): [string, unknown][] => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
    return [[code, nameOf(fieldOf(model, code), value, lang)]]
  })
  return Object.fromEntries(shown)
}

function nameOf(field: Field | undefined, value: unknown, lang: Lang): unknown {
  if (field?.type === 'option' && typeof value === 'string') return withName(field.options[value], value, lang)
  if (field?.type === 'options' && Array.isArray(value)) return value.map((one) => withName(field.options?.[String(one)], String(one), lang))
  return value
}

const withName = (words: Words | undefined, code: string, lang: Lang) => (words ? { code, name: wordIn(words, lang) } : code)

/** The models of which an assistant may ask. */
const BESIDE_CASES = ['deadline', 'fee', 'document', 'official_event'] as const

export function modelAsked({ tenant }: Context, given: unknown, { cases = false } = {}): Model {
  const name = typeof given === 'string' ? given : 'case'
  const known = ['case', ...tenant.models.kinds.keys(), ...(cases ? [] : BESIDE_CASES)]
  if (!known.includes(name))
    refuse('bad_request', both('why', [`没有“${name}”；可用：${known.join('、')}`, `there is no “${name}”; there are ${known.join(', ')}`]))
  return modelNamed(tenant.models, name)
}

/** Arguments of a tool in JSON Schema */
export const schemaOf = (args: Fields, lang: Lang): Facts => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries<Field>(args).map(([code, field]) => [code, argSchema(field, lang)])),
  required: Object.entries<Field>(args).flatMap(([code, { required }]) => (required ? [code] : [])),
  additionalProperties: false,
})

function argSchema(field: Field, lang: Lang): Facts {
  const { min, max } = field as { min?: number; max?: number } // absent where the type has none
  const description = [labelOf(field, lang), ...(field.help ? [wordIn(field.help, lang)] : [])].join(': ')
  if (field.type === 'integer') return { type: 'integer', description, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) } // oxfmt-ignore
  if (field.type === 'boolean') return { type: 'boolean', description }
  return { type: 'string', description, ...(field.type === 'date' && { format: 'date' }), ...(max !== undefined && { maxLength: max }) }
}
