import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { AttachedFile } from '../../model/kit/pictures.ts'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { readPicture } from './picture.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const leader = await enrol('dept_leader')

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#f80' } })
const sixteenBit = plain(300, 200).toColourspace('rgb16')

const PICTURES = {
  'plain.png': await plain(300, 200).png().toBuffer(),
  'fine.png': await plain(300, 200).withDensity(300).png().toBuffer(),
  'plain.jpg': await plain(300, 200).jpeg().toBuffer(),
  'fine.jpg': await plain(300, 200).withDensity(300).jpeg().toBuffer(),
  'plain.tif': await plain(300, 200).tiff().toBuffer(),
  'fine.tif': await plain(300, 200).tiff({ xres: 11.811, yres: 11.811 }).toBuffer(),
  'print.jpg': await plain(300, 200).toColourspace('cmyk').withDensity(300).jpeg().toBuffer(),
  'print.tif': await plain(300, 200).toColourspace('cmyk').tiff({ xres: 11.811, yres: 11.811 }).toBuffer(),
  'deep.png': await sixteenBit.withDensity(150).png().toBuffer(),
  'turned.jpg': await plain(300, 200).withMetadata({ orientation: 6, density: 300 }).jpeg().toBuffer(),
}

/** A PNG of a few kilobytes that declares 3,600 million pixels. */
function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(60_000, 0)
  header.writeUInt32BE(60_000, 4)
  header[8] = 8
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
const BROKEN = PICTURES['plain.jpg'].subarray(0, PICTURES['plain.jpg'].length - 200)

type Sent = { name: string; file: Uint8Array | string; fields?: Record<string, string>; lang?: 'zh' | 'en' }
const send = ({ name, file, fields = {}, lang = 'en' }: Sent) =>
  sendFile(app, {
    path: 'document/do/upload',
    token: admin.token,
    file: typeof file === 'string' ? file : new Uint8Array(file),
    name,
    fields,
    lang,
  })
