import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startJobs } from '../server/jobs/start.ts'
import { createRow } from '../server/records/write/create.ts'
import { systemContext } from '../server/records/context.ts'
import { jobEnded, sendFile, workbook } from './harness/cases/exchange.ts'
import { modelOf } from './harness/engine.ts'
import { type Person, testServer } from './harness/server.ts'

// Whoever keeps people, roles and places, but not every permission, tries to see more by each verb of each entity that decides what
// people see or may do. An entity or a verb without an answer fails: an attempt that is refused, or the reason why there is none to make.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
let made = 0
const code = () => `climb_${++made}`
const MASKED = { mask_id_no: true, mask_mobile: true }
const role = (more: Record<string, unknown> = {}) => make('role', { code: code(), name: `climb ${made}`, weight: 10, ...MASKED, ...more })
const grant = (role_sid: string, entity: string, more: Record<string, unknown> = {}) =>
  make('role_grant', { role_sid, entity, verbs: ['get', 'search', 'count'], data_scope: 'ALL', ...more })

const admin = await enrol('system_admin')
const lab = await make('department', { name: '研发部（虚构）', company_sid: admin.company })
const beside = await make('company', { company_name: '旁系公司（虚构）', parent_sid: admin.company })
const place = { company_sid: await make('company', { company_name: '所在公司（虚构）', parent_sid: admin.company }), department_sid: '' }
const above = await make('department', { name: '中心（虚构）', company_sid: place.company_sid })
place.department_sid = await make('department', { name: '综合部（虚构）', company_sid: place.company_sid, parent_sid: above })
/** A company for which the person has a role. */
const given = await make('company', { company_name: '受托公司（虚构）', parent_sid: admin.company })

const AREAS = ['auth', 'organisation', 'sharing']
const DECIDING = [...tenant.models.all.values()].filter(({ name }) => AREAS.includes(tenant.models.areas?.get(name) ?? ''))

/** Keeps everything that decides permissions, each of all companies, except the grants of heavier roles; sees own patents below. */
const keeping = await role({ weight: 70 })
for (const { name } of DECIDING)
  await grant(keeping, name, { verbs: ['*'], ...((name === 'role_grant' || name === 'user') && { data_scope: 'COMPANY_SUB' }) })
await grant(keeping, 'patent', { data_scope: 'DEPT_SUB' })
await grant(keeping, 'batch_edit', { data_scope: 'SELF' })
const binding = await role()
await grant(binding, 'patent', { verbs: ['export', 'update'], denies: true })
const across = await role()
await grant(across, 'trademark', { data_scope: 'VIRTUAL' })
await grant(across, 'software', { within_company: given })
const climber = await enrol('inventor', { role_sids: [keeping, binding, across], ...place })

const chief = await enrol('system_admin', { ...place })
const open = await role({ mask_id_no: false, mask_mobile: false })
await grant(open, 'user_info', { data_scope: 'COMPANY' })
const wide = await role()
await grant(wide, 'patent', { data_scope: 'COMPANY_SUB' })
const lighter = await enrol('ip_engineer', { department_sid: lab })
const hidden = await make('patent', { title: 'Qzxfar', country: 'CN', patent_type: 'INVENTION', owner_sid: lighter.sid, company_sid: admin.company, department_sid: lab }) // oxfmt-ignore
const someone = await make('user_info', { name: '某人（虚构）', company_sid: admin.company, id_type: 'ID_CARD', mobile: '13812345678' })
const own = (table: 'user', person: string) => tenant.db.selectFrom(table).select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow().then(({ sid }) => sid) // oxfmt-ignore

type Call = readonly [path: string, body: Record<string, unknown>]
/** Calls that would let the person see or do more; each is refused. */
type Attempt = () => Promise<readonly Call[]>
/** Why there is nothing to try. */
type Reason = string

