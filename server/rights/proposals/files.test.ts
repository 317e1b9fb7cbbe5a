// The documents of a disclosure through the API: who may upload one, what is read of it, and who sees it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slidesOf, wordOf } from '../../../tests/harness/cases/disclosure-files.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { pdfOf, sheet } from '../../../tests/harness/cases/papers.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const lab = await make('department', { name: '虚构研发部', company_sid: (await enrol('system_admin')).company })
const [engineer, leader] = [await enrol('ip_engineer'), await enrol('dept_leader', { department_sid: lab })]
const [writer, outsider] = [await enrol('inventor', { department_sid: lab }), await enrol('inventor', { department_sid: lab })]
await tenant.db.updateTable('department').set({ leader_sid: leader.sid }).where('sid', '=', lab).execute()

type Kept = { status: number; code: number; message: string; data: { file: { sid: string; name: string; size: number } } }
const attach = async (file: Buffer | string, name: string, as: Person = writer, field = 'disclosure_doc'): Promise<Kept> =>
  sendFile(app, { path: `proposal/do/attach/${field}`, token: as.token, file: typeof file === 'string' ? file : new Uint8Array(file), name })
type Found = { proposed: { field: string; value: string; page: number; heading: string | null }[]; pages: string[]; recognised: boolean }
const read = (document: string, as: Person = writer) => call<Found>('proposal/do/read_file', { document }, { as })
const valuesIn = ({ proposed }: Found) => Object.fromEntries(proposed.map(({ field, value }) => [field, value]))
const seenBy = async (sid: string) =>
  Promise.all([writer, leader, engineer, outsider].map(async (as) => (await call(`document/${sid}`, undefined, { as })).status))

test('[1.02] an inventor, who files no documents otherwise, uploads a disclosure, and its fields are proposed with their places', async () => {
  const word = await wordOf('技术交底书', '发明名称：虚构折叠锁', '技术方案', '锁舌装传感器', '有益效果', '自动报警')
  const slides = await slidesOf(['虚构冷却系统'], ['技术问题', '过热'], ['技术方案', '水循环'])
  const pdf = pdfOf([sheet('Title: Fictional lock', 'Solution', 'A sensor tests the bolt of the lock'), sheet('Advantages', 'Alarm at once')])
  const rows: readonly (readonly [Buffer, string, Record<string, string>, number])[] = [
    [word, '交底书.docx', { title: '虚构折叠锁', solution: '锁舌装传感器', effect: '自动报警' }, 1],
    [slides, '方案.pptx', { title: '虚构冷却系统', problem: '过热', solution: '水循环' }, 3],
    [pdf, 'idea.pdf', { title: 'Fictional lock', solution: 'A sensor tests the bolt of the lock', effect: 'Alarm at once' }, 2],
  ]
  for (const [file, name, expected, last] of rows) {
    const { code, message, data } = await attach(file, name)
    assert.equal(code, 0, message)
    assert.deepEqual([data.file.name, data.file.size], [name, file.length])
    const found = await read(data.file.sid)
    assert.equal(found.code, 0, found.text)
    assert.deepEqual(valuesIn(found.data), expected)
    assert.equal(found.data.proposed.at(-1)?.page, last)
    assert.ok(found.data.pages[0]?.includes(found.data.proposed[0]?.value ?? '?'))
  }
})

test('what is uploaded is its sender’s alone until a disclosure takes it, and then of those who see the disclosure', async () => {
  const { data } = await attach(await wordOf('技术方案', '虚构'), '保密.docx')
  const { sid } = data.file
  assert.deepEqual(await seenBy(sid), [200, 404, 404, 404])
  assert.equal((await read(sid, outsider)).status, 404)
  const made = await call<{ sid: string }>('proposal/do/create', { title: '虚构保密构想', disclosure_doc: [data.file] }, { as: writer })
  assert.equal(made.code, 0, made.text)
  assert.deepEqual(await seenBy(sid), [200, 200, 200, 404])
  const row = await tenant.db
    .selectFrom('document')
    .select(['case_sid', 'visibility', 'company_sid'])
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow()
  assert.deepEqual({ ...row }, { case_sid: made.data.sid, visibility: 'V1', company_sid: writer.company })
  // A document of another person is not taken over by naming it.
  const theirs = (await attach(await wordOf('技术方案'), '他人.docx', outsider)).data.file
  const named = await call('proposal/do/create', { title: '虚构冒用', disclosure_doc: [theirs] }, { as: writer })
  assert.equal(named.status, 400, named.text)
  assert.deepEqual(await seenBy(theirs.sid), [404, 404, 404, 200])
})

