import { both, refuse } from '../../errors.ts'

// RFC 7643: attributes of a person and a group for the HR system. Other attributes are ignored.

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  description: string
  multiValued?: true
  required?: true
  caseExact?: true
  mutability?: 'readOnly'
  uniqueness?: 'server'
  subAttributes?: readonly Attribute[]
}

export type Resource = Record<string, unknown>

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({ name, type: 'string', description, ...more })

const several = (name: string, description: string, more: readonly Attribute[] = []): Attribute => ({
  name,
  type: 'complex',
  description,
  multiValued: true,
  subAttributes: [
    text('value', 'The value'),
    text('type', 'Its use'),
    { name: 'primary', type: 'boolean', description: 'Whether it is the main one' },
    ...more,
  ],
})

const COMMON: readonly Attribute[] = [
  text('id', 'The ID of the record', { caseExact: true, mutability: 'readOnly', uniqueness: 'server' }),
  text('externalId', 'The ID in the HR system', { caseExact: true }),
  {
    name: 'meta',
    type: 'complex',
    description: 'Facts about the resource',
    mutability: 'readOnly',
    subAttributes: [
      text('resourceType', 'User or Group'),
      { name: 'created', type: 'dateTime', description: 'When the record was made' },
      { name: 'lastModified', type: 'dateTime', description: 'When the record was last changed' },
      text('location', 'The address of the resource'),
      text('version', 'The entity tag'),
    ],
  },
]

const PERSON: readonly Attribute[] = [
  text('userName', 'The user name in the HR system', { required: true, uniqueness: 'server' }),
  {
    name: 'name',
    type: 'complex',
    description: 'The name; displayName goes before it',
    subAttributes: [text('formatted', 'The whole name'), text('familyName', 'The family name'), text('givenName', 'The given name')],
  },
  text('displayName', 'The name as it is shown'),
  text('nickName', 'The alias'),
  text('title', 'The job title'),
  { name: 'active', type: 'boolean', description: 'Whether the account is open' },
  several('emails', 'The e-mail at work is kept'),
  several('phoneNumbers', 'The mobile number is kept'),
  several('roles', 'Codes of roles'),
]

const OF_ENTERPRISE: readonly Attribute[] = [
  text('employeeNumber', 'The job number'),
  text('department', 'HR system ID, code or name of the department'),
  {
    name: 'manager',
    type: 'complex',
    description: 'The direct leader',
    subAttributes: [text('value', 'The ID of the leader'), text('displayName', 'Their name', { mutability: 'readOnly' })],
  },
]

const DEPARTMENT: readonly Attribute[] = [
  text('displayName', 'The name of the department', { required: true }),
  {
    name: 'members',
    type: 'complex',
    description: 'The people of the department; a person has one department',
    multiValued: true,
    subAttributes: [
      text('value', 'The ID of the person', { caseExact: true }),
      text('display', 'Their name', { mutability: 'readOnly' }),
      text('type', 'User'),
    ],
  },
]

export type Kind = 'User' | 'Group'

/** The schemas of each kind: the core first, then the extension. */
export const SCHEMAS: Readonly<Record<Kind, readonly { id: string; name: string; attributes: readonly Attribute[] }[]>> = {
  User: [
    { id: USER, name: 'User', attributes: PERSON },
    { id: ENTERPRISE, name: 'EnterpriseUser', attributes: OF_ENTERPRISE },
  ],
  Group: [{ id: GROUP, name: 'Group', attributes: DEPARTMENT }],
}

