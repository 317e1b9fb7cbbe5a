import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

type Json = Record<string, unknown>

/** JSON Schemas of types; an exported type with a name of its own becomes a named schema. */
export class SchemaWriter {
  readonly schemas: Record<string, unknown> = {}
  /** Names that are given elsewhere. */
  readonly taken = new Set(['Json', 'Ref', 'Reference', 'Whole', 'Failure'])
  private readonly names = new Map<string, string>()
  private readonly writing = new Set<string>()
  private readonly checker: Checker

  constructor(checker: Checker) {
    this.checker = checker
  }

  /** Nothing is said of a value that may be anything. */
  schemaOf(type: Type): Json | undefined {
    const schema = this.write(type, true)
    return schema.$ref === ANY.$ref ? undefined : schema
  }

  private write(type: Type, mayName: boolean): Json {
    const alias = type.getAliasSymbol()
    if (mayName && alias && this.isWorthAName(type)) return this.aliased(type, alias)
    if (type.flags & TypeFlags.AnyOrUnknown) return ANY
    if (type.isUnionType()) return this.union(type.getTypes())
    if (type.isStringLiteralType() || type.isNumberLiteralType()) return { const: type.value }
    const plain = PLAIN.find(([flag]) => type.flags & flag)
    if (plain) return { ...plain[1] }
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type)) return this.list(type)
    return this.object(type)
  }

  /** Of a generic type, only one that contains itself needs a name. */
  private aliased(type: Type, { id, name }: { id: number; name: string }): Json {
    if (type.getAliasTypeArguments().length === 0) return this.named(`alias ${id}`, name, type)
    const key = `type ${type.id}`
    if (this.writing.has(key)) return { $ref: this.nameOf(key, name) }
    this.writing.add(key)
    const schema = this.write(type, false)
    this.writing.delete(key)
    const known = this.names.get(key)
    if (!known) return schema
    this.schemas[known] = schema
    return { $ref: refTo(known) }
  }

  private isWorthAName = (type: Type) =>
    !this.checker.isArrayType(type) && Boolean(type.flags & (TypeFlags.Object | TypeFlags.Intersection | TypeFlags.Union)) && !isBoolean(type)

  private named(key: string, name: string, type: Type): Json {
    const isNew = !this.names.has(key)
    const $ref = this.nameOf(key, name)
    if (isNew) this.schemas[this.names.get(key) ?? name] = this.write(type, false)
    return { $ref }
  }

  /** Two types of one name are told apart by a number. */
  private nameOf(key: string, name: string): string {
    let known = this.names.get(key)
    if (!known) {
      const free = [name, `${name}Facts`, ...Array.from({ length: 20 }, (_, i) => `${name}${i + 2}`)].find(
        (one) => !Object.hasOwn(this.schemas, one) && !this.taken.has(one),
      )
      this.names.set(key, (known = free ?? name))
      this.schemas[known] = {}
    }
    return refTo(known)
  }

  private list(type: Type): Json {
    const parts = type.isTypeReference() ? this.checker.getTypeArguments(type) : []
    if (!this.checker.isTupleType(type)) return { type: 'array', items: parts[0] ? this.write(parts[0], true) : ANY }
    const items = distinct(parts.map((part) => this.write(part, true)))
    return { type: 'array', items: items.length === 1 ? items[0] : { anyOf: items }, minItems: parts.length, maxItems: parts.length }
  }

  private object(type: Type): Json {
    const properties: Json = {}
    const required: string[] = []
    for (const one of this.checker.getPropertiesOfType(type)) {
      const part = this.checker.getTypeOfSymbol(one)
      if (!part || (part.flags & (TypeFlags.Undefined | TypeFlags.Never)) !== 0) continue
      const said = one.getDocumentationComment(this.checker).trim()
      const schema = this.write(part, true)
      properties[one.name] = said && !('$ref' in schema) ? { ...schema, description: said } : schema
      if (!(one.flags & SymbolFlags.Optional)) required.push(one.name)
    }
    const [index] = this.checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties, required }),
      ...(index && { additionalProperties: this.write(index.valueType, true) }),
    }
  }

  private union(types: readonly Type[]): Json {
    const present = types.filter(({ flags }) => !(flags & TypeFlags.Undefined))
    const isNullable = present.some(({ flags }) => flags & TypeFlags.Null)
    const texts = present.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []))
    const numbers = present.flatMap((one) => (one.isNumberLiteralType() ? [one.value] : []))
    const others = present.filter((one) => !(one.flags & TypeFlags.Null) && !one.isStringLiteralType() && !one.isNumberLiteralType())
    const written = distinct([
      ...(texts.length > 0 ? [{ type: 'string', enum: texts }] : []),
      ...(numbers.length > 0 ? [{ type: 'number', enum: numbers }] : []),
      ...others.map((one) => (isBoolean(one) ? { type: 'boolean' } : this.write(one, true))),
    ])
    if (written.some(({ $ref }) => $ref === ANY.$ref)) return ANY
    const [only, ...more] = written
    if (only && more.length === 0) return isNullable ? orNull(only) : only
    return { anyOf: [...written, ...(isNullable ? [{ type: 'null' }] : [])] }
  }
}

const refTo = (name: string) => `#/components/schemas/${name}`
const ANY = { $ref: refTo('Json') } as const

const PLAIN: readonly (readonly [TypeFlags, Json])[] = [
  [TypeFlags.String, { type: 'string' }],
  [TypeFlags.TemplateLiteral, { type: 'string' }],
  [TypeFlags.Number, { type: 'number' }],
  [TypeFlags.Boolean, { type: 'boolean' }],
  [TypeFlags.BooleanLiteral, { type: 'boolean' }],
  [TypeFlags.Null, { type: 'null' }],
]

const isBoolean = ({ flags }: Type) => Boolean(flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral))

/** Null is one more type of a plain value, and one more alternative of another. */
function orNull(schema: Json): Json {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }) }
}

function distinct(schemas: readonly Json[]): Json[] {
  const texts = new Map(schemas.map((one) => [JSON.stringify(one), one]))
  return [...texts.values()]
}
