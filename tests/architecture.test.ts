import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { codeOf, cyclesIn, readSources, type Source } from './harness/sources.ts'

const sources = readSources()
const product = sources.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.startsWith('tests/'))

/** What each root may import of the project. The command line, tests and the bench stand outside and may use everything. */
const ROOTS: Record<string, readonly string[]> = {
  model: ['model'],
  server: ['model', 'server', 'seed'],
  web: ['model', 'web'],
  seed: ['model', 'seed'],
}

// From the ground up; each may import its own level and those below. '*' are the areas: folders not named elsewhere.
const SERVER = [
  ['config', 'errors', 'turns', 'observability'],
  ['database'],
  ['records'],
  ['server', 'tenants', 'module', 'route'],
  // Services of all areas.
  ['storage', 'mail', 'outbound', 'pdf'],
  ['auth', 'jobs', 'backup'],
  ['cases', 'docketing', 'fees', 'documents', 'import', 'export', 'search', 'workflow'],
  ['*'],
  ['http', 'seed'],
  ['files'],
] as const
/** The imports between engines, each with its reason. The list only gets shorter, and an entry that is no longer needed fails the test. */
const BETWEEN_ENGINES: Readonly<Record<string, string>> = {
  'cases → server/docketing/case-hooks.ts': 'a priority given with its case is docketed in the same write as the case',
  'cases → server/docketing/law/law.ts': 'the end of a priority period is rolled by the calendar of the office',
  'cases → server/docketing/events/event-transitions.ts': 'the undo of a transition also removes the event that the transition created',
  'documents → server/import/workbook/book.ts': 'the viewer and an import open the same archives of office programs',
  'documents → server/import/workbook/convert.ts': 'the viewer reads old workbooks as an import does',
  'documents → server/import/workbook/csv.ts': 'the viewer reads tables in text as an import does',
  'documents → server/import/workbook/encoding.ts': 'texts and tables are in the same encodings',
  'documents → server/import/workbook/sheet.ts': 'the viewer reads sheets as an import does',
  'documents → server/import/workbook/table-fault.ts': 'a text that is no table is shown as a text',
  'documents → server/import/workbook/workbook-guard.ts': 'hostile workbooks are refused by the rule of an import',
  'export → server/import/rows/references/references.ts': 'an export writes a name only if an import resolves it to the same record',
  'fees → server/docketing/read-cases.ts': 'a fee is priced by the facts that docketing reads of its case',
  'fees → server/docketing/findings/at-once.ts': 'a payment closes the deadline of its fee in the same transaction',
  'fees → server/docketing/annuities.ts': 'the years of an annuity follow from the recurring deadline',
  'fees → server/docketing/fees-of-deadline.ts': 'the fees of a deadline are named by its rule',
  'fees → server/docketing/law/law.ts': 'prices and surcharge steps are part of the loaded law',
  'import → server/docketing/case-hooks.ts': 'a batch of imported cases is docketed once, not row by row',
  'import → server/cases/relations/claim-period.ts': 'an imported priority is checked by the rule of the API',
  'import → server/cases/relations/priority.ts': 'an undo fills the keys of restored priorities, of which the log has none',
  'import → server/cases/numbering/numbers.ts': 'an undo fills the keys of restored numbers, of which the log has none',
}

const WEB = [['api', 'words'], ['ui', 'fields'], ['records'], ['cases'], ['*'], ['app']] as const

function none(found: readonly string[]) {
  assert.deepEqual(found, [])
}

const rootOf = (path: string) => path.split('/')[0] ?? ''
/** The folder below the root, or the file's own name when it lies in the root. `files` are those in the root that no level names. */
const partOf = (path: string) => (path.split('/')[1] ?? '').replace(/\.tsx?$/, '')
const lies = (path: string) => path.split('/').length > 2
const nameOf = (path: string) => basename(path).replace(/\.tsx?$/, '')

function edges(from: readonly Source[]) {
  return from.flatMap(({ path, imports }) => imports.map(({ to }) => ({ from: path, to })))
}

test('server and web import model, model imports model/kit, and server and web never import each other', () => {
  none(
    edges(product)
      .filter(({ from, to }) => ROOTS[rootOf(from)] && !ROOTS[rootOf(from)]?.includes(rootOf(to)))
      .map(({ from, to }) => `${from} → ${to}`),
  )
  none(
    edges(product)
      .filter(({ from, to }) => from.startsWith('model/kit/') && !to.startsWith('model/kit/'))
      .map(({ from, to }) => `${from} → ${to}`),
  )
})

