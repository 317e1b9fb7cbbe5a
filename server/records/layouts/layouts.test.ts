import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { FormLayout } from '../../../model/settings/layouts/form-layout.ts'
import { inTransaction, systemContext } from '../context.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]

type Layout = { sid: string; version: number; status: string; form: FormLayout | null }
const ask = <T = Layout>(path: string, body?: Record<string, unknown>, lang: 'zh' | 'en' = 'en') => call<T>(path, body, { as: admin, lang })
const roleSid = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const schemaOf = async (as: Person, lang: 'zh' | 'en' = 'en') => (await call<WireSchema>('patent/do/schema', undefined, { as, lang })).data
const fieldOf = ({ fields }: WireSchema, code: string) => fields.find((field) => field.code === code)

let made = 0
const form = (more: Partial<FormLayout> = {}): FormLayout => ({
  groups: [
    { zh: '要点', en: 'Key facts', fields: [{ code: 'title' }, { code: 'importance', required: true }] },
    { zh: '备用', en: 'Rarely used', folded: true, fields: [{ code: 'title_en' }] },
  ],
  hidden: ['agency_ref'],
  ...more,
})
async function layout(more: Record<string, unknown> = {}) {
  const { data, text } = await ask('page_layout/do/create', { entity: 'patent', name: `布局 ${++made}`, form: form(), ...more })
  assert.ok(data?.sid, text)
  return data.sid
}
const act = (name: string, sid: string) => ask(`page_layout/do/${name}`, { sid })
const withdraw = async (sid: string) => assert.equal((await act('unpublish', sid)).code, 0)
const patent = (as: Person, more: Record<string, unknown> = {}) =>
  call<{ sid: string }>('patent/do/create', { title: `Case ${++made}`, country: 'CN', patent_type: 'INVENTION', ...more }, { as, lang: 'en' })

test('[4.05] a published layout arranges the groups, order and hidden fields of its role, in both languages; a draft changes nothing', async () => {
  const sid = await layout({ role_sids: [await roleSid('ip_engineer')] })
  const before = await schemaOf(engineer)
  assert.equal(before.groups.some(({ label }) => label === 'Key facts'), false, 'a draft') // oxfmt-ignore
  assert.equal((await act('publish', sid)).data.status, 'PUBLISHED')
  const [own, zh, others] = [await schemaOf(engineer), await schemaOf(engineer, 'zh'), await schemaOf(manager)]
  assert.deepEqual(own.groups.slice(0, 2).map(({ label, folded }) => [label, folded ?? false]), [['Key facts', false], ['Rarely used', true]]) // oxfmt-ignore
  assert.deepEqual(zh.groups.slice(0, 2).map(({ label }) => label), ['要点', '备用']) // oxfmt-ignore
  assert.deepEqual(own.fields.slice(0, 3).map(({ code, required }) => [code, required]), [['title', true], ['importance', true], ['title_en', false]]) // oxfmt-ignore
  assert.equal(fieldOf(own, 'agency_ref')?.hidden, true)
  assert.equal(own.fields.length, before.fields.length, 'hidden fields stay in lists and filters')
  assert.deepEqual(others, await schemaOf(manager), 'another role')
  assert.equal(fieldOf(others, 'agency_ref')?.hidden, undefined)
  await ask('page_layout/do/update', { sid, form: form({ hidden: [] }) })
  assert.equal(fieldOf(await schemaOf(engineer), 'agency_ref')?.hidden, true, 'people see what is published')
  const reverted = await act('revert', sid)
  assert.deepEqual([reverted.data.status, reverted.data.form], ['PUBLISHED', form()])
  await withdraw(sid)
  assert.deepEqual(await schemaOf(engineer), before)
})

test('[4.05] what a layout requires is refused without it, of its role alone and where a person enters the record', async () => {
  const open = (await patent(engineer)).data.sid
  const sid = await layout({ role_sids: [await roleSid('ip_engineer')] })
  await act('publish', sid)
  const refused = await patent(engineer)
  assert.deepEqual([refused.status, refused.errors], [400, [{ field: 'importance', label: 'Grade', reason: 'is required' }]])
  assert.equal((await patent(engineer, { importance: 'A' })).code, 0)
  assert.equal((await patent(manager)).code, 0, 'another role')
  assert.equal((await call('patent/do/update', { sid: open, title: 'x' }, { as: engineer })).code, 0, 'a change asks for what it changes alone')
  assert.equal((await call('patent/do/batch_update', { sids: [open], changes: { title: 'y' } }, { as: engineer })).code, 0)
  const graded = (await patent(engineer, { importance: 'A' })).data.sid
  for (const [verb, body] of [
    ['update', { sid: graded, importance: null }],
    ['batch_update', { sids: [graded], changes: { importance: null } }],
  ] as const) {
    const emptied = await call(`patent/do/${verb}`, body, { as: engineer })
    assert.deepEqual(emptied.errors.map(({ field }) => field), ['importance'], verb) // oxfmt-ignore
  }
  const asked = fieldOf(await schemaOf(engineer), 'importance')
  assert.deepEqual([asked?.required, asked?.required_by_layout], [true, true], 'steps tell it from what the model requires')
  const taken = await call('patent/do/transition', { sid: open, transition: 'submit', filing_date: '2024-02-01', application_no: '202410000001.3' }, { as: engineer, lang: 'en' }) // oxfmt-ignore
  assert.equal(taken.errors.some(({ field }) => field === 'importance'), false, `a step asks for its own fields alone: ${taken.text}`) // oxfmt-ignore
  assert.equal((await call('patent/do/update', { sid: open, title: 'x', importance: 'B' }, { as: engineer })).code, 0)
  await withdraw(sid)
  assert.equal((await patent(engineer)).code, 0)
})

