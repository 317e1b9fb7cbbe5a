import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../model/documents/compare-text.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
const [manager, engineer, agent] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('dept_leader')]
const ctx = systemContext(tenant)
const patent = (case_no: string) =>
  createRow(ctx, modelNamed(tenant.models, 'patent'), {
    case_no, title: '甲', patent_type: 'INVENTION', country: 'CN', owner_sid: engineer.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
const [from, to] = [await patent('D-1'), await patent('D-2')]

type Doc = { sid: string; version_no: number; is_main: boolean; file_name: string; version: number; case_sid: { sid: string } | null; checked_out_by: { sid: string } | null } // oxfmt-ignore
const send = (file: string, fields: Record<string, string>, as = engineer) =>
  sendFile(app, { path: 'document/do/upload', token: as.token, name: 'draft.txt', file, fields })
const keep = async (file: string, fields: Record<string, string> = { case_sid: from }, as = engineer) => {
  const sent = await send(file, fields, as)
  assert.equal(sent.status, 200, sent.message)
  return sent.data.sid as string // of the created document
}
const act = (name: string, body: Record<string, unknown>, as = engineer) => call<{ record: Doc }>(`document/do/${name}`, body, { as })
const versions = async (sid: string) => (await call<{ record: Doc[] }>(`document/do/versions/${sid}`, undefined, { as: manager })).data.record
const holders = async (sid: string) => (await versions(sid)).map((one) => one.checked_out_by?.sid ?? null)

test('[1.07] a document that is checked out takes no version of another person until it is returned', async () => {
  const sid = await keep('one')
  assert.equal((await act('check_out', { sid })).code, 0)
  assert.deepEqual(await holders(sid), [engineer.sid])
  for (const refused of [await send('two', { sid }, manager), await act('check_out', { sid }, manager)]) assert.match(String(refused.message), /签出/)
  assert.equal((await versions(sid)).length, 1)
  assert.equal((await act('give_back', { sid })).code, 0)
  await keep('two', { sid }, manager)
  assert.deepEqual(await holders(sid), [null, null])
})

test('[1.07] a new version of the person who checked the document out returns it', async () => {
  const sid = await keep('one')
  await act('check_out', { sid })
  await keep('two', { sid })
  assert.deepEqual(await holders(sid), [null, null])
  assert.match((await act('give_back', { sid })).message ?? '', /没有签出/)
})

test('[1.07] the mark follows the main version, also when that one is deleted', async () => {
  const first = await keep('one')
  const second = await keep('two', { sid: first })
  await act('check_out', { sid: first })
  assert.deepEqual(await holders(first), [engineer.sid, null])
  await act('set_main', { sid: first })
  assert.deepEqual(await holders(first), [null, engineer.sid])
  await call('document/do/delete', { sid: first }, { as: manager })
  assert.deepEqual(await holders(second), [engineer.sid])
})

test('[1.07] those who may delete a document return it for another person, others do not', async () => {
  const role = await createRow(ctx, modelNamed(tenant.models, 'role'), { code: 'edits', name: 'Edits', document_classes: ['V1', 'V2'] })
  const verbs = ['get', 'search', 'count', 'create', 'update']
  for (const entity of ['document', 'patent'])
    await createRow(ctx, modelNamed(tenant.models, 'role_grant'), { role_sid: role, entity, verbs, data_scope: 'ALL' })
  const editor = await enrol('inventor', { role_sids: [role] })
  const sid = await keep('one')
  await act('check_out', { sid })
  assert.match((await act('give_back', { sid }, editor)).message ?? '', /签出/)
  assert.deepEqual(await holders(sid), [engineer.sid])
  assert.equal((await act('give_back', { sid }, manager)).code, 0)
  assert.deepEqual(await holders(sid), [null])
  assert.notEqual((await act('check_out', { sid }, agent)).code, 0)
})

test('[1.07] a document moves to another case with all its versions, under the name by the rule of the archive', async () => {
  const first = await keep('one', { case_sid: from, doc_type: 'CO12' })
  await keep('two', { sid: first })
  const name = (await versions(first))[0]?.file_name ?? ''
  assert.match(name, /^D-1_/)
  const moved = await act('move', { sid: first, case_sid: to })
  assert.equal(moved.code, 0, moved.message)
  const after = await versions(first)
  assert.deepEqual(after.map((one) => [one.case_sid?.sid, one.file_name]), [[to, name.replace('D-1', 'D-2')], [to, name.replace('D-1', 'D-2')]]) // oxfmt-ignore
})

test('[1.07] a document is not moved to a case that the person does not see, nor one on which deadlines depend', async () => {
  const other = await createRow(ctx, modelNamed(tenant.models, 'trade_secret'), {
    title: '虚构秘密',
    owner_sid: manager.sid,
    company_sid: manager.company,
    authorised_users: [manager.sid],
  })
  const sid = await keep('one')
  assert.equal((await act('move', { sid, case_sid: other })).status, 404)
  await createRow(ctx, modelNamed(tenant.models, 'official_event'), { case_sid: from, code: 'CN14', event_date: '2026-03-16', document_sid: sid })
  assert.match((await act('move', { sid, case_sid: to })).message ?? '', /官方事件/)
  const kept = await versions(sid)
  assert.deepEqual(kept.map((one) => one.case_sid?.sid), [from]) // oxfmt-ignore
})

test('[1.07] the remark of a version is edited', async () => {
  const sid = await keep('one', { case_sid: from, version_remark: 'first' })
  const [version] = await versions(sid)
  const answer = await call<{ version_remark: string }>(
    'document/do/update',
    { sid, version: version?.version, version_remark: '定稿' },
    { as: engineer },
  )
  assert.equal(answer.code, 0, answer.message)
  assert.equal((await versions(sid))[0]?.['version_remark' as keyof Doc], '定稿')
})

type Compared = { changes: Change[]; recognised: boolean; cut: boolean }
const compare = (sid: string, other: string, as = engineer) => call<Compared>(`document/do/compare?sid=${sid}&other=${other}`, undefined, { as })

test('[1.07] two versions are compared by paragraph and word, and only by those who see both', async () => {
  const first = await keep('一种电池\n包括正极。\n完', { case_sid: from })
  const second = await keep('一种锂电池\n包括正极。\n新段\n完', { sid: first })
  const { data } = await compare(first, second)
  assert.deepEqual(data, {
    changes: [
      { is: 'changed', parts: [{ is: 'same', text: '一种' }, { is: 'added', text: '锂' }, { is: 'same', text: '电池' }] },
      { is: 'same', text: '包括正极。' },
      { is: 'added', text: '新段' },
      { is: 'same', text: '完' },
    ],
    recognised: false,
    cut: false,
  }) // oxfmt-ignore
  const hidden = await keep('opinion', { case_sid: from, visibility: 'V6' }, manager)
  assert.equal((await compare(first, hidden)).status, 404)
  const drawing = await sendFile(app, {
    path: 'document/do/upload',
    token: engineer.token,
    name: 'a.dwg',
    file: 'AC1018',
    fields: { case_sid: from },
  })
  const refused = await compare(first, drawing.data.sid)
  assert.deepEqual([refused.status, /不支持/.test(refused.message ?? '')], [415, true], refused.message)
})
