import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const admin = await enrol('system_admin')
type Case = { sid: string; warnings?: string[]; pct_no: string | null; route: string; status: string; [code: string]: unknown }

let made = 0
const body = (more: Record<string, unknown>) => ({ title: `Case ${++made}`, country: 'CN', patent_type: 'INVENTION', ...more })
const create = (more: Record<string, unknown>, lang: 'zh' | 'en' = 'en') => call<Case>('patent/do/create', body(more), { as: manager, lang })
const NATIONAL = { route: 'PCT_NATIONAL', pct_no: 'PCT/CN2023/071235', pct_filing_date: '2023-01-10' }

for (const [title, more, field, zh, en] of [
  [
    'a PCT number of a direct application',
    { route: 'DIRECT', pct_no: 'PCT/CN2023/071235' },
    'pct_no',
    /仅适用于申请途径为PCT 国际阶段、PCT 国家阶段的记录/,
    /applies only where Route is PCT international phase or PCT national phase/,
  ],
  ['the claims of a design', { patent_type: 'DESIGN', claims_count: 10 }, 'claims_count', /专利类型不为外观设计/, /Type is not Design/],
  ['an open licence in Japan', { country: 'JP', open_license: true }, 'open_license', /国家\/地区为/, /Country\/office is /],
] as const) {
  test(`${title} is refused at its field with the rule, in both languages`, async () => {
    const [inEnglish, inChinese] = [await create(more), await create(more, 'zh')]
    assert.deepEqual([inEnglish.status, inEnglish.code], [400, 500001])
    assert.deepEqual(inEnglish.errors.map((one) => one.field), [field]) // oxfmt-ignore
    assert.match(inEnglish.errors[0]?.reason ?? '', en)
    assert.match(inChinese.errors[0]?.reason ?? '', zh)
  })
}

test('an empty value, false included, is accepted for a field that does not apply', async () => {
  const { code, text } = await create({ route: 'DIRECT', country: 'JP', pct_no: '', open_license: false, claims_count: null })
  assert.equal(code, 0, text)
})

test('an update may not fill a field that does not apply, but keeps an existing value', async () => {
  const { data } = await create(NATIONAL)
  const direct = await call<Case>('patent/do/update', { sid: data.sid, route: 'DIRECT' }, { as: manager, lang: 'en' })
  assert.equal(direct.code, 0, direct.text)
  assert.equal(direct.data.pct_no, 'PCT/CN2023/071235', 'the value that was there is kept')
  assert.match(direct.data.warnings?.join('\n') ?? '', /PCT application no\.: no longer applies .* the value was kept/)
  const same = await call<Case>('patent/do/update', { sid: data.sid, pct_no: 'PCT/CN2023/071235', title: 'Renamed' }, { as: manager })
  assert.deepEqual([same.code, same.data.warnings], [0, undefined], 'it is told once, when it happens')
  const other = await call<Case>('patent/do/update', { sid: data.sid, pct_no: 'PCT/CN2023/071236' }, { as: manager })
  assert.deepEqual(other.errors.map(({ field }) => field), ['pct_no']) // oxfmt-ignore
  const cleared = await call<Case>('patent/do/update', { sid: data.sid, pct_no: null }, { as: manager })
  assert.equal(cleared.data.pct_no, null)
})

test('a batch is refused for records to which a value does not apply', async () => {
  const [one, two] = [await create({}), await create({ patent_type: 'DESIGN' })]
  const { code, errors } = await call('patent/do/batch_update', { sids: [one.data.sid, two.data.sid], changes: { claims_count: 5 } }, { as: manager })
  assert.deepEqual([code, errors.map(({ field }) => field)], [500001, ['claims_count']])
})

test('entering the national phase sets the route of a case and requires its fields', async () => {
  const { data } = await create({ status: 'ENTRY_PREPARING' })
  const step = { sid: data.sid, transition: 'enter', application_no: '202480012345.0', filing_date: '2024-03-10' }
  const lacking = await call('patent/do/transition', step, { as: manager })
  assert.deepEqual(
    lacking.errors.map(({ field }) => field).filter((field) => /pct|entry/.test(field)).toSorted(),
    ['entry_date', 'pct_filing_date', 'pct_no'],
  ) // oxfmt-ignore
})

test('the schema says where a field applies, in the language of the caller', async () => {
  const { data } = await call<{ fields: Record<string, unknown>[] }>('patent/do/schema', undefined, { as: manager, lang: 'en' })
  const field = data.fields.find(({ code }) => code === 'entry_date')
  assert.deepEqual(field?.applies_to, { route: ['PCT_NATIONAL'] })
  assert.equal(field?.applies_says, 'Route is PCT national phase')
})

for (const [data_type, more, fields] of [
  ['OPTION', {}, ['options']],
  ['REFERENCE', {}, ['to']],
  ['STRING', { to: 'patent' }, ['to']],
  ['DATE', { max: 20 }, ['max']],
  ['STRING', { max: 20 }, []],
] as const)
  test(`a custom field of ${data_type} with ${JSON.stringify(more)} has faults at: ${fields.join() || 'nothing'}`, async () => {
    const field = { entity: 'patent', code: `kind_${++made}`, name: 'x', data_type, ...more }
    const { errors } = await call('custom_field/do/create', field, { as: admin })
    assert.deepEqual((errors ?? []).map((one) => one.field), fields) // oxfmt-ignore
  })