/** The attributes of the kind, or of its extension. Names are compared without case. */
export function attributeOf(kind: Kind, name: string, urn?: string): { attribute: Attribute; urn?: string } | undefined {
  const [core, extension] = SCHEMAS[kind]
  const same = (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase()
  const isExtended = urn !== undefined && extension?.id.toLowerCase() === urn.toLowerCase()
  const attribute = (isExtended ? extension.attributes : [...COMMON, ...(core?.attributes ?? [])]).find(same)
  return attribute && (isExtended ? { attribute, urn: extension.id } : { attribute })
}

export const subOf = (attribute: Attribute, name: string) => attribute.subAttributes?.find((one) => one.name.toLowerCase() === name.toLowerCase())

/** The URN of a schema at the beginning of a name, and the rest of it. */
export function withoutUrn(kind: Kind, name: string): { urn?: string; rest: string } {
  for (const { id } of SCHEMAS[kind]) {
    if (name.toLowerCase() === id.toLowerCase()) return { urn: id, rest: '' }
    if (name.toLowerCase().startsWith(`${id.toLowerCase()}:`)) return { urn: id, rest: name.slice(id.length + 1) }
  }
  return { rest: name }
}

/** The known attributes of a body under their own names, each of its type. Null removes the value. */
export function resourceFrom(kind: Kind, body: Resource): Resource {
  refuseOtherSchema(kind, body)
  const resource: Resource = {}
  for (const [name, value] of Object.entries(body)) {
    const { urn, rest } = withoutUrn(kind, name)
    if (urn !== undefined && rest === '') {
      const extension = isObject(value) ? value : refuseValue(name, OBJECT)
      for (const [inner, one] of Object.entries(extension)) put(kind, resource, { name: inner, urn }, one)
    } else put(kind, resource, { name: rest, ...(urn !== undefined && { urn }) }, value)
  }
  return resource
}

function put(kind: Kind, resource: Resource, { name, urn }: { name: string; urn?: string }, value: unknown) {
  const found = attributeOf(kind, name, urn)
  if (!found || found.attribute.mutability === 'readOnly') return
  const place = found.urn === undefined ? resource : ((resource[found.urn] ??= {}) as Resource) // only this function puts it there
  place[found.attribute.name] = valueOf(found.attribute, value)
}

export const SCHEMAS_KEY = 'schemas'

function refuseOtherSchema(kind: Kind, body: Resource) {
  const named = Object.entries(body).find(([key]) => key.toLowerCase() === SCHEMAS_KEY)?.[1]
  if (named === undefined) return
  const core = SCHEMAS[kind][0]?.id.toLowerCase()
  if (!Array.isArray(named) || !named.some((one) => String(one).toLowerCase() === core))
    refuse('scim_syntax', both('why', [`schemas 应含 ${core}`, `schemas must contain ${core}`]))
}

const MAX_VALUES = 1000
const MAX_CHARS = 2000

/** A value of the attribute's type. Some providers send a boolean as text, and a single value where several are possible. */
export function valueOf(attribute: Attribute, value: unknown, name = attribute.name): unknown {
  if (value === null) return null
  if (!attribute.multiValued) return oneOf(attribute, value, name)
  const values = Array.isArray(value) ? value : [value]
  if (values.length > MAX_VALUES) refuse('scim_many', { key: name, max: MAX_VALUES })
  return values.map((one) => oneOf(attribute, typeof one === 'string' ? { value: one } : one, name))
}

function oneOf(attribute: Attribute, value: unknown, name: string): unknown {
  if (attribute.type === 'complex') {
    // A manager is often sent by the ID alone.
    const given = typeof value === 'string' && subOf(attribute, 'value') ? { value } : value
    const object = isObject(given) ? given : refuseValue(name, OBJECT)
    const read: Resource = {}
    for (const [key, one] of Object.entries(object)) {
      const sub = subOf(attribute, key)
      if (sub) read[sub.name] = valueOf(sub, one, `${name}.${sub.name}`)
    }
    return read
  }
  if (attribute.type === 'boolean') return booleanOf(value, name)
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') return refuseValue(name, TEXT)
  return value.length > MAX_CHARS ? refuseValue(name, TOO_LONG) : value.trim()
}

function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  const said = typeof value === 'string' ? value.toLowerCase() : ''
  return said === 'true' ? true : said === 'false' ? false : refuseValue(name, BOOLEAN)
}

const OBJECT = ['应为对象', 'must be an object'] as const
const TEXT = ['应为文本', 'must be text'] as const
const BOOLEAN = ['应为 true 或 false', 'must be true or false'] as const
const TOO_LONG = [`不能超过 ${MAX_CHARS} 个字符`, `must have at most ${MAX_CHARS} characters`] as const

export const refuseValue = (attribute: string, why: readonly [string, string]): never =>
  refuse('scim_value', { attribute: attribute.slice(0, 100), ...both('why', why) })

export const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null && !Array.isArray(value)
