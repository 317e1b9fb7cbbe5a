// Documents by their content through the API: what is read, who finds it, and where the words stand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { slidesOf, wordOf } from '../../../tests/harness/cases/disclosure-files.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { pdfOf, sheet } from '../../../tests/harness/cases/papers.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'
import { dropContents, readContents } from './read-contents.ts'

const { app, tenant, call, enrol } = await testServer()
const [manager, inventor, admin] = [await enrol('ip_manager'), await enrol('inventor'), await enrol('system_admin')]
const ctx = systemContext(tenant)
const make = (model: string, row: Record<string, unknown>) => createRow(ctx, modelOf(tenant, model), row)
const patent = (case_no: string, more: object = {}) =>
  make('patent', { case_no, title: '虚构', patent_type: 'INVENTION', country: 'CN', status: 'SE', owner_sid: manager.sid, company_sid: manager.company, ...more }) // oxfmt-ignore
const own = await make('inventor', { name: '虚构发明人', user_sid: inventor.sid })
const theirs = await patent('F-1', { inventors: [{ inventor_sid: own, contribution_pct: '100' }] })
const others = await patent('F-2')

type File = Uint8Array | string
const send = async (file: File, name: string, case_sid = theirs, fields: Record<string, string> = {}) => {
  const sent = await sendFile(app, { path: 'document/do/upload', token: manager.token, file: typeof file === 'string' ? file : new Uint8Array(file), name, fields: { case_sid, ...fields } }) // oxfmt-ignore
  assert.equal(sent.code, 0, sent.message)
  return String(sent.data.sid)
}
type Found = { record: { sid: string; name: string; snippet: string | null; marks: [number, number][] }[]; more: boolean }
const find = async (text: string, as: Person = manager) => (await call<Found>('document/do/find', { text }, { as })).data
const names = async (text: string, as: Person = manager) => (await find(text, as)).record.map(({ name }) => name).toSorted()
const stateOf = async (sid: string) =>
  (await tenant.db.selectFrom('document').select('content_state').where('sid', '=', sid).executeTakeFirst())?.content_state

test('each kind of file is found by words and by runs of Chinese, with a piece that marks them', async () => {
  const sent = {
    'a.docx': await wordOf('虚构的电磁锁舌结构', 'fictional bolt'),
    'b.pdf': pdfOf([sheet('A fictional sensor bolt of the lock is described here')]),
    'c.pptx': await slidesOf(['散热'], ['虚构的液冷循环']),
    'd.xlsx': await workbook([['项目', '金额'], ['虚构检索费', 4210]]), // oxfmt-ignore
    'e.txt': '虚构的说明：电磁锁舌',
    'f.csv': '名称,数量\n虚构弹簧,12',
    'g.eml':
      'From: a@example.test\r\nSubject: =?utf-8?B?6Jma5p6E5p2l5L+h?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlease see the fictional gearbox.\r\n',
  }
  for (const [name, file] of Object.entries(sent)) await send(file, name)
  assert.deepEqual(await names('电磁锁舌'), [])
  assert.equal((await readContents(ctx)).read, 7)
  const rows: readonly (readonly [string, string[]])[] = [
    ['电磁锁舌', ['a.docx', 'e.txt']],
    ['锁舌结构', ['a.docx']],
    ['Sensor bolt', ['b.pdf']],
    ['液冷循环', ['c.pptx']],
    ['检索费', ['d.xlsx']],
    ['弹簧', ['f.csv']],
    ['gearbox', ['g.eml']],
    ['电磁的锁舌', []],
    ['bolt', ['a.docx', 'b.pdf']],
    ['c.pptx', ['c.pptx']],
    ['不存在的词', []],
  ]
  for (const [text, expected] of rows) assert.deepEqual(await names(text), expected, text)
  const { record } = await find('sensor bolt')
  const [{ snippet, marks } = { snippet: '', marks: [] }] = record
  assert.deepEqual(marks.map(([from, to]) => snippet?.slice(from, to)), ['sensor', 'bolt']) // oxfmt-ignore
  const list = await call<{ total: number }>('document/do/search', { fl: ['sid'], iql: "ANY CONTAINS '电磁锁舌'" }, { as: manager })
  assert.equal(list.data.total, 2, 'the search box of the list asks the contents, too')
})

