// What a page says while and after it loads a part of its words.
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { speak, speakAlso, speakAnew, useWords, type Word } from './language.ts'
import { zh } from './zh/zh.ts'

// The bundler finds a file of the component library without its ending; Node does not.
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context)
    } catch {
      return next(`${specifier}.js`, context)
    }
  },
})

const kept = new Map([
  ['innoe.language', 'zh'],
  ['innoe.session', '{"token":"t"}'],
])
let record = [{ key: 'yes', text: '对' }]
let calls = 0
for (const [name, value] of Object.entries({
  localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) },
  document: { documentElement: {} },
  fetch: async () => (calls++, Response.json({ code: 0, data: { record } })),
}))
  Object.defineProperty(globalThis, name, { value, configurable: true })

const Said = ({ word }: { word: Word }) => useWords().t(word)
const said = (word: Word) => renderToString(createElement(Said, { word }))
const answered = () => new Promise((resolve) => setTimeout(resolve, 50))

test("the tenant's own words are asked for once in a language, and stay when a part is added", async () => {
  await speak('zh')
  assert.deepEqual([said('yes'), calls], [zh.yes, 0]) // nobody is behind the login
  await speakAlso('inside')
  await answered()
  assert.deepEqual([said('yes'), calls], ['对', 1])
  await speakAlso('law')
  assert.equal(said('yes'), '对')
  await answered()
  assert.deepEqual([said('yes'), calls], ['对', 1])
})

test('changed words are said at once, in each language', async () => {
  await speak('en')
  await answered()
  record = [{ key: 'yes', text: '好' }]
  await speak('zh')
  await speakAnew()
  await answered()
  assert.equal(said('yes'), '好')
  await speak('en')
  await answered()
  assert.deepEqual([said('yes'), calls], ['好', 4])
})

test('who asks for a part that is being loaded waits for it', async () => {
  const first = speakAlso('money')
  await speakAlso('money')
  assert.notEqual(said('years.year'), 'years.year')
  await first
})
