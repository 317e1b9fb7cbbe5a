// Process files: what is exported is imported again as it was, and what is hostile or foreign is refused in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import yazl from 'yazl'
import type { Graph } from '../../../model/approval/graph.ts'
import { writeBpmn } from '../../../model/approval/bpmn/write-bpmn.ts'
import { approvalServer, person } from '../../../tests/harness/cases/approvals.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'

const { app, call, admin, starter, first, second, draft } = await approvalServer()
const node = (id: string, type: string, more: Record<string, unknown> = {}) => ({ id, type, name: id, name_en: `${id} en`, ...more })
const work = (more: Record<string, unknown> = {}) => ({
  participants: [person(first), { kind: 'STARTER_LEADER', up: 2 }],
  vote: 'HALF_PASS',
  days: 5,
  restart: 'BACK',
  ...more,
})
const graph = {
  nodes: [
    node('start', 'START'), node('which', 'EXCLUSIVE'), node('fork', 'FORK'), node('a', 'APPROVE', work()), node('b', 'HANDLE', work({ opens: ['remark'] })),
    node('join', 'JOIN'), node('c', 'APPROVE', { participants: [person(second)], vote: 'ALL_PASS' }), node('tell', 'NOTICE', { participants: [person(second)], vote: 'ALL_SUBMIT' }), node('end', 'END'),
  ],
  edges: [
    { from: 'start', to: 'which' }, { from: 'which', to: 'fork', when: "title CONTAINS '重要 <&>'" }, { from: 'which', to: 'c' }, { from: 'fork', to: 'a' }, { from: 'fork', to: 'b' },
    { from: 'a', to: 'join' }, { from: 'b', to: 'join' }, { from: 'join', to: 'tell' }, { from: 'c', to: 'tell' }, { from: 'tell', to: 'end' },
  ],
} as Graph // oxfmt-ignore

async function zipped(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return new Uint8Array(Buffer.concat(pieces))
}
const settings = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ code: 'FOREIGN', name: '外来流程（虚构）', name_en: 'Foreign', entity: 'patent', transition: 'ready', ...more })
const send = async (file: Uint8Array<ArrayBuffer>, as = admin) =>
  sendFile(app, { path: 'approval_process/do/import_file', token: as.token, file, name: 'process.zip', lang: 'en' })
const sendBpmn = async (bpmn: string, more = settings()) => send(await zipped({ 'process.bpmn': bpmn, 'process.json': more }))
const exported = (sid: string, as = admin) =>
  app.inject({
    url: `/innoe-webapi/model/approval_process/do/export_file/${sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}` },
  })
const read = async (sid: string) =>
  (
    await call<{ graph: Graph; version_no: number; status: string; condition: string | null; once_per_person: boolean }>(
      `approval_process/${sid}`,
      undefined,
      { as: admin },
    )
  ).data

test('[5.13] an exported process comes back as the next draft of its code, with the very same graph and settings', async () => {
  const made = await draft({ graph }, { condition: "title CONTAINS '甲'", once_per_person: true })
  assert.equal(made.code, 0, made.text)
  const file = await exported(made.data.sid)
  assert.equal(file.statusCode, 200)
  assert.match(String(file.headers['content-disposition']), /-v1\.zip/)
  const bytes = new Uint8Array(file.rawPayload)
  assert.match((await send(bytes)).message, /has a draft already/)
  assert.equal((await call('approval_process/do/publish', { sid: made.data.sid }, { as: admin })).code, 0)
  const answer = await send(bytes)
  assert.equal(answer.code, 0, JSON.stringify(answer))
  const back = await read(answer.data.record)
  assert.deepEqual(back.graph, (await read(made.data.sid)).graph)
  assert.deepEqual([back.version_no, back.status, back.condition, back.once_per_person], [2, 'DRAFT', "title CONTAINS '甲'", true])
  assert.equal((await send(bytes, starter)).status, 403)
  assert.ok((await exported(made.data.sid, starter)).statusCode >= 400)
  await call('approval_process/do/stop', { sid: made.data.sid }, { as: admin })
}) // oxfmt-ignore

