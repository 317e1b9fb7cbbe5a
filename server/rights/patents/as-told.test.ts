import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const engineer = await enrol('ip_manager')
const admin = await enrol('system_admin')
const ask = <T = Record<string, unknown>>(path: string, body?: unknown) => call<T>(path, body, { as: engineer, lang: 'en' })
let n = 0
const file = async (more: Record<string, unknown> = {}) =>
  String((await ask('patent/do/create', { title: `Case ${++n}`, patent_type: 'INVENTION', country: 'CN', ...more })).data.sid)
await file({ country: 'US', application_no: '18/333,221' })

test('[5.22] a fault of a relation is shown at its field with the name of the field', async () => {
  const [later, earlier] = [await file({ country: 'US', filing_date: '2024-03-01' }), await file({ filing_date: '2025-01-10' })]
  const { code, errors } = await ask('related_case/do/create', { earlier_sid: earlier, later_sid: later, relation_type: 'PARIS' })
  assert.equal(code, 500005)
  assert.deepEqual(
    errors.map(({ field, label }) => [field, label]),
    [['relation_type', 'Relation']],
  )
})

test('[5.22] an expired priority period is a warning, not an error', async () => {
  const [earlier, later] = [await file({ filing_date: '2024-01-10' }), await file({ country: 'US', filing_date: '2025-03-01' })]
  const relation = { earlier_sid: earlier, later_sid: later, relation_type: 'PARIS' }
  assert.equal((await ask('related_case/do/create', { ...relation, confirm: [] })).status, 412)
  const { status, data } = await ask<{ sid: string; warnings: string[] }>('related_case/do/create', relation)
  assert.equal(status, 200)
  assert.match(data.warnings.join(), /more than 12 months/)
  assert.equal('warnings' in (await ask(`related_case/${await within()}`)).data, false)
})

async function within() {
  const [earlier_sid, later_sid] = [await file({ filing_date: '2024-01-10' }), await file({ country: 'US', filing_date: '2024-12-01' })]
  return String((await ask('related_case/do/create', { earlier_sid, later_sid, relation_type: 'PARIS' })).data.sid)
}

test('[5.23] a patent family lists its members', async () => {
  const [earlier_sid, later_sid] = [await file({ filing_date: '2024-01-10' }), await file({ country: 'US', filing_date: '2024-05-01' })]
  await ask('related_case/do/create', { earlier_sid, later_sid, relation_type: 'PARIS' })
  const { data } = await ask<{ family_sid: { sid: string }; case_no: string; title: string }>(`patent/${earlier_sid}`)
  const family = await ask<{ members: { sid: string; name: string }[]; country_count: number }>(`patent_family/${data.family_sid.sid}`)
  assert.deepEqual(
    family.data.members.map(({ sid }) => sid),
    [earlier_sid, later_sid],
  )
  assert.equal(family.data.members[0]?.name, `${data.case_no} ${data.title}`)
  assert.equal(family.data.country_count, 2)
})

test('priorities are in the order in which they are claimed, unless the user reorders them', async () => {
  const case_sid = await file({ country: 'US', route: 'PARIS', filing_date: '2024-06-01' })
  const claim = (priority_no: string, more = {}) =>
    ask('priority/do/create', { case_sid, priority_no, priority_date: '2024-01-10', priority_country: 'US', ...more })
  assert.equal((await claim('63/100,001')).data.seq, 1)
  assert.equal((await claim('63/100,002', { seq: 5 })).data.seq, 5)
  assert.equal((await claim('63/100,003')).data.seq, 6)
})

for (const [code, wrong, right] of [
  ['ipc', 'H01M', 'H01M 10/0525'],
  ['cpc', 'Z02E 60/10', 'Y02E 60/10'],
  ['loc', '1-1', '14-02'],
] as const) {
  test(`a symbol of ${code} is checked by format: ${right} is valid, ${wrong} is not`, async () => {
    const sid = await file({ patent_type: code === 'loc' ? 'DESIGN' : 'INVENTION' })
    const { errors } = await ask('patent/do/update', { sid, [code]: [right, wrong] })
    assert.match(errors[0]?.reason ?? '', new RegExp(`“${wrong}”`))
    assert.deepEqual((await ask('patent/do/update', { sid, [code]: [right] })).data[code], [right])
  })
}

