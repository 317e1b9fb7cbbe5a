// What a past day is counted by must be in the change log: a field that is written past it says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../../model/kit/fields.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { readSources } from '../../../tests/harness/sources.ts'
import { declaredModels } from '../registry.ts'

const { all, kinds } = await declaredModels()

/** The models that a path from a case leads to, and that keep a history. */
function reached(): ReadonlySet<string> {
  const found = new Set([HEAD, ...kinds.keys()])
  for (const name of found)
    for (const field of Object.values<Field>(all.get(name)?.fields ?? {}))
      for (const part of field.type === 'rows' ? Object.values<Field>(field.of) : [field]) if ('to' in part && !all.get(part.to)?.no_log) found.add(part.to)
  return found
} // oxfmt-ignore

const ENGINE = new Set(['sid', 'version', 'updated_at', 'updated_by'])

test('[2.33] a field of a case, or of what a case names, that is written beside the change log is marked as unlogged', () => {
  const models = reached()
  const missing = new Set<string>()
  let seen = 0
  for (const { path, text } of readSources()) {
    if (!path.startsWith('server/') || /\.test\.ts$|^server\/(seed|database)\//.test(path)) continue
    const plain = [...text.matchAll(/updateTable\('(\w+)'\)\s*\.set\(\{([^}]*)\}/g)].map(([, name = '', set = '']) => [name, [...set.matchAll(/(?:^|[\s,])(\w+)(?=:|,|\s*$)/g)].map((one) => one[1] ?? '')] as const) // oxfmt-ignore
    const many = [...text.matchAll(/updateRows\([^[\]]*?modelNamed\([\w.]+, '(\w+)'\),[^\n]*\[((?:'\w+',? ?)+)\]\)/g)].map(([, name = '', codes = '']) => [name, [...codes.matchAll(/\w+/g)].map(String)] as const) // oxfmt-ignore
    for (const [name, codes] of [...plain, ...many]) {
      if (!models.has(name)) continue
      seen++
      for (const code of codes) {
        const field: Field | undefined = all.get(name)?.fields[code]
        if (field && !ENGINE.has(code) && !field.unlogged) missing.add(`${name}.${code} in ${path}`)
      }
    }
  }
  assert.ok(seen > 5, `${seen} writes`)
  assert.deepEqual([...missing], [])
})
