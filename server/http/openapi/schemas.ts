import { conditionWords } from '../../../model/kit/conditions.ts'
import type { Fields } from '../../../model/kit/action.ts'
import type { Field, FieldType } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldsOf } from '../../records/registry.ts'

export type Json = Record<string, unknown>

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
export const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({ type: 'object', properties, required })
export const list = (items: Json): Json => ({ type: 'array', items })
export const text: Json = { type: 'string' }
export const whole: Json = { type: 'integer' }
export const uuid: Json = { type: 'string', format: 'uuid' }

/** A record as it is answered; each answer has the fields that its caller may see and asked for. */
export function recordSchema(model: Model): Json {
  const fields = fieldsOf(model).filter(([, field]) => !field.internal)
  return {
    type: 'object',
    title: model.en,
    description: model.zh,
    properties: Object.fromEntries(
      fields.map(([code, field]) => [
        code,
        { title: field.en, description: descriptionOf(model, field), ...(field.computed && { readOnly: true }), ...typeOf(field) },
      ]),
    ),
  }
}

/** A condition is described in words, because it depends on other fields. */
function descriptionOf(model: Model, { zh, applies_to, required_when }: Field) {
  const described = [
    ...(applies_to ? [`applies only where ${conditionWords(applies_to, model.fields, 'en')}`] : []),
    ...(required_when ? [`required where ${conditionWords(required_when, model.fields, 'en')}`] : []),
  ]
  return [zh, ...described].join('; ')
}

type Of<T extends FieldType> = Extract<Field, { type: T }>

const nullable = (type: string, more: Json = {}): Json => ({ type: [type, 'null'], ...more })
const limits = ({ min, max }: { min?: number; max?: number }): Json => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** In pixels as shown; `cm` is the printed width and height, where the file states a resolution. */
const PICTURE = object({ width: whole, height: whole, dpi: whole, cm: list({ type: 'number' }) }, ['width', 'height'])

const TYPE: { [T in FieldType]: (field: Of<T>) => Json } = {
  // What is shown masked fits no pattern.
  string: (field) => nullable('string', { maxLength: field.max, ...(field.pattern && !field.masked && { pattern: field.pattern }) }),
  text: (field) => nullable('string', { maxLength: field.max }),
  integer: (field) => nullable('integer', limits(field)),
  decimal: (field) => (field.shortest ? nullable('number', limits(field)) : nullable('string', { format: 'decimal' })),
  money: () => nullable('string', { format: 'decimal' }),
  date: () => nullable('string', { format: 'date' }),
  datetime: () => nullable('string', { format: 'date-time' }),
  boolean: () => nullable('boolean'),
  option: (field) =>
    field.dictionary
      ? nullable('string', { description: 'a code of the dictionary; the schema of the model lists them' })
      : { enum: [...Object.keys(field.options), null] },
  options: (field) => ({ type: 'array', items: field.options && !field.free ? { enum: Object.keys(field.options) } : { type: 'string' } }),
  reference: (field) => ({
    description: `a ${field.to}: its sid when written or flat, {sid, name} when read`,
    oneOf: [uuid, ref('Ref'), { type: 'null' }],
  }),
  references: (field) => ({ type: 'array', description: `of ${field.to}`, items: { oneOf: [uuid, ref('Ref')] } }),
  rows: (field) => list({ type: 'object', properties: Object.fromEntries(Object.entries(field.of).map(([code, part]) => [code, partOf(part)])) }),
  attachment: () => list(object({ sid: uuid, name: text, size: whole, picture: PICTURE }, ['sid', 'name', 'size'])),
  json: (field) => field.content ?? {},
}

const partOf = (part: Field): Json => ({ title: part.en, ...typeOf(part) })
/** Written as text; what is answered tells only whether it is set. */
const SECRET: Json = { oneOf: [{ type: ['string', 'null'] }, object({ is_set: { type: 'boolean' } })] }
const typeOf = (field: Field): Json => (field.secret ? SECRET : (TYPE[field.type] as (field: Field) => Json)(field)) // the table is typed per key

/** Body of an action: exactly these keys. */
export const bodySchema = (fields: Fields): Json => ({
  ...object(
    mapped(fields, bodyField),
    Object.keys(fields).filter((code) => fields[code]?.required),
  ),
  additionalProperties: false,
})

export const bodyField = (field: Field): Json => partOf(field)

/** Answer of an action: all keys are present; null or absent only where declared. */
export const answerSchema = (fields: Fields): Json =>
  object(
    mapped(fields, answerField),
    Object.keys(fields).filter((code) => !fields[code]?.optional),
  )

export function answerField(field: Field): Json {
  const title = { title: field.en }
  if (field.type === 'rows') return { ...title, ...list(answerSchema(field.of)) }
  if (field.type === 'reference') return { ...title, ...(field.nullable ? { oneOf: [uuid, { type: 'null' }] } : uuid) }
  if (field.type === 'references') return { ...title, ...list(uuid) }
  const schema = partOf(field)
  if (field.nullable || field.type === 'json') return schema
  const { type, enum: values } = schema
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.find((one) => one !== 'null') }),
    ...(Array.isArray(values) && { enum: values.filter((one) => one !== null) }),
  }
}

const mapped = (fields: Fields, schemaOf: (field: Field) => Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([code, field]) => [code, schemaOf(field)]))

export const COMMON: Json = {
  Ref: object({ sid: uuid, name: text }),
  /** Fields of every complete record. */
  Base: {
    type: 'object',
    required: ['sid', 'version', 'created_at', 'updated_at', 'created_by', 'updated_by', 'company_sid'],
    properties: {
      abilities: { ...object({ verbs: list(text), actions: list(text) }), description: 'what this caller may do with it, where one record is read' },
      warnings: { ...list(text), description: 'what was kept all the same, in the language of the caller' },
    },
  },
  Page: {
    ...object({ start: whole, rows: whole, total: whole, total_capped: { const: true }, record: list({ type: 'object' }) }, [
      'start',
      'rows',
      'record',
    ]),
  },
  Failure: {
    ...object(
      {
        code: { type: 'integer', not: { const: 0 } },
        message: text,
        errors: list(object({ field: text, label: text, reason: text })),
        warnings: list(object({ code: text, field: text, label: text, reason: text })),
        data: {},
        request_id: text,
      },
      ['code', 'message', 'request_id'],
    ),
  },
}
