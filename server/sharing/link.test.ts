import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { pdfOf, sheet } from '../../tests/harness/cases/papers.ts'
import { inOneWindow } from '../../tests/harness/sign-in/limit-window.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

process.env.INNOE_LOGIN_LIMIT = '1000'
const { app, tenant, other, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const manager = await enrol('ip_manager', { name: '经理甲' })
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'

let made = 0
async function openCase(more: Record<string, unknown> = {}) {
  const sid = await make('patent', {
    title: `公开装置${++made}`, country: 'CN', patent_type: 'INVENTION', importance: 'A', remark: '内部备注', share_level: 'OPEN', secrecy_level: 'CONFIDENTIAL', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department, ...more,
  }) // oxfmt-ignore
  const upload = async (name: string, visibility: string) => {
    const { data } = await sendFile(app, {
      path: 'document/do/upload',
      token: manager.token,
      file: `${PDF}%${name}`,
      name,
      fields: { case_sid: sid, visibility },
    })
    return String(data.sid)
  }
  return { sid, letter: await upload('来文.pdf', 'V2'), draft: await upload('底稿.pdf', 'V1') }
}

const until = (ms: number) => new Date(Date.now() + ms).toISOString()
async function link(case_sid: string, more: Record<string, unknown> = {}) {
  const answer = await call<{ secret: string }>('share/do/give', { case_sid, to_kind: 'LINK', expires_at: until(3_600_000), document_classes: ['V2'], rights: 'DOWNLOAD', ...more }, { as: manager }) // oxfmt-ignore
  assert.equal(answer.code, 0, answer.text)
  const { sid } = await tenant.db
    .selectFrom('share')
    .select('sid')
    .where('case_sid', '=', case_sid)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return { secret: answer.data.secret, sid }
}

type Opened = {
  needs_password: boolean
  title: string
  facts: { code: string; value: string }[]
  documents: { sid: string; name: string }[]
  pass?: string
  sharer?: string
}
const open = (secret: string, password?: string, host = 'localhost') =>
  call<Opened>('/innoe-webapi/share/open', { secret, ...(password && { password }) }, { host })
const fetchFile = (pass: string, document_sid: string) => call('/innoe-webapi/share/document', { pass, document_sid })

test('[4.10] a link shows the facts of the case and its documents of the chosen classes, and nothing of our own keeping', async () => {
  const { sid, letter, draft } = await openCase()
  const { secret } = await link(sid)
  const { data, text, headers } = await open(secret)
  assert.match(data.title, /公开装置/)
  assert.deepEqual(data.documents.map((one) => one.sid), [letter]) // oxfmt-ignore
  for (const kept of ['importance', 'remark', 'secrecy_level', 'owner_sid', 'company_sid', 'department_sid', 'share_level'])
    assert.equal(data.facts.some(({ code }) => code === kept), false, kept) // oxfmt-ignore
  for (const kept of ['内部备注', manager.company, manager.sid, sid]) assert.equal(text.includes(kept), false, kept)
  assert.match(String(headers['cache-control']), /no-store|private/)
  const sent = await fetchFile(data.pass ?? '', letter)
  assert.equal(sent.status, 200)
  assert.match(String(sent.headers['content-disposition']), /^attachment/)
  assert.match(String(sent.headers['content-security-policy']), /sandbox/)
  for (const strange of [draft, sid, crypto.randomUUID(), "' or 1=1", '../etc/passwd'])
    assert.equal((await fetchFile(data.pass ?? '', strange)).status, 404, strange)
})

test('[4.10] a link of one document shows this document alone', async () => {
  const { sid, letter, draft } = await openCase()
  const { secret } = await link(sid, { document_sid: draft, document_classes: null })
  const { data } = await open(secret)
  assert.deepEqual([data.title, data.facts, data.documents.map((one) => one.sid)], ['底稿.pdf', [], [draft]])
  assert.equal((await fetchFile(data.pass ?? '', letter)).status, 404)
})

test('[4.10] a link to be viewed shows pages as pictures of what it shows, and gives no file', async () => {
  const { sid, letter, draft } = await openCase()
  const { data: paper } = await sendFile(app, { path: 'document/do/upload', token: manager.token, file: new Uint8Array(pdfOf([sheet('One'), sheet('Two')])), name: '两页.pdf', fields: { case_sid: sid, visibility: 'V2' } }) // oxfmt-ignore
  const { sid: share, secret } = await link(sid, { rights: 'VIEW' })
  const { data } = await open(secret)
  assert.equal(data.documents.length, 2)
  for (const pass of [data.pass ?? '', 'visit_nothing']) assert.equal((await fetchFile(pass, letter)).status, 404)
  const page = (document_sid: string, at: number, pass = data.pass ?? '') =>
    app.inject({ method: 'POST', url: '/innoe-webapi/share/page', headers: { host: 'localhost' }, payload: { pass, document_sid, page: at } })
  const { statusCode, headers, rawPayload } = await page(String(paper.sid), 1)
  assert.deepEqual([statusCode, headers['content-type'], headers['cache-control']], [200, 'image/webp', 'private, no-store'])
  assert.equal(rawPayload.subarray(8, 12).toString(), 'WEBP')
  assert.equal((await page(String(paper.sid), 3)).statusCode, 415)
  assert.equal((await page(String(paper.sid), 0)).statusCode, 400)
  for (const hidden of [draft, sid, "' or 1=1"]) assert.equal((await page(hidden, 1)).statusCode, 404, hidden)
  assert.equal((await page(String(paper.sid), 1, 'visit_nothing')).statusCode, 404)
  const acts = await tenant.db.selectFrom('share_visit').select('act').where('share_sid', '=', share).orderBy('visited_at').execute()
  assert.deepEqual(acts.map(({ act }) => act), ['OPENED', 'VIEWED']) // oxfmt-ignore
  await call('share/do/revoke', { sid: share }, { as: manager })
  assert.equal((await page(String(paper.sid), 1)).statusCode, 404)
})

test('[4.10] the first page of each document that a visit looks at is noted and audited, whichever page it is', async () => {
  const { sid } = await openCase()
  const upload = async (name: string) => String((await sendFile(app, { path: 'document/do/upload', token: manager.token, file: new Uint8Array(pdfOf([sheet('One'), sheet('Two')])), name, fields: { case_sid: sid, visibility: 'V2' } })).data.sid) // oxfmt-ignore
  const [one, two] = [await upload('甲.pdf'), await upload('乙.pdf')]
  const { sid: share, secret } = await link(sid, { rights: 'VIEW' })
  const passes = [String((await open(secret)).data.pass), String((await open(secret)).data.pass)]
  const looked: [number, string, number][] = [[0, one, 2], [0, one, 1], [0, one, 2], [0, two, 2], [1, one, 2]] // oxfmt-ignore
  for (const [visit, document_sid, page] of looked)
    assert.equal((await call('/innoe-webapi/share/page', { pass: passes[visit], document_sid, page })).status, 200)
  const noted = tenant.db.selectFrom('share_visit').select('document_sid').where('share_sid', '=', share).where('act', '=', 'VIEWED')
  assert.deepEqual((await noted.orderBy('visited_at').execute()).map((row) => row.document_sid), [one, two, one]) // oxfmt-ignore
  const audited = tenant.db.selectFrom('audit_entry').select('record_sid').where('event', '=', 'VIEWED').where('record_sid', 'in', [one, two])
  assert.deepEqual(
    (await audited.orderBy('created_at').execute()).map(({ record_sid }) => record_sid),
    [one, two, one],
  )
})

test('pages of an open visit are no guesses: they have a limit of their own, and guesses keep theirs', async () => {
  const { sid, letter } = await openCase()
  const { secret } = await link(sid, { rights: 'VIEW' })
  await tenant.db.deleteFrom('attempt').execute()
  await inOneWindow()
  process.env.INNOE_LOGIN_LIMIT = '5' // two guesses, seventeen pages
  const { data } = await open(secret)
  const ask = async (pass = data.pass) => (await call('/innoe-webapi/share/page', { pass, document_sid: sid, page: 1 })).status
  const statuses = []
  for (let n = 0; n < 18; n++) statuses.push(await ask())
  const guesses = [await ask('visit_nothing'), await ask('visit_nothing'), (await fetchFile(data.pass ?? '', letter)).status]
  process.env.INNOE_LOGIN_LIMIT = '1000'
  assert.deepEqual(statuses, [...Array.from({ length: 17 }, () => 404), 429])
  assert.deepEqual(guesses, [404, 429, 429])
})

test('of many pages that are asked for at one time, the files of two at most are copied', async () => {
  const { sid } = await openCase()
  const { data: paper } = await sendFile(app, { path: 'document/do/upload', token: manager.token, file: new Uint8Array(pdfOf([sheet('One')])), name: '一页.pdf', fields: { case_sid: sid, visibility: 'V2' } }) // oxfmt-ignore
  const { secret } = await link(sid, { rights: 'VIEW' })
  const { data } = await open(secret)
  const folder = await mkdtemp(join(tmpdir(), 'copies-'))
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  let most = 0
  const count = setInterval(() => {
    most = Math.max(most, readdirSync(folder).filter((name) => !name.startsWith('innoe-reading-')).length)
  }, 5).unref()
  const pages = await Promise.all(Array.from({ length: 6 }, () => call('/innoe-webapi/share/page', { pass: data.pass, document_sid: paper.sid, page: 1 }))) // oxfmt-ignore
  clearInterval(count)
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  assert.deepEqual(pages.map(({ status }) => status), Array.from({ length: 6 }, () => 200)) // oxfmt-ignore
  assert.ok(most > 0 && most <= 2, `${most} copies`)
  assert.deepEqual(await readdir(folder), [])
  await rm(folder, { recursive: true })
})

/** Each ends a link that worked; all of them read alike, as a link that never was. */
const ENDS: Record<string, (given: { sid: string; share: string }) => Promise<unknown>> = {
  'it was revoked': ({ share }) => call('share/do/revoke', { sid: share }, { as: manager }),
  'it is over': ({ share }) => tenant.db.updateTable('share').set({ expires_at: until(-1000) }).where('sid', '=', share).execute(), // oxfmt-ignore
  'the level changed': ({ sid }) => call('patent/do/update', { sid, share_level: 'SYSTEM' }, { as: manager }),
  'the case was deleted': ({ sid }) => call(`patent/do/delete/${sid}`, {}, { as: manager }),
}
for (const [why, end] of Object.entries(ENDS))
  test(`[4.10] a link does not open and its passes do not download once ${why}; the answer is that of an unknown link`, async () => {
    const { sid, letter } = await openCase()
    const { secret, sid: share } = await link(sid)
    const { data } = await open(secret)
    assert.equal((await fetchFile(data.pass ?? '', letter)).status, 200)
    await end({ sid, share })
    const [ended, unknown] = [await open(secret), await open(`${secret.slice(0, -3)}abc`)]
    assert.deepEqual([ended.status, ended.code, ended.message], [404, 30130, unknown.message])
    assert.equal((await fetchFile(data.pass ?? '', letter)).status, 404)
  })

test('[4.10] a link ends with the account and the sight of its sharer', async () => {
  const giver = await enrol('ip_engineer')
  const { sid } = await openCase()
  const given = await call<{ secret: string }>('share/do/give', { case_sid: sid, to_kind: 'LINK', expires_at: until(3_600_000) }, { as: giver })
  assert.equal((await open(given.data.secret)).code, 0)
  const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: manager.company })
  await tenant.db.updateTable('user_info').set({ company_sid: sub }).where('sid', '=', giver.sid).execute()
  assert.equal((await open(given.data.secret)).code, 30130)
  await tenant.db.updateTable('user_info').set({ company_sid: manager.company }).where('sid', '=', giver.sid).execute()
  assert.equal((await open(given.data.secret)).code, 0)
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', giver.sid).execute()
  assert.equal((await open(given.data.secret)).code, 30130)
})

