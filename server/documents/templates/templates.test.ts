import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FilledField } from '../../../model/documents/template-actions.ts'
import type { WordBlock } from '../../../model/documents/word-blocks.ts'
import { DOCUMENT_TEMPLATES } from '../../../seed/document-templates.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { zipOf } from '../../../tests/harness/cases/papers.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { makeWord } from './make-word.ts'
import { handler } from './word-file.ts'

const { app, tenant, call, enrol } = await testServer()
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)

const agency = await make('agency', { agency_name: '虚构代理<所>', agency_code: '99001' })
const applicant = await make('applicant', {
  name: '虚构科技有限公司',
  address: '虚构市一路 1 号',
  country: 'CN',
  applicant_kind: 'COMPANY',
  uscc: '91110108MA01ABCD5X',
}).catch(() => make('applicant', { name: '虚构科技有限公司', address: '虚构市一路 1 号', country: 'CN' }))
const people = [await make('inventor', { name: '甲（虚构）', employee_no: 'E1' }), await make('inventor', { name: '乙（虚构）' })]
const patent = await make('patent', {
  case_no: 'T-1', title: '折叠 & 锁定', patent_type: 'INVENTION', country: 'CN', application_no: '202310123456.6', filing_date: '2023-02-20', status: 'SE',
  applicants: [{ applicant_sid: applicant }], inventors: people.map((inventor_sid, at) => ({ inventor_sid, contribution_pct: at ? '40' : '60' })), agency_sid: agency,
  owner_sid: engineer.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore

async function upload(bytes: Buffer, name = 'template.docx') {
  return await sendFile(app, { path: 'document/do/upload', token: manager.token, name, file: new Uint8Array(bytes), fields: { attach_to: 'document_template.file' }, lang: 'en' }) // oxfmt-ignore
}

async function templateWith(blocks: readonly WordBlock[], more: Record<string, unknown> = {}) {
  const sent = await upload(await makeWord(blocks))
  assert.equal(sent.status, 200, sent.message)
  const file = [{ sid: sent.data.sid, name: 'template.docx', size: 1 }]
  return await call<{ sid: string }>(
    'document_template/do/create',
    { name: `T ${sent.data.sid}`, lang: 'zh', case_kind: 'patent', file, ...more },
    { as: manager, lang: 'en' },
  )
}

type Preview = { fields: FilledField[]; file_name: string; complete: boolean }
const preview = async (template: string, as = engineer) =>
  (await call<Preview>(`document_template/do/preview?template=${template}&case_sid=${patent}`, undefined, { as, lang: 'en' })).data
const fill = (template: string, as = engineer) =>
  call<Record<string, unknown> & { sid: string; file_name: string }>('document/do/fill_template', { template, case_sid: patent }, { as, lang: 'en' })

async function textOf(document: string) {
  const response = await app.inject({
    url: `/innoe-webapi/model/document/do/download/${document}`,
    headers: { authorization: `Bearer ${manager.token}` },
  })
  assert.equal(response.statusCode, 200)
  return await handler().getText(response.rawPayload)
}

test('a document is made from a template: fields, fields of linked records, rows and conditions, with signs of markup kept', async () => {
  const { data } = await templateWith([
    '{title}，{patent_type}，{filing_date}，{applicants}',
    '{agency_sid.agency_name} {agency_sid.agency_code}',
    { table: ['人', '份额'], rows: 'inventors', cells: ['{inventor_sid} {inventor_sid.employee_no}', '{contribution_pct}'] },
    '{#application_no}有号：{application_no}{/}{#grant_no}已公告{/}',
    '{#sub_exam_requested}已请求{/}',
  ])
  const shown = await preview(data.sid)
  assert.equal(shown.complete, true, JSON.stringify(shown.fields))
  assert.deepEqual(shown.fields.find(({ tag }) => tag === 'inventor_sid')?.value, '甲（虚构）; 乙（虚构）')
  const { status, data: made, message } = await fill(data.sid)
  assert.equal(status, 200, message)
  assert.equal(made.file_name, shown.file_name)
  assert.equal(made['source'], 'TEMPLATE')
  const text = await textOf(made.sid)
  for (const words of [
    '折叠 & 锁定，发明，2023年2月20日，虚构科技有限公司',
    '虚构代理<所> 99001',
    '甲（虚构） E1',
    '60.00',
    '乙（虚构）',
    '40.00',
    '有号：202310123456.6',
  ])
    assert.ok(text.includes(words), `${words} is missing in ${text}`)
  for (const words of ['已公告', '已请求', '{']) assert.ok(!text.includes(words), `${words} stands in ${text}`)
})

test('a field that the case lacks, or that the person may not read, is named, and no document is made', async () => {
  const { data } = await templateWith(['{title} {no_such_field} {agency_sid.nothing} {#nowhere}{x}{/}'])
  const { fields, complete } = await preview(data.sid)
  assert.equal(complete, false)
  assert.deepEqual(
    fields.filter(({ state }) => state === 'unknown').map(({ tag }) => tag),
    ['no_such_field', 'agency_sid.nothing', 'nowhere', 'x'],
  )
  const { code, message } = await fill(data.sid)
  assert.equal(code, 500005)
  assert.match(message, /no_such_field/)
})

test('who may not see the case, the template or file documents makes none', async () => {
  const { data } = await templateWith(['{title}'])
  assert.equal((await fill(data.sid, inventor)).status, 403)
  const stranger = await enrol('ip_engineer', { company_sid: await make('company', { company_name: '别处（虚构）' }), department_sid: null })
  assert.equal((await fill(data.sid, stranger)).status, 404)
})

test('a template of another kind of case is refused', async () => {
  const { data } = await templateWith(['{title}'], { case_kind: 'trademark' })
  const { code, message } = await fill(data.sid)
  assert.equal(code, 500005)
  assert.match(message, /another kind/)
})

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const partsWith = (more: Record<string, string>) =>
  zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{title}</w:t></w:r></w:p></w:body></w:document>',
    ...more,
  })