test('the model has no input or output: it imports no package and no Node module', () => {
  none(product.filter(({ path }) => path.startsWith('model/')).flatMap(({ path, packages }) => packages.map((name) => `${path} → ${name}`)))
})

test('only the server accesses the database', () => {
  const drivers = ['kysely', 'pg', 'pg-boss', 'pg-copy-streams']
  none(
    product
      .filter(({ path }) => !path.startsWith('server/') && !path.startsWith('bench/'))
      .flatMap(({ path, packages }) => packages.filter((name) => drivers.includes(name)).map((name) => `${path} → ${name}`)),
  )
})

for (const [root, levels] of [
  ['server', SERVER],
  ['web', WEB],
] as const) {
  const at = (part: string) => levels.findIndex((parts) => (parts as readonly string[]).includes(part))
  const levelOf = (path: string) => (at(partOf(path)) >= 0 ? at(partOf(path)) : at(lies(path) ? '*' : 'files'))
  const inside = edges(product).filter(({ from, to }) => rootOf(from) === root && rootOf(to) === root)

  test(`${root}: no file imports from a higher level`, () => {
    none(inside.filter(({ from, to }) => levelOf(from) < levelOf(to)).map(({ from, to }) => `${from} → ${to}`))
  })

  if (root === 'server')
    test('server: imports between engines are listed with a reason', () => {
      const isEngine = (path: string) => levelOf(path) === at('docketing')
      const found = inside.filter(({ from, to }) => isEngine(from) && isEngine(to) && partOf(from) !== partOf(to))
      assert.deepEqual([...new Set(found.map(({ from, to }) => `${partOf(from)} → ${to}`))].sort(), Object.keys(BETWEEN_ENGINES).sort())
    })

  test(`${root}: areas never import each other`, () => {
    const isArea = (path: string) => levelOf(path) === at('*')
    none(inside.filter(({ from, to }) => isArea(from) && isArea(to) && partOf(from) !== partOf(to)).map(({ from, to }) => `${from} → ${to}`))
  })
}

test('imports have no cycles, type imports included', () => none(cyclesIn(sources)))

