import { both, refuse } from '../../errors.ts'
import { type Attribute, attributeOf, isObject, type Kind, type Resource, subOf, valueOf, withoutUrn } from './attributes.ts'
import { type Filter, parseFilter } from './filter.ts'
import { describedBy, meets } from './matches.ts'

// RFC 7644, 3.5.2.

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const MAX_OPERATIONS = 100

type Operation = { op: 'add' | 'replace' | 'remove'; path: string | undefined; value: unknown }

/** The resource with these changes; the given one stays as it is. Attributes that are not kept here are passed over. */
export function patched(kind: Kind, resource: Resource, body: Resource): Resource {
  const after = structuredClone(resource)
  const operations = operationsOf(body)
  refuseMany(operations)
  for (const operation of operations) apply(kind, after, operation)
  return after
}

const MAX_VALUES = 5000
const MAX_FILTERS = 100

/** Each operation passes over the values that the operations before it left. */
function refuseMany(operations: readonly Operation[]) {
  const values = operations.reduce((sum, { value }) => sum + sizeOf(value), 0)
  if (values > MAX_VALUES) refuse('scim_many', { key: 'value', max: MAX_VALUES })
  if (operations.filter(({ path }) => path?.includes('[')).length > MAX_FILTERS) refuse('scim_many', { key: 'path', max: MAX_FILTERS })
}

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0) : 1

const syntax = (why: readonly [string, string]): never => refuse('scim_syntax', both('why', why))

function operationsOf(body: Resource): Operation[] {
  const given = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]))
  const schemas = given.get('schemas')
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.some((one) => String(one).toLowerCase() === PATCH.toLowerCase())))
    return syntax([`schemas 应含 ${PATCH}`, `schemas must contain ${PATCH}`])
  const operations = given.get('operations')
  if (!Array.isArray(operations) || operations.length === 0) return syntax(['缺少 Operations', 'Operations is missing'])
  if (operations.length > MAX_OPERATIONS) refuse('scim_many', { key: 'Operations', max: MAX_OPERATIONS })
  return operations.map(operationFrom)
}

function operationFrom(one: unknown): Operation {
  if (!isObject(one)) return syntax(['Operations 的每一项应为对象', 'each of the Operations must be an object'])
  const { op, path, value } = Object.fromEntries(Object.entries(one).map(([key, part]) => [key.toLowerCase(), part]))
  const name = typeof op === 'string' ? op.toLowerCase() : ''
  if (name !== 'add' && name !== 'replace' && name !== 'remove')
    return syntax(['op 应为 add、replace 或 remove', 'op must be add, replace or remove'])
  if (path !== undefined && path !== null && typeof path !== 'string') return syntax(['path 应为文本', 'path must be text'])
  return { op: name, path: typeof path === 'string' && path.trim() !== '' ? path.trim() : undefined, value }
}

function apply(kind: Kind, resource: Resource, { op, path, value }: Operation) {
  if (path !== undefined) return applyAt(kind, resource, { op, path, value })
  if (op === 'remove') return refuse('scim_no_target', { path: '' })
  if (!isObject(value)) return syntax(['没有 path 时 value 应为对象', 'value must be an object where there is no path'])
  for (const [key, one] of Object.entries(value)) {
    const { urn, rest } = withoutUrn(kind, key)
    if (key.toLowerCase() === 'schemas' || READ_ONLY.has(key.toLowerCase())) continue
    if (urn === undefined || rest !== '') applyAt(kind, resource, { op, path: key, value: one })
    else if (isObject(one)) for (const [inner, part] of Object.entries(one)) applyAt(kind, resource, { op, path: `${urn}:${inner}`, value: part })
    else return refuse('scim_value', { attribute: key, ...both('why', ['应为对象', 'must be an object']) })
  }
}

// Many providers send the ID along.
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta'])

type Place = { attribute: Attribute; holder: Resource; filter: Filter | undefined; sub: Attribute | undefined }