async function binned(model: string, sid: string) {
  assert.equal((await call(`${model}/do/delete/${sid}`, {}, { as: admin })).code, 0)
  return { sids: [sid] }
}
const person = (more: Record<string, unknown>) => ({ name: '新人（虚构）', email: 'newcomer@example.test', ...place, ...more })
const TAKES = 'it takes from people, and gives nothing'
const BY_FILE = 'rows of a file are entered and changed by the same hooks: auth/roles/imported-roles.test.ts, auth/accounts/rank.test.ts'
const SHOWS_NOTHING = 'it shows no record and permits no call'
const FOR_ADMINISTRATORS = 'only those who hold every permission'
/** Those who hold every permission decide about sign-in at a provider and about bound functions. */
const menus = 'a menu is an address, whose calls are permitted by grants'

const GUARDS: Record<string, Record<string, Attempt | Reason>> = {
  role: {
    create: async () => [
      ['role/do/create', { code: code(), name: 'n', ...MASKED, document_classes: ['V7'] }],
      ['role/do/create', { code: code(), name: 'n' }],
    ],
    update: async () => [
      ['role/do/update', { sid: keeping, mask_mobile: false }],
      ['role/do/update', { sid: keeping, document_classes: ['V7'] }],
      ['role/do/update', { sid: keeping, weight: 1000 }],
      ['role/do/update', { sid: binding, status: '0' }],
      ['role/do/update', { sid: await opened(), status: '1' }],
      ['role/do/batch_update', { sids: [await opened()], changes: { status: '1' } }],
    ],
    delete: async () => [[`role/do/delete/${binding}`, {}]],
    restore: async () => [['role/do/restore', await binned('role', await role({ document_classes: ['V7'] }))]],
    import: BY_FILE,
    copy: async () => [
      ['role/do/copy', { sid: open }],
      ['role/do/copy', { sid: wide }],
    ],
    save_permissions: async () => [
      ['role/do/save_permissions', { sid: await role(), grants: [{ entity: 'patent', verbs: ['get'], data_scope: 'ALL' }] }],
    ],
    set_people: async () => [
      ['role/do/set_people', { sid: open, add: [someone] }],
      ['role/do/set_people', { sid: wide, add: [climber.sid] }],
    ],
  },
  role_grant: {
    create: async () => [
      ['role_grant/do/create', { role_sid: await role(), entity: 'patent', verbs: ['get'], data_scope: 'ALL' }],
      ['role_grant/do/create', { role_sid: await role(), entity: '*', verbs: ['get'], data_scope: 'SELF' }],
    ],
    update: async () => [['role_grant/do/update', { sid: await grant(await role(), 'patent', { data_scope: 'DEPT' }), data_scope: 'ALL' }]],
    delete: async () => [[`role_grant/do/delete/${(await grantsIn(binding))[0]}`, {}]],
    restore: async () => [
      ['role_grant/do/restore', await binned('role_grant', await grant(await role({ mask_mobile: false }), 'user_info', { data_scope: 'DEPT' }))],
      ['role_grant/do/restore', await binned('role_grant', await grant(await role(), 'patent'))],
    ],
    import: BY_FILE,
  },
  user_info: {
    create: async () => [['user_info/do/create', person({ role_sids: [open] })]],
    update: async () => [
      ['user_info/do/update', { sid: someone, role_sids: [open] }],
      ['user_info/do/update', { sid: climber.sid, role_sids: [keeping, binding, across, wide] }],
      ['user_info/do/update', { sid: climber.sid, role_sids: [keeping, across] }],
      ['user_info/do/update', { sid: climber.sid, department_sid: lab }],
      ['user_info/do/update', { sid: climber.sid, part_time_department_sids: [lab] }],
      ['user_info/do/update', { sid: climber.sid, company_sid: admin.company }],
      ['user_info/do/update', { sid: admin.sid, email: 'climb@example.com' }],
      [`user_info/do/modify/${climber.sid}`, { role_sids: [keeping, binding, across, wide] }],
      ['user_info/do/batch_update', { sids: [climber.sid], changes: { role_sids: [keeping, binding, across, wide] } }],
    ],
    delete: TAKES,
    restore: async () => [['user_info/do/restore', await binned('user_info', await make('user_info', person({ role_sids: [open] })))]],
    import: BY_FILE,
    view_as: async () => [['user_info/do/view_as', { sid: admin.sid }]],
  },
  user: {
    create: async () => [
      ['user/do/create', { account: code(), user_info_sid: await make('user_info', person({ role_sids: [await systemRole()] })) }],
    ],
    update: async () => [['user/do/update', { sid: await own('user', chief.sid), account: code() }]],
    delete: TAKES,
    restore: async () => {
      const sid = await own('user', (await enrol('system_admin', { ...place })).sid)
      return [['user/do/restore', await binned('user', sid)]]
    },
    password_reset: async () => [['user/do/password_reset', { sid: await own('user', chief.sid) }]],
    reset_second_factor: async () => [['user/do/reset_second_factor', { sid: await own('user', chief.sid) }]],
  },
  rbac_menu: { create: menus, update: menus, delete: menus, restore: menus, import: menus },
  rbac_resource: {
    create: async () => [
      [
        'rbac_resource/do/create',
        { code: code(), name: 'n', type: 'LINK', endpoints: ['POST /innoe-webapi/model/patent/do/export'], role_sids: [keeping] },
      ],
    ],
    update: async () => [
      ['rbac_resource/do/update', { sid: await bound(), role_sids: [keeping] }],
      ['rbac_resource/do/update', { sid: await bound(), valid: false }],
    ],
    delete: async () => [[`rbac_resource/do/delete/${await bound()}`, {}]],
    restore: async () => [['rbac_resource/do/restore', await binned('rbac_resource', await bound())]],
    import: BY_FILE,
  },
  virtual_organisation: {
    create: async () => [
      ['virtual_organisation/do/create', { name: 'n', company_sid: place.company_sid, member_sids: [lighter.sid, climber.sid] }],
      ['virtual_organisation/do/create', { name: 'm', company_sid: place.company_sid, member_sids: [lighter.sid], department_sids: [above] }],
    ],
    update: async () => [['virtual_organisation/do/update', { sid: await organisation([climber.sid]), member_sids: [lighter.sid, climber.sid] }]],
    delete: TAKES,
    restore: async () => [['virtual_organisation/do/restore', await binned('virtual_organisation', await organisation([lighter.sid, climber.sid]))]],
    import: BY_FILE,
  },
  department: {
    create: 'a new department has no records',
    update: async () => [
      ['department/do/update', { sid: lab, parent_sid: place.department_sid }],
      ['department/do/batch_move', { sids: [lab], parent_sid: place.department_sid }],
    ],
    delete: TAKES,
    restore: async () => [
      [
        'department/do/restore',
        await binned(
          'department',
          await make('department', { name: '旧部（虚构）', company_sid: place.company_sid, parent_sid: place.department_sid }),
        ),
      ],
    ],
    import: BY_FILE,
  },
  company: {
    create: 'a new company has no records',
    update: async () => [
      ['company/do/update', { sid: beside, parent_sid: place.company_sid }],
      ['company/do/update', { sid: beside, parent_sid: given }],
    ],
    delete: TAKES,
    restore: async () => [
      ['company/do/restore', await binned('company', await make('company', { company_name: '旧公司（虚构）', parent_sid: place.company_sid }))],
    ],
    import: BY_FILE,
  },
  absence: {
    create: async () => [
      ['absence/do/create', { person_sid: lighter.sid, deputy_sid: climber.sid, from_date: DAYS[0], to_date: DAYS[1] }],
      ['absence/do/create', { person_sid: admin.sid, deputy_sid: lighter.sid, from_date: DAYS[0], to_date: DAYS[1] }],
    ],
    update: async () => [
      [
        'absence/do/update',
        {
          sid: await make('absence', { person_sid: lighter.sid, deputy_sid: admin.sid, from_date: DAYS[2], to_date: DAYS[3] }),
          deputy_sid: climber.sid,
        },
      ],
      ['absence/do/update', { sid: await deputised({ to_date: '2031-05-05' }), to_date: '2031-05-30' }],
      ['absence/do/update', { sid: await deputised({ from_date: '2031-06-05', to_date: '2031-06-06' }), from_date: '2031-06-01' }],
      ['absence/do/update', { sid: await deputised({ from_date: '2031-07-05', to_date: '2031-07-06', valid: false }), valid: true }],
    ],
    delete: TAKES,
    restore: async () => [['absence/do/restore', { sids: [await absent()] }]],
    import: BY_FILE,
  },
  user_handover: {
    handover: async () => [['user_handover/do/handover', { from_user: lighter.sid, to_user: climber.sid }]],
    reactivate: async () => [
      ['user_handover/do/reactivate', { user_sid: await make('user_info', person({ role_sids: [open], person_status: 'RESIGNED' })) }],
    ],
  },
  identity_provider: {
    create: async () => [
      [
        'identity_provider/do/create',
        { code: code(), name: 'n', protocol: 'OIDC', issuer: 'https://id.example.com', client_id: 'x', client_secret: 'x' },
      ],
    ],
    update: FOR_ADMINISTRATORS,
    delete: TAKES,
    restore: FOR_ADMINISTRATORS,
  },
  identity_link: { delete: 'only those who hold every permission, and the person signs in by the rule of the provider again' },
  token: { create: 'a token is of the caller alone, with no more than they have: auth/session/boundaries.test.ts', delete: TAKES },
  expert: { create: SHOWS_NOTHING, update: SHOWS_NOTHING, delete: TAKES, restore: SHOWS_NOTHING, import: SHOWS_NOTHING },
  expert_group: {
    create: 'who evaluates is kept with the disclosure when it is sent',
    update: 'the same',
    delete: TAKES,
    restore: 'the same',
    import: 'the same',
  },
  digital_certificate: { create: SHOWS_NOTHING, update: SHOWS_NOTHING, delete: SHOWS_NOTHING, restore: SHOWS_NOTHING },
  permission_check: { create: SHOWS_NOTHING, update: SHOWS_NOTHING, delete: SHOWS_NOTHING, restore: SHOWS_NOTHING },
  permission_proposal: { restore: 'it cannot be deleted' },
  share: { restore: 'a share shows what its sharer sees: sharing/sharing.test.ts', give: 'the same', revoke: TAKES },
  share_visit: { restore: 'it is a log' },
}