test('[4.10] a link opens as often as it says, also when visitors come together', async () => {
  const { sid } = await openCase()
  const { secret } = await link(sid, { max_visits: 3 })
  const codes = (await Promise.all(Array.from({ length: 8 }, () => open(secret)))).map(({ code }) => code)
  assert.deepEqual([codes.filter((code) => code === 0).length, codes.filter((code) => code === 30130).length], [3, 5])
})

test('[4.10] the password of a link is asked before anything is shown, and cannot be guessed at will', async () => {
  const { sid } = await openCase()
  const { secret, sid: share } = await link(sid, { password: 'Fictional-1' })
  const asked = await open(secret)
  assert.deepEqual(
    [asked.data.needs_password, asked.data.title, asked.data.facts, asked.data.documents, asked.data.pass],
    [true, undefined, [], [], undefined],
  )
  assert.equal((await open(secret, 'wrong-password')).code, 30131)
  assert.equal((await open(secret, 'Fictional-1')).code, 0)
  const row = await tenant.db.selectFrom('share').select('visits').where('sid', '=', share).executeTakeFirstOrThrow()
  assert.equal(row.visits, 1)
  const tries = []
  for (let n = 0; n < 40; n++) tries.push((await open(secret, `guess-${n}-xx`)).status)
  assert.ok(tries.includes(429), tries.join())
  assert.equal((await open(secret, 'Fictional-1')).status, 429)
})

