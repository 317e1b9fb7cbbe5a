import { anyTable } from '../server/database/pool.ts'
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { type Fields, isRecordBody } from '../model/kit/action.ts'
import type { Field } from '../model/kit/fields.ts'
import type { Model } from '../model/kit/model.ts'
import { accessOf, isOpenName } from '../server/records/permission/permission.ts'
import { createRow } from '../server/records/write/create.ts'
import { systemContext, type Tenant } from '../server/records/context.ts'
import { insertRows } from '../server/records/write/write.ts'
import { HEAD } from '../model/cases/head-fields.ts'
import { readActor } from '../server/auth/session/read-actor.ts'
import { digest } from '../server/auth/session/secrets.ts'
import { modelOf } from './harness/engine.ts'
import { type Person, testServer } from './harness/server.ts'

// Every role asks every address for a record of each model that lies in another company, with another agency, or in another tenant.
process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, other, enrol, call } = await testServer()
// The head of a case shows the texts of its record.
const markOf = (where: Tenant, model: string) => `${where === tenant ? 'Qzxhidden' : 'Qzxabroad'}${(model === HEAD ? 'patent' : model).slice(0, 8)};`

const agency = await createRow(systemContext(tenant), modelOf(tenant, 'agency'), { agency_name: '甲代理' })
const rival = await createRow(systemContext(tenant), modelOf(tenant, 'agency'), { agency_name: '乙代理' })
const company = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '另一家公司', simple_name: '另' })
const people = {
  ip_manager: await enrol('ip_manager'),
  ip_engineer: await enrol('ip_engineer'),
  finance: await enrol('finance'),
  dept_leader: await enrol('dept_leader'),
  inventor: await enrol('inventor'),
  agency_admin: await enrol('agency_admin', { agency_sid: agency }),
  agent: await enrol('agent', { agency_sid: agency }),
}
const sub = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '子公司', parent_sid: people.ip_manager.company })
const ofSub = await createRow(systemContext(tenant), modelOf(tenant, 'role'), { code: 'sub_admin', name: '子公司管理员', weight: 90 })
await createRow(systemContext(tenant), modelOf(tenant, 'role_grant'), { role_sid: ofSub, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub }) // oxfmt-ignore
const lab = await createRow(systemContext(tenant), modelOf(tenant, 'department'), { name: '研发部', company_sid: sub })
Object.assign(people, { company_admin: await enrol('inventor', { role_sids: [ofSub], company_sid: sub, department_sid: lab }) })
const hidden = await plant(tenant, company)
const abroad = await plant(other, null)

/** One record of each model, put there without any rule, with the mark in all its texts. */
async function plant(where: Tenant, company_sid: string | null): Promise<Map<string, string>> {
  const sids = new Map<string, string>([...where.models.all.keys()].map((name) => [name, randomUUIDv7()]))
  sids.set(HEAD, sids.get('patent') ?? '') // the database makes the head of the case
  const ctx = systemContext(where)
  for (const model of where.models.all.values()) {
    if (model.derived) continue
    const values = Object.entries(model.fields as Record<string, Field>).flatMap(([code, field]) => {
      if (field.type === 'reference')
        return code === 'company_sid' || !sids.has(field.to) || field.to === 'agency' ? [] : [[code, sids.get(field.to)]]
      if (field.type === 'option') return [[code, Object.keys(field.options)[0]]]
      if (['string', 'text'].includes(field.type) && !field.internal)
        return [[code, markOf(where, model.name).slice(0, (field as { max: number }).max)]]
      return []
    })
    const now = new Date().toISOString()
    const person = sids.get('user_info')
    const base = { sid: sids.get(model.name), version: 1, valid: true, created_at: now, updated_at: now, created_by: person, updated_by: person }
    const row = {
      ...Object.fromEntries(values),
      ...base,
      company_sid,
      ...('agency_sid' in model.fields && where === tenant && { agency_sid: rival }),
    }
    await insertRows(ctx, model, [row])
  }
  return sids
}

type Access = (model: Model) => ReturnType<typeof accessOf>

async function accessFor(who: Person): Promise<Access> {
  const session = await readActor(tenant, [digest(who.token)])
  assert.ok(session)
  return (model) => accessOf({ ...systemContext(tenant), actor: session.actor }, model)
}

const kept = async (where: Tenant, model: string, sid: string) =>
  JSON.stringify(await anyTable(where.db).selectFrom(model).selectAll().where('sid', '=', sid).executeTakeFirst())

// Whose actions take the key of another model's record, too.
const ALSO: Record<string, readonly string[]> = { user_info: ['user', 'user_handover'], user: ['user_info'], patent: ['priority', 'related_case'] }

/** A body that names the record wherever it can, and is otherwise right. */
const naming = (fields: Fields, sid: string) =>
  Object.fromEntries(Object.entries(fields).flatMap(([code, field]) => (VALUES[field.type] ? [[code, VALUES[field.type]?.(field, sid)]] : [])))

const VALUES: Partial<Record<Field['type'], (field: Field, sid: string) => unknown>> = {
  reference: (_field, sid) => sid,
  references: (_field, sid) => [sid],
  boolean: () => true,
  integer: () => 1,
  date: () => '2026-01-31',
  json: () => ({}),
  option: (field) => ('options' in field ? Object.keys(field.options ?? {})[0] : undefined),
  string: (field) => (field.required ? 'x' : undefined),
}

