// Patent documents as offices publish them in XML, alone, behind each other or in an archive, imported as cases and as official data.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { jobEnded, sendFile } from '../../../tests/harness/cases/exchange.ts'
import { zipOf } from '../../../tests/harness/cases/papers.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { TableFault } from '../workbook/table-fault.ts'
import { publicationTable } from './read-publications.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const folder = await mkdtemp(join(tmpdir(), 'innoe-'))
after(() => rm(folder, { recursive: true, force: true }))

const name = (text: string) =>
  `<base:AddressBook lang="zh"><base:Name>${text}</base:Name><base:Address><base:Text>虚构路1号</base:Text></base:Address></base:AddressBook>`
const document = (number: string, kind: string, date: string) =>
  `<base:DocumentID><base:WIPOST3Code>CN</base:WIPOST3Code><base:DocNumber>${number}</base:DocNumber>${kind && `<base:Kind>${kind}</base:Kind>`}<base:Date>${date}</base:Date></base:DocumentID>`

/** In the form of CNIPA. */
const chinese = (number: string, kind: string, date: string) => `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE business:PatentDocumentAndRelated SYSTEM "/DTDS/ExternalStandards/ipphdb-entities.dtd"[]>
<business:PatentDocumentAndRelated xmlns:base="http://www.sipo.gov.cn/XMLSchema/base" xmlns:business="http://www.sipo.gov.cn/XMLSchema/business" country="CN" docNumber="${number}" kind="${kind}">
<business:BibliographicData>
<business:PublicationReference dataFormat="original">${document(number, kind, date)}</business:PublicationReference>
<business:PublicationReference dataFormat="standard">${document(number, kind, date)}</business:PublicationReference>
<business:ApplicationReference applType="10" dataFormat="original">${document('201010298420.4', '', '20101002')}</business:ApplicationReference>
<business:ApplicationReference applType="10" dataFormat="standard">${document('102010000298420', '', '20101002')}</business:ApplicationReference>
<business:ClassificationIPCRDetails><business:ClassificationIPCR><business:Section>G</business:Section><business:MainClass>06</business:MainClass><business:Subclass>F</business:Subclass><business:MainGroup>13</business:MainGroup><business:Subgroup>12</business:Subgroup></business:ClassificationIPCR></business:ClassificationIPCRDetails>
<business:InventionTitle lang="zh">一种<sub>2</sub>虚构耳机</business:InventionTitle>
<business:Parties><business:ApplicantDetails><business:Applicant sequence="1" dataFormat="original">${name('虚构科技有限公司')}</business:Applicant></business:ApplicantDetails>
<business:InventorDetails><business:Inventor sequence="1" dataFormat="original">${name('虚构甲')}</business:Inventor><business:Inventor sequence="2" dataFormat="original">${name('虚构乙')}</business:Inventor></business:InventorDetails></business:Parties>
</business:BibliographicData>
<business:Description><base:Paragraphs>${'长'.repeat(5000)}</base:Paragraphs></business:Description></business:PatentDocumentAndRelated>`

const id = (country: string, number: string, kind: string, date: string) =>
  `<document-id><country>${country}</country><doc-number>${number}</doc-number>${kind && `<kind>${kind}</kind>`}<date>${date}</date></document-id>`