test('[4.10] a link needs an end within a year, and gives no more than downloading', async () => {
  const { sid } = await openCase()
  const ask = (more: Record<string, unknown>) =>
    call('share/do/give', { case_sid: sid, to_kind: 'LINK', expires_at: until(3_600_000), ...more }, { as: manager })
  assert.equal((await ask({ expires_at: null })).errors[0]?.field, 'expires_at')
  assert.equal((await ask({ expires_at: until(400 * 86_400_000) })).errors[0]?.field, 'expires_at')
  for (const rights of ['COMMENT', 'EDIT']) assert.equal((await ask({ rights })).errors[0]?.field, 'rights')
  assert.equal((await ask({ password: 'short' })).errors[0]?.field, 'password')
})

test('[4.10] secrets of links are kept as hashes and answered once; another tenant knows none of them', async () => {
  const { sid } = await openCase()
  const { secret, sid: share } = await link(sid, { password: 'Fictional-2' })
  const whole = await call(`share/${share}`, undefined, { as: manager })
  const rows = JSON.stringify([
    await tenant.db.selectFrom('share').selectAll().where('sid', '=', share).execute(),
    await tenant.db.selectFrom('change_log').selectAll().execute(),
    await tenant.db.selectFrom('audit_entry').selectAll().execute(),
    whole.data,
  ])
  for (const hidden of [secret, secret.slice(6), 'Fictional-2']) assert.equal(rows.includes(hidden), false)
  for (const hidden of ['secret_hash', 'password_hash']) assert.equal(hidden in whole.data, false)
  assert.equal((await open(secret, 'Fictional-2', 'other.test')).code, 30130)
  assert.ok(other.schema !== tenant.schema)
})

