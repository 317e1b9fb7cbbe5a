import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import S3rver from 's3rver'
import { openStorage } from './tenant-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'innoe-storage-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function s3Url() {
  // The account that s3rver knows.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' })
  const rver = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'innoe', configs: [] }],
  })
  const { port } = await rver.run()
  after(() => rver.close())
  return `s3://innoe/files?endpoint=http://127.0.0.1:${port}&region=us-east-1`
}

const STORAGES = [
  ['a folder', pathToFileURL(join(folder, 'disk')).href],
  ['S3', await s3Url()],
] as const

for (const [name, url] of STORAGES) {
  const storage = openStorage(url)

  test(`${name} returns a stored file whole and in part, and deletes a removed file`, async () => {
    const content = Buffer.alloc(6 << 20, 'abcdefghij')
    await storage.put('t/document/one', Readable.from([content.subarray(0, 1000), content.subarray(1000)]), 'application/pdf')
    assert.equal(await storage.size('t/document/one'), content.length)
    assert.ok((await buffer(await storage.get('t/document/one'))).equals(content))
    assert.equal((await buffer(await storage.get('t/document/one', { start: 3, end: 6 }))).toString(), 'defg')
    await storage.remove('t/document/one')
    assert.equal(await storage.size('t/document/one'), undefined)
  })

  test(`${name} lists the files of a folder with their times`, async () => {
    const begun = Date.now()
    for (const key of ['t/import/one.xlsx', 't/import/two.json', 't/imported/three']) await storage.put(key, Readable.from(['x']), 'text/plain')
    const found = await storage.list('t/import')
    assert.deepEqual(found.map(({ key }) => key).toSorted(), ['t/import/one.xlsx', 't/import/two.json'])
    for (const { at } of found) assert.ok(Math.abs(at.getTime() - begun) < 60_000, `${at}`)
    assert.deepEqual(await storage.list('t/nothing'), [])
  })

  test(`${name} stores nothing of an interrupted upload`, async () => {
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('the line is cut')
    }
    await assert.rejects(storage.put('t/document/two', Readable.from(broken()), 'text/plain'), /cut/)
    assert.equal(await storage.size('t/document/two'), undefined)
  })
}

test('a folder contains no temporary files of interrupted uploads', () => assert.deepEqual(readdirSync(join(folder, 'disk', 't', 'document')), []))
