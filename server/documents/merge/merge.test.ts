import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { jobEnded } from '../../../tests/harness/cases/exchange.ts'
import { pdfOf, protectedPdf, sheet, zipOf } from '../../../tests/harness/cases/papers.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { costOf } from '../../auth/limits/costly.ts'
import { officePdf, officeProgram } from '../office-pdf.ts'
import { textOf } from '../text/text.ts'

const { app, server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const folder = await mkdtemp(join(tmpdir(), 'innoe-merge-test-'))
after(() => rm(folder, { recursive: true, force: true }))
const office = await officeProgram()

const newCase = (case_no: string) =>
  createRow(systemContext(tenant), modelNamed(tenant.models, 'patent'), {
    case_no, title: '虚构电池', patent_type: 'INVENTION', country: 'CN', status: 'SE', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
const [of, elsewhere] = [await newCase('M-1'), await newCase('M-2')]

async function send(name: string, file: Buffer | string, fields: Record<string, string> = {}) {
  const bytes = typeof file === 'string' ? file : new Uint8Array(file)
  const sent = await sendFile(app, { path: 'document/do/upload', token: manager.token, file: bytes, name, fields: { case_sid: of, ...fields } })
  assert.equal(sent.status, 200, `${name}: ${sent.message}`)
  return sent.data.sid as string
}

const DOCX = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels': '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  'word/document.xml': '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Power of attorney 委托书</w:t></w:r></w:p></w:body></w:document>',
} // oxfmt-ignore
const red = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c33' } }).png().toBuffer() // oxfmt-ignore
const two = sharp(Buffer.alloc(60 * 160 * 3, 80), { raw: { width: 60, height: 160, channels: 3, pageHeight: 80 } }).tiff() // oxfmt-ignore

const first = await send('first.pdf', pdfOf([sheet('Alpha one'), sheet('Alpha two')]))
const second = await send('second.pdf', pdfOf([sheet('Beta one')]))
const picture = await send('picture.png', red)
const scan = await send('scan.tif', await two.toBuffer())
const letter = await send('letter.docx', await zipOf(DOCX))

const merge = (body: Record<string, unknown>, as = manager) =>
  call<{ job_sid: string }>('document/do/merge', { case_sid: of, file_name: '合并', ...body }, { as, lang: 'en' })

async function merged(body: Record<string, unknown>) {
  const { status, data, message } = await merge(body)
  assert.equal(status, 200, message)
  await jobEnded(tenant, data.job_sid)
  return tenant.db.selectFrom('job').select(['state', 'message']).where('sid', '=', data.job_sid).executeTakeFirstOrThrow()
}

/** The text of each page of a document of the case. */
async function pagesOf(name: string) {
  const { sid } = await tenant.db
    .selectFrom('document')
    .select('sid')
    .where('case_sid', '=', of)
    .where('file_name', '=', name)
    .executeTakeFirstOrThrow()
  const { rawPayload } = await app.inject({
    url: `/innoe-webapi/model/document/do/download/${sid}`,
    headers: { authorization: `Bearer ${manager.token}` },
  })
  const path = join(folder, 'read.pdf')
  await writeFile(path, rawPayload)
  return (await textOf(path, 'application/pdf')).pages.map(({ text }) => text.trim())
}

test('PDFs and pictures of a case are merged in the order that was set, after a list of them, and filed with the case', async () => {
  assert.deepEqual(await merged({ sids: [second, picture, scan, first].join(','), cover: true, file_name: '合并文件.pdf' }), {
    state: 'DONE',
    message: null,
  })
  const pages = await pagesOf('合并文件.pdf')
  assert.equal(pages.length, 7)
  for (const text of ['M-1', 'second.pdf', 'scan.tif', 'first.pdf']) assert.ok(pages[0]?.includes(text), `${text} in the list: ${pages[0]}`)
  assert.deepEqual([pages[1], ...pages.slice(5)], ['Beta one', 'Alpha one', 'Alpha two'])
  const { source, visibility } = await tenant.db.selectFrom('document').select(['source', 'visibility']).where('file_name', '=', '合并文件.pdf').executeTakeFirstOrThrow() // oxfmt-ignore
  assert.deepEqual([source, visibility], ['MERGED', 'V2'])
})

test('what cannot be merged is refused by name, and nothing is filed', async () => {
  const [note, other, opinion] = [await send('note.txt', 'text'), await send('other.pdf', pdfOf([sheet('x')]), { case_sid: elsewhere }), await send('opinion.pdf', pdfOf([sheet('y')]), { visibility: 'V6' })] // oxfmt-ignore
  const refusals = [
    [{ sids: first }, /at least two/],
    [{ sids: `${first},${note}` }, /“note.txt” is no PDF, picture or office file/],
    [{ sids: `${first},${other}` }, /one case/],
    [{ sids: `${first},${opinion}` }, /different visibilities/],
    [{ sids: Array.from({ length: 51 }, () => crypto.randomUUID()).join(',') }, /At most 50/],
  ] as const
  for (const [body, words] of refusals) {
    const { status, message } = await merge(body)
    assert.ok(status >= 400 && status < 500, String(status))
    assert.match(message ?? '', words)
  }
  assert.equal((await merge({ sids: `${first},${opinion}`, visibility: 'V6' }, engineer)).status, 404)
  const [locked, broken] = [await send('locked.pdf', protectedPdf()), await send('broken.pdf', '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')]
  const before = await tenant.db.selectFrom('document').select('sid').execute()
  for (const [sid, words] of [
    [locked, /“locked.pdf” is protected/],
    [broken, /“broken.pdf” is damaged/],
  ] as const) {
    // oxfmt-ignore
    const job = await merged({ sids: `${first},${sid}`, cover: true })
    assert.equal(job.state, 'FAILED')
    assert.match(job.message ?? '', words)
  }
  assert.equal((await tenant.db.selectFrom('document').select('sid').execute()).length, before.length)
})

/** A small file whose content is so many megabytes of spaces. */
async function spacious(megabytes: number): Promise<Buffer> {
  const spaces = Array<Buffer>(megabytes).fill(Buffer.alloc(1 << 20, ' '))
  const packed = await buffer(Readable.from(spaces).pipe(createDeflate()))
  const head = `%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 2 /Root 2 0 R >>\n%%EOF\n')])
}

test('a PDF that needs too much memory is refused, and the memory is not that of the server', async () => {
  const sid = await send('spacious.pdf', await spacious(900))
  const before = process.resourceUsage().maxRSS
  const job = await merged({ sids: `${first},${sid}` })
  assert.equal(job.state, 'FAILED')
  assert.match(job.message ?? '', /limits of time or memory/)
  assert.ok(process.resourceUsage().maxRSS - before < 200 << 10, 'in kB')
})

test('a PDF with only a password of its owner is merged', async () => {
  const closed = await PDFDocument.load(new Uint8Array(pdfOf([sheet('Gamma one')])))
  closed.encrypt({ ownerPassword: 'owner', userPassword: '' })
  const sid = await send('owner.pdf', Buffer.from(await closed.save({ useObjectStreams: false })))
  assert.deepEqual(await merged({ sids: `${first},${sid}`, file_name: 'with owner' }), { state: 'DONE', message: null })
  assert.equal((await pagesOf('with owner.pdf')).at(-1), 'Gamma one')
})

test('a part that LibreOffice does not read is named, and one with a password is told apart', async () => {
  process.env['INNOE_OFFICE'] = '/bin/true'
  try {
    const words = async (sid: string) => (await merged({ sids: `${first},${sid}` })).message ?? ''
    assert.match(await words(letter), /“letter.docx” cannot be merged.*damaged/)
    const path = join(folder, 'locked.docx')
    await writeFile(path, Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]))
    await assert.rejects(officePdf(path, 'docx'), ({ facts }: { facts: { why_en: string } }) => /protected by a password/.test(facts.why_en))
  } finally {
    delete process.env['INNOE_OFFICE']
  }
})

test('LibreOffice ends at its limits without the server, a person has one conversion at a time, and a job waits', async () => {
  const program = join(folder, 'office')
  await writeFile(program, '#!/bin/sh\nsleep 1\n{ ulimit -t; cat /proc/$PPID/comm; } > file.pdf\n', { mode: 0o755 })
  const path = join(folder, 'letter')
  await writeFile(path, await zipOf(DOCX))
  process.env['INNOE_OFFICE'] = program
  try {
    const made = await Promise.allSettled([officePdf(path, 'docx', 'one'), officePdf(path, 'docx', 'one'), officePdf(path, 'docx')])
    // Which of the two of one person is first, the reading of the files decides.
    assert.deepEqual([made.slice(0, 2).map(({ status }) => status).toSorted(), made[2]?.status], [['fulfilled', 'rejected'], 'fulfilled']) // oxfmt-ignore
    for (const one of made) if (one.status === 'fulfilled') assert.equal(one.value.toString(), '60\ntimeout\n')
  } finally {
    delete process.env['INNOE_OFFICE']
  }
  for (const name of ['merge', 'fill_template']) assert.equal(costOf(`/innoe-webapi/model/document/do/${name}`), 'exports')
})

/** A program in the place of LibreOffice that waits for a file. */
async function waitingOffice(go: string) {
  const program = join(folder, 'waiting-office')
  await writeFile(program, `#!/bin/sh\nwhile [ ! -e ${go} ]; do sleep 0.05; done\necho x > file.pdf\n`, { mode: 0o755 })
  return program
}

test('a merge that is cancelled while a part is read ends before the next part; nothing is filed or stored', async () => {
  const go = join(folder, 'go')
  process.env['INNOE_OFFICE'] = await waitingOffice(go)
  try {
    const stored = async () => (await tenant.db.selectFrom('document').select('file_key').execute()).length
    const before = await stored()
    const { data } = await merge({ sids: `${second},${letter},${first}`, file_name: 'cancelled' })
    const job = () => tenant.db.selectFrom('job').select(['state', 'done']).where('sid', '=', data.job_sid).executeTakeFirstOrThrow()
    while ((await job()).done !== 1) await new Promise((resume) => setTimeout(resume, 20))
    assert.equal((await call('job/do/cancel', { sid: data.job_sid }, { as: engineer })).status, 404)
    assert.equal((await call('job/do/cancel', { sid: data.job_sid }, { as: manager })).status, 200)
    await writeFile(go, '')
    // The next merge runs after it, in the same process.
    delete process.env['INNOE_OFFICE']
    assert.deepEqual(await merged({ sids: `${first},${second}`, file_name: 'after it' }), { state: 'DONE', message: null })
    assert.deepEqual(await job(), { state: 'CANCELLED', done: 1 })
    assert.equal(await stored(), before + 1)
  } finally {
    delete process.env['INNOE_OFFICE']
  }
})

test('a merged document is shared no further than the narrowest of its parts', async () => {
  const part = async (name: string, share_level: 'OPEN' | 'SYSTEM' | 'NO' | 'SYSTEM_NO' | null) => {
    const sid = await send(`${name}.pdf`, pdfOf([sheet(name)]))
    await tenant.db.updateTable('document').set({ share_level }).where('sid', '=', sid).execute()
    return sid
  }
  const parts = { plain: await part('plain', null), open: await part('open', 'OPEN'), people: await part('people', 'SYSTEM'), none: await part('none', 'NO'), locked: await part('locked', 'SYSTEM_NO') } // oxfmt-ignore
  const rows = [
    ['plain', 'open', 'OPEN'],
    ['open', 'people', 'SYSTEM'],
    ['people', 'none', 'NO'],
    ['open', 'locked', 'NO'],
  ] as const
  for (const [one, other, level] of rows) {
    const name = `${one}-${other}`
    await merged({ sids: `${parts[one]},${parts[other]}`, file_name: name })
    const row = await tenant.db.selectFrom('document').select('share_level').where('file_name', '=', `${name}.pdf`).executeTakeFirstOrThrow()
    assert.equal(row.share_level, level, name)
  }
})

const asPdf = (sid: string, token = manager.token) =>
  app.inject({
    url: `/innoe-webapi/model/document/do/download/${sid}?as_pdf=true`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  })

test('without LibreOffice an office file is not converted, merged or shown, and it is said why', async () => {
  process.env['INNOE_OFFICE'] = ''
  try {
    const parts = await call<{ record: { file_name: string; why?: string }[] }>(
      'document/do/merged_parts',
      { sids: `${first},${letter}` },
      { as: manager },
    )
    assert.deepEqual(parts.data.record.map(({ file_name, why }) => [file_name, why ?? '']), [['first.pdf', ''], ['letter.docx', 'office']]) // oxfmt-ignore
    assert.match((await merge({ sids: `${first},${letter}` })).message ?? '', /LibreOffice is not installed/)
    const answer = await asPdf(letter)
    assert.ok(answer.statusCode >= 400 && answer.statusCode < 500)
    assert.match(answer.body, /LibreOffice is not installed/)
  } finally {
    delete process.env['INNOE_OFFICE']
  }
})

// LibreOffice is no part of the product: where the machine has it, this is tried with it.
if (office)
  test('with LibreOffice an office file is a PDF, alone and merged; what it links to is not read', async () => {
    const answer = await asPdf(letter)
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf'])
    await merged({ sids: `${letter},${first}`, file_name: 'with letter' })
    const pages = await pagesOf('with letter.pdf')
    assert.equal(pages.length, 3)
    assert.match(pages[0] ?? '', /Power of attorney/)
    await writeFile(join(folder, 'secret.txt'), 'SECRET4711')
    const linking = await send('linking.odt', await zipOf(ODT))
    await merged({ sids: `${linking},${first}`, file_name: 'linking' })
    const [page] = await pagesOf('linking.pdf')
    assert.match(page ?? '', /Visible/)
    assert.doesNotMatch(page ?? '', /SECRET4711/)
    assert.equal((await asPdf(first)).statusCode, 400)
  })

const ODT = {
  mimetype: 'application/vnd.oasis.opendocument.text',
  'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
  'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p>Visible</text:p><text:section text:name="s"><text:section-source xlink:href="file://${folder}/secret.txt" text:filter-name="Text"/><text:p>old</text:p></text:section></office:text></office:body></office:document-content>`,
} // oxfmt-ignore