/** All that can be asked about one record, as [address, body]. */
function* questions(model: Model, sid: string): Generator<[string, unknown]> {
  const at = model.name
  yield [`${at}/${sid}`, undefined]
  yield [`${at}/${sid}?flat=1`, undefined]
  for (const [verb, body] of Object.entries({
    search: { iql: `sid = '${sid}'`, fl: ['sid'] },
    search_deleted: {},
    count: { iql: `sid = '${sid}'` },
    aggregate: { iql: `sid = '${sid}'` },
    history: { sid },
    update: { sid, remark: 'taken' },
    transition: { sid, transition: Object.keys(model.states?.transitions ?? { none: 1 })[0] },
    batch_update: { sids: [sid], changes: { remark: 'taken' } },
    batch_transition: { sids: [sid], transition: Object.keys(model.states?.transitions ?? { none: 1 })[0], each: true },
    batch_delete: { sids: [sid] },
    delete: { sid },
    restore: { sids: [sid] },
  }))
    yield [`${at}/do/${verb}`, body]
  for (const { method, at: name, name: action, declared } of tenant.modules.actions) {
    if (name !== at && declared.model !== at && !ALSO[at]?.includes(name)) continue
    yield [`${name}/do/${action}/${sid}`, method === 'GET' ? undefined : {}]
    if (method === 'GET') continue
    const fields = isRecordBody(declared.body) ? {} : declared.body
    yield [`${name}/do/${action}`, isRecordBody(declared.body) ? { sid } : naming(fields, sid)]
    for (const [code, { type }] of Object.entries(fields)) if (type === 'reference') yield [`${name}/do/${action}`, { [code]: sid }]
  }
}

test('hidden records exist: an administrator sees those of the own tenant only', async () => {
  const admin = await enrol('system_admin')
  const { text } = await call('patent/do/search', { fl: ['title'], rows: 100 }, { as: admin })
  assert.match(text, /Qzxhiddenpatent/)
  assert.doesNotMatch(text, /Qzxabroad/)
})

const roles = Object.keys(people)

for (const [role, who] of Object.entries(people)) {
  test(`a record not visible to ${role} is in no response and stays unchanged`, { timeout: 300_000 }, async () => {
    const accessIn = await accessFor(who)
    for (const [at, model] of [...tenant.models.all.values()].entries()) {
      const { rows } = accessIn(model)
      for (const [where, sids] of [
        [tenant, hidden],
        [other, abroad],
      ] as const) {
        if (where === tenant && (rows === undefined || model.name === 'role')) continue // it sees these, whosesoever
        if (where === other && at % roles.length !== roles.indexOf(role)) continue // what keeps tenants apart is no matter of roles: each asks for some
        const sid = sids.get(model.name) ?? ''
        const before = await kept(where, model.name, sid)
        for (const [path, body] of questions(model, sid)) {
          const answer = await call(path, body, { as: who })
          const details = `${role} ${path} ${JSON.stringify(body)} → ${answer.status} ${answer.text.slice(0, 400)}`
          assert.ok(answer.status < 500, details)
          const mark = markOf(where, model.name)
          if (where === other || !model.public_name) assert.ok(!answer.text.includes(mark), details)
          if (path.endsWith('/do/count') && answer.status === 200) assert.equal(answer.data.total, 0, details)
          if (path.endsWith('/do/search') && answer.status === 200) assert.equal(answer.data.total, 0, details)
        }
        assert.equal(await kept(where, model.name, sid), before, `${role} changed ${model.name} of ${where.name}`)
      }
    }
  })

  test(`${role} cannot refer to an invisible record, and no page of visible records names one`, async () => {
    const accessIn = await accessFor(who)
    for (const model of tenant.models.all.values()) {
      const { rows, verbs } = accessIn(model)
      if (rows === undefined || !['search', '*'].some((verb) => verbs.has(verb))) continue
      const { status, text } = await call(`${model.name}/do/search`, { rows: 100 }, { as: who })
      assert.equal(status, 200, text)
      for (const [name, sid] of hidden) {
        const target = modelOf(tenant, name)
        const open = isOpenName(target, 'sid') || accessIn(target).rows === undefined
        if (!open) assert.ok(!text.includes(sid), `${role} ${model.name} shows ${name} ${text.slice(0, 200)}`)
      }
    }
    for (const [model, body] of [
      ['official_event', { case_sid: hidden.get('patent'), event_code: 'X', event_date: '2024-01-01' }],
      ['deadline', { case_sid: hidden.get('patent'), name: 'x', official_due: '2027-01-01' }],
      ['priority', { case_sid: hidden.get('patent'), priority_no: '1', priority_country: 'CN' }],
      ['patent', { title: 'x', country: 'CN', patent_type: 'INVENTION', family_sid: hidden.get('patent_family') }],
    ] as const) {
      const { status, text } = await call(`${model}/do/create`, body, { as: who })
      assert.ok(status === 400 || status === 403, `${role} ${model} ${text}`)
      assert.ok(!/Qzx/.test(text), text)
    }
  })
}