test('words of three signs are found, also across the end of a line; a pair elsewhere, or a part of a Latin word, is not enough', async () => {
  await send(pdfOf([sheet('虚构车载导航', '仪与LED灯板')]), '3-lines.pdf')
  await send('虚构导航系统，领航仪表，OLED 屏', '3-pairs.txt')
  await send('虚构段落\n\n导航\n\n仪', '3-paragraphs.txt')
  await readContents(ctx)
  assert.deepEqual(await names('导航仪'), ['3-lines.pdf'])
  assert.deepEqual(await names('led'), ['3-lines.pdf'])
  assert.deepEqual(await names('LED灯'), ['3-lines.pdf'])
  const { record } = await find('导航仪')
  assert.deepEqual(
    record[0]?.marks.map(([from, to]) => record[0]?.snippet?.slice(from, to)),
    ['导航仪'],
  )
})

test('contents are found only in documents that one sees, and not by a role to which the content is hidden', async () => {
  const [mine, hidden, opinion] = [await send('虚构密语甲', 'm.txt'), await send('虚构密语甲', 'h.txt', others), await send('虚构密语甲', 'o.txt', theirs, { visibility: 'V6' })]
  await readContents(ctx)
  assert.deepEqual([await stateOf(mine), await stateOf(hidden), await stateOf(opinion)], ['READ', 'READ', 'READ'])
  const { rows } = await sql<{ n: string }>`select count(*) as n from text_content where content = '虚构密语甲'`.execute(tenant.db)
  assert.equal(Number(rows[0]?.n), 1, 'one content is kept once')
  assert.deepEqual(await names('密语甲'), ['h.txt', 'm.txt', 'o.txt'])
  assert.deepEqual(await names('密语甲', inventor), ['m.txt'])
  const role = await tenant.db.selectFrom('role_grant as g').innerJoin('role as r', 'r.sid', 'g.role_sid').select('g.sid').where('r.code', '=', 'inventor').where('g.entity', '=', 'document').executeTakeFirstOrThrow() // oxfmt-ignore
  const { data: grant } = await call<{ version: number; hidden_fields: string[] | null }>(`role_grant/${role.sid}`, undefined, { as: admin })
  const hiding = await call('role_grant/do/update', { sid: role.sid, version: grant.version, hidden_fields: [...(grant.hidden_fields ?? []), 'content_state'] }, { as: admin }) // oxfmt-ignore
  assert.equal(hiding.code, 0, hiding.text)
  assert.deepEqual(await names('密语甲', inventor), [])
  assert.deepEqual(await names('m.txt', inventor), ['m.txt'], 'the name is still found')
}) // oxfmt-ignore

test('a deleted document is not found, one that is restored is, and a content without documents is dropped', async () => {
  const sid = await send('虚构将删文字', 'gone.txt')
  await readContents(ctx)
  assert.deepEqual(await names('将删文字'), ['gone.txt'])
  await call('document/do/delete', { sid }, { as: manager })
  assert.deepEqual(await names('将删文字'), [])
  assert.equal((await call('document/do/restore', { sids: [sid] }, { as: manager })).code, 0)
  assert.deepEqual(await names('将删文字'), ['gone.txt'])
  assert.deepEqual(await dropContents(ctx), { dropped: 0 })
  await sql`delete from document where sid = ${sid}`.execute(tenant.db)
  assert.deepEqual(await dropContents(ctx), { dropped: 1 })
})

test('what has no text, is damaged, or is the content of a trade secret says so, and each is tried once', async () => {
  const picture = await send(new Uint8Array(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')), 'p.png') // oxfmt-ignore
  const cut = await send('%PDF-1.7\n1 0 obj <<', 'cut.pdf')
  const secret = await send('虚构秘密配方', 's.txt', theirs, { visibility: 'V7' })
  const long = await send(`${'虚构长文。'.repeat(70_000)}尾部词语`, 'long.txt')
  await readContents(ctx)
  assert.deepEqual([await stateOf(picture), await stateOf(cut), await stateOf(secret), await stateOf(long)], ['NONE', 'FAILED', null, 'PART'])
  assert.deepEqual(await names('秘密配方'), [])
  assert.deepEqual([await names('虚构长文'), await names('尾部词语')], [['long.txt'], []])
  assert.deepEqual(await readContents(ctx), { read: 0 })
})

test('the search of contents refuses what is not to be searched, and hostile words find nothing', async () => {
  assert.equal((await call('document/do/find', {}, { as: manager })).status, 400)
  assert.equal((await call('document/do/find', { text: 'x'.repeat(201) }, { as: manager })).status, 400)
  for (const text of ["'; drop table document; --", '\\', '%', '_', "' & | !", '🙂', '\u0000x']) {
    const { status } = await call('document/do/find', { text }, { as: manager })
    assert.ok(status === 200 || status === 400, `${text}: ${status}`)
  }
})
