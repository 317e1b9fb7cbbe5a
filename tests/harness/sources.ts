import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Import = { to: string; typeOnly: boolean }

/** A source file: its path from the project's root, its text, the files of the project and the packages that it imports. */
export type Source = { path: string; text: string; imports: readonly Import[]; packages: readonly string[] }

export function readSources(): Source[] {
  const paths = globSync('{bin,model,server,web,seed,tests,bench}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules', '**/dist', '**/dist.*'] })
  return paths.sort().map(readSource)
}

/** Without comments, so that words about code are not taken for code. Strings stay: import paths are strings. */
export const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

// `import … from`, the last line of one over several lines, `import '…'`, and `import('…')` whether of a value or a type.
const IMPORTS = [
  /^(?:import|export|\})(?:\b|(?<=\}))[^'"\n]*\bfrom\s*['"]([^'"\n]+)['"]/gm,
  /^import\s+['"]([^'"\n]+)['"]/gm,
  /\bimport\(\s*['"]([^'"\n]+)['"]/g,
]

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const code = codeOf(text)
  const named = IMPORTS.flatMap((sign) => [...code.matchAll(sign)].map((match) => ({ to: `${match[1]}`, typeOnly: isTypeOnly(code, match) })))
  return {
    path,
    text,
    imports: named.filter(({ to }) => to.startsWith('.')).map(({ to, typeOnly }) => ({ to: join(dirname(path), to), typeOnly })),
    packages: named.filter(({ to }) => !to.startsWith('.')).map(({ to }) => to),
  }
}

function isTypeOnly(code: string, match: RegExpExecArray) {
  const begin = match[0].startsWith('}') ? code.lastIndexOf('\nimport', match.index) + 1 : match.index
  return /^(import|export) type\b/.test(code.slice(begin)) || /\btypeof $/.test(code.slice(0, match.index))
}

/** The first cycle found through each file that lies on one; imports of types count. */
export function cyclesIn(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.map(({ to }) => to)]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, way: readonly string[]) => {
    if (state.get(path) === 'open') cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (state.has(path)) return
    state.set(path, 'open')
    for (const next of graph.get(path) ?? []) visit(next, [...way, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}
