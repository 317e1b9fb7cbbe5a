import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testServer } from '../../tests/harness/server.ts'

const { app } = await testServer()
const page = readFileSync(new URL('../../web/dist/index.html', import.meta.url), 'utf8')
const [, script = ''] = /src="(\/innoe-web\/assets\/[^"]+\.js)"/.exec(page) ?? []
const [, sheet = ''] = /href="(\/innoe-web\/assets\/[^"]+\.css)"/.exec(page) ?? []
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: 'localhost', ...headers } })

const PLAIN: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const textOf = (body: Buffer, encoding: unknown) => (PLAIN[String(encoding)]?.(body) ?? body).toString()

for (const [accepted, encoding] of [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['zstd', undefined],
  ['', undefined],
] as const) {
  for (const [url, type, caching] of [
    [script, 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    [sheet, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/innoe-web/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/innoe-web/patents', 'text/html; charset=utf-8', 'no-cache'],
    ['/innoe-web/', 'text/html; charset=utf-8', 'no-cache'],
  ] as const)
    test(`${url.replace(/-[^-]+\.(js|css)$/, '.$1')} is sent ${encoding ?? 'plain'} to a browser that accepts “${accepted}”`, async () => {
      const plain = await ask(url)
      const { statusCode, headers, rawPayload } = await ask(url, { 'accept-encoding': accepted })
      assert.equal(statusCode, 200)
      assert.equal(headers['content-encoding'], encoding)
      assert.equal(headers['content-type'], type)
      assert.equal(headers['cache-control'], caching)
      assert.match(String(headers['vary']), /accept-encoding/i)
      assert.equal(headers['content-length'], String(rawPayload.length))
      assert.equal(textOf(rawPayload, encoding), plain.payload)
      if (encoding) assert.ok(rawPayload.length < plain.rawPayload.length)
      assert.equal((await ask(url, { 'accept-encoding': accepted }, 'HEAD')).headers['content-length'], String(rawPayload.length))
    })
}

test('each encoding has its own entity tag, and a matching request gets 304', async () => {
  const tagOf = async (accepted: string) => String((await ask(script, { 'accept-encoding': accepted })).headers['etag'])
  const tags = await Promise.all(['br', 'gzip', 'identity'].map(tagOf))
  assert.equal(new Set(tags).size, 3)
  const again = await ask('/innoe-web/patents', { 'accept-encoding': 'br' })
  const known = await ask('/innoe-web/patents', { 'accept-encoding': 'br', 'if-none-match': String(again.headers['etag']) })
  assert.equal(known.statusCode, 304)
})

test('a missing asset is not found in any accepted encoding', async () => {
  assert.equal((await ask('/innoe-web/assets/gone.js', { 'accept-encoding': 'br' })).statusCode, 404)
})
