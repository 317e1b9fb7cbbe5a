// Lists of an office compared with the own cases, through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areAlike } from '../../../model/cases/compare-values.ts'
import { cnCheckDigit } from '../../../model/cases/numbers/cn.ts'
import { patent as patents } from '../../../model/rights/patents/patent.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'
import { updateRow } from '../../records/write/update.ts'

const { tenant, call, enrol } = await testServer()
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]
const admin = await enrol('system_admin')
const numbered = (body: string) => `${body}.${cnCheckDigit(body)}`

type Row = Record<string, unknown> & { sid: string; differences: object[] }
const ask = (path: string, body: object | undefined, as: Person = engineer) => call<Row>(path, body, { as, lang: 'en' })
async function ok(path: string, body?: object, as: Person = engineer) {
  const { code, data, text } = await ask(path, body, as)
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = async (model: string, values: object) => (await ok(`${model}/do/create`, values)).sid
const patent = (application_no: string, more: object = {}) =>
  make('patent', { title: '虚构装置', country: 'CN', patent_type: 'INVENTION', application_no, filing_date: '2021-03-04', ...more })
const told = async (application_no: string, more: object) =>
  ok(`official_record/${await make('official_record', { application_no, source: '虚构来源', ...more })}`)
const take = (sid: string, transition: string, more: object = {}, as: Person = engineer) =>
  ask('official_record/do/transition', { sid, transition, ...more }, as)

const ours = await patent('202110236543.3')

test('[2.33] a record of the office finds its case in any spelling, and what the office does not say is no difference', async () => {
  const same = await told('CN 2021102365433', { filing_date: '2021-03-04' })
  assert.deepEqual([same.status, same.differences], ['SAME', []])
  const unknown = await told('202110236544.8', { filing_date: '2021-03-04' })
  assert.deepEqual([unknown.status, unknown.patent_sid], ['UNMATCHED', null])
})

test('[2.33] each difference is shown, and taken over as a change of whoever accepts it', async () => {
  const { record } = (await ok('official_record/do/search', { fl: ['sid'], iql: "status = 'SAME'" })) as unknown as { record: Row[] } // a page
  const sid = String(record[0]?.sid)
  const now = await ok('official_record/do/update', { sid, publication_no: 'CN113000000A', publication_date: '2021-07-06' })
  assert.equal(now.status, 'DIFFERENT')
  assert.deepEqual((now.differences as { field: string; official: string; ours: unknown }[]).map(({ field, official, ours: own }) => [field, official, own]), [['publication_no', 'CN113000000A', null], ['publication_date', '2021-07-06', null]]) // oxfmt-ignore
  assert.equal((await take(sid, 'accept', {}, inventor)).status, 403)
  const accepted = await take(sid, 'accept')
  assert.equal(accepted.data?.status, 'ACCEPTED', accepted.text)
  const changed = await ok(`patent/${ours}`)
  assert.deepEqual([changed.publication_date, changed.filing_date], ['2021-07-06', '2021-03-04'])
})

test('[2.33] the own data is kept with a reason, or the question is left for later', async () => {
  await patent('202110236555.6')
  const one = await told('202110236555.6', { filing_date: '2021-03-05' })
  assert.equal(one.status, 'DIFFERENT')
  assert.equal((await take(one.sid, 'later')).data.status, 'LATER')
  assert.deepEqual((await take(one.sid, 'keep')).errors.map(({ field }) => field), ['decision_reason']) // oxfmt-ignore
  const kept = await take(one.sid, 'keep', { decision_reason: '虚构：以受理通知书为准' }, manager)
  assert.equal(kept.data.status, 'KEPT')
})

test('a record names the number that it is about once, and its differences are the product’s own', async () => {
  const again = await ask('official_record/do/create', { application_no: 'CN202110236555.6', filing_date: '2021-03-05' })
  assert.equal(again.status, 400)
  const forged = await ask('official_record/do/create', { application_no: '202110236566.4', differences: [{ field: 'grant_no' }] })
  assert.equal(forged.status, 400)
})

test('[2.33] what was left for later is compared again when the office is asked again, and what was kept is not', async () => {
  const askedAgain = async (sid: string) => {
    await updateRow({ ...systemContext(tenant), source: 'sync' }, modelOf(tenant, 'official_record'), sid, {})
    return (await ok(`official_record/${sid}`)).status
  }
  const own = await patent(numbered('202110236601'), { publication_date: '2021-07-20' })
  const { sid } = await told(numbered('202110236601'), { publication_date: '2021-07-13' })
  await take(sid, 'later')
  assert.equal(await askedAgain(sid), 'LATER')
  await ok('patent/do/update', { sid: own, publication_date: '2021-07-13' })
  assert.equal(await askedAgain(sid), 'SAME')
  await ok('official_record/do/update', { sid, publication_date: '2021-07-06' })
  await take(sid, 'keep', { decision_reason: '虚构：以公报为准' })
  await ok('patent/do/update', { sid: own, publication_date: '2021-07-06' })
  assert.equal(await askedAgain(sid), 'KEPT')
})

test('two companies have a case of one number: the one of the record’s own company is compared and taken over', async () => {
  const company_sid = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '虚构的另一公司' })
  const number = numbered('202110236602')
  const theirs = await createRow(systemContext(tenant), modelOf(tenant, 'patent'), { title: '虚构', country: 'CN', patent_type: 'INVENTION', application_no: number, owner_sid: admin.sid, company_sid }) // oxfmt-ignore
  const own = await patent(number)
  const record = await told(number, { publication_date: '2021-07-06' })
  assert.equal((record.patent_sid as Row).sid, own) // a link as the API answers it
  const { data } = await ask('official_record/do/create', { application_no: number, company_sid, publication_date: '2021-07-13' }, admin)
  assert.equal((data.patent_sid as Row).sid, theirs) // a link as the API answers it
  await take(data.sid, 'accept', {}, admin)
  assert.deepEqual([(await ok(`patent/${theirs}`, undefined, admin)).publication_date, (await ok(`patent/${own}`)).publication_date], ['2021-07-13', null]) // oxfmt-ignore
})

for (const [ours, theirs, office, expected] of [
  ['EP2400812', 'EP2400812B1', 'EP', true],
  ['EP 2400812 B1', '2400812', 'EP', true],
  ['EP2400812', 'EP2400812B1', 'DE', true],
  ['EP2400812A1', 'EP2400812B1', 'EP', false],
  ['EP2400813', 'EP2400812B1', 'EP', false],
  ['CN112345678', 'CN112345678B', 'CN', false],
  ['US 11,646,472 B2', 'US11646472', 'US', true],
  ['US 11,646,472 B1', 'US11646472B2', 'US', false],
  ['US D532,742 S1', 'USD532742', 'US', true],
] as const)
  test(`the grant no. ${ours} of a case in ${office} ${expected ? 'is' : 'is not'} ${theirs}`, () =>
    assert.equal(areAlike({ model: patents, code: 'grant_no', office }, ours, theirs), expected))