test('[9.05] BPMN of another program is read: tasks without our settings ask the leader of the starter, joins are recognised', async () => {
  const answer = await sendBpmn(`<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
    <startEvent id="StartEvent_1"/><parallelGateway id="Gateway-1"/><userTask id="Task.A" name="审查"/><userTask id="Task.B"/><parallelGateway id="Gateway-2"/><endEvent id="End"/>
    <sequenceFlow id="f1" sourceRef="StartEvent_1" targetRef="Gateway-1"/><sequenceFlow id="f2" sourceRef="Gateway-1" targetRef="Task.A"/><sequenceFlow id="f3" sourceRef="Gateway-1" targetRef="Task.B"/>
    <sequenceFlow id="f4" sourceRef="Task.A" targetRef="Gateway-2"/><sequenceFlow id="f5" sourceRef="Task.B" targetRef="Gateway-2"/><sequenceFlow id="f6" sourceRef="Gateway-2" targetRef="End"/>
    </process></definitions>`)
  assert.equal(answer.code, 0, JSON.stringify(answer))
  const { graph: found } = await read(answer.data.record)
  assert.deepEqual(found.nodes.map(({ type }) => type), ['START', 'FORK', 'APPROVE', 'APPROVE', 'JOIN', 'END'])
  assert.deepEqual(found.nodes[2]?.participants, [{ kind: 'STARTER_LEADER', up: 1 }])
  const { data } = await call<{ faults: unknown[] }>('approval_process/do/check', { sid: answer.data.record }, { as: admin })
  assert.deepEqual(data.faults, [])
}) // oxfmt-ignore

test('[5.13] what is no process file, too large, hostile or not supported is refused in words', async () => {
  const sound = writeBpmn({ code: 'X', name: 'x', graph })
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
  const rows: [string, Promise<{ status: number; code?: number; message?: string }>, RegExp][] = [
    ['no zip', send(new Uint8Array(Buffer.from('not a zip'))), /no process file/],
    ['without its parts', send(await zipped({ 'other.txt': 'x' })), /no process file/],
    ['more than 10 MB', send(new Uint8Array(11 << 20)), /larger than 10 MB/],
    ['a bomb', send(await zipped({ 'process.bpmn': ' '.repeat(9 << 20), 'process.json': settings() })), /damaged, or its content too large/],
    ['cut off', sendBpmn(sound.slice(0, 400)), /damaged|not valid/],
    ['no BPMN', sendBpmn('<a/>'), /no BPMN process/],
    ['an element that approvals lack', sendBpmn(sound.replace('<bpmn:startEvent', '<bpmn:scriptTask id="evil"/><bpmn:startEvent')), /“evil” the BPMN element “scriptTask” is not supported/],
    ['settings that are no JSON', sendBpmn(sound.replace(/<innoe:work>/, '<innoe:work>{')), /no valid JSON/],
    ['settings of another shape', sendBpmn(sound, '[]'), /no process file/],
    ['an unknown record type', sendBpmn(sound, settings({ entity: 'nonsense' })), /./],
    ['too many nodes', sendBpmn(`<definitions><process>${'<userTask id="t"/>'.repeat(5000)}</process></definitions>`), /valid: there are more than 100 nodes$/],
  ]
  for (const [name, sent, words] of rows) {
    const answer = await sent
    assert.ok(answer.status >= 400 && answer.status < 500, `${name}: ${JSON.stringify(answer)}`)
    assert.match(String(answer.message), words, name)
  }
  const entities = await sendBpmn(bomb + sound.replace('name="start"', 'name="&f;&b;"'), settings({ code: 'ENTITIES' }))
  if (entities.code === 0) assert.doesNotMatch(JSON.stringify(await read(entities.data.record)), /root:|aaaaaaaaaa/)
  else assert.ok(entities.status < 500)
}) // oxfmt-ignore

test('[5.13] a BPMN file without our settings is read into a drawing, saves nothing, and is refused in words where it is none', async () => {
  const bpmn = writeBpmn({ code: 'X', name: 'x', graph })
  const read = async (file: string, as = admin) =>
    sendFile(app, { path: 'approval_process/do/read_bpmn', token: as.token, file, name: 'process.bpmn', lang: 'en' })
  const found = await read(bpmn)
  assert.equal(found.code, 0, JSON.stringify(found))
  assert.deepEqual((found.data as { graph?: Graph }).graph?.nodes.map(({ id }) => id), graph.nodes.map(({ id }) => id)) // oxfmt-ignore
  assert.match(String((await read('no markup')).message), /no BPMN 2.0 file/)
  assert.match(String((await read(`<a>${' '.repeat(3 << 20)}</a>`)).message), /larger than 2 MB/)
  assert.match(String((await read('<a/>')).message), /no BPMN process/)
  assert.equal((await read(bpmn, starter)).status, 403)
})
