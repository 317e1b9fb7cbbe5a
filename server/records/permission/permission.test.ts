import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { ROLES } from '../../../seed/roles/roles.ts'
import { createRow } from '../write/create.ts'
import { modelNamed } from '../registry.ts'
import { systemContext } from '../context.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const agency = await createRow(systemContext(tenant), modelNamed(tenant.models, 'agency'), { agency_name: '甲代理（虚构）' })

const CODES = ['system_admin', 'ip_engineer', 'finance', 'inventor', 'agent'] as const
const people = new Map(
  await Promise.all(CODES.map(async (code) => [code, await enrol(code, code === 'agent' ? { agency_sid: agency } : {})] as const)),
)

const NOBODY = randomUUID()
/** A call that changes nothing, and that a caller with the verb gets answered with anything but 403. */
const CALLS = {
  get: ['get', (model: string) => [`${model}/${NOBODY}`]],
  search: ['search', (model: string) => [`${model}/do/search`, { rows: 1 }]],
  count: ['count', (model: string) => [`${model}/do/count`, {}]],
  aggregate: ['count', (model: string) => [`${model}/do/aggregate`, {}]],
  create: ['create', (model: string) => [`${model}/do/create`, { no_such_field: 1 }]],
  update: ['update', (model: string) => [`${model}/do/update`, { sid: NOBODY }]],
  batch_update: ['update', (model: string) => [`${model}/do/batch_update`, { sids: [NOBODY], changes: {} }]],
  delete: ['delete', (model: string) => [`${model}/do/delete/${NOBODY}`, {}]],
  batch_delete: ['delete', (model: string) => [`${model}/do/batch_delete`, { sids: [NOBODY] }]],
  search_deleted: ['delete', (model: string) => [`${model}/do/search_deleted`, {}]],
  restore: ['delete', (model: string) => [`${model}/do/restore`, { sids: [NOBODY] }]],
  transition: ['transition', (model: string) => [`${model}/do/transition`, { sid: NOBODY, transition: 'x' }]],
  history: ['get', (model: string) => [`${model}/do/history`, { sid: NOBODY }]],
} as const satisfies Record<string, readonly [string, (model: string) => readonly [string, object?]]>

/** Everyone may make tokens for themselves. */
const OWN_CALLS = new Set(['token create'])

for (const code of CODES) {
  test(`${code}: each verb of each model is refused unless it is granted or concerns own records`, async () => {
    const role = ROLES.find((one) => one.code === code)
    const wrong: string[] = []
    for (const model of tenant.models.all.values()) {
      const grantOn = (name: string) => role?.grants.find(({ entity }) => entity === name) ?? role?.grants.find(({ entity }) => entity === '*')
      // The head of all cases has no grants of its own: it shows the kinds on which the verb is granted.
      const grants = (model.name === HEAD ? [...tenant.models.kinds.keys()] : [model.name]).map(grantOn)
      for (const [name, [verb, address]] of Object.entries(CALLS)) {
        if (OWN_CALLS.has(`${model.name} ${name}`)) continue
        const isOwn = model.own?.verbs.some((one) => one === verb) ?? false
        const granted = isOwn || grants.some((grant) => grant !== undefined && (grant.verbs.includes(verb) || grant.verbs.includes('*')))
        const possible = !model.refuses?.[verb] && (verb !== 'transition' || model.states !== undefined)
        const [path, body] = address(model.name)
        const { status } = await call(path, body, { as: people.get(code) })
        if ((status !== 403) !== (granted && possible)) wrong.push(`${model.name} ${name}: ${status}, granted ${granted}`)
        if (status >= 500) wrong.push(`${model.name} ${name}: ${status}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
}

test('the schema of a model without a grant contains only the name that other models show', async () => {
  const { data } = await call<{ fields: { code: string }[]; actions: { allowed: boolean }[] }>('fee/do/schema', undefined, {
    as: people.get('inventor'),
  })
  assert.deepEqual(data.fields, [])
  assert.ok(data.actions.every(({ allowed }) => !allowed))
  const company = await call<{ fields: { code: string }[] }>('role/do/schema', undefined, { as: people.get('agent') })
  assert.deepEqual(
    company.data.fields.map(({ code }) => code),
    ['sid', 'name'],
  )
})

test('a batch changes no record if one of them is hidden', async () => {
  const { status } = await call('patent/do/batch_update', { sids: [NOBODY], changes: { remark: 'x' } }, { as: people.get('ip_engineer') })
  assert.equal(status, 404)
})

test('[7.20] a role is copied with its permissions and menus, under its own code', async () => {
  const admin = people.get('system_admin')
  const from = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
  const { data, message } = await call('role/do/copy', { sid: from.sid }, { as: admin })
  assert.equal(data.code, 'ip_engineer_2', message)
  assert.equal((await call('role/do/copy', { sid: from.sid }, { as: admin })).data.code, 'ip_engineer_3')
  assert.equal((await call('role/do/copy', { sid: from.sid, code: 'ip_engineer' }, { as: admin })).errors[0]?.field, 'code')
  const holder = await enrol('ip_engineer', { role_sids: [data.sid] })
  const engineer = await enrol('ip_engineer')
  assert.equal((await call('fee/do/count', {}, { as: holder })).status, 200)
  const menus = async (as: typeof holder) => JSON.stringify((await call('rbac_menu/do/search_my_menus', {}, { as })).data)
  assert.equal(await menus(holder), await menus(engineer))
  assert.equal((await call('role/do/copy', { sid: from.sid }, { as: engineer })).status, 403)
  const board = await call<{ record: { code: string }[] }>('role/do/search_for_board', { fl: ['code'], rows: 100 }, { as: admin })
  assert.ok(board.data.record.some(({ code }) => code === 'ip_engineer_2'))
})