test('[4.10] visits by link are logged: when, from where, and what was downloaded', async () => {
  const { sid, letter } = await openCase()
  const { secret, sid: share } = await link(sid)
  const { data } = await open(secret)
  await fetchFile(data.pass ?? '', letter)
  const visits = await call<{ record: { act: string; address: string; person_sid: unknown }[] }>('share_visit/do/search', { fl: ['act', 'address', 'person_sid'], iql: `share_sid = '${share}' ORDER BY visited_at` }, { as: manager }) // oxfmt-ignore
  assert.deepEqual(visits.data.record.map(({ act, address, person_sid }) => [act, address, person_sid]), [['OPENED', '127.0.0.1', null], ['DOWNLOADED', '127.0.0.1', null]]) // oxfmt-ignore
  const audited = await tenant.db
    .selectFrom('audit_entry')
    .select(['event', 'account'])
    .where('record_sid', 'in', [sid, letter])
    .orderBy('created_at')
    .execute()
  for (const event of ['SHARED', 'SHARE_OPENED', 'DOWNLOADED']) assert.ok(audited.some((one) => one.event === event), event) // oxfmt-ignore
  const downloads = audited.filter(({ event }) => event === 'DOWNLOADED').map(({ account }) => account)
  assert.deepEqual(downloads, [null], 'nobody signed in downloaded it')
})
