import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import yazl from 'yazl'
import { sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import type { PackedFile, Preview } from '../../../model/documents/preview.ts'
import { createRow } from '../../records/write/create.ts'
import { modelNamed } from '../../records/registry.ts'
import { systemContext } from '../../records/context.ts'

const { app, tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const ctx = systemContext(tenant)
const case_sid = await createRow(ctx, modelNamed(tenant.models, 'patent'), {
  title: '甲', patent_type: 'INVENTION', country: 'CN', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore

type Kept = { name: string; file: string | Uint8Array }
async function keep({ name, file }: Kept, fields: Record<string, string> = {}): Promise<string> {
  const bytes = typeof file === 'string' ? file : new Uint8Array(file)
  const sent = await sendFile(app, { path: 'document/do/upload', token: manager.token, name, file: bytes, fields: { case_sid, ...fields } })
  assert.equal(sent.status, 200, `${name}: ${sent.message}`)
  return sent.data.sid
}
const ask = (sid: string, query = '', as = manager) => call<{ preview: Preview }>(`document/do/preview/${sid}${query}`, undefined, { as })
const previewed = async (kept: Kept, query = '') => (await ask(await keep(kept), query)).data.preview
const fetched = (verb: 'view' | 'page', sid: string, query = '', as = manager) =>
  app.inject({ url: `/innoe-webapi/model/document/do/${verb}/${sid}${query}`, headers: { authorization: `Bearer ${as.token}` } })

/** Any zip, also one that no program writes. */
function zipOf(files: readonly { name: string | Buffer; data: string; flags?: number }[]) {
  const [bodies, heads]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, data, flags = 0x800 } of files) {
    const [title, plain] = [Buffer.from(name), Buffer.from(data)]
    const bytes = flags & 1 ? Buffer.concat([Buffer.alloc(12), plain]) : plain // encryption adds a header
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title]))
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title, bytes])
    bodies.push(body)
    at += body.length
  }
  const list = Buffer.concat(heads)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...bodies, list, Buffer.from('PK\x05\x06', 'latin1'), end]))
}

async function packed(files: Record<string, Buffer>) {
  const zip = new yazl.ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A rar with one file, stored as it is. */
function rarOf(name: string, data: string) {
  const block = (head: Buffer, body = Buffer.alloc(0)) => {
    const sum = Buffer.alloc(2)
    sum.writeUInt16LE(crc32(head) & 0xffff)
    return Buffer.concat([sum, head, body])
  }
  const [title, bytes] = [Buffer.from(name), Buffer.from(data)]
  const head = Buffer.alloc(30)
  head.writeUInt8(0x74, 0)
  head.writeUInt16LE(0x8000, 1)
  head.writeUInt16LE(32 + title.length, 3)
  head.writeUInt32LE(bytes.length, 5)
  head.writeUInt32LE(bytes.length, 9)
  head.writeUInt8(3, 13)
  head.writeUInt32LE(crc32(bytes), 14)
  head.writeUInt8(20, 22)
  head.writeUInt8(0x30, 23)
  head.writeUInt16LE(title.length, 24)
  const archive = Buffer.from([0x73, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0])
  const start = Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0])
  return new Uint8Array(
    Buffer.concat([start, block(archive), block(Buffer.concat([head, title]), bytes), Buffer.from([0xc4, 0x3d, 0x7b, 0, 0x40, 7, 0])]),
  )
}

/** The header of a PNG of this size, with hardly anything behind it. */
function hugePng(width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, 'latin1'), data])]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 1
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      chunk('IHDR', size),
      chunk('IDAT', Buffer.from([0x78, 1])),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

const WORD = {
  '[Content_Types].xml': Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'),
  'word/document.xml': Buffer.from('<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>甲</w:t></w:r></w:p></w:body></w:document>'),
} // oxfmt-ignore
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#7a1f2b' } })
const ZEROS = Buffer.alloc(21 << 20)

