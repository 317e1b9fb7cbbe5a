import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { scanXml } from './xml-scan.ts'

const SAMPLE = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE r [<!ENTITY x "no">]>
<x:r xmlns:x="urn:x" a="1 &lt; 2" b='"é&#x8BF7;"' c = "&x;"><!-- <r> -- > --><t xml:space="preserve"> 甲&amp;乙 &#20013;𠮷&x; &amp</t><e/><e a="/"/><![CDATA[<&amp;>]]]></x:r>`

/** Adjacent texts are merged. */
async function events(xml: string | Buffer, piece: number): Promise<string[]> {
  const found: string[] = []
  const bytes = Buffer.from(xml)
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) => bytes.subarray(at * piece, (at + 1) * piece))
  let text = ''
  const say = (event?: string) => {
    if (text.trim()) found.push(text)
    text = ''
    if (event) found.push(event)
  }
  await scanXml(Readable.from(pieces), {
    open: (name, attributes) => say(`<${name} ${JSON.stringify(attributes)}`),
    close: (name) => say(`</${name}`),
    text: (part) => void (text += part),
  })
  say()
  return found
}

const EXPECTED = [
  '<r {"x":"urn:x","a":"1 < 2","b":"\\"é请\\"","c":"&x;"}',
  '<t {"space":"preserve"}',
  ' 甲&乙 中𠮷&x; &amp',
  '</t',
  '<e {}',
  '</e',
  '<e {"a":"/"}',
  '</e',
  '<&amp;>]',
  '</r',
]

for (const piece of [1, 2, 3, 5, 7, 11, 64, 4096]) {
  test(`a part in chunks of ${piece} bytes is read completely`, async () => {
    const found = await events(SAMPLE, piece)
    assert.deepEqual(found.slice(found.indexOf(EXPECTED[0] ?? '')), EXPECTED)
  })
}

function* bytesOf(parts: Iterable<string>) {
  for (const part of parts) yield Buffer.from(part)
}

/** Reads a part while it is generated, and returns the number of events. */
async function read(parts: () => Iterable<string>): Promise<number> {
  let count = 0
  await scanXml(Readable.from(bytesOf(parts())), { open: () => void count++, close: () => void count++, text: () => void count++ })
  return count
}

function* repeated(start: string, part: string, times: number, end: string) {
  yield start
  for (let at = 0; at < times; at++) yield part.repeat(1000)
  yield end
}

for (const [name, parts] of [
  ['elements within elements without end', () => repeated('<r>', '<a>', 2000, '')],
  ['an attribute without end', () => repeated('<r a="', 'x'.repeat(100), 2000, '')],
  ['attributes without end', () => repeated('<r ', 'a="1" ', 2000, '')],
  ['a comment without end', () => repeated('<r><!--', 'x'.repeat(100), 2000, '')],
  ['a name without end', () => repeated('<', 'x'.repeat(100), 2000, '')],
  ['a declaration without end', () => repeated('<!DOCTYPE r [', 'x'.repeat(100), 2000, '')],
  ['CDATA without end', () => repeated('<r><![CDATA[', 'x'.repeat(100), 2000, '')],
  ['a part cut off within a tag', () => ['<r><a b="1']],
  ['a part cut off between tags', () => ['<r><a></a>']],
  ['a part cut off at its start', () => ['<?xml version="1.0"?><r']],
] as const) {
  test(`${name}: the part is refused, early and without buffering it`, async () => {
    const [start, before] = [performance.now(), process.memoryUsage().heapUsed]
    await assert.rejects(read(parts), /^Error: (a tag without an end|the part is cut off)$/)
    assert.ok(performance.now() - start < 5000)
    assert.ok(process.memoryUsage().heapUsed - before < 128 << 20)
  })
}

test('a million closing tags, matching or not, take linear time', async () => {
  const start = performance.now()
  await read(() => [...repeated('<r>', '<a>', 1000, ''), ...repeated('', '</b>', 1000, '</r>')])
  assert.ok(performance.now() - start < 8000)
})

test('a text of 200 MB is reported in chunks', async () => {
  const before = process.memoryUsage().heapUsed
  assert.ok((await read(() => repeated('<r>', 'x'.repeat(1000), 200, '</r>'))) > 200)
  assert.ok(process.memoryUsage().heapUsed - before < 64 << 20)
})
