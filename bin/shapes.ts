// Writes server/http/openapi/shapes.json afresh: the JSON Schemas of the structured facts of actions, routes and models, from their TypeScript types.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { componentName } from '../model/kit/wire/component-name.ts'
import { SchemaWriter } from './shapes/schema-writer.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const SHAPES_FILE = fileURLToPath(new URL('../server/http/openapi/shapes.json', import.meta.url))

type Json = Record<string, unknown>

/** The text of the file as the types have it now. */
export function shapesText(): string {
  const api = new API({ cwd: ROOT })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [`${ROOT}model/tsconfig.json`] })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error('the models have no project of TypeScript')
    const { program, checker } = project
    const files = program.getSourceFileNames().filter((name) => name.startsWith(`${ROOT}model/`) && !name.endsWith('.test.ts'))
    const exports = files.flatMap((name) => {
      const file = program.getSourceFile(name)
      const symbol = file && checker.getSymbolAtLocation(file)
      return symbol ? checker.getExportsOfModule(symbol).flatMap((one) => checker.getTypeOfSymbol(one) ?? []) : []
    })
    const reader = new ShapeReader(checker)
    for (const type of exports) reader.readName(type)
    for (const type of exports) reader.readExport(type)
    const { schemas } = reader.writer
    return `${JSON.stringify({ fields: sorted(reader.fields), schemas: sorted(schemas) }, null, 1)}\n`
  } finally {
    api.close()
  }
}

const PARTS_OF_RECORD = ['', 'Row', 'Page', 'Input']

const sorted = (one: Json): Json => Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Finds the facts of declarations. A call that a function declares for several models is kept under `*`. */
class ShapeReader {
  readonly fields: Json = {}
  readonly writer: SchemaWriter
  private readonly checker: Checker

  constructor(checker: Checker) {
    this.checker = checker
    this.writer = new SchemaWriter(checker)
  }

  /** The names that records have in the document are taken. */
  readName(type: Type) {
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return
    const isModel = ['display', 'fields', 'name'].every((name) => this.checker.getPropertyOfType(type, name))
    const name = isModel ? this.checker.getPropertyOfType(type, 'name') : undefined
    const names = name && this.checker.getTypeOfSymbol(name)
    for (const one of textsOf(names)) for (const part of PARTS_OF_RECORD) this.writer.taken.add(componentName(one) + part)
  }

  readExport(type: Type, depth = 0) {
    if (depth > 2 || !(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return
    for (const signature of this.checker.getSignaturesOfType(type, SignatureKind.Call)) {
      const made = this.checker.getReturnTypeOfSignature(signature)
      if (made) this.readExport(made, depth + 1)
    }
    const parts = this.partsOf(type)
    if (parts.has('answer') && parts.has('zh')) this.readCall(parts)
    else if (parts.has('display') && parts.has('fields')) this.readModel(parts)
    else if (this.checker.isTupleType(type)) for (const one of this.elementsOf(type)) this.readExport(one, depth + 1)
    else if (!parts.has('type')) for (const part of parts.values()) this.readExport(part, depth + 1)
  }

  private elementsOf = (type: Type): readonly Type[] => (type.isTypeReference() ? this.checker.getTypeArguments(type) : [])

  private partsOf = (type: Type): Map<string, Type> =>
    new Map(
      this.checker.isArrayType(type) || this.checker.isTupleType(type)
        ? []
        : this.checker.getPropertiesOfType(type).flatMap((one) => {
            const part = this.checker.getTypeOfSymbol(one)
            return part ? [[one.name, part] as const] : []
          }),
    )

  private readCall(parts: Map<string, Type>) {
    const names = parts.has('url') ? textsOf(parts.get('method')) : textsOf(parts.get('model'))
    const second = textsOf(parts.get('url') ?? parts.get('name'))
    for (const first of names.length > 0 ? names : ['*'])
      for (const name of second)
        for (const part of ['answer', 'body', 'query'])
          this.readFields(parts.get(part), parts.has('url') ? `${first} ${name} ${part}` : `${first}.${name} ${part}`)
  }

  private readModel(parts: Map<string, Type>) {
    for (const name of textsOf(parts.get('name'))) {
      this.readFields(parts.get('fields'), name)
      this.readFields(parts.get('shows'), `${name} shows`)
    }
  }

  private readFields(type: Type | undefined, place: string) {
    if (!type) return
    const parts = this.partsOf(type)
    const [kind] = textsOf(parts.get('type'))
    const fact = parts.get('is')
    if (kind === 'json') {
      const schema = fact && this.writer.schemaOf(fact)
      if (schema) this.fields[place] = schema
    } else if (kind === 'rows') this.readFields(parts.get('of'), place)
    else if (kind === undefined && (parts.has('records') || parts.has('record') || parts.has('page'))) this.readRecord(parts, place)
    else if (kind === undefined) for (const [code, part] of parts) this.readFields(part, `${place}.${code}`)
  }

  /** A record with further values; or named values of which one is called `record`. */
  private readRecord(parts: Map<string, Type>, place: string) {
    const isRecord = [parts.get('record'), parts.get('page'), parts.get('records')].some((one) => one && !this.partsOf(one).has('type'))
    if (isRecord) this.readFields(parts.get('with'), place)
    else for (const [code, part] of parts) this.readFields(part, `${place}.${code}`)
  }
}

/** The texts that a literal type may be. */
function textsOf(type: Type | undefined): string[] {
  if (type?.isStringLiteralType()) return [type.value]
  return type?.isUnionType() ? type.getTypes().flatMap(textsOf) : []
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SHAPES_FILE, shapesText())
}