const forDesigns = (sent: Sent) => send({ ...sent, fields: { attach_to: 'patent.design_pictures' } })
const thumbnailOf = (sid: string, token: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/innoe-webapi/model/document/do/thumbnail/${sid}`, headers: { authorization: `Bearer ${token}`, ...headers } })

for (const [name, width, height, dpi] of [
  ['plain.png', 300, 200, null],
  ['fine.png', 300, 200, 300],
  ['plain.jpg', 300, 200, null],
  ['fine.jpg', 300, 200, 300],
  ['plain.tif', 300, 200, null],
  ['fine.tif', 300, 200, 300],
  ['print.jpg', 300, 200, 300],
  ['print.tif', 300, 200, 300],
  ['deep.png', 300, 200, 150],
  ['turned.jpg', 200, 300, 300],
] as const) {
  test(`${name} is ${width} × ${height} px at ${dpi ?? 'no stated'} dpi, with a small sRGB copy`, async () => {
    const { status, data, message } = await send({ name, file: PICTURES[name] })
    assert.equal(status, 200, message)
    assert.deepEqual([data.picture_width, data.picture_height, data.picture_dpi], [width, height, dpi])
    const small = await thumbnailOf(data.sid, admin.token)
    assert.deepEqual([small.statusCode, small.headers['content-type']], [200, 'image/webp'])
    const { width: w, height: h, space, depth } = await sharp(small.rawPayload).metadata()
    assert.deepEqual([w, h, space, depth], width > height ? [240, 160, 'srgb', 'uchar'] : [160, 240, 'srgb', 'uchar'])
    const again = await thumbnailOf(data.sid, admin.token, { 'if-none-match': String(small.headers.etag) })
    assert.equal(again.statusCode, 304)
  })
}

test('a file that declares 3,600 million pixels is quickly rejected as a picture', async () => {
  const start = performance.now()
  const { status, data } = await send({ name: 'bomb.png', file: bomb() })
  assert.ok(performance.now() - start < 2000)
  assert.deepEqual([status, data.picture_width], [200, null])
  assert.equal((await thumbnailOf(data.sid, admin.token)).statusCode, 404)
})

test('no properties are read from a damaged picture', async () => {
  const { data } = await send({ name: 'broken.jpg', file: BROKEN })
  assert.equal(data.picture_width, null)
})

test('an SVG is never read as a picture, whatever its name and content type', async () => {
  assert.equal((await send({ name: 'drawing.png', file: SVG })).status, 413)
  const { status, data } = await send({ name: 'drawing.svg', file: SVG })
  assert.deepEqual([status, data.picture_width], [200, null])
  assert.equal((await thumbnailOf(data.sid, admin.token)).statusCode, 404)
  const folder = await mkdtemp(join(tmpdir(), 'innoe-svg-'))
  try {
    await writeFile(join(folder, 'drawing.png'), SVG)
    assert.equal(await readPicture(join(folder, 'drawing.png'), 'image/png'), undefined)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a thumbnail is shown to people who may see the document', async () => {
  const { data } = await send({ name: 'fine.png', file: PICTURES['fine.png'], fields: { visibility: 'V7' } })
  assert.equal((await thumbnailOf(data.sid, admin.token)).statusCode, 200)
  assert.notEqual((await thumbnailOf(data.sid, leader.token)).statusCode, 200)
})

for (const [name, file, zh, en] of [
  ['说明.txt', 'text', '“说明.txt”不是 PNG、JPG、TIF 图片', 'must be a PNG or JPG or TIF picture; “说明.txt” is not'],
  ['动.gif', await plain(10, 10).gif().toBuffer(), '“动.gif”不是 PNG、JPG、TIF 图片', 'must be a PNG or JPG or TIF picture; “动.gif” is not'],
  ['bomb.png', bomb(), '“bomb.png”无法读取：图片损坏或像素过多', 'cannot read “bomb.png”: the picture is damaged or has too many pixels'],
  ['view.jpg', BROKEN, '“view.jpg”无法读取：图片损坏或像素过多', 'cannot read “view.jpg”: the picture is damaged or has too many pixels'],
  [
    'wide.jpg',
    await plain(2000, 1000).withDensity(300).jpeg().toBuffer(),
    '“wide.jpg”为 16.93×8.47 厘米（2000×1000 像素，300 dpi），不能超过 16.5×24.5 厘米',
    'must not be larger than 16.5 × 24.5 cm; “wide.jpg” is 16.93 × 8.47 cm (2000 × 1000 pixels at 300 dpi)',
  ],
  [
    'high.png',
    await plain(400, 700).png().toBuffer(),
    '“high.png”为 14.11×24.69 厘米（400×700 像素，未标明分辨率，按 72 dpi 计），不能超过 16.5×24.5 厘米',
    'must not be larger than 16.5 × 24.5 cm; “high.png” is 14.11 × 24.69 cm (400 × 700 pixels at 72 dpi, since it states no resolution)',
  ],
] as const) {
  test(`[5.14] ${name} is refused as a design view at its upload and when attached, and the field and rule are named`, async () => {
    const before = await tenant.db.selectFrom('document').select('sid').execute()
    for (const [lang, label, reason] of [
      ['zh', '外观图片', zh],
      ['en', 'Design views', en],
    ] as const) {
      const { status, code, errors } = await forDesigns({ name, file, lang })
      assert.deepEqual([status, code, errors], [400, 500001, [{ field: 'design_pictures', label, reason }]])
    }
    assert.equal((await tenant.db.selectFrom('document').select('sid').execute()).length, before.length)
    const { data } = await send({ name, file })
    const made = await call('patent/do/create', designOf([{ sid: data.sid, name, size: 1 }]), { as: admin, lang: 'en' })
    assert.deepEqual(made.errors, [{ field: 'design_pictures', label: 'Design views', reason: en }])
  })
}

const designOf = (design_pictures: Partial<AttachedFile>[]) => ({ title: '椅子', country: 'CN', patent_type: 'DESIGN', design_pictures })

test('[5.14] a design view keeps the size, pixels, dpi and cm of its upload, whatever values the caller sends', async () => {
  const { status, data } = await forDesigns({ name: 'turned.jpg', file: PICTURES['turned.jpg'] })
  assert.equal(status, 200)
  const forged = { sid: data.sid, name: '主视图.jpg', size: 1, picture: { width: 1, height: 1, dpi: 72 } }
  const made = await call<{ sid: string; design_pictures: AttachedFile[] }>('patent/do/create', designOf([forged]), { as: admin })
  const kept = { sid: data.sid, name: '主视图.jpg', size: PICTURES['turned.jpg'].length, picture: { width: 200, height: 300, dpi: 300, cm: [1.69, 2.54] } } // oxfmt-ignore
  assert.deepEqual(made.data.design_pictures, [kept])
  const logged = async () => (await tenant.db.selectFrom('change_log').select('sid').where('record_sid', '=', made.data.sid).execute()).length
  const before = await logged()
  for (const again of [made.data.design_pictures, [{ ...forged, picture: undefined }], [forged]]) {
    const saved = await call('patent/do/update', { sid: made.data.sid, design_pictures: again }, { as: admin })
    assert.deepEqual([saved.code, saved.data.design_pictures], [0, [kept]])
  }
  assert.equal(await logged(), before, 'nothing changed')
})

test('an upload may name only a field of files that the person reads', async () => {
  for (const attach_to of ['patent.title', 'patent.none', 'none.design_pictures', 'patent', 'user.__proto__']) {
    const { status, message } = await send({ name: 'fine.png', file: PICTURES['fine.png'], fields: { attach_to } })
    assert.deepEqual([status, message.includes('attach_to')], [400, true], attach_to)
  }
})

test('the schema describes the accepted files of a field in the reader’s language', async () => {
  const takes = async (lang: 'zh' | 'en') => {
    const { data } = await call<WireSchema>('patent/do/schema', undefined, { as: admin, lang })
    const field = data.fields.find(({ code }) => code === 'design_pictures')
    return [field?.takes, field?.attach_to]
  }
  assert.deepEqual(await takes('zh'), ['PNG、JPG、TIF，不超过 16.5×24.5 厘米，每个不超过 30 MB', 'patent.design_pictures'])
  assert.deepEqual(await takes('en'), ['PNG, JPG, TIF; up to 16.5 × 24.5 cm; up to 30 MB each', 'patent.design_pictures'])
})