function applyAt(kind: Kind, resource: Resource, { op, path, value }: Operation & { path: string }) {
  const place = placeOf(kind, resource, path)
  if (!place) return
  const { attribute, sub } = place
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly') refuse('scim_read_only', { attribute: path.slice(0, 100) })
  if (op === 'remove') remove(place, value)
  else if (attribute.multiValued) setAmong(place, path, { op, value })
  else if (sub) {
    const own = isObject(place.holder[attribute.name]) ? (place.holder[attribute.name] as Resource) : {}
    place.holder[attribute.name] = { ...own, [sub.name]: valueOf(sub, value ?? null, path) }
  } else place.holder[attribute.name] = valueOf(attribute, value ?? null, path)
}

const PATH = /^(?<name>[A-Za-z][\w:.$-]*)(?:\[(?<filter>.*)\](?:\.(?<sub>[A-Za-z][\w$-]*))?)?$/s

function placeOf(kind: Kind, resource: Resource, path: string): Place | undefined {
  const found = path.length <= 2000 ? PATH.exec(path)?.groups : undefined
  if (!found) return refuse('scim_path', { path: path.slice(0, 100), ...both('why', ['不是属性的路径', 'this is not the path of an attribute']) })
  const { urn, rest } = withoutUrn(kind, found.name ?? '')
  const [name = '', inner, ...more] = rest.split('.')
  if (more.length > 0 || (inner !== undefined && found.filter !== undefined))
    return refuse('scim_path', { path: path.slice(0, 100), ...both('why', ['层级过多', 'it has too many parts']) })
  const filter = found.filter === undefined ? undefined : parseFilter(found.filter)
  const known = attributeOf(kind, name, urn)
  if (!known) return undefined
  const { attribute } = known
  if (filter && !attribute.multiValued)
    return refuse('scim_path', { path: path.slice(0, 100), ...both('why', ['此属性只有一个值', 'the attribute has a single value']) })
  const part = inner ?? found.sub
  const sub = part === undefined ? undefined : subOf(attribute, part)
  if (part !== undefined && !sub) return undefined
  if (known.urn !== undefined && !isObject(resource[known.urn])) resource[known.urn] = {}
  return { attribute, holder: known.urn === undefined ? resource : (resource[known.urn] as Resource), filter, sub }
}

const valuesIn = ({ holder, attribute }: Place): Resource[] => {
  const values = holder[attribute.name]
  return Array.isArray(values) ? values.filter(isObject) : []
}

function setAmong(place: Place, path: string, { op, value }: Pick<Operation, 'op' | 'value'>) {
  const { attribute, holder, filter, sub } = place
  const values = valuesIn(place)
  if (!filter && !sub) {
    const given = valueOf(attribute, value ?? null, path)
    const added = Array.isArray(given) ? (given as Resource[]) : []
    holder[attribute.name] = withoutRepeats(op === 'replace' ? added : [...values, ...added])
    return
  }
  const met = filter ? values.filter((one) => meets(attribute, one, filter)) : values
  const made = met.length > 0 ? undefined : filter ? describedBy(attribute, filter) : {}
  if (met.length === 0 && !made) return refuse('scim_no_target', { path: path.slice(0, 100) })
  const targets = made ? [made] : met
  for (const target of targets) {
    if (sub) target[sub.name] = valueOf(sub, value ?? null, path)
    else Object.assign(target, firstOf(valueOf(attribute, value ?? null, path)))
  }
  holder[attribute.name] = made ? [...values, made] : values
}

/** The first of equal values is kept. */
function withoutRepeats(values: readonly Resource[]): Resource[] {
  const seen = new Set<unknown>()
  return values.filter(({ value }) => value === undefined || (!seen.has(value) && seen.add(value)))
}

const firstOf = (values: unknown): Resource => (Array.isArray(values) && isObject(values[0]) ? values[0] : {})

function remove(place: Place, value: unknown) {
  const { attribute, holder, filter, sub } = place
  if (!attribute.multiValued) {
    const own = holder[attribute.name]
    if (sub && isObject(own)) own[sub.name] = null
    else holder[attribute.name] = null
    return
  }
  const values = valuesIn(place)
  // Some providers name the values that go in the body.
  const named =
    filter || value === undefined || value === null ? undefined : new Set((valueOf(attribute, value) as Resource[]).map((one) => one.value))
  const goes = (one: Resource) => (filter ? meets(attribute, one, filter) : (named?.has(one.value) ?? true))
  if (sub) for (const one of values.filter(goes)) one[sub.name] = null
  else holder[attribute.name] = values.filter((one) => !goes(one))
}
