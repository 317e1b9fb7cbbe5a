// A configuration pack from one tenant into another: equal there, previewed by row, all or nothing, and rolled back whole.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import yauzl from 'yauzl'
import { deflateSync } from 'node:zlib'
import type { ComparedPart } from '../../model/settings/configuration/configuration-actions.ts'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { makeWord } from '../documents/templates/make-word.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, other, call, enrol, enrolAt } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const admin = await enrol('system_admin')
const there = await enrolAt(other, 'system_admin')
type At = { as: Person; host: string }
const here: At = { as: admin, host: 'localhost' }
const away: At = { as: there, host: 'other.test' }

const ask = <T = { sid: string }>(at: At, path: string, body?: unknown) => call<T>(path, body, { ...at, lang: 'en' })
async function make(at: At, model: string, values: Record<string, unknown>) {
  const { data, text } = await ask(at, `${model}/do/create`, values)
  assert.ok(data?.sid, text)
  return data.sid
}
async function done<T = { sid: string }>(at: At, path: string, body: unknown) {
  const { code, data, text } = await ask<T>(at, path, body)
  assert.equal(code, 0, text)
  return data
}

async function packOf({ as, host }: At, parts = ''): Promise<Buffer> {
  const url = `/innoe-webapi/model/configuration_pack/do/download${parts && `?parts=${parts}`}`
  const response = await app.inject({ url, headers: { host, authorization: `Bearer ${as.token}` } })
  assert.equal(response.statusCode, 200, response.body)
  return response.rawPayload
}

