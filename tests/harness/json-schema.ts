type Json = Record<string, unknown>

/** Where a value does not fit a JSON schema, in words; empty when it does. As much of the standard as our own document uses. */
export function misfits(root: Json, schema: unknown, value: unknown, at = '$'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const one = schema as Json // an object, as just asked
  if (typeof one.$ref === 'string') return misfits(root, resolve(root, one.$ref), value, at)
  return [
    ...typeMisfits(one, value, at),
    ...('const' in one && one.const !== value ? [`${at}: ${show(value)} is not ${show(one.const)}`] : []),
    ...(Array.isArray(one.enum) && !one.enum.includes(value) ? [`${at}: ${show(value)} is none of ${show(one.enum)}`] : []),
    ...(one.not && misfits(root, one.not, value, at).length === 0 ? [`${at}: ${show(value)} is what it must not be`] : []),
    ...listOf(one.allOf).flatMap((part) => misfits(root, part, value, at)),
    ...oneOfMisfits(root, one, value, at),
    ...anyOfMisfits(root, one, value, at),
    ...(typeof value === 'string' ? textMisfits(one, value, at) : []),
    ...(typeof value === 'number' ? numberMisfits(one, value, at) : []),
    ...(Array.isArray(value) ? value.flatMap((item, i) => misfits(root, one.items, item, `${at}[${i}]`)) : []),
    ...(isObject(value) ? objectMisfits(root, one, value, at) : []),
  ]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const show = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 120)

export function resolve(root: Json, path: string): unknown {
  return path
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), root)
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function typeMisfits({ type }: Json, value: unknown, at: string): string[] {
  if (type === undefined) return []
  const kinds = [type].flat()
  const fits = kinds.includes(kindOf(value)) || (kinds.includes('integer') && Number.isInteger(value))
  return fits ? [] : [`${at}: ${show(value)} is no ${kinds.join(' or ')}`]
}

function oneOfMisfits(root: Json, { oneOf }: Json, value: unknown, at: string): string[] {
  if (!Array.isArray(oneOf)) return []
  const fitting = oneOf.filter((part) => misfits(root, part, value, at).length === 0).length
  return fitting === 1 ? [] : [`${at}: ${show(value)} fits ${fitting} of the ${oneOf.length} it may be`]
}

function anyOfMisfits(root: Json, { anyOf }: Json, value: unknown, at: string): string[] {
  if (!Array.isArray(anyOf) || anyOf.some((part) => misfits(root, part, value, at).length === 0)) return []
  return [`${at}: ${show(value)} fits none of the ${anyOf.length} it may be`]
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  decimal: /^-?\d+(\.\d+)?$/,
}

function textMisfits({ format, pattern, maxLength }: Json, value: string, at: string): string[] {
  const shape = typeof format === 'string' ? FORMATS[format] : undefined
  return [
    ...(shape && !shape.test(value) ? [`${at}: ${show(value)} is no ${String(format)}`] : []),
    ...(typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value) ? [`${at}: ${show(value)} does not match ${pattern}`] : []),
    ...(typeof maxLength === 'number' && [...value].length > maxLength ? [`${at}: is longer than ${maxLength}`] : []),
  ]
}

function numberMisfits({ minimum, maximum }: Json, value: number, at: string): string[] {
  const low = typeof minimum === 'number' && value < minimum
  const high = typeof maximum === 'number' && value > maximum
  return low || high ? [`${at}: ${value} is out of range`] : []
}

function objectMisfits(root: Json, { properties, required, additionalProperties }: Json, value: Json, at: string): string[] {
  const known = isObject(properties) ? properties : {}
  return [
    ...listOf(required).flatMap((key) => (Object.hasOwn(value, String(key)) ? [] : [`${at}.${String(key)}: is missing`])),
    ...Object.entries(known).flatMap(([key, part]) => (Object.hasOwn(value, key) ? misfits(root, part, value[key], `${at}.${key}`) : [])),
    ...(isObject(additionalProperties)
      ? Object.keys(value).flatMap((key) => (Object.hasOwn(known, key) ? [] : misfits(root, additionalProperties, value[key], `${at}.${key}`)))
      : []),
    ...(additionalProperties === false ? Object.keys(value).flatMap((key) => (Object.hasOwn(known, key) ? [] : [`${at}.${key}: is unknown`])) : []),
  ]
}