for (const [what, bytes, says] of [
  ['with an unclosed field', await makeWord(['{title']), /not closed/],
  ['with a list that never ends', await makeWord(['{#inventors}{inventor_sid}']), /not closed/],
  [
    'that loads a template from outside',
    await partsWith({
      'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="a" Type="${REL}/attachedTemplate" Target="http://127.0.0.1/x.dotm" TargetMode="External"/></Relationships>`,
    }),
    /outside the file/,
  ],
  ['with macros', await partsWith({ 'word/vbaProject.bin': 'x' }), /macros/],
] as const)
  // oxfmt-ignore
  test(`a Word file ${what} is refused as a template, and the field is named`, async () => {
    const sent = await upload(bytes)
    assert.equal(sent.status, 200, sent.message)
    const body = { name: `X ${what}`, lang: 'zh', file: [{ sid: sent.data.sid, name: 'template.docx', size: 1 }] }
    const { code, errors } = await call('document_template/do/create', body, { as: manager, lang: 'en' })
    assert.equal(code, 500001)
    assert.deepEqual(errors.map(({ field }) => field), ['file']) // oxfmt-ignore
    assert.match(errors[0]?.reason ?? '', says)
  })

test('a template needs a file', async () => {
  const { errors } = await call('document_template/do/create', { name: 'none', lang: 'zh' }, { as: manager, lang: 'en' })
  assert.deepEqual(errors.map(({ field }) => field), ['file']) // oxfmt-ignore
})

for (const { code, name } of DOCUMENT_TEMPLATES)
  test(`the template ${code} of the product has no field that a case lacks, and makes a document`, async () => {
    const row = await tenant.db.selectFrom('document_template').select('sid').where('built_in', '=', code).executeTakeFirstOrThrow()
    const { complete, fields } = await preview(row.sid)
    assert.ok(complete, JSON.stringify(fields.filter(({ state }) => state === 'unknown')))
    const { data, status, message } = await fill(row.sid)
    assert.equal(status, 200, message)
    assert.equal(data.file_name, `T-1_${name}.docx`)
    assert.ok(!(await textOf(data.sid)).includes('{'))
  })

test('the Word file of a template is downloaded to be changed', async () => {
  const row = await tenant.db.selectFrom('document_template').select('sid').where('built_in', '=', 'poa_zh').executeTakeFirstOrThrow()
  const response = await app.inject({
    url: `/innoe-webapi/model/document_template/do/word/${row.sid}`,
    headers: { authorization: `Bearer ${engineer.token}` },
  })
  assert.equal(response.statusCode, 200)
  assert.match(await handler().getText(response.rawPayload), /专利代理委托书/)
})

for (const [model, code] of [
  ['document_template', 'case_kind'],
  ['document_type', 'case_kind'],
  ['docket_list', 'kind'],
] as const)
  test(`${model} offers kinds of case alone`, async () => {
    const { data } = await call<{ fields: { code: string; options?: { code: string }[] }[] }>(`${model}/do/schema`, undefined, { as: manager })
    const offered = new Set(data.fields.find((one) => one.code === code)?.options?.map((one) => one.code))
    assert.deepEqual([offered.has('patent'), offered.has('agency'), offered.has('*')], [true, false, false])
  })

test('the fields that a template may use are named with their labels', async () => {
  const { data } = await call<{ tag: string; label: string; within?: string }[]>('document_template/do/fields?case_kind=patent', undefined, {
    as: manager,
    lang: 'en',
  })
  assert.ok(data.some(({ tag, label }) => tag === 'title' && label === 'Title'))
  assert.ok(data.some(({ tag, within }) => tag === 'inventor_sid' && within === 'inventors'))
  assert.ok(data.some(({ tag, within }) => tag === 'official_due' && within === 'deadlines'))
})