test('[4.05] a field is required, and shown, while the conditions of the layout hold', async () => {
  const fields = [
    { code: 'patent_type' },
    { code: 'importance', required_when: { patent_type: ['INVENTION'] } },
    { code: 'title_en', required: true, shown_when: { patent_type: { not: ['INVENTION'] } } },
  ]
  const sid = await layout({ role_sids: [await roleSid('ip_engineer')], form: { groups: [{ fields }], hidden: [] } })
  await act('publish', sid)
  assert.deepEqual(fieldOf(await schemaOf(engineer), 'title_en')?.shown_when, { patent_type: { not: ['INVENTION'] } })
  assert.deepEqual((await patent(engineer)).errors.map(({ field }) => field), ['importance']) // oxfmt-ignore
  assert.deepEqual((await patent(engineer, { patent_type: 'DESIGN' })).errors.map(({ field }) => field), ['title_en']) // oxfmt-ignore
  assert.equal((await patent(engineer, { patent_type: 'DESIGN', title_en: 'Cup' })).code, 0)
  await withdraw(sid)
})

test('[4.05] the layout of a role comes before that of the company, and that before the model', async () => {
  const title = async (as: Person) => (await schemaOf(as)).groups[0]?.label
  const usual = await title(engineer)
  const company = await layout({ form: form({ groups: [{ zh: '公司', en: 'Company', fields: [{ code: 'title' }] }] }) })
  const role = await layout({ role_sids: [await roleSid('ip_engineer')] })
  await act('publish', company)
  await act('publish', role)
  assert.deepEqual([await title(engineer), await title(manager)], ['Key facts', 'Company'])
  await ask('page_layout/do/update', { sid: role, valid: false })
  await settled(async () => (await title(engineer)) === 'Company')
  await withdraw(company)
  await withdraw(role)
  assert.deepEqual([await title(engineer), await title(manager)], [usual, usual])
})

test('[4.05] a layout of a company is not in force for people without a company, unless it is of their role', async () => {
  const outside = await enrol('ip_engineer', { company_sid: null })
  const company = await layout({ form: form({ groups: [{ zh: '公司', en: 'Company', fields: [{ code: 'title' }] }] }) })
  await act('publish', company)
  const title = async () => (await schemaOf(outside)).groups[0]?.label
  assert.notEqual(await title(), 'Company')
  const role = await layout({ role_sids: [await roleSid('ip_engineer')] })
  await act('publish', role)
  assert.equal(await title(), 'Key facts')
  await withdraw(role)
  await ask('page_layout/do/update', { sid: company, company_sid: null })
  await settled(async () => (await title()) === 'Company')
  await withdraw(company)
})

test('[4.05] fields that the model lost leave a layout in force and, with the next save, its draft', async () => {
  const lost = { groups: [{ fields: [{ code: 'gone' }, { code: 'importance', required_when: { gone: { not: ['x'] } } }] }], hidden: ['gone'] }
  const sid = await layout({ role_sids: [await roleSid('ip_engineer')] })
  await tenant.db.updateTable('page_layout').set({ form: JSON.stringify(lost) }).where('sid', '=', sid).execute() // oxfmt-ignore
  assert.equal((await act('publish', sid)).code, 0)
  assert.equal((await patent(engineer)).code, 0, 'a condition on a field that is gone demands nothing')
  const saved = await ask('page_layout/do/update', { sid, form: { ...lost, hidden: ['gone', 'title_en'] } })
  assert.deepEqual([saved.errors, saved.data?.form], [[], { groups: [{ fields: [{ code: 'importance' }] }], hidden: ['title_en'] }])
  const wrong = { groups: [], hidden: ['country'] }
  await tenant.db.updateTable('page_layout').set({ form: JSON.stringify(wrong) }).where('sid', '=', sid).execute() // oxfmt-ignore
  const refused = await act('publish', sid)
  assert.match(refused.errors[0]?.reason ?? refused.text, /cannot be hidden/, 'it is checked again when it is published')
  await withdraw(sid)
})

test('[4.05] a layout requires nothing of records that are entered in a dialog of their own', async () => {
  const given = { groups: [{ fields: [{ code: 'remark', required: true }] }], hidden: [] }
  const { errors } = await ask('page_layout/do/create', { entity: 'deadline', name: `期限 ${++made}`, form: given })
  assert.match(errors[0]?.reason ?? '', /entered in a dialog of its own/)
})

