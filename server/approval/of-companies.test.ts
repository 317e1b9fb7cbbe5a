import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
const lab = await make('department', { name: '研发部（虚构）', company_sid: sub })
const placed = { company_sid: sub, department_sid: lab }
let made = 0

async function personWith(grant: Record<string, unknown>) {
  const role = await make('role', { code: `approvals_${++made}`, name: `approvals ${made}`, weight: 90 })
  await make('role_grant', { role_sid: role, verbs: ['*'], data_scope: 'ALL', ...grant })
  return enrol('inventor', { role_sids: [role], ...placed })
}

const LEVEL = { name: '审批', name_en: 'Approval', participants: [{ kind: 'PERSON', sid: admin.sid }], vote: 'ALL_PASS' }
const process = await make('approval_process', { code: 'SEEN', name: '重启', name_en: 'Reopen', entity: 'proposal', transition: 'reopen', levels: [LEVEL], own_allowed: true }) // oxfmt-ignore
assert.equal((await call('approval_process/do/publish', { sid: process }, { as: admin })).code, 0)

async function startedBy(person: Person, title: string) {
  const sid = await make('proposal', { title, status: 'REJECTED', owner_sid: person.sid, company_sid: person.company, department_sid: person.department }) // oxfmt-ignore
  const { data, text } = await call<{ approval: string }>('proposal/do/transition', { sid, transition: 'reopen' }, { as: person })
  assert.ok(data?.approval, text)
  return data.approval
}
const own = await startedBy(await personWith({ entity: '*', within_company: sub }), '子公司提案')
const far = await startedBy(admin, 'Qzxfar')

for (const [who, grant, sees] of [
  ['the administrator of a company', { entity: '*', within_company: sub }, false],
  ['whoever reads approvals of a company', { entity: 'approval', verbs: ['get', 'search'], data_scope: 'COMPANY' }, false],
  ['whoever keeps all approvals', { entity: 'approval' }, true],
] as const)
  test(`${who} sees those approvals that their people started${sees ? ', and all others' : ' alone'}`, async () => {
    const as = await personWith(grant)
    assert.equal((await call(`approval/${own}`, undefined, { as })).status, 200)
    assert.equal((await call(`approval/${far}`, undefined, { as })).status, sees ? 200 : 404)
    if (!sees) assert.equal((await call('approval/do/view', { sid: far }, { as })).status, 404)
    for (const model of grant.entity === '*' ? ['approval', 'approval_task', 'approval_log'] : ['approval']) {
      const { status, text } = await call(`${model}/do/search`, { rows: 100 }, { as })
      assert.equal(status, 200, text)
      assert.deepEqual([text.includes(far), text.includes('Qzxfar'), text.includes(own)], [sees, sees, true], `${model} ${text}`)
    }
  })

test('what is set up for all companies is not shown to the administrator of one', async () => {
  const as = await personWith({ entity: '*', within_company: sub })
  await make('webhook', {
    name: 'Qzxhook',
    url: 'https://hooks.example.com/qzx-token',
    secret: 'x'.repeat(32),
    events: [{ entity: 'patent', change: 'ANY' }],
  })
  for (const model of ['webhook', 'webhook_delivery', 'identity_provider', 'identity_link']) {
    const { status, text } = await call(`${model}/do/search`, {}, { as, lang: 'en' })
    assert.equal(status, 403, `${model} ${text}`)
    assert.match(text, /view/)
    assert.equal((await call(`${model}/do/search`, {}, { as: admin })).status, 200)
  }
})