/** In the form of the USPTO. */
const american = (number: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE us-patent-grant SYSTEM "us-patent-grant-v45-2014-04-03.dtd" [ ]>
<us-patent-grant lang="EN" country="US"><us-bibliographic-data-grant>
<publication-reference>${id('US', number, 'B2', '20150106')}</publication-reference>
<application-reference appl-type="utility">${id('US', '09349377', '', '20120112')}</application-reference>
<priority-claims><priority-claim sequence="01" kind="national"><country>JP</country><doc-number>2008-148514</doc-number><date>20080605</date></priority-claim></priority-claims>
<classification-locarno><edition>13</edition></classification-locarno>
<invention-title id="d2">Material for a device &#x26; device using it</invention-title>
<us-related-documents><continuation><relation><parent-doc>${id('US', '13173486', '', '20110630')}<parent-status>PENDING</parent-status></parent-doc></relation></continuation></us-related-documents>
<us-parties><us-applicants><us-applicant app-type="applicant"><addressbook><last-name>Fiction</last-name><first-name>A. B.</first-name></addressbook></us-applicant></us-applicants>
<inventors><inventor><addressbook><last-name>Fiction</last-name><first-name>A. B.</first-name></addressbook></inventor></inventors></us-parties>
<assignees><assignee><addressbook><orgname>Fiction Kosan Co., Ltd.</orgname></addressbook></assignee></assignees>
</us-bibliographic-data-grant><description><p>${'text '.repeat(1000)}</p></description></us-patent-grant>`

async function read(content: string | Uint8Array) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const { rows, notes } = await publicationTable(path)
  const [headings = [], ...body] = rows
  return { rows: body.map((row) => Object.fromEntries(headings.flatMap((heading, at) => (row[at] ? [[heading, row[at]]] : [])))), notes }
}

test('a document of CNIPA: the number as printed, its people without addresses, a patent by its kind', async () => {
  const { rows, notes } = await read(chinese('101945314', 'B', '20190802'))
  assert.deepEqual(rows, [
    {
      'Country/office': 'CN',
      'Application no.': '201010298420.4',
      'Filing date': '2010-10-02',
      'Patent type': 'Invention',
      Title: '一种2虚构耳机',
      'Grant no.': 'CN101945314B',
      'Grant date': '2019-08-02',
      Applicants: '虚构科技有限公司',
      Inventors: '虚构甲; 虚构乙',
      IPC: 'G06F 13/12',
    },
  ])
  assert.deepEqual(notes, [])
})

test('a document of the USPTO: its owner is the assignee where the inventors applied, its parents are among its priorities', async () => {
  const { rows } = await read(american('08927118'))
  assert.deepEqual(rows, [
    {
      'Country/office': 'US',
      'Application no.': '09349377',
      'Filing date': '2012-01-12',
      'Patent type': 'Invention',
      Title: 'Material for a device & device using it',
      'Grant no.': 'US8927118B2',
      'Grant date': '2015-01-06',
      Applicants: 'Fiction Kosan Co., Ltd.',
      Inventors: 'A. B. Fiction',
      Priority: 'JP 2008-148514 2008-06-05; US 13173486 2011-06-30 continuation',
    },
  ])
})

test('documents behind each other and in archives are read, those that are broken or none are named', async () => {
  assert.equal((await read(american('08927118') + american('08927119'))).rows.length, 2)
  const archive = await zipOf({
    'a/CN101945314A.xml': chinese('101945314', 'A', '20110112'),
    'a/cut.xml': chinese('101945315', 'A', '20110112').slice(0, 1500),
    'a/other.xml': '<html><body>x</body></html>',
    'a/drawing.tif': 'II',
  })
  const { rows, notes } = await read(archive)
  assert.deepEqual(rows.map((row) => row['Publication no.']), ['CN101945314A']) // oxfmt-ignore
  assert.match(String(notes[0]?.[1]), /2 files that are damaged or hold no patent document that is read: a\/cut\.xml, a\/other\.xml/)
})

test('search reports, corrections and certificates are of no stage; a priority without a day is kept', async () => {
  const of = async (country: string, kind: string) => {
    const text = american('08927118')
      .replaceAll('<country>US</country>', `<country>${country}</country>`)
      .replace('<kind>B2</kind>', `<kind>${kind}</kind>`)
    const [row = {}] = (await read(text)).rows
    return [row['Publication no.'], row['Grant no.']].map((one) => one !== undefined)
  }
  for (const [country, kind, isPublished, isGranted] of [
    ['EP', 'A3', false, false],
    ['EP', 'A2', true, false],
    ['EP', 'B9', false, false],
    ['US', 'A9', false, false],
    ['US', 'C1', false, false],
    ['US', 'E1', false, true],
    ['WO', 'A1', true, false],
    ['CN', 'U', false, true],
    ['CN', 'A', true, false],
    ['CN', 'C', false, true],
    ['CN', 'C1', false, false],
    ['CN', 'Y3', false, false],
    ['CN', 'S7', false, false],
    ['CN', 'S8', false, false],
    ['DE', 'B4', false, true],
    ['DE', 'C5', false, false],
    ['DE', 'T2', false, false],
    ['DE', 'T5', true, false],
    ['JP', 'T', true, false],
  ] as const)
    // oxfmt-ignore
    assert.deepEqual(await of(country, kind), [isPublished, isGranted], `${country} ${kind}`)
  const undated = (await read(american('08927118').replace('<date>20080605</date>', ''))).rows[0]
  assert.equal(undated?.Priority, 'JP 2008-148514; US 13173486 2011-06-30 continuation')
})

test('a document that is too large is left out and counted, and those behind it are read; what it cites is not looked at', async () => {
  const large = american('08927118').replace('<us-parties>', `${'<a/>'.repeat(60_000)}<us-parties>`)
  const { rows, notes } = await read(american('08927117') + large + american('08927119'))
  assert.deepEqual(rows.map((row) => row['Grant no.']), ['US8927117B2', 'US8927119B2']) // oxfmt-ignore
  assert.match(notes.map(([, en]) => en).join(), /^1 documents that are too large$/)
  const citing = american('08927118').replace('<us-parties>', `<us-references-cited>${'<us-citation><a/></us-citation>'.repeat(60_000)}</us-references-cited><us-parties>`) // oxfmt-ignore
  assert.equal((await read(citing)).rows.length, 1)
  const cut = await read(american('08927117') + american('08927118').slice(0, 900))
  assert.deepEqual([cut.rows.length, cut.notes.map(([, en]) => en)], [1, ['what follows document 1, after which the file is damaged']])
  const nested = await read(await zipOf({ 'a.xml': american('08927118'), 'b.zip': await zipOf({ 'c.xml': american('08927119') }) }))
  assert.match(String(nested.notes[0]?.[1]), /: b\.zip$/)
})

test('hostile documents: entities are never expanded, depth and size are bounded, old forms are named', async () => {
  const lol = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">'
  const bomb = chinese('101945314', 'B', '20190802').replace('.dtd"[]>', `.dtd"[${lol}]>`).replace('虚构科技有限公司', '&b;&x;')
  const { rows } = await read(bomb)
  assert.ok(!JSON.stringify(rows).includes('root:') && !JSON.stringify(rows).includes('aaaaaaaaaa'))
  const refused = (content: string | Uint8Array, words: RegExp) => assert.rejects(read(content), (error) => error instanceof TableFault && words.test(error.words[1])) // oxfmt-ignore
  const deep = chinese('101945314', 'B', '20190802').replace('<business:Parties>', '<a>'.repeat(5000) + '</a>'.repeat(5000) + '<business:Parties>')
  await refused(deep, /holds no patent document that is read/)
  const many = chinese('101945314', 'B', '20190802').replace('<business:Parties>', '<a/>'.repeat(60_000) + '<business:Parties>')
  await refused(many, /holds no patent document that is read/)
  await refused('<PATDOC DTD="2.5"><SDOBI><B100></B100></SDOBI></PATDOC>', /the USPTO \(from 2005\)/)
})