const DAYS = ['2031-02-03', '2031-02-05', '2031-03-03', '2031-03-05']
const grantsIn = async (sid: string) =>
  (await tenant.db.selectFrom('role_grant').select('sid').where('role_sid', '=', sid).execute()).map((one) => one.sid)
const systemRole = async () => (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()).sid
const organisation = (member_sids: readonly string[]) =>
  make('virtual_organisation', { name: `v ${++made}`, company_sid: place.company_sid, member_sids })
const bound = () =>
  make('rbac_resource', { code: code(), name: 'n', type: 'LINK', endpoints: ['POST /innoe-webapi/model/patent/do/export'], role_sids: [wide] })
async function opened() {
  const sid = await role({ status: '0', mask_mobile: false })
  await grant(sid, 'user_info', { data_scope: 'DEPT' })
  return sid
}
/** An absence of somebody else, whose deputy the person is already. */
const deputised = (days: Record<string, unknown>) =>
  make('absence', { person_sid: lighter.sid, deputy_sid: climber.sid, from_date: '2031-05-03', ...days })
async function absent() {
  const sid = await make('absence', { person_sid: lighter.sid, deputy_sid: climber.sid, from_date: '2031-04-03', to_date: '2031-04-05' })
  await binned('absence', sid)
  return sid
}