test('[4.05] a layout orders and hides the tabs of pages, and gives lists their columns as far as the role reads them', async () => {
  const tabs = [{ key: 'overview' }, { key: 'fees', hidden: true }, { key: 'timeline' }]
  const sid = await layout({ form: null, tabs, columns: ['title', 'owner_sid', 'importance'] })
  await act('publish', sid)
  const [own, plain] = [await schemaOf(engineer), (await ask<WireSchema>('page_layout/do/preview', { sid, plain: true })).data]
  assert.deepEqual([own.tabs, own.columns, plain.tabs], [tabs, ['title', 'owner_sid', 'importance'], undefined])
  assert.deepEqual(own.groups, plain.groups, 'without a form the groups stay')
  await withdraw(sid)
  for (const [more, field, says] of [
    [{ tabs: [{ key: 'overview', hidden: true }] }, 'tabs', /overview cannot be hidden/],
    [{ tabs: [{ key: '../x' }] }, 'tabs', /tab 1 is not valid/],
    [{ columns: ['title', 'title'] }, 'columns', /twice/],
    [{ columns: ['sid'] }, 'columns', /“sid” cannot be a column/],
  ] as const) {
    const { errors } = await ask('page_layout/do/create', { entity: 'patent', name: `错 ${++made}`, ...more })
    assert.deepEqual([errors[0]?.field, says.test(errors[0]?.reason ?? '')], [field, true], errors[0]?.reason ?? 'none')
  }
})

test('[4.02] a layout that a configuration pack publishes in its transaction is in force after the commit', async () => {
  const sid = await layout()
  await inTransaction(systemContext(tenant), (tx) => tenant.modules.configuration.publish['page_layout']?.publish(tx, sid) ?? assert.fail())
  await settled(async () => (await schemaOf(manager)).groups[0]?.label === 'Key facts')
  await withdraw(sid)
})

async function settled(isSo: () => Promise<boolean>) {
  for (let at = 0; at < 50; at++) if (await isSo()) return
  assert.fail('it did not come about')
}

for (const [what, given, says] of [
  ['an unknown field', form({ hidden: ['nothing'] }), /no field “nothing”/],
  ['a hidden field that is required', form({ hidden: ['country'] }), /“Country\/office” is required and cannot be hidden/],
  ['a required field on a condition', form({ groups: [{ fields: [{ code: 'country', shown_when: { patent_type: ['DESIGN'] } }] }] }), /cannot depend on a condition/], // oxfmt-ignore
  ['a computed field as required', form({ groups: [{ fields: [{ code: 'created_at', required: true }] }] }), /filled in by the product/],
  ['a field twice', form({ groups: [{ fields: [{ code: 'title' }] }, { fields: [{ code: 'title' }] }] }), /twice/],
  ['an unknown group', form({ groups: [{ code: 'nothing', fields: [] }] }), /no group “nothing”/],
  ['a condition on a text', form({ groups: [{ fields: [{ code: 'importance', shown_when: { title: ['x'] } }] }] }), /condition that is not valid/],
  ['a condition on an unknown option', form({ groups: [{ fields: [{ code: 'importance', shown_when: { patent_type: ['X'] } }] }] }), /not valid/],
  ['too many groups', form({ groups: Array.from({ length: 31 }, () => ({ fields: [] })) }), /at most 30/],
  ['a long title', form({ groups: [{ zh: '长'.repeat(61), fields: [] }] }), /at most 60/],
  ['no groups', { hidden: [] }, /groups and hidden/],
] as const)
  test(`[4.05] a layout with ${what} is refused by name`, async () => {
    const { status, errors, text } = await ask('page_layout/do/create', { entity: 'patent', name: `错 ${++made}`, form: given })
    assert.deepEqual([status, errors[0]?.field], [400, 'form'], text)
    assert.match(errors[0]?.reason ?? '', says)
  })

test('[4.05] the draft is previewed as a role with the fields of that role, by those who may change it', async () => {
  const sid = await layout()
  const preview = async (body: Record<string, unknown>, lang: 'zh' | 'en' = 'en') =>
    (await ask<WireSchema>('page_layout/do/preview', { sid, ...body }, lang)).data
  const [own, seen, plain, zh] = [
    await preview({}),
    await preview({ role: await roleSid('dept_leader') }),
    await preview({ plain: true }),
    await preview({}, 'zh'),
  ]
  assert.deepEqual([own.groups[0]?.label, zh.groups[0]?.label, plain.groups[0]?.label === 'Key facts'], ['Key facts', '要点', false])
  const mayUpdate = ({ actions }: WireSchema) => actions.find(({ verb }) => verb === 'update')?.allowed
  assert.deepEqual([mayUpdate(own), mayUpdate(seen)], [true, false], 'the role only reads')
  assert.equal((await call('page_layout/do/preview', { sid }, { as: inventor })).status, 403)
})