const send = (path: string, file: Uint8Array, fileName: string, fields: Record<string, string> = {}) =>
  sendFile(app, { path, token: manager.token, file: Buffer.from(file), name: fileName, fields })
async function imported(model: string, file: Uint8Array, fileName: string) {
  const { data, message } = await send(`${model}/do/import`, file, fileName, { mode: 'skip' })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], `${job.message} ${JSON.stringify(job.errors)}`)
}

test('[5.12] the publication and the patent of one application in an archive become one case; official data is compared with it', async () => {
  const both = await zipOf({
    'CN101945314A.xml': chinese('101945314', 'A', '20110112'),
    'CN101945314B.xml': chinese('101945314', 'B', '20190802'),
  })
  await imported('patent', both, 'cnipa.zip')
  const cases = await tenant.db.selectFrom('patent').select(['sid', 'application_no', 'publication_no', 'publication_date', 'grant_no', 'grant_date', 'status', 'patent_type']).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const [{ sid, ...only }, ...others] = cases as [(typeof cases)[0], ...typeof cases]
  assert.deepEqual(others, [])
  assert.deepEqual(only, { application_no: '201010298420.4', publication_no: 'CN101945314A', publication_date: '2011-01-12', grant_no: 'CN101945314B', grant_date: '2019-08-02', status: 'GRANTED', patent_type: 'INVENTION' }) // oxfmt-ignore

  assert.equal((await call('patent/do/update', { sid, grant_no: 'CN101945315B' }, { as: manager })).code, 0)
  await imported('official_record', Buffer.from(chinese('101945314', 'B', '20190802')), 'CN101945314B.XML')
  const [record] = await tenant.db.selectFrom('official_record').select(['patent_sid', 'status', 'differences']).execute()
  const different = (record?.differences ?? []).map(({ field, official }) => [field, official])
  assert.deepEqual([record?.patent_sid, record?.status, different], [sid, 'DIFFERENT', [['grant_no', 'CN101945314B']]])
})

test('a zip of anything else is refused with what is read', async () => {
  const { code, message, errors } = (await send('patent/do/import', await zipOf({ 'a.xml': '<a/>' }), 'a.zip')) as { code: number; message: string; errors?: { reason: string }[] } // oxfmt-ignore
  assert.notEqual(code, 0)
  assert.match(`${message} ${JSON.stringify(errors)}`, /XML/)
  const none = await send('patent/do/import', await zipOf({ 'a.txt': 'a' }), 'a.zip')
  assert.notEqual(none.code, 0)
})
