import { conditionWords } from '../../../model/kit/conditions.ts'
import type { Fields } from '../../../model/kit/action.ts'
import type { Field, FieldType } from '../../../model/kit/fields.ts'
import { componentName } from '../../../model/kit/wire/component-name.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldsOf } from '../../records/registry.ts'
import { type Components, type Json, list, object, orNull, ref, text, uuid, whole } from './components.ts'
import { shapeAt } from './shapes.ts'

/** Place where a field is declared, to find the shape of its facts */
type Place = readonly string[]
const below = (place: Place, code: string): Place => place.map((one) => `${one}.${code}`)

/** Fields that are never null in an answer */
const ALWAYS: Readonly<Record<string, Json>> = { sid: uuid, version: whole }

/** A record as it is answered; each answer has the fields that its caller may see and asked for. */
export function rowSchema(known: Components, model: Model): Json {
  const fields = fieldsOf(model).filter(([, field]) => !field.internal)
  return {
    description: `${model.en} · ${model.zh}`,
    ...object(
      Object.fromEntries(
        fields.map(([code, field]) => [
          code,
          {
            title: field.en,
            description: descriptionOf(model, field),
            ...(field.computed && { readOnly: true }),
            ...(ALWAYS[code] ?? readAs(known, field, [`${model.name}.${code}`], componentName(model.name, code))),
          },
        ]),
      ),
      fields.some(([code]) => code === 'sid') ? ['sid'] : [],
    ),
  }
}

/** Fields of a record that callers may send */
export function inputSchema(known: Components, model: Model): Json {
  const fields = fieldsOf(model).filter(([, field]) => !field.internal && !field.computed)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([code, field]) => [code, writtenAs(known, field, [`${model.name}.${code}`], componentName(model.name, code))]),
    ),
  }
}

/** A condition is described in words, because it depends on other fields. */
function descriptionOf(model: Model, field: Field) {
  const { zh, applies_to, required_when, asked_of_new } = field
  const described = [
    ...('to' in field ? [`of ${field.to}`] : []),
    ...('dictionary' in field && field.dictionary ? ['a code of the dictionary; the schema of the model lists them'] : []),
    ...(applies_to ? [`applies only where ${conditionWords(applies_to, model.fields, 'en')}`] : []),
    ...(required_when ? [`required${asked_of_new ? ' of new records' : ''} where ${conditionWords(required_when, model.fields, 'en')}`] : []),
  ]
  return [zh, ...described].join('; ')
}

type Of<T extends FieldType> = Extract<Field, { type: T }>
type Written = { known: Components; place: Place; name: string }

const limits = ({ min, max }: { min?: number; max?: number }): Json => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** A value that is there. */
const TYPE: { [T in FieldType]: (field: Of<T>, at: Written) => Json } = {
  // A masked value matches no pattern.
  string: (field) => ({ ...text, maxLength: field.max, ...(field.pattern && !field.masked && { pattern: field.pattern }) }),
  text: (field) => ({ ...text, maxLength: field.max }),
  integer: (field) => ({ ...whole, ...limits(field) }),
  decimal: (field) => (field.shortest ? { type: 'number', ...limits(field) } : { ...text, format: 'decimal' }),
  money: () => ({ ...text, format: 'decimal' }),
  date: () => ({ ...text, format: 'date' }),
  datetime: () => ({ ...text, format: 'date-time' }),
  boolean: () => ({ type: 'boolean' }),
  option: (field, { known, name }) => (field.dictionary ? text : known.choice(name, Object.keys(field.options))),
  options: (field, { known, name }) =>
    list(field.options && !field.free && !field.dictionary ? known.choice(name, Object.keys(field.options)) : text),
  reference: () => uuid,
  references: () => list(uuid),
  rows: (field, { known, place, name }) =>
    list(
      object(
        mapped(field.of, (part, code) => writtenAs(known, part, below(place, code), `${name}_${code}`)),
        [],
      ),
    ),
  attachment: (_field, { known }) => list(known.shape(ref('AttachedFile')) ?? ref('AttachedFile')),
  json: (field, { known, place }) => recordsIn(field) ?? known.shape(shapeAt(place)) ?? contentOf(field.content),
}

/** Declared content, to its last part; an undeclared part may be any JSON. */
function contentOf(content: Json | undefined = {}): Json {
  const { type, properties, items, oneOf, description } = content
  if ('$ref' in content || 'enum' in content || 'const' in content) return content
  if (!type && !oneOf) return { ...ref('Json'), ...(typeof description === 'string' && { description }) }
  const kinds = [type].flat()
  return {
    ...content,
    ...(isJson(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([code, part]) => [code, isJson(part) ? contentOf(part) : part])),
    }),
    ...(kinds.includes('object') && !properties && { additionalProperties: ref('Json') }),
    ...(kinds.includes('array') && { items: isJson(items) ? contentOf(items) : ref('Json') }),
  }
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Facts whose content names a record are described by it; others by their type. */
const recordsIn = ({ content }: Of<'json'>): Json | undefined => (JSON.stringify(content ?? {}).includes('"$ref"') ? content : undefined)

/** Written as text; the answer only states whether it is set. */
const SECRET: Json = object({ is_set: { type: 'boolean' } })

const valueOf = (known: Components, field: Field, place: Place, name: string): Json =>
  (TYPE[field.type] as (field: Field, at: Written) => Json)(field, { known, place, name }) // the table is typed per key

/** As sent: a value sent as null is cleared. */
function writtenAs(known: Components, field: Field, place: Place, name: string): Json {
  const schema = valueOf(known, field, place, name)
  return field.type === 'json' ? schema : orNull(schema)
}

/** As read: references have a name, unless flat ones are asked for. */
function readAs(known: Components, field: Field, place: Place, name: string): Json {
  if (field.secret) return { anyOf: [SECRET, { type: 'null' }] }
  if (field.type === 'reference') return ref('Reference')
  if (field.type === 'references') return list(ref('Reference'))
  if (field.type === 'rows')
    return list(
      object(
        mapped(field.of, (part, code) => readAs(known, part, below(place, code), `${name}_${code}`)),
        [],
      ),
    )
  if (field.type === 'options' || field.type === 'attachment') return valueOf(known, field, place, name)
  return writtenAs(known, field, place, name)
}

/** Body of an action: exactly these keys. */
export const bodySchema = (known: Components, fields: Fields, place: Place, name: string): Json & { required: string[] } => ({
  type: 'object',
  properties: mapped(fields, (field, code) => bodyField(known, field, below(place, code), `${name}_${code}`)),
  required: Object.keys(fields).filter((code) => fields[code]?.required),
  additionalProperties: false,
})

export const bodyField = (known: Components, field: Field, place: Place, name: string): Json => ({
  title: field.en,
  ...(field.required ? valueOf(known, field, place, name) : writtenAs(known, field, place, name)),
})

/** Answer of an action: all keys are present; null or absent only where declared. */
export const answerSchema = (known: Components, fields: Fields, place: Place, name: string): Json =>
  object(
    mapped(fields, (field, code) => answerField(known, field, below(place, code), `${name}_${code}`)),
    Object.keys(fields).filter((code) => !fields[code]?.optional),
  )

export function answerField(known: Components, field: Field, place: Place, name: string): Json {
  if (field.type === 'rows') return { title: field.en, ...list(answerSchema(known, field.of, place, name)) }
  const schema = valueOf(known, field, place, name)
  return { title: field.en, ...(field.nullable ? orNull(schema) : schema) }
}

const mapped = (fields: Fields, schemaOf: (field: Field, code: string) => Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([code, field]) => [code, schemaOf(field, code)]))
