import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personAsked } from '../../tests/harness/entered.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const admin = await enrol('system_admin')
type Field = { code: string; options?: { code: string }[] }
const fieldsOf = async (model: string) => (await call<{ fields: Field[] }>(`${model}/do/schema`, undefined, { as: admin })).data.fields
const optionsOf = (fields: readonly Field[], code: string) => fields.find((field) => field.code === code)?.options?.map((one) => one.code)

for (const [number, model, codes] of [
  [
    '3.01',
    'company',
    'sid path path_map company_name simple_name parent_sid status sort_by cname_capital created_at org_code uscc bank_account account_bank region legal_person',
  ],
  ['3.02', 'role', 'sid code name description status user_num weight platform'],
  [
    '3.03',
    'user_info',
    'name name_en alias job_number email mobile receive_mail person_type department_sid role_sids job_title gender entry_date id_type id_no person_status leader_sid default_applicant',
  ],
  [
    '3.07',
    'custom_field',
    'code name data_type input_type multi min max options default status searchable approvable process_variable importable exportable valid',
  ],
  ['3.11', 'user_handover', 'from_user to_user items'],
  ['3.11', 'document', 'is_main version_no version_remark'],
] as const) {
  test(`[${number}] ${model} has ${codes}`, async () => {
    const has = new Set((await fieldsOf(model)).map(({ code }) => code))
    assert.deepEqual(
      codes.split(' ').filter((code) => !has.has(code)),
      [],
    )
  })
}

test('[7.03] the schema marks fields that only the server sets', async () => {
  const { data } = await call<{ fields: { code: string; computed?: boolean }[] }>('patent/do/schema', undefined, { as: admin })
  const computed = new Set(data.fields.filter((field) => field.computed).map(({ code }) => code))
  assert.ok(['expiry_date', 'earliest_priority_date', 'next_annuity_due', 'legal_status', 'updated_at'].every((code) => computed.has(code)))
  assert.ok(['case_no', 'title', 'filing_date'].every((code) => !computed.has(code)))
})

test('[3.01] a company is shown by its short name, or else by its name', async () => {
  const made = async (values: Record<string, unknown>) => (await call<{ sid: string }>('company/do/create', values, { as: admin })).data.sid
  const [short, long] = [
    await made({ company_name: '长名有限公司', simple_name: '短名', country: 'SG' }),
    await made({ company_name: '只有全称公司', country: 'SG' }),
  ]
  for (const [company_sid, name] of [
    [short, '短名'],
    [long, '只有全称公司'],
  ] as const) {
    const { data } = await call<{ company_sid: unknown }>('user_info/do/create', asked({ name: '员工', company_sid }), { as: admin })
    assert.deepEqual(data.company_sid, { sid: company_sid, name })
  }
})

test('[3.01] the initials of a company follow its displayed name, unless a person enters others', async () => {
  const initials = async (verb: string, values: Record<string, unknown>) =>
    (await call<{ sid: string; cname_capital: string }>(`company/do/${verb}`, values, { as: admin })).data
  const { sid, cname_capital } = await initials('create', { company_name: '海港科技有限公司', country: 'SG' })
  assert.equal(cname_capital, 'HGKJYXGS')
  assert.equal((await initials('update', { sid, simple_name: '海港' })).cname_capital, 'HG')
  assert.equal((await initials('update', { sid, cname_capital: 'HAIGANG' })).cname_capital, 'HAIGANG')
  assert.equal((await initials('update', { sid, simple_name: '新海港' })).cname_capital, 'HAIGANG')
  assert.equal((await initials('update', { sid, cname_capital: '' })).cname_capital, 'XHG')
})

test('[3.02] [3.03] options have the codes of the specification', async () => {
  const role = await fieldsOf('role')
  assert.deepEqual(
    [optionsOf(role, 'status'), optionsOf(role, 'platform')],
    [
      ['0', '1'],
      ['1', '2'],
    ],
  )
  assert.deepEqual(optionsOf(await fieldsOf('user_info'), 'id_type'), ['ID_CARD', 'PASSPORT', 'HOME_RETURN'])
})

test('[3.02] a role counts its users', async () => {
  const role = await call<{ sid: string; user_num: number }>('role/do/create', { code: 'counted', name: '计数' }, { as: admin })
  assert.equal(role.data.user_num, 0)
  for (const name of ['甲', '乙']) await call('user_info/do/create', asked({ name, role_sids: [role.data.sid] }), { as: admin })
  assert.equal((await call(`role/${role.data.sid}`, undefined, { as: admin })).data.user_num, 2)
})

test('[4.04] a disabled role grants nothing, from the next call on', async () => {
  const from = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
  const copy = await call<{ sid: string }>('role/do/copy', { sid: from.sid, code: 'on_and_off' }, { as: admin })
  const who = await enrol('ip_engineer', { role_sids: [copy.data.sid] })
  const status = async (value: string) => {
    await call('role/do/update', { sid: copy.data.sid, status: value }, { as: admin })
    return (await call('patent/do/count', {}, { as: who })).status
  }
  assert.deepEqual([await status('1'), await status('0'), await status('1')], [200, 403, 200])
})

for (const [mobile, accepted] of [
  ['13800001234', true],
  ['23800001234', false],
  ['1380000123', false],
  ['138000012345', false],
  ['1380000123x', false],
  [13800001234, true],
] as const) {
  test(`[5.04] [5.25] the mobile number ${mobile} is ${accepted ? 'accepted' : 'refused, and why'}`, async () => {
    const { status, errors } = await call('user_info/do/create', asked({ name: '某人', mobile }), { as: admin, lang: 'en' })
    assert.equal(status, accepted ? 200 : 400)
    if (!accepted) assert.equal(errors[0]?.label, 'Mobile')
  })
}

test('[5.25] a name is required, and an e-mail address must be valid', async () => {
  const { errors } = await call('user_info/do/create', asked({ name: ' ', email: 'nobody' }), { as: admin })
  assert.deepEqual(errors.map(({ field }) => field).toSorted(), ['email', 'name'])
  assert.ok(errors.every(({ label, reason }) => /\p{Script=Han}/u.test(label + reason)))
})

test('[5.09] a menu requires a name and an icon', async () => {
  const { errors } = await call('rbac_menu/do/create', {}, { as: admin })
  assert.deepEqual(errors.map(({ field }) => field).toSorted(), ['icon', 'name'])
})

test('[6.07] the administrators’ role can be neither deleted nor disabled', async () => {
  const { sid } = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()
  assert.equal((await call(`role/do/delete/${sid}`, {}, { as: admin })).code, 500005)
  assert.equal((await call('role/do/update', { sid, status: '0' }, { as: admin })).status, 400)
})
