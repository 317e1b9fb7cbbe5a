// Lists of an office compared with the own cases, through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]

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
