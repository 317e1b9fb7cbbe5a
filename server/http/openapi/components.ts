import { componentAt, componentName } from '../../../model/kit/wire/component-name.ts'
import { SHAPES } from './shapes.ts'

export type Json = Record<string, unknown>

export const ref = (name: string): Json => ({ $ref: componentAt(name) })
export const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
export const list = (items: Json): Json => ({ type: 'array', items })
export const text: Json = { type: 'string' }
export const whole: Json = { type: 'integer' }
export const uuid: Json = { type: 'string', format: 'uuid' }

/** Null is one more type of a plain value, and one more alternative of another. */
export function orNull(schema: Json): Json {
  if ('$ref' in schema || typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }) }
}

/** Lists of choices as long as that of the countries are one for the whole document. */
const MIN_SHARED_CHOICES = 60

/** Components of a document: each is written once, and only referenced ones are kept. */
export class Components {
  private readonly made: Record<string, Json> = {}
  private readonly long = new Map<string, string>()

  /** Under this name, unless another stands there: then as it is. */
  keep(name: string, part: Json): Json {
    const there = this.made[name]
    if (there && JSON.stringify(there) !== JSON.stringify(part)) return part
    this.made[name] = part
    return ref(name)
  }

  /** A choice among codes, by the name of its field. */
  choice(name: string, codes: readonly string[]): Json {
    const schema: Json = { type: 'string', enum: codes }
    if (codes.length === 0) return text
    if (codes.length < MIN_SHARED_CHOICES) return this.keep(componentName(name), schema)
    const key = codes.join()
    const known = this.long.get(key) ?? componentName(name)
    this.long.set(key, known)
    return this.keep(known, schema)
  }

  /** With the types that it names. */
  shape(schema: Json | undefined): Json | undefined {
    for (const [, name = ''] of JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const shape = SHAPES[name]
      if (!shape || Object.hasOwn(this.made, name)) continue
      this.keep(name, shape)
      this.shape(shape)
    }
    return schema
  }

  /** Schemas that the paths refer to, directly or not; they may refer to records that the caller does not see. */
  usedBy(paths: Json): Json {
    const used: Record<string, Json> = {}
    const follow = (part: unknown) => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (Object.hasOwn(used, name)) continue
        used[name] = this.made[name] ?? COMMON[name] ?? object({ sid: uuid })
        follow(used[name])
      }
    }
    follow([paths, REFUSED])
    return { schemas: Object.fromEntries(Object.entries(used).sort(byName)), responses: { Refused: REFUSED } }
  }
}

const REFUSED: Json = { description: 'refused', content: { 'application/json': { schema: ref('Failure') } } }
const byName = ([a]: readonly [string, Json], [b]: readonly [string, Json]) => (a < b ? -1 : 1)

const FAULT = object({ field: text, label: text, reason: text })

const COMMON: Readonly<Record<string, Json>> = {
  Json: { description: 'any value', type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
  Ref: object({ sid: uuid, name: text }),
  Reference: { description: 'a record: {sid, name}, or its sid where flat is asked for', anyOf: [uuid, ref('Ref'), { type: 'null' }] },
  /** Of every record that is read whole. */
  Whole: {
    ...object(
      {
        version: whole,
        created_at: { ...text, format: 'date-time' },
        updated_at: { ...text, format: 'date-time' },
        created_by: ref('Reference'),
        updated_by: ref('Reference'),
        company_sid: ref('Reference'),
        abilities: {
          ...object({ verbs: list(text), actions: list(text) }),
          description: 'what this caller may do with it, where one record is read',
        },
        warnings: { ...list(text), description: 'what was kept all the same, in the language of the caller' },
      },
      ['version', 'created_at', 'updated_at', 'created_by', 'updated_by', 'company_sid'],
    ),
  },
  Failure: object(
    {
      code: { ...whole, not: { const: 0 } },
      message: text,
      errors: list(FAULT),
      warnings: list(object({ code: text, field: text, label: text, reason: text })),
      data: ref('Json'),
      request_id: text,
    },
    ['code', 'message', 'request_id'],
  ),
}