test('[5.08] a title has at most 255 characters', async () => {
  const sid = await file()
  assert.equal((await ask('patent/do/update', { sid, title: 'x'.repeat(255) })).status, 200)
  assert.deepEqual(
    (await ask('patent/do/update', { sid, title: 'x'.repeat(256) })).errors.map(({ field }) => field),
    ['title'],
  )
})

test('an applicant with an existing name is saved with a warning, or needs a confirmation', async () => {
  const make = (more = {}) => ask<{ warnings?: string[] }>('applicant/do/create', { name: 'Twin Works', ...more })
  assert.equal((await make()).data.warnings, undefined)
  assert.deepEqual([(await make({ confirm: [] })).status, (await make({ name: 'twin works', confirm: [] })).code], [412, 500012])
  assert.match((await make()).data.warnings?.join() ?? '', /An applicant named “Twin Works” already exists/)
  assert.match((await make({ confirm: ['same_name'] })).data.warnings?.join() ?? '', /An applicant named “Twin Works” already exists/)
})

const keep = (path: string, body: unknown) => call(path, body, { as: admin, lang: 'en' })

test('a Chinese agency has a code of five digits, a foreign agency any code', async () => {
  assert.match((await keep('agency/do/create', { agency_name: 'Short', agency_code: '1234' })).message, /5 digits/)
  assert.equal((await keep('agency/do/create', { agency_name: 'Right', agency_code: '11001' })).status, 200)
  assert.equal((await keep('agency/do/create', { agency_name: 'Abroad', country: 'US', agency_code: 'A-7' })).status, 200)
})

test('[5.05] an agent has a postal address and an identity document with a valid number', async () => {
  const agency = (await keep('agency/do/create', { agency_name: 'Agents' })).data.sid
  const { errors } = await keep('agent/do/create', { name: 'Li', agency_sid: agency, id_type: 'ID_CARD', id_no: '110105194912310021', mobile: '138' })
  assert.deepEqual(errors.map(({ field }) => field).sort(), ['email', 'id_no', 'mobile'])
})

test('a department with open cases cannot be closed', async () => {
  const department = (await keep('department/do/create', { name: 'Closing' })).data.sid
  await file({ department_sid: department })
  assert.match((await keep('department/do/update', { sid: department, status: '0' })).message, /open cases/)
})

test('the code of an organisation is checked', async () => {
  assert.equal((await keep('company/do/create', { country: 'SG', company_name: 'Coded', org_code: '192203821' })).status, 200)
  assert.deepEqual(
    (await keep('company/do/create', { country: 'SG', company_name: 'Miscoded', org_code: '192203822' })).errors.map(({ field }) => field),
    ['org_code'],
  )
})

for (const spelt of ['18/333,221', 'US18333221', 'us 18/333221']) {
  test(`a query finds a number written ${spelt}`, async () => {
    const counted = async (iql: string) => (await ask<{ total: number }>('patent/do/count', { iql })).data.total
    assert.equal(await counted(`application_no = '${spelt}'`), 1)
    assert.equal(await counted(`application_no IS NOT EMPTY AND application_no != '${spelt}'`), 0)
  })
}

test('a technical node counts its own cases and those of its descendants', async () => {
  const above = (await keep('tech_node/do/create', { code: 'Z', name: 'Above' })).data.sid
  const below = (await keep('tech_node/do/create', { code: 'Z1', name: 'Below', parent_sid: above })).data.sid
  for (const tech_node_sids of [[above], [below], [above, below]]) await file({ tech_node_sids })
  const counts = await Promise.all([above, below].map(async (sid) => (await keep(`tech_node/${sid}`, undefined)).data.case_count))
  assert.deepEqual(counts, [3, 2])
})

for (const [country, code, number, words] of [
  ['US', 'application_no', '18/12345', /six digits after the slash/],
  ['EP', 'application_no', 'EP23123456.9', /check digit should be 8/],
  ['WO', 'application_no', 'PCT/XX2024/098765', /XX is not a receiving office/],
  ['KR', 'application_no', '11-2023-0123456', /begins with 10, 20, 30 or 40/],
] as const) {
  test(`${country} ${number} is kept unchanged, with a warning`, async () => {
    const made = await ask<{ sid: string; warnings: string[] }>('patent/do/create', {
      title: 'Odd',
      patent_type: 'INVENTION',
      country,
      [code]: number,
    })
    assert.equal(made.status, 200)
    assert.match(made.data.warnings.join(), words)
    const changed = await ask('patent/do/update', { sid: made.data.sid, remark: 'seen' })
    assert.equal('warnings' in changed.data, false)
  })
}