test('an upload is refused for a field that takes no files or not this type, and a file that cannot be read says why', async () => {
  for (const field of ['title', 'no_such', 'ip_opinion']) assert.equal((await attach('x', 'a.pdf', writer, field)).status, 404)
  assert.equal((await attach('MZ', 'a.exe')).status, 413)
  assert.equal((await attach('plain', 'a.txt')).status, 400)
  const agent = await enrol('agent')
  assert.equal((await attach(await wordOf('x'), 'a.docx', agent)).status, 403)
  const old = await attach(Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'), '旧.doc')
  const refused = await read(old.data.file.sid)
  assert.equal(refused.status, 415)
  assert.match(refused.text, /不支持/)
})

type Alikes = { record: { case_sid: string; kind: string; title: string; shared: string[]; likeness: string }[] }

test('while a title is typed, similar disclosures and patents that one sees are listed with the words in common, and no others', async () => {
  const theirs = await call<{ sid: string }>('proposal/do/create', { title: '虚构电池包分区热管理装置', solution: '虚构' }, { as: outsider })
  await make('patent', { case_no: 'TA-1', title: '电池包分区冷却方法', country: 'CN', patent_type: 'INVENTION', status: 'FILED', owner_sid: engineer.sid, company_sid: engineer.company }) // oxfmt-ignore
  const alikes = async (title: string, as: Person) => (await call<Alikes>('proposal/do/title_alikes', { title }, { as })).data.record
  const [first, second] = await alikes('电池包分区热管理', engineer)
  assert.deepEqual([first?.case_sid, first?.kind, first?.shared], [theirs.data.sid, 'proposal', ['电池包分区热管理']])
  assert.deepEqual([second?.kind, second?.shared], ['patent', ['电池包分区']])
  assert.deepEqual(await alikes('电池包分区热管理', writer), [])
  assert.deepEqual(await alikes('完全不同的东西', engineer), [])
  assert.deepEqual(await alikes('一种装置', engineer), [])
})

test('[1.02] the cases of a disclosure have its files, which go to the agency with the first instruction; each content is stored once', async () => {
  const manager = await enrol('ip_manager')
  const agency_sid = await make('agency', { agency_name: '虚构代理机构' })
  const [word, drawing] = [(await attach(await wordOf('技术方案', '虚构立案'), '交底书.docx')).data.file, (await attach(pdfOf([sheet('Figure 1')]), '附图.pdf', writer, 'drawings')).data.file]
  const made = await call<{ sid: string }>('proposal/do/create', { title: '虚构立案构想', disclosure_doc: [word], drawings: [drawing] }, { as: writer })
  for (const [transition, as] of [['submit', writer], ['agree', manager], ['approve', manager]] as const) {
    const step = await call('proposal/do/transition', { sid: made.data.sid, transition, confirm: ['look_alike'] }, { as })
    assert.equal(step.code, 0, step.text)
  }
  const cases = [{ kind: 'patent', subtype: 'INVENTION', country: 'CN', agency_sid }, { kind: 'patent', subtype: 'UTILITY', country: 'CN' }]
  const created = await call<{ cases: string[] }>('proposal/do/create_cases', { sids: [made.data.sid], cases }, { as: manager })
  assert.equal(created.code, 0, created.text)
  const kept = await tenant.db.selectFrom('document').select(['case_sid', 'file_name', 'visibility', 'file_key']).where('case_sid', 'in', created.data.cases).execute()
  assert.deepEqual(kept.map(({ file_name, visibility }) => `${file_name} ${visibility}`).toSorted(), ['交底书.docx V1', '交底书.docx V1', '附图.pdf V1', '附图.pdf V1'])
  assert.equal(new Set(kept.map(({ file_key }) => file_key)).size, 2)
  const [case_sid] = created.data.cases
  const sent = await call<{ document_sids: { name: string }[] }>('agency_instruction/do/create', { case_sid, instructions: '虚构' }, { as: manager })
  assert.deepEqual(sent.data.document_sids.map(({ name }) => name).toSorted(), ['交底书.docx', '附图.pdf'])
  // Deleting those of a case leaves the disclosure its files.
  const [copy] = await tenant.db.selectFrom('document').select('sid').where('case_sid', '=', created.data.cases[1] ?? '').execute()
  assert.equal((await call(`document/do/delete/${copy?.sid}`, {}, { as: manager })).code, 0)
  assert.equal((await call(`document/${word.sid}`, undefined, { as: writer })).status, 200)
}) // oxfmt-ignore