/** What the person sees and what their roles are; nothing of it may become more. */
async function sight(who: Person) {
  const { roles } = (await call<{ roles: string[] }>('user_info/do/my', undefined, { as: who })).data
  const patents = await call<{ total: number }>('patent/do/count', {}, { as: who })
  const found = await call(`user_info/${someone}`, undefined, { as: who })
  const grants = await tenant.db.selectFrom('role_grant').select(['entity', 'verbs', 'data_scope', 'denies', 'deleted_at']).where('role_sid', 'in', [keeping, binding]).orderBy('sid').execute() // oxfmt-ignore
  return {
    roles,
    patents: patents.data.total,
    mobile: found.data['mobile'],
    hidden: (await call(`patent/${hidden}`, undefined, { as: who })).status,
    grants,
  }
}

const VERBS = ['create', 'update', 'delete', 'import'] as const

test('every entity that decides permissions answers for each of its verbs', () => {
  const wanted = DECIDING.flatMap(({ name, refuses = {}, hard_delete }) => [
    ...VERBS.filter((verb) => !(verb in refuses)).map((verb) => `${name}.${verb}`),
    ...(hard_delete ? [] : [`${name}.restore`]),
  ])
  const missing = wanted.filter((one) => {
    const [name = '', verb = ''] = one.split('.')
    return GUARDS[name]?.[verb] === undefined
  })
  assert.deepEqual(missing, [])
})