async function upload({ as, host }: At, file: Buffer, name = 'pack.zip') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], name))
  const request = new Request('http://x/', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: '/innoe-webapi/model/configuration_pack/do/upload',
    headers: { host, 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${as.token}`, 'accept-language': 'en' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{ code: number; message: string; data: { record: string } }>()
}
async function uploaded(at: At, file: Buffer) {
  const { code, message, data } = await upload(at, file)
  assert.equal(code, 0, message)
  return data.record
}

async function entriesOf(file: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true })
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer)
    found.set(entry.fileName, Buffer.concat(pieces).toString())
  }
  return found
}
/** The parts of a pack without its manifest. */
async function contentOf(at: At, parts = '') {
  const entries = await entriesOf(await packOf(at, parts))
  entries.delete('manifest.json')
  return Object.fromEntries([...entries].map(([path, text]) => [path, path.startsWith('files/') ? 'a file' : sorted(JSON.parse(text))]))
}
/** Records in the order of their keys: those of another tenant were made in another order. */
function sorted(part: { records?: { key: unknown }[] }) {
  return { ...part, ...(part.records && { records: part.records.map((one) => JSON.stringify(one)).sort() }) }
}

const preview = async (at: At, sid: string) => (await done<{ parts: ComparedPart[] }>(at, 'configuration_pack/do/preview', { sid })).parts
const rowsIn = (parts: readonly ComparedPart[]) => parts.flatMap(({ part, rows }) => rows.map((row) => ({ part, ...row })))
const applicable = (parts: readonly ComparedPart[]) => rowsIn(parts).filter(({ did, refused }) => (did === 'NEW' || did === 'CHANGED') && !refused)
async function apply(at: At, sid: string, rows: readonly string[]) {
  const { job_sid } = await done<{ job_sid: string }>(at, 'configuration_pack/do/apply', { sid, rows })
  const job = await jobEnded(at.host === 'localhost' ? tenant : other, job_sid)
  return { job, pack: (await ask<Record<string, unknown>>(at, `configuration_pack/${sid}?flat=1`)).data }
}

async function configure(at: At) {
  const role = await make(at, 'role', { code: 'pack_reader', name: '只读（虚构）', name_en: 'Reader', weight: 5 })
  await make(at, 'role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'CUSTOM', query: "country = 'CN'", hidden_fields: ['remark'] })
  const group = await make(at, 'rbac_menu', { name: '打包菜单', name_en: 'Packed', icon: 'home', role_sids: [role] })
  await make(at, 'rbac_menu', { name: '下级菜单', icon: 'home', path: '/patents', parent_sid: group, role_sids: [role] })
  await make(at, 'dictionary', { code: 'pack_regions', name: '地区（虚构）' })
  const asia = await make(at, 'dictionary_item', { dictionary: 'pack_regions', code: 'ASIA', label_zh: '亚洲', label_en: 'Asia', sort: 1 })
  await make(at, 'dictionary_item', { dictionary: 'pack_regions', code: 'SG', label_zh: '新加坡', parent_sid: asia, sort: 2 })
  const field = await make(at, 'custom_field', { entity: 'tag', code: 'pack_place', name: '地点', name_en: 'Place', data_type: 'OPTION', dictionary: 'pack_regions', input_type: 'cascader' })
  await done(at, 'custom_field/do/publish', { sid: field })
  const graph = {
    nodes: [{ id: 'start', type: 'START', name: '开始', name_en: 'Start' }, { id: 'a', type: 'APPROVE', name: '审批', name_en: 'Approve', participants: [{ kind: 'ROLE', sid: role }], vote: 'ALL_PASS' }, { id: 'end', type: 'END', name: '结束', name_en: 'End' }],
    edges: [{ from: 'start', to: 'a' }, { from: 'a', to: 'end' }],
  }
  const process = await make(at, 'approval_process', { code: 'PACKED', name: '打包流程', name_en: 'Packed process', entity: 'patent', transition: 'ready', condition: "country = 'JP'", graph })
  await done(at, 'approval_process/do/publish', { sid: process })
  const calling = { nodes: graph.nodes.map((node) => (node.id === 'a' ? { id: 'a', type: 'SUB_PROCESS', name: '打包流程', name_en: 'Packed process', process: 'PACKED' } : node)), edges: graph.edges }
  const caller = await make(at, 'approval_process', { code: 'CALLING', name: '调用流程', name_en: 'Calling process', entity: 'patent', transition: 'file', condition: "country = 'JP'", graph: calling })
  await done(at, 'approval_process/do/publish', { sid: caller })
  const { sid: again } = await done<{ sid: string }>(at, 'approval_process/do/new_version', { sid: process }) // now made after what calls it
  await done(at, 'approval_process/do/publish', { sid: again })
  const view = await make(at, 'saved_view', { entity: 'tag', name: '打包视图', iql: "pack_place = 'SG'", share: 'ROLES', role_sids: [role] })
  const layout = await make(at, 'page_layout', { entity: 'tag', name: '打包布局', form: { groups: [{ zh: '地点', en: 'Place', fields: [{ code: 'pack_place', required: true }] }], hidden: [] } })
  await done(at, 'page_layout/do/publish', { sid: layout })
  const component = await ask<{ sid: string; code: string }>(at, 'portal_component/do/create', { name: '打包组件', widget: 'VIEW', view_sid: view })
  assert.ok(component.data?.code, component.text)
  const portal = await make(at, 'portal_template', { name: '打包门户', alias: 'packed-home', layout: [{ i: component.data.code, x: 0, y: 0, w: 4, h: 5 }], role_sids: [role] })
  await done(at, 'portal_template/do/publish', { sid: portal })
  await make(at, 'award_rule', { name: '打包奖励（虚构）', award_type: 'FILING', amount: '1000.00', valid_from: '2026-01-01' })
  await make(at, 'mail_sender', { address: 'agency.example' })
  await make(at, 'office_calendar', { office: 'CN', day: '2098-01-01', kind: 'OFF', name: '元旦（虚构）' })
  const sent = await sendFile(app, { path: 'document/do/upload', token: at.as.token, name: 'template.docx', file: new Uint8Array(await makeWord([])), fields: { attach_to: 'document_template.file' } })
  const template = await make(at, 'document_template', { name: '打包模板', lang: 'zh', note: '说明', file: [{ sid: sent.data.sid, name: 'template.docx', size: 1 }] })
  await done(at, 'patent/do/set_case_no_rule', { pattern: 'PK{YYYY}{SEQ:4}', prefix: '' })
  assert.equal((await call('/innoe-webapi/model/i18n/front/sync', { language: 'zh', record: [{ key: 'patent', text: '发明（打包）' }] }, at)).code, 0)
  await done(at, 'i18n/front/languages', { languages: [{ code: 'ja', name: '日本語', fallback: 'en' }] })
  await done(at, 'i18n/front/sync', { language: 'ja', record: [{ key: 'patent', text: '特許（打包）' }] })
  assert.equal((await call('/innoe-webapi/model/tenant/do/update', { system_name: '打包系统' }, at)).code, 0)
  return { role, template }
} // oxfmt-ignore

const before = await contentOf(away)
const made = await configure(here)

test('[4.02] [1.12] [2.28] everything configured in one tenant is packed, previewed, applied in another, and equal there', async () => {
  const file = await packOf(here)
  const entries = await entriesOf(file)
  for (const secret of ['$argon2', admin.password, 'smtp-secret']) assert.ok(![...entries.values()].some((text) => text.includes(secret)), secret)
  const sid = await uploaded(away, file)
  const first = await preview(away, sid)
  const named = rowsIn(first).map(({ part, name, did, refused }) => [part, name, did, refused])
  for (const expected of [
    ['role', '只读（虚构）', 'NEW', undefined],
    ['rbac_menu', '下级菜单', 'NEW', undefined],
    ['dictionary_item', '新加坡', 'NEW', undefined],
    ['custom_field', '地点', 'NEW', undefined],
    ['approval_process', '打包流程', 'NEW', undefined],
    ['portal_template', '打包门户', 'NEW', undefined],
    ['office_calendar', 'CN 2098-01-01', 'NEW', undefined],
    ['document_template', '打包模板', 'NEW', undefined],
  ])
    assert.ok(named.some((row) => JSON.stringify(row.slice(0, 3)) === JSON.stringify(expected.slice(0, 3))), `${String(expected)} in ${JSON.stringify(named.filter(([part]) => part === expected[0]))}`)
  // What names a field that the pack brings is judged as if the field were there.
  for (const part of ['saved_view', 'page_layout']) assert.deepEqual(named.filter(([of]) => of === part).map(([, , did, refused]) => [did, refused]), [['NEW', undefined]], part)
  assert.deepEqual(await contentOf(away), before, 'a preview changes nothing')
  const { job, pack } = await apply(away, sid, applicable(first).map(({ row }) => row)) // oxfmt-ignore
  assert.deepEqual([job.state, pack.status, pack.fault], ['DONE', 'SUCCESS', null], String(job.message))
  const again = rowsIn(await preview(away, sid)).filter(({ did }) => did === 'NEW' || did === 'CHANGED')
  assert.deepEqual(again.map(({ part, name, did, changes, refused }) => ({ part, name, did, changes, refused })), []) // oxfmt-ignore
  const company = await other.db.selectFrom('company').select(['pack_status', 'pack_applied_at']).where('sid', '=', there.company).executeTakeFirstOrThrow()
  assert.equal(company.pack_status, 'SUCCESS')
  assert.ok(company.pack_applied_at)
  const [own, theirs] = [await contentOf(here), await contentOf(away)]
  for (const part of Object.keys(own)) assert.deepEqual(theirs[part], own[part], part)
  const { place } = { place: await make(away, 'tag', { name: '标签', pack_place: 'SG' }) }
  assert.equal((await ask<Record<string, unknown>>(away, `tag/${place}`)).data.pack_place, 'SG')
  await done(away, `tag/do/delete/${place}`, {})
  await other.db.deleteFrom('tag').where('sid', '=', place).execute()

  const back = await done<{ restored: number; removed: unknown[] }>(away, 'configuration_pack/do/roll_back', { sid })
  assert.ok(back.removed.length > 10)
  assert.deepEqual(await contentOf(away), before, 'rolled back whole')
  assert.equal((await ask<Record<string, unknown>>(away, `configuration_pack/${sid}`)).data.status, 'ROLLED_BACK')
}) // oxfmt-ignore

/** A PNG of that size. */
function png(width: number, height: number): string {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), size, deflateSync(Buffer.alloc(64))]).toString('base64')}`
}

test('[4.02] [9.04] the branding of the system and of the company comes with its pictures, and goes with them', async () => {
  const theme = { code: 'own', config: { theme_color: '#7a1f2b' } }
  await done(here, 'tenant/do/update', { system_name: '华光', theme, head_logo: png(230, 56), login_bg: png(1440, 800) })
  await done(here, 'tenant/do/update', { company_sid: admin.company, system_name: '华光子公司', head_logo: png(100, 40) })
  const was = await contentOf(away, 'look,look_of_company')
  const sid = await uploaded(away, await packOf(here, 'look,look_of_company'))
  const rows = applicable(await preview(away, sid))
  assert.deepEqual([...new Set(rows.map(({ part }) => part))].sort(), ['look', 'look_of_company'])
  assert.equal((await apply(away, sid, rows.map(({ row }) => row))).pack.status, 'SUCCESS')
  const look = await done<Record<string, unknown>>(away, '/innoe-webapi/model/tenant/do/look', undefined)
  assert.deepEqual([look.system_name, look.theme], ['华光子公司', theme])
  const before = await call<Record<string, unknown>>('/innoe-webapi/model/tenant/do/getTenantInfo', undefined, { host: 'other.test' })
  assert.equal(before.data.system_name, '华光')
  for (const [address, picture] of [[look.head_logo, png(100, 40)], [before.data.head_logo, png(230, 56)], [before.data.login_bg, png(1440, 800)]]) {
    const shown = await app.inject({ url: String(address), headers: { host: 'other.test' } })
    assert.deepEqual([shown.statusCode, `data:image/png;base64,${shown.rawPayload.toString('base64')}`], [200, picture])
  }
  await done(away, 'configuration_pack/do/roll_back', { sid })
  assert.deepEqual(await contentOf(away, 'look,look_of_company'), was, 'rolled back whole')
  const gone = await app.inject({ url: String(look.head_logo), headers: { host: 'other.test' } })
  assert.equal(gone.statusCode, 404, 'the picture too')
}) // oxfmt-ignore

test('[4.02] only the chosen rows are applied, and a change shows its old and its new value', async () => {
  const file = await packOf(here, 'role,award_rule,look')
  const sid = await uploaded(away, file)
  const rows = applicable(await preview(away, sid))
  const rule = rows.find(({ part }) => part === 'award_rule')
  assert.ok(rule)
  assert.equal((await apply(away, sid, [rule.row])).pack.status, 'SUCCESS')
  assert.equal((await other.db.selectFrom('role').select('sid').where('code', '=', 'pack_reader').where('deleted_at', 'is', null).execute()).length, 0)
  const own = await tenant.db.selectFrom('award_rule').select('sid').where('name', '=', '打包奖励（虚构）').executeTakeFirstOrThrow()
  await done(here, 'award_rule/do/update', { sid: own.sid, amount: '2500.00' })
  const second = await uploaded(away, await packOf(here, 'award_rule'))
  const [change] = rowsIn(await preview(away, second)).filter(({ did }) => did === 'CHANGED')
  assert.deepEqual([change?.name, change?.changes], ['打包奖励（虚构）', [{ field: 'amount', label: 'Amount', old: '1000.00', new: '2500.00' }]])
  assert.equal((await apply(away, second, [change?.row ?? ''])).pack.status, 'SUCCESS')

  const theirs = await other.db.selectFrom('award_rule').select('sid').where('name', '=', '打包奖励（虚构）').where('deleted_at', 'is', null).executeTakeFirstOrThrow()
  await done(away, 'award_rule/do/update', { sid: theirs.sid, amount: '2600.00' })
  const refused = await ask(away, 'configuration_pack/do/roll_back', { sid: second })
  assert.match(refused.message, /Changed since it was applied, so it cannot be rolled back: Award rule “打包奖励（虚构）”/)
}) // oxfmt-ignore

test('[4.02] an application that fails says why and changes nothing, dictionaries and fields included', async () => {
  const now = await contentOf(away)
  const sid = await uploaded(away, await packOf(here, 'dictionary,dictionary_item,custom_field,saved_view'))
  const rows = rowsIn(await preview(away, sid))
  // The view names a role that the pack does not bring.
  const view = rows.find(({ part, name }) => part === 'saved_view' && name === '打包视图')
  assert.match(view?.refused ?? '', /There is no Role “pack_reader” here/)
  const { job, pack } = await apply(away, sid, rows.filter(({ did }) => did === 'NEW').map(({ row }) => row)) // oxfmt-ignore
  assert.deepEqual([job.state, pack.status], ['FAILED', 'FAIL'], String(job.message))
  assert.match(String(pack.fault), /There is no Role “pack_reader” here/)
  assert.deepEqual(await contentOf(away), now)
})

test('[4.02] a pack gives nobody what they could not grant by hand', async () => {
  const role = await make(here, 'role', { code: 'pack_clerk', name: '配置员（虚构）', weight: 1 })
  for (const entity of ['configuration_pack', 'role', 'role_grant', 'user_info'])
    await make(here, 'role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'create', 'update', 'apply_pack', 'export'], data_scope: 'COMPANY' })
  const clerk: At = { as: await enrol('inventor', { role_sids: [role] }), host: 'localhost' }
  const grants = await packOf(here, 'role_grant')
  const raised = await repacked(grants, 'parts/role_grant.json', (part) => {
    const records = part.records as { key: unknown; record: Record<string, unknown> }[]
    const mine = records.filter(({ record }) => JSON.stringify(record.role_sid).includes('pack_clerk'))
    for (const { record } of mine) Object.assign(record, { verbs: ['*'], data_scope: 'ALL' })
    const whole = structuredClone(mine[0]) as { key: Record<string, unknown>; record: Record<string, unknown> }
    whole.key.entity = '*'
    whole.record.entity = '*'
    return { ...part, records: [...mine, whole] }
  })
  const kept = async () => tenant.db.selectFrom('role_grant').select(['entity', 'verbs', 'data_scope']).where('role_sid', '=', role).where('deleted_at', 'is', null).orderBy('entity').execute()
  const was = await kept()
  const sid = await uploaded(clerk, raised)
  const rows = rowsIn(await preview(clerk, sid)).filter(({ did }) => did === 'NEW' || did === 'CHANGED')
  assert.equal(rows.length, 5)
  for (const row of rows) assert.ok(row.refused, `${row.name} is refused`)
  assert.equal((await apply(clerk, sid, rows.map(({ row }) => row))).pack.status, 'FAIL')
  assert.deepEqual(await kept(), was)
  // Who may apply packs, but not roles, changes none; who may not apply them uploads none.
  const inventor: At = { as: await enrol('inventor'), host: 'localhost' }
  assert.equal((await upload(inventor, grants)).code, 403)
}) // oxfmt-ignore

test('[4.02] a pack takes neither the grant nor the role of the administrators', async () => {
  const WORDS = /belongs to a built-in record and cannot be changed|At least one system administrator must remain/
  const kept = async () => [
    await tenant.db.selectFrom('role_grant as g').innerJoin('role as r', 'r.sid', 'g.role_sid').select(['g.verbs', 'r.status']).where('r.code', '=', 'system_admin').where('g.deleted_at', 'is', null).execute(),
  ]
  const was = await kept()
  for (const [part, code, change] of [['role_grant', 'entity', { verbs: ['get'] }], ['role_grant', 'entity', { data_scope: 'SELF' }], ['role', 'code', { status: '0' }]] as const) {
    const pack = await repacked(await packOf(here, 'role,role_grant'), `parts/${part}.json`, (whole) => {
      const records = whole.records as { record: Record<string, unknown> }[]
      const own = records.filter((one) => JSON.stringify(one).includes('system_admin') && (code === 'code' || one.record.entity === '*'))
      assert.equal(own.length, 1)
      for (const { record } of own) Object.assign(record, change)
      return { ...whole, records: own }
    })
    const sid = await uploaded(here, pack)
    const rows = rowsIn(await preview(here, sid)).filter(({ did }) => did === 'CHANGED')
    assert.match(rows[0]?.refused ?? '', WORDS, JSON.stringify(change))
    const { pack: applied } = await apply(here, sid, rows.map(({ row }) => row))
    assert.equal(applied.status, 'FAIL')
    assert.match(String(applied.fault), WORDS)
  }
  assert.deepEqual(await kept(), was)
}) // oxfmt-ignore

async function repacked(file: Buffer, path: string, change: (part: Record<string, unknown>) => unknown, more: Record<string, string> = {}): Promise<Buffer> {
  const { createHash } = await import('node:crypto')
  const { default: yazl } = await import('yazl')
  const entries = await entriesOf(file)
  const manifest = JSON.parse(entries.get('manifest.json') ?? '')
  entries.delete('manifest.json')
  if (path === 'manifest.json') Object.assign(manifest, change(manifest))
  else entries.set(path, JSON.stringify(change(JSON.parse(entries.get(path) ?? '{}'))))
  const zip = new yazl.ZipFile()
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const [name, text] of entries) zip.addBuffer(Buffer.from(text), name)
  for (const [name, text] of Object.entries(more)) zip.addBuffer(Buffer.from(text), name)
  if (path !== 'manifest.json') manifest.entries = [...entries].map(([name, text]) => ({ path: name, bytes: Buffer.byteLength(text), sha256: digest(text) }))
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json')
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
} // oxfmt-ignore

test('[4.02] a hostile or foreign file is refused in words, and kept nowhere', async () => {
  const sound = await packOf(here, 'award_rule')
  const count = async () => (await tenant.db.selectFrom('configuration_pack').select('sid').execute()).length
  const kept = await count()
  let deep: unknown = 'x'
  for (let at = 0; at < 200; at++) deep = [deep]
  const cases: [string, Buffer, RegExp][] = [
    ['no zip', Buffer.from('hello'), /no configuration pack/],
    ['empty', Buffer.alloc(0), /no configuration pack|missing|damaged/],
    ['cut off', sound.subarray(0, sound.length - 40), /no configuration pack|damaged/],
    ['a newer format', await repacked(sound, 'manifest.json', () => ({ format: 99 })), /newer version/],
    ['another product', await repacked(sound, 'manifest.json', () => ({ product: 'other' })), /no configuration pack/],
    ['a file that is not listed', await repacked(sound, 'parts/award_rule.json', (part) => part, { 'evil.txt': 'x' }), /unknown part “evil.txt”/],
    ['a part of another name', await repacked(sound, 'other/evil.json', () => ({ records: [] })), /unknown part “other.evil.json”/],
    ['a wrong checksum', await repacked(sound, 'manifest.json', ({ entries }) => ({ entries: (entries as { sha256: string }[]).map((one) => ({ ...one, sha256: '0'.repeat(64) })) })), /damaged/],
    ['records of the wrong form', await repacked(sound, 'parts/award_rule.json', () => ({ records: [1, 2] })), /damaged/],
    ['deep nesting', await repacked(sound, 'parts/award_rule.json', () => ({ records: [{ key: {}, record: { deep } }] })), /damaged/],
    ['a bomb', await repacked(sound, 'parts/award_rule.json', () => ({ records: [], blank: ' '.repeat(80 << 20) })), /damaged/],
  ]
  for (const [what, file, words] of cases) {
    const { code, message } = await upload(here, file)
    assert.notEqual(code, 0, what)
    assert.match(message, words, what)
  }
  assert.equal(await count(), kept)
  const unknown = await uploaded(here, await repacked(sound, 'parts/user.json', () => ({ records: [] })))
  assert.match((await ask(here, 'configuration_pack/do/preview', { sid: unknown })).message, /unknown part “user”/)
  const odd = await uploaded(here, await repacked(sound, 'parts/award_rule.json', () => ({ records: [{ key: { name: 'X' }, record: { name: 'X', company_sid: 'x', made_up: 1, award_type: { of: 'role', key: {} }, valid_from: '2026-01-01' } }] })))
  const [row] = rowsIn(await preview(here, odd)).filter(({ did }) => did === 'NEW')
  assert.ok(row?.refused)
  assert.equal(made.role.length, 36)
}) // oxfmt-ignore