for (const [name, file, kind] of [
  ['a.pdf', '%PDF-1.4\n%%EOF\n', { kind: 'pdf' }],
  ['a.docx', await packed(WORD), { kind: 'word' }],
  ['macro.docm', await packed({ ...WORD, 'word/vbaProject.bin': Buffer.from('macro') }), { kind: 'word' }],
  ['bomb.docx', await packed({ ...WORD, 'word/media/image1.bmp': ZEROS }), { kind: 'none', why: 'large' }],
  ['a.png', await picture(20, 10).png().toBuffer(), { kind: 'picture' }],
  [
    'password.docx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096), Buffer.from('EncryptedPackage', 'utf16le')]),
    { kind: 'none', why: 'locked' },
  ],
  ['huge.png', hugePng(30_000, 30_000), { kind: 'none', why: 'large' }],
  ['broken.png', hugePng(0, 10), { kind: 'none', why: 'damaged' }],
  ['a.dwg', 'AC1018 drawing', { kind: 'none', why: 'type' }],
  ['words.eml', `From: a@b.test\r\nSubject: ${'=?utf-8?B?5a6h?=\r\n '.repeat(80_000)}\r\n\r\nx`, { kind: 'none', why: 'damaged' }],
  [
    'long-boundary.eml',
    `From: a@b.test\r\nContent-Type: multipart/mixed; boundary="${'b'.repeat(200)}"\r\n\r\n${`--${'b'.repeat(200)}\r\n\r\nx\r\n`.repeat(20_000)}`,
    { kind: 'none', why: 'damaged' },
  ],
  [
    'boundary-in-pieces.eml',
    `From: a@b.test\r\nContent-Type: multipart/mixed; boundary*0="b"; boundary*1="c"\r\n\r\n${'--bc\r\n\r\nx\r\n'.repeat(200_000)}`,
    { kind: 'none', why: 'damaged' },
  ],
  [
    'parts.eml',
    `From: a@b.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(200_000)}--b--`,
    { kind: 'none', why: 'damaged' },
  ],
  ['broken.zip', new Uint8Array(Buffer.from('PK\x03\x04nothing', 'latin1')), { kind: 'none', why: 'damaged' }],
  [
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    { kind: 'text', text: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', encoding: 'utf-8', cut: false },
  ],
] as const)
  // oxfmt-ignore
  test(`[2.31] ${name} is previewed as ${kind.kind}${'why' in kind ? `: ${kind.why}` : ''}`, async () => assert.deepEqual(await previewed({ name, file }), kind))

const SAYING = '一种电池的制造方法，其特征在于包括以下步骤。'
const TRADITIONAL = '一種電池的製造方法，其特徵在於包括以下步驟。'
const BIG5 = Buffer.from('a440bad8b971a6c0aababb73b379a4e8aa6ba141a8e4afc5bc78a662a9f3', 'hex')
for (const [encoding, file, text] of [
  ['utf-8', SAYING, SAYING],
  ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SAYING, 'utf16le')]), SAYING],
  ['gb18030', Buffer.from('d2bbd6d6b5e7b3d8b5c4d6c6d4ecb7bdb7a8', 'hex'), SAYING.slice(0, 9)],
  ['big5', BIG5, TRADITIONAL.slice(0, 5)],
] as const)
  test(`[2.31] a text in ${encoding} is shown in its own characters`, async () => {
    const preview = await previewed({ name: 'a.txt', file })
    assert.deepEqual(
      [preview.kind, preview.kind === 'text' && preview.encoding, preview.kind === 'text' && preview.text.startsWith(text)],
      ['text', encoding, true],
    )
  })

test('[2.31] tables are shown with their first 500 rows, a workbook sheet by sheet', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => [`第${at + 1}行`, at])
  const book = await previewed({ name: 'a.xlsx', file: await workbook(rows) })
  assert.ok(book.kind === 'table')
  assert.deepEqual(
    [book.sheets, book.rows.length, book.rows[0], book.rows[499], book.cut],
    [['Sheet1'], 500, ['第1行', '0'], ['第500行', '499'], true],
  )
  const csv = await previewed({ name: 'a.csv', file: '编号,名称\n1,"甲,乙"\n' })
  assert.deepEqual(csv, { kind: 'table', sheets: [], sheet: 0, rows: [['编号', '名称'], ['1', '甲,乙']], cut: false }) // oxfmt-ignore
})

test('[2.31] every page of a TIF is sent as a PNG', async () => {
  const [width, height] = [40, 30]
  const raw = Buffer.concat([Buffer.alloc(width * height * 3, 0xff), Buffer.alloc(width * height * 3, 0x20)])
  const file = await sharp(raw, { raw: { width, height: height * 2, channels: 3, pageHeight: height } })
    .tiff()
    .toBuffer()
  const sid = await keep({ name: 'scan.tif', file })
  assert.deepEqual((await ask(sid)).data.preview, { kind: 'pages', pages: 2 })
  const second = await fetched('page', sid, '?page=2')
  assert.equal(second.headers['content-type'], 'image/png')
  const { format, width: wide, height: high } = await sharp(second.rawPayload).metadata()
  const { channels } = await sharp(second.rawPayload).stats()
  assert.deepEqual([format, wide, high, channels[0]?.mean], ['png', 40, 30, 0x20])
  assert.equal((await fetched('page', sid, '?page=3')).statusCode, 400)
})