for (const [entity, verbs] of Object.entries(GUARDS))
  test(`by no verb of ${entity} does a keeper of people, roles and places come to see or do more`, async () => {
    const before = await sight(climber)
    assert.deepEqual([before.mobile, before.hidden], ['138****5678', 404])
    for (const [verb, attempt] of Object.entries(verbs)) {
      if (typeof attempt === 'string') continue
      for (const [path, body] of await attempt()) {
        const { status, text } = await call(path, body, { as: climber, lang: 'en' })
        assert.ok([400, 403].includes(status), `${entity}.${verb}: ${path} ${JSON.stringify(body)} → ${status} ${text}`)
        if (status === 400)
          assert.match(
            text,
            /above|beyond|masked|outside|yourself|your own|do not see|denies|may not grant|restored|wider|still used|every role|member/,
            `${path} ${text}`,
          )
      }
    }
    assert.deepEqual(await sight(climber), before)
  })

/** Each way in which a write comes about without being sent as such; each ends in the hooks above. */
const WAYS: Record<string, () => Promise<{ status: number; text: string }>> = {
  'an import of people': async () => imported('user_info', [['姓名', '邮箱', '部门', '角色', '所属公司'], ['新人（虚构）', 'in-file@example.test', '综合部（虚构）', (await nameOf(open)), '所在公司（虚构）']]), // oxfmt-ignore
  'an import of roles': () => imported('role', [['角色代码', '角色名称', '可见文件类别'], [code(), '新角色', '保密文件']]), // oxfmt-ignore
  'the undo of a batch edit': async () => {
    const [target] = [await make('user_info', person({ role_sids: [open] }))]
    const { data } = await call<{ batch_sid?: string }>(
      'user_info/do/batch_update',
      { sids: [target], changes: { role_sids: [across] } },
      { as: climber },
    )
    return call('batch_edit/do/undo', { sid: data.batch_sid ?? '' }, { as: climber })
  },
  'the HR system': async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${climber.token}`, 'content-type': 'application/scim+json' },
      payload: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'climb@example.com', displayName: '新人', roles: [{ value: await codeOf(open) }] }), // oxfmt-ignore
    })
    return { status: answer.statusCode, text: answer.body }
  },
}
const nameOf = async (sid: string) =>
  String((await tenant.db.selectFrom('role').select('name').where('sid', '=', sid).executeTakeFirstOrThrow()).name)
const codeOf = async (sid: string) =>
  String((await tenant.db.selectFrom('role').select('code').where('sid', '=', sid).executeTakeFirstOrThrow()).code)

async function imported(model: string, rows: readonly (readonly string[])[]) {
  const { data, message } = await sendFile(app, {
    path: `${model}/do/import`,
    token: climber.token,
    file: await workbook(rows),
    name: `${model}.xlsx`,
  })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  return { status: Number(job.ok) === 0 ? 400 : 200, text: JSON.stringify([job.ok, job.errors]) }
}

const holders = async () => (await tenant.db.selectFrom('user_info').select('sid').where('role_sids', '@>', sql.val([open])).where('deleted_at', 'is', null).execute()).length // oxfmt-ignore

for (const [way, attempt] of Object.entries(WAYS))
  test(`by ${way} nobody is given more than the person who does it has`, async () => {
    const before = await holders()
    const { status, text } = await attempt()
    assert.ok([400, 403].includes(status), `${status} ${text}`)
    assert.ok((await holders()) <= before, text)
  })