test('no file is a barrel, and no folder has a technical name', () => {
  none(product.filter(({ path }) => /^index\.tsx?$/.test(basename(path))).map(({ path }) => path))
  none(product.filter(({ text }) => /^export \*/m.test(codeOf(text))).map(({ path }) => path))
  none(product.filter(({ path }) => /\/(utils?|helpers?|lib|common|types|misc)\//.test(path)).map(({ path }) => path))
})

test('every export is a named export', () => {
  const needDefault = ['web/vite.config.ts'] // Vite reads it so
  none(product.filter(({ path, text }) => !needDefault.includes(path) && /^export default/m.test(codeOf(text))).map(({ path }) => path))
})

test('no folder holds more than 24 source files, lists of words and migrations excepted', () => {
  const listed = product.filter(({ path }) => !/^web\/words\/|\/migrations\/|\.test\.tsx?$/.test(path))
  const folders = Map.groupBy(listed, ({ path }) => dirname(path))
  none([...folders].filter(([, files]) => files.length > 24).map(([folder, files]) => `${folder}: ${files.length}`))
})

test('no file is longer than 400 lines, seed data excepted', () => {
  none(
    sources
      .filter(({ path, text }) => !path.startsWith('seed/') && text.split('\n').length > 401)
      .map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`),
  )
})

test('no file uses any, a compiler suppression, an enum, a namespace or a decorator', () => {
  const faults: readonly [RegExp, (text: string) => string][] = [
    [/[:<,|&(]\s*any\b\s*[\])>,;|&=){\n]|\bas any\b/, codeOf],
    [/@ts-(ignore|nocheck|expect-error)/, (text) => text],
    [/^\s*(export\s+)?(declare\s+)?(const\s+)?(enum|namespace)\s+\w/m, codeOf],
    [/^\s*@[A-Z]\w*\(/m, codeOf],
  ]
  none(
    product.flatMap(({ path, text }) =>
      faults
        .filter(([sign, within]) => sign.test(within(text).replace(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, "''")))
        .map(([sign]) => `${path}: ${sign.source}`),
    ),
  )
})

const declared = product.flatMap(({ path, text }) => {
  const match = /\bdefineModel\(\{\s*name:\s*'(\w+)'/.exec(codeOf(text))
  return path.startsWith('model/') && match ? [{ path, name: `${match[1]}` }] : []
})

test('an entity is one file with the name of its model', () => {
  none(declared.filter(({ path, name }) => nameOf(path) !== name).map(({ path, name }) => `${path} declares ${name}`))
  const names = declared.map(({ name }) => name)
  none(names.filter((name, at) => names.indexOf(name) !== at))
})

test('an entity file is snake_case, a component file PascalCase, and every other file kebab-case', () => {
  const entities = new Set(declared.map(({ name }) => name))
  const isNamed = (name: string, path: string) =>
    entities.has(name) || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || (path.endsWith('.tsx') && /^[A-Z][A-Za-z0-9]*$/.test(name))
  none(product.filter(({ path }) => !isNamed(nameOf(path).replace(/\.(config|d)$/, ''), path)).map(({ path }) => path))
})

test('entities refer to each other by name and never import each other', () => {
  const entities = new Set(declared.map(({ path }) => path))
  none(
    edges(product.filter(({ path }) => entities.has(path)))
      .filter(({ to }) => entities.has(to))
      .map(({ from, to }) => `${from} → ${to}`),
  )
})

/** The engines of a case: what they know of a right stands in the declaration of its kind. */
const ENGINES = ['kit', 'cases', 'docketing', 'documents', 'export', 'fees', 'import', 'jobs', 'parties', 'records', 'search', 'technology']

test('engines depend on kinds of case only: they name no right and import nothing from one', () => {
  const rights = declared.filter(({ path }) => path.startsWith('model/rights/')).map(({ name }) => name)
  assert.ok(rights.length > 0)
  const named = new RegExp(`['"\`](${rights.join('|')})(?=[.'"\`]| as )`)
  const isOfEngine = (path: string) => /^(model|server)\//.test(path) && ENGINES.includes(partOf(path)) && lies(path)
  // A number has a kind too, and that of a patent is called as the right is.
  const isOfNumbers = (path: string) => path.startsWith('model/cases/numbers/')
  const engines = product.filter(({ path }) => isOfEngine(path))
  none(engines.filter(({ path, text }) => named.test(codeOf(text)) && !isOfNumbers(path)).map(({ path }) => path))
  none(
    edges(engines)
      .filter(({ to }) => /^(model|server)\/rights\//.test(to))
      .map(({ from, to }) => `${from} → ${to}`),
  )
})

test('dates use an explicit time zone and texts an explicit language, never those of the machine', () => {
  const LOCAL = [
    /\bTemporal\.Now\.(?!instant)\w+\(\)/,
    /\.get(FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)\(\)/,
    /\.toLocale\w*\(\)|\blocaleCompare\(/,
    /\bIntl\.\w+\(\)/,
  ]
  none(sources.flatMap(({ path, text }) => LOCAL.flatMap((sign) => (sign.exec(codeOf(text)) ?? []).slice(0, 1)).map((found) => `${path}: ${found}`)))
})

test('the model reads the time in one file, and the server reads the current date in one file', () => {
  const isClock = (path: string) => path === 'model/kit/days/clock.ts'
  none(product.filter(({ path, text }) => !isClock(path) && /\bTemporal\.Now\b/.test(codeOf(text))).map(({ path }) => path))
  none(
    product
      .filter(({ path, text }) => path.startsWith('model/') && !isClock(path) && /\bnew Date\(\)|\bDate\.now\(\)/.test(codeOf(text)))
      .map(({ path }) => path),
  )
})

test('a migration imports only kysely and the type of its handle, because later changes must not affect it', () => {
  const migrations = sources.filter(({ path }) => /\/migrations\/\d{4}-[^/.]+\.ts$/.test(path))
  assert.ok(migrations.length > 0)
  none(
    migrations.flatMap(({ path, imports, packages }) => [
      ...packages.filter((name) => name !== 'kysely').map((name) => `${path} → ${name}`),
      ...imports.filter(({ to, typeOnly }) => to !== 'server/database/migrate.ts' || !typeOnly).map(({ to }) => `${path} → ${to}`),
    ]),
  )
})

test('a test file has no top-level await after its first test, because the runner closes shared resources after the known tests', () => {
  const waits = (text: string) => text.match(/^ {0,2}test\([^]*?^((await|(const|let)\b(?!.*=>)[^=]*=.*\bawait)\b.*)/m)?.[1]
  none(sources.filter(({ path }) => path.endsWith('.test.ts')).flatMap(({ path, text }) => (waits(text) ? [`${path}: ${waits(text)}`] : [])))
})

test('the rules above apply to at least one file', () => {
  assert.ok(product.length > 100)
  assert.ok(declared.length > 20)
  assert.ok(edges(product).length > 200)
})
