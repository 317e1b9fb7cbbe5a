import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { anyTable } from '../../database/pool.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
const lab = await make('department', { name: '研发部（虚构）', company_sid: sub })

const own = await make('role', { code: 'sub_admin', name: '子公司管理员', weight: 90 })
await make('role_grant', { role_sid: own, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
const all = await make('role', { code: 'reads_all', name: '查看全部', weight: 5 })
await make('role_grant', { role_sid: all, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
const companyAdmin = await enrol('inventor', { role_sids: [own], company_sid: sub, department_sid: lab })
const colleague = await enrol('inventor', { company_sid: sub, department_sid: lab })
const stranger = await enrol('ip_engineer', { name: '外人', email: 'qzxsecret@example.com', mobile: '13812345678' })
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const accountOf = async (person: string) => (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid // oxfmt-ignore
const grantOf = async (role: string) => (await tenant.db.selectFrom('role_grant').select('sid').where('role_sid', '=', role).executeTakeFirstOrThrow()).sid // oxfmt-ignore

const KEPT = ['user', 'user_info', 'role', 'role_grant', 'token', 'rbac_menu'] as const
/** All rows that decide permissions, without the times of last use. */
async function state() {
  const tables = await Promise.all(KEPT.map((name) => anyTable(tenant.db).selectFrom(name).selectAll().orderBy('sid').execute()))
  return JSON.stringify(tables, (key, value: unknown) => (key === 'last_used_at' ? undefined : value))
}

/** The records beyond the company, by their model. */
const BEYOND: Record<string, () => Promise<string>> = {
  user_info: async () => stranger.sid,
  user: () => accountOf(stranger.sid),
  role: () => roleOf('system_admin'),
  role_grant: async () => grantOf(await roleOf('ip_engineer')),
  rbac_menu: async () => (await tenant.db.selectFrom('rbac_menu').select('sid').where('code', '=', 'people').executeTakeFirstOrThrow()).sid,
}

test('the administrator of a company sees and changes its people', async () => {
  assert.equal((await call(`user_info/${colleague.sid}`, undefined, { as: companyAdmin })).status, 200)
  assert.equal((await call('user_info/do/update', { sid: colleague.sid, job_title: '工程师' }, { as: companyAdmin })).code, 0)
  assert.equal((await call('user/do/password_reset', { sid: await accountOf(colleague.sid) }, { as: companyAdmin })).code, 0)
})

test('no call about a person, an account, a role, a grant or a menu changes or reveals anything outside the company', async () => {
  const before = await state()
  const tried: string[] = []
  for (const { at, name, method, declared } of tenant.modules.actions) {
    if (method !== 'POST') continue
    const fields = 'records' in declared.body ? { sid: { to: declared.model } } : declared.body
    const named = Object.entries(fields as Record<string, { to?: string; type?: string; required?: boolean }>).filter(
      ([, { to }]) => to && BEYOND[to],
    )
    if (named.length === 0) continue
    const body: Record<string, unknown> = {}
    for (const [code, { to, type }] of named) {
      const sid = await BEYOND[to ?? '']?.()
      body[code] = type === 'references' ? [sid] : sid
    }
    if ('grants' in fields) body['grants'] = []
    if ('entity' in fields) body['entity'] = 'patent'
    const { status, text } = await call(`${at}/do/${name}`, body, { as: companyAdmin })
    tried.push(`${at}/${name}`)
    assert.ok(status < 500, `${at}/${name} ${text}`)
    assert.ok(!text.includes('qzxsecret') && !text.includes('13812345678') && !/"one_time_password":"/.test(text), `${at}/${name} ${text}`)
  }
  for (const [model, read] of Object.entries(BEYOND))
    for (const [verb, body] of [
      ['update', { remark: 'x' }],
      ['batch_update', { changes: { remark: 'x' } }],
      ['delete', {}],
      ['batch_delete', {}],
      ['restore', {}],
    ] as const) {
      const sid = await read()
      const sent = verb.startsWith('batch') || verb === 'restore' ? { ...body, sids: [sid] } : { ...body, sid }
      const { status, text } = await call(verb === 'delete' ? `${model}/do/delete/${sid}` : `${model}/do/${verb}`, verb === 'delete' ? {} : sent, {
        as: companyAdmin,
      })
      tried.push(`${model}/${verb}`)
      assert.ok(status >= 400 && status < 500, `${model}/${verb} ${status} ${text}`)
    }
  assert.ok(tried.length > 40, tried.join(' '))
  assert.equal(await state(), before)
})

test('a company administrator can raise nobody above their own rank or show them other companies, themselves included', async () => {
  for (const role of [await roleOf('system_admin'), all])
    for (const person of [colleague, companyAdmin]) {
      const answer = await call('user_info/do/update', { sid: person.sid, role_sids: [role] }, { as: companyAdmin })
      assert.deepEqual([answer.status, answer.errors.map(({ field }) => field)], [400, ['role_sids']], answer.text)
      assert.ok((await call('role/do/set_people', { sid: role, add: [person.sid] }, { as: companyAdmin })).status >= 400)
    }
  const made = await call(
    'user_info/do/create',
    { name: '新人', email: 'newcomer@example.test', role_sids: [all], company_sid: sub, department_sid: lab },
    { as: companyAdmin },
  )
  assert.deepEqual(
    made.errors.map(({ field }) => field),
    ['role_sids'],
  )
  const give = async (role: string, as = companyAdmin) => call('user_info/do/update', { sid: colleague.sid, role_sids: [await roleOf(role)] }, { as, lang: 'en' }) // oxfmt-ignore
  for (const role of ['ip_engineer', 'dept_leader', 'finance'])
    assert.match((await give(role)).errors[0]?.reason ?? '', /it reaches beyond your companies, further than you do yourself/, role)
  const alsoReader = await enrol('inventor', { role_sids: [own, await roleOf('inventor')], company_sid: sub, department_sid: lab })
  for (const role of ['dept_leader', 'inventor']) assert.equal((await give(role, alsoReader)).code, 0, role)
  assert.equal((await give('ip_engineer', alsoReader)).errors[0]?.field, 'role_sids')
  const moved = await call('user_info/do/update', { sid: colleague.sid, company_sid: admin.company }, { as: companyAdmin })
  assert.deepEqual(
    moved.errors.map(({ field }) => field),
    ['company_sid'],
  )
})

test('the administrator of a company changes no setting of the tenant and sees no case of another company', async () => {
  const far = await make('patent', { title: '总部案', country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid })
  assert.equal((await call(`patent/${far}`, undefined, { as: companyAdmin })).status, 404)
  assert.equal((await call<{ total: number }>('patent/do/count', {}, { as: companyAdmin })).data.total, 0)
  for (const company of [admin.company])
    assert.equal((await call('patent/do/search', {}, { as: companyAdmin, headers: { 'x-company-sid': company } })).status, 403)
})

test('the administrator of a company adds companies below it, and is refused by field elsewhere', async () => {
  const made = await call<{ sid: string; path: string }>(
    'company/do/create',
    { company_name: '孙公司（虚构）', country: 'SG', parent_sid: sub },
    { as: companyAdmin },
  )
  assert.equal(made.code, 0, made.text)
  assert.ok(made.data.path.endsWith(`/${sub}/${made.data.sid}/`))
  assert.equal((await call(`company/${made.data.sid}`, undefined, { as: companyAdmin })).status, 200)
  for (const parent_sid of [admin.company, null]) {
    const { status, errors } = await call(
      'company/do/create',
      { country: 'SG', company_name: '别处（虚构）', parent_sid },
      { as: companyAdmin, lang: 'en' },
    )
    assert.deepEqual([status, errors[0]?.field, errors[0]?.reason], [400, 'parent_sid', 'is outside your companies'])
  }
  assert.equal((await tenant.db.selectFrom('company').select('sid').where('company_name', '=', '别处（虚构）').execute()).length, 0)
})

test('settings of all companies are refused to the administrator of one, who sets the case numbers of that company', async () => {
  const set = (path: string, body: Record<string, unknown>) => call(path, body, { as: companyAdmin, lang: 'en' })
  assert.equal((await set('date_confirmation/do/set_rule', { two_people: false })).status, 403)
  const rule = { right: 'patent', pattern: '{YYYY}{SEQ:5}' }
  assert.equal((await set('patent/do/set_case_no_rule', rule)).status, 403)
  assert.equal((await set('patent/do/set_case_no_rule', { ...rule, company_sid: admin.company })).status, 403)
  assert.equal((await set('patent/do/set_case_no_rule', { ...rule, company_sid: sub })).code, 0)
  assert.equal((await call('date_confirmation/do/set_rule', { two_people: true }, { as: admin })).code, 0)
})

test('the administrator of a company resets and changes accounts of an agency only while it works for that company alone', async () => {
  const firm = await make('agency', { agency_name: '共用代理（虚构）' })
  const agent = await enrol('agent', { agency_sid: firm, company_sid: sub, department_sid: null })
  const account = await accountOf(agent.sid)
  await make('patent', { title: '子公司委案', country: 'CN', patent_type: 'INVENTION', company_sid: sub, agency_sid: firm, owner_sid: colleague.sid })
  const reset = () => call('user/do/password_reset', { sid: account }, { as: companyAdmin, lang: 'en' })
  assert.equal((await reset()).code, 0)
  const far = await make('patent', { title: '总部委案', country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, agency_sid: firm, owner_sid: admin.sid }) // oxfmt-ignore
  assert.equal((await reset()).status, 403)
  assert.equal(
    (await call('user_info/do/update', { sid: agent.sid, email: 'elsewhere@example.com' }, { as: companyAdmin })).errors[0]?.field,
    'email',
  )
  assert.equal((await call('user/do/reset_second_factor', { sid: account }, { as: companyAdmin })).status, 403)
  assert.equal((await call('user/do/password_reset', { sid: account }, { as: admin })).code, 0)
  await call('patent/do/update', { sid: far, agency_sid: null }, { as: admin })
  assert.equal((await reset()).code, 0)
})

const resetOf = async (role_sids: string[], as = companyAdmin) => {
  const person = await enrol('inventor', { role_sids, company_sid: sub, department_sid: lab })
  return (await call('user/do/password_reset', { sid: await accountOf(person.sid) }, { as })).status
}

for (const [code, isReset] of [
  ['ip_manager', true],
  ['ip_engineer', true],
  ['dept_leader', true],
  ['inventor', true],
  ['external_member', true],
  ['finance', true],
  ['system_admin', false],
] as const)
  test(`the administrator of a company ${isReset ? 'keeps' : 'does not keep'} the accounts of its people with the role ${code}`, async () => {
    assert.equal(await resetOf([await roleOf(code)]), isReset ? 200 : 403)
  })

for (const [what, entity, verbs] of [
  ['keeps the people of every company', 'user_info', ['get', 'search', 'create', 'update']],
  ['keeps all companies', 'company', ['get', 'update']],
  ['keeps sign-in at providers', 'identity_provider', ['get', 'search']],
  ['reads the webhooks of the tenant', 'webhook', ['get']],
] as const)
  test(`the administrator of a company becomes nobody who ${what}`, async () => {
    const role = await make('role', { code: `far_${entity}`, name: entity, weight: 5 })
    await make('role_grant', { role_sid: role, entity, verbs, data_scope: 'ALL' })
    assert.equal(await resetOf([role]), 403)
  })

test('the administrator of a company becomes nobody who sees a department of another company, where they work part-time', async () => {
  for (const [code, part_time_department_sids, status] of [
    ['dept_leader', [admin.department], 403],
    ['inventor', [admin.department], 200],
    ['dept_leader', [lab], 200],
  ] as const) {
    const person = await enrol('inventor', { role_sids: [await roleOf(code)], company_sid: sub, department_sid: lab, part_time_department_sids })
    const answer = await call('user/do/password_reset', { sid: await accountOf(person.sid) }, { as: companyAdmin })
    assert.equal(answer.status, status, `${code} ${answer.text}`)
  }
})

test('the administrator of a company who reads the patents of all of them becomes nobody who reads other cases of theirs', async () => {
  const reader = await enrol('inventor', { role_sids: [own, all], company_sid: sub, department_sid: lab })
  const marks = await make('role', { code: 'reads_marks', name: '查看全部商标', weight: 5 })
  await make('role_grant', { role_sid: marks, entity: 'trademark', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  assert.deepEqual([await resetOf([marks], reader), await resetOf([all], reader)], [403, 200])
})

test('the administrator of a company becomes nobody who sees other companies, by their password, address or account', async () => {
  const reader = await enrol('inventor', { role_sids: [all], company_sid: sub, department_sid: lab })
  const account = await accountOf(reader.sid)
  for (const [path, body] of [
    ['user/do/password_reset', { sid: account }],
    ['user/do/reset_second_factor', { sid: account }],
    ['user_info/do/view_as', { sid: reader.sid }],
    ['user_info/do/update', { sid: reader.sid, email: 'mine@example.com' }],
    ['user/do/update', { sid: account, account: 'mine' }],
    ['user_info/do/update', { sid: reader.sid, person_status: 'RESIGNED' }],
  ] as const) {
    const { status, text } = await call(path, body, { as: companyAdmin, lang: 'en' })
    assert.ok(status === 403 || status === 400, `${path} ${text}`)
    assert.match(text, /wider permissions/, path)
  }
  assert.equal((await call('user_info/do/update', { sid: reader.sid, job_title: '读者' }, { as: companyAdmin })).code, 0)
  assert.equal((await call('user/do/password_reset', { sid: account }, { as: admin })).code, 0)
})

test('finance sees the receipts of its company and of those below it, and none of another company', async () => {
  const below = await make('company', { company_name: '财务孙公司（虚构）', parent_sid: sub })
  const receipts = new Map<string, string>()
  for (const [of, company_sid] of [
    ['own', sub],
    ['below', below],
    ['above', admin.company],
  ] as const)
    // oxfmt-ignore
    receipts.set(await make('document', { file_name: `回单 ${of}.pdf`, visibility: 'V4', company_sid }), of)
  const accountant = await enrol('finance', { company_sid: sub, department_sid: lab })
  const { data } = await call('document/do/search', { fl: ['sid'], rows: 100 }, { as: accountant })
  const seen = (data.record as { sid: string }[]).flatMap(({ sid }) => receipts.get(sid) ?? [])
  assert.deepEqual(seen.sort(), ['below', 'own'])
})

test('the administrator of a company sees no announcement of the enterprise before it is published', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await make('announcement', { title: '草稿（虚构）', status: 'DRAFT' })
  await make('announcement', { title: '已发布（虚构）', status: 'PUBLISHED', body: '正文', publish_from: today })
  const titles = async (as: typeof admin) =>
    ((await call('announcement/do/search', { fl: ['title'], rows: 20 }, { as })).data.record as { title: string }[]).map(({ title }) => title).sort()
  assert.deepEqual(await titles(companyAdmin), ['已发布（虚构）'])
  assert.deepEqual(await titles(admin), ['已发布（虚构）', '草稿（虚构）'])
})
