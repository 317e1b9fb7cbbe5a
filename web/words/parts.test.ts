import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeOf, readSources } from '../../tests/harness/sources.ts'
import { PARTS } from './parts.ts'

const ROUTES = 'web/app/routes.tsx'
const sources = new Map(readSources().map(({ path, text, imports }) => [path, { code: codeOf(text), imports }]))
const partOf = new Map<string, string>()
for (const [part, load] of Object.entries(PARTS)) for (const word of Object.keys(await load.zh())) partOf.set(word, part)

/** The words of parts that a file says, and the parts that it loads. */
const said = new Map([...sources].map(([path, { code }]) => [path, stringsOf(code).filter((word) => partOf.has(word))]))
const loads = (path: string) => [...codeIn(path).matchAll(/speakAlso\('(\w+)'\)/g)].map(([, part]) => part)

test('a screen says only words that are loaded with it: those of every screen, and those of its own area', () => {
  const routes = codeIn(ROUTES)
  const areas = new Map([...routes.matchAll(/const (\w+) = wordsOf\('(\w+)'\)/g)].map(([, area, part]) => [area, part]))
  const screens = [...routes.matchAll(/(?:(\w+)\(async \(\) => \(await )?import\('([^']+)'\)/g)].filter(([, , path]) => path?.endsWith('.tsx'))
  assert.ok(screens.length > 80, `${screens.length} screens`)
  const faults = screens.flatMap(([, area, path]) => {
    const files = reachedFrom(join('web/app', `${path}`))
    const loaded = new Set(['inside', areas.get(area), ...files.flatMap(loads)])
    const missing = (word: string) => !loaded.has(partOf.get(word))
    return files.flatMap((file) => (said.get(file) ?? []).filter(missing).map((word) => `${file} says '${word}' of ${partOf.get(word)}`))
  })
  assert.deepEqual([...new Set(faults)], [])
})

function codeIn(path: string) {
  return sources.get(path)?.code ?? ''
}

function stringsOf(code: string) {
  return [...code.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, string = '']) => string)
}

/** The file and all that it imports, also later. */
function reachedFrom(screen: string) {
  const reached = new Set<string>()
  const open = [screen]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path) || path.startsWith('web/words/') || !path.startsWith('web/')) continue
    reached.add(path)
    open.push(...(sources.get(path)?.imports ?? []).map(({ to }) => to))
  }
  return [...reached]
}
