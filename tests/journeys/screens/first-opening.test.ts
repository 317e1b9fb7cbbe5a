import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { type Lang, visitor } from '../../harness/visitor.ts'

const MAX_FILES = 30
const MAX_BYTES = 300 * 1024
const MAX_LOGIN_BYTES = 222 * 1024
/** No request was made during this time: the screen has loaded all its data. */
const QUIET_MS = 1000

const { app, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()

const { data } = await call<{ record: { sid: string }[] }>('patent/do/search', { iql: "status = 'OA'", rows: 1 }, { as: admin })
const SCREENS = [
  ['home', '/home', '.widget .chart svg'],
  ['the patent list', '/patents', '.ant-table-row'],
  ['a patent', `/patents/${data.record[0]?.sid}`, '.overview .fact'],
  ['deadlines', '/deadlines', '.ant-table-row'],
  ['annuities', '/annuities', '.ant-table-row'],
] as const

/** The scripts that a browser with an empty cache loads until a screen shows its content, and their bytes over the wire, headers included. */
async function scriptsOf(lang: Lang, path: string, content: string) {
  // A picture loads no script.
  const { page, complaints, done } = await visitor(browser, address)('/icon.svg', { lang, fresh: true, ...(path !== '/login' && { as: admin }) })
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const names = new Map<string, string>()
  const bytes = new Map<string, number>()
  const encodings = new Set<string | undefined>()
  let last = Date.now()
  tools.on('Network.requestWillBeSent', () => (last = Date.now()))
  tools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.endsWith('.js')) return
    names.set(requestId, response.url)
    encodings.add(response.headers['content-encoding'])
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId)
    if (name) bytes.set(name, Math.max(bytes.get(name) ?? 0, encodedDataLength)) // a second request is answered by a cache that is not switched off
  })
  await page.goto(`${address}/innoe-web${path}`)
  await page.locator(content).first().waitFor()
  while (Date.now() - last < QUIET_MS) await wait(100)
  assert.equal(bytes.size, new Set(names.values()).size)
  assert.deepEqual([...encodings], ['br'])
  assert.deepEqual(complaints, [])
  await done()
  return bytes
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
const inKB = (size: number) => `${Math.round(size / 1024)} KB`

for (const lang of ['zh', 'en'] as const)
  test(`the first opening of each main screen loads at most ${MAX_FILES} scripts, and ${inKB(MAX_BYTES)} more than the login page: ${lang}`, async (t) => {
    const login = await scriptsOf(lang, '/login', '.login-form button[type=submit]')
    t.diagnostic(`login: ${login.size} files, ${inKB(sum(login.values()))}`)
    assert.ok(sum(login.values()) <= MAX_LOGIN_BYTES, inKB(sum(login.values())))
    for (const [name, path, content] of SCREENS) {
      const all = await scriptsOf(lang, path, content)
      const beyond = sum([...all].map(([file, size]) => (login.has(file) ? 0 : size)))
      t.diagnostic(`${name}: ${all.size} files, ${inKB(sum(all.values()))}, beyond login ${inKB(beyond)}`)
      assert.ok(all.size <= MAX_FILES, `${name}: ${all.size} files`)
      assert.ok(beyond <= MAX_BYTES, `${name}: ${inKB(beyond)}`)
    }
  })