test('[2.31] an archive lists its files, and opens one; names of Chinese Windows are read, and none leads outside', async () => {
  const zip = zipOf([
    { name: Buffer.from('cda8d6aacae92f312e747874', 'hex'), data: '甲', flags: 0 },
    { name: '../../etc/passwd.txt', data: 'root' },
    { name: 'locked.txt', data: 'x', flags: 0x801 },
    { name: 'run.exe', data: 'MZ' },
  ])
  const sid = await keep({ name: 'a.zip', file: zip })
  const { preview } = (await ask(sid)).data
  assert.ok(preview.kind === 'archive')
  assert.deepEqual(
    preview.files.map(({ name, size, locked }: PackedFile) => [name, size, locked ?? false]),
    [['通知书/1.txt', 3, false], ['_/_/etc/passwd.txt', 4, false], ['locked.txt', 1, true], ['run.exe', 2, false]],
  ) // oxfmt-ignore
  const inside = (await ask(sid, '?packed=0')).data.preview
  assert.deepEqual([inside.kind, inside.kind === 'text' && inside.text], ['text', '甲'])
  assert.equal((await fetched('view', sid, '?packed=1')).body, 'root')
  for (const [at, message] of [[2, /加密/], [3, /可执行/]] as const) assert.match((await ask(sid, `?packed=${at}`)).message, message) // oxfmt-ignore
  assert.equal((await ask(sid, '?packed=9')).status, 404)
})

test('[2.31] a file that would unpack to more than 100 MB is not taken out of its archive', async () => {
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.alloc((100 << 20) + 1), 'zeros.txt')
  zip.end()
  const sid = await keep({ name: 'bomb.zip', file: new Uint8Array(await buffer(zip.outputStream)) })
  assert.match((await ask(sid, '?packed=0')).message, /过大/)
})

test('[2.31] a rar is listed and opened like a zip; a damaged one is refused', async () => {
  const sid = await keep({ name: 'a.rar', file: rarOf('folder/one.txt', 'content') })
  const { preview } = (await ask(sid)).data
  assert.deepEqual(preview, { kind: 'archive', files: [{ at: 0, name: 'folder/one.txt', size: 7 }], cut: false })
  assert.equal((await fetched('view', sid, '?packed=0')).body, 'content')
  const damaged = rarOf('one.txt', 'content').slice(0, 30)
  const answer = await ask(await keep({ name: 'b.rar', file: damaged }))
  assert.ok(answer.status === 400 || answer.data.preview.kind !== 'archive' || answer.data.preview.files.length === 0, JSON.stringify(answer.data))
})

const MAIL = [
  'From: =?utf-8?B?6JmU5p6E?= <sender@example.test>',
  'To: reader@example.test',
  'Subject: =?utf-8?B?5a6h5p+l5oSP6KeB?=',
  'Date: Mon, 16 Mar 2026 08:00:00 +0800',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<style>body{background:url(//evil.test)}</style><p style="color:red" onclick="steal()">正文</p><scr<script>ipt>alert(1)</script>',
  '<img src="https://evil.test/pixel.gif"><img src=x onerror=alert(1)><a href="javascript:alert(1)">link</a><iframe src="//evil.test"></iframe>',
  '<svg onload=alert(1)><circle/></svg><form action="//evil.test"><input></form><div style="position:fixed;top:0">over</div><meta http-equiv=refresh content=0>',
  '--b',
  'Content-Type: text/plain; name="note.txt"',
  'Content-Disposition: attachment; filename="note.txt"',
  'Content-Transfer-Encoding: base64',
  '',
  'YXR0YWNoZWQ=',
  '--b--',
  '',
].join('\r\n')

test('[2.31] of a mail its heads, text and attachments are shown, nothing in it runs, and no picture of another server is loaded', async () => {
  const sid = await keep({ name: 'a.eml', file: MAIL })
  const { preview } = (await ask(sid)).data
  assert.ok(preview.kind === 'mail' && preview.html !== null)
  assert.match(preview.html, /<p style="color:red">正文<\/p>/)
  assert.doesNotMatch(preview.html, /<(script|style|iframe|svg|form|input|meta|img)|on\w+=|javascript:|evil|position/i)
  assert.deepEqual(
    [preview.remote, preview.files, preview.heads[2]],
    [2, [{ at: 0, name: 'note.txt', size: 8 }], { head: 'subject', value: '审查意见' }],
  )
  const attached = (await ask(sid, '?packed=0')).data.preview
  assert.deepEqual([attached.kind, attached.kind === 'text' && attached.text], ['text', 'attached'])
})

test('[2.31] who may not see a document may not view it, and every view is in the audit log', async () => {
  const sid = await keep({ name: 'opinion.txt', file: 'secret' }, { visibility: 'V6' })
  assert.equal((await ask(sid, '', engineer)).status, 404)
  for (const verb of ['view', 'page'] as const) assert.equal((await fetched(verb, sid, '', engineer)).statusCode, 404)
  const entries = () => tenant.db.selectFrom('audit_entry').select('event').where('record_sid', '=', sid).execute()
  assert.deepEqual(await entries(), [])
  await ask(sid)
  assert.deepEqual(await entries(), [{ event: 'VIEWED' }])
  const bytes = await fetched('view', sid)
  assert.deepEqual(
    [bytes.body, bytes.headers['content-security-policy'], String(bytes.headers['content-disposition']).split(';')[0]],
    ['secret', "default-src 'none'; sandbox", 'attachment'],
  )
  assert.equal((await entries()).length, 2)
})
