import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trialServer } from '../harness/cases/trial-right.ts'

const { call, enrol } = await trialServer()
const admin = await enrol('system_admin')

type Answer = Record<string, unknown> & { sid: string }
async function ok<T = Answer>(path: string, body?: unknown): Promise<T> {
  const { status, data, message, errors } = await call<T>(path, body, { as: admin })
  assert.equal(status, 200, `${path}: ${message} ${JSON.stringify(errors)}`)
  return data
}
const refused = async (path: string, body: unknown) => {
  const { status, errors } = await call(path, body, { as: admin, lang: 'en' })
  assert.equal(status, 400)
  return errors.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
}

let made = 0
const variety = (more: Record<string, unknown> = {}) =>
  ok('plant_variety/do/create', { case_no: `V-${++made}`, denomination: '金穗', crop_kind: 'CEREAL', office: 'CN', ...more })
const patent = (more: Record<string, unknown> = {}) =>
  ok('patent/do/create', { case_no: `P-${++made}`, title: '收割机', patent_type: 'INVENTION', country: 'CN', ...more })
const earliestOf = async (sid: string) => (await ok(`plant_variety/${sid}`)).earliest_claim

test('the earliest date of a case without a priority claim is its filing date', async () => {
  const { sid } = await variety({ filed_on: '2024-05-06' })
  assert.equal(await earliestOf(sid), '2024-05-06')
  await ok('plant_variety/do/update', { sid, filed_on: '2024-05-07' })
  assert.equal(await earliestOf(sid), '2024-05-07')
})

const claim = (priority_date: string, priority_no: string, priority_country = 'US') => ({ priority_no, priority_date, priority_country })

test('priorities are saved with the case, and the earliest date follows their changes', async () => {
  const { sid, priorities } = await ok<Answer & { priorities: { sid: string }[] }>('plant_variety/do/create', {
    case_no: `V-${++made}`,
    denomination: '晚霞',
    crop_kind: 'FLOWER',
    office: 'CN',
    filed_on: '2024-05-06',
    priorities: [claim('2024-01-02', '18/400,001'), claim('2023-12-01', '18/400,002')],
  })
  assert.equal(priorities.length, 2)
  assert.equal(await earliestOf(sid), '2023-12-01')
  await ok(`priority/do/delete/${priorities[1]?.sid}`, {})
  assert.equal(await earliestOf(sid), '2024-01-02')
  await ok('plant_variety/do/update', { sid, priorities: [] })
  assert.equal(await earliestOf(sid), '2024-05-06')
})

test('a priority claim must lie within the period of its kind, also after a change of the filing date', async () => {
  const { sid } = await variety({ filed_on: '2024-05-06' })
  assert.match(await refused('priority/do/create', { case_sid: sid, ...claim('2023-04-05', '18/400,003') }), /more than 12 months/)
  await ok('priority/do/create', { case_sid: sid, ...claim('2023-06-05', '18/400,004') })
  assert.match(await refused('plant_variety/do/update', { sid, filed_on: '2024-08-06' }), /^filed_on: .*more than 12 months/)
})

test('a priority claim with the number of our own case links to that case in either order of creation', async () => {
  const { sid: first } = await variety({ office: 'US', application_no: '18/500,001', filed_on: '2024-01-02' })
  const { sid: later } = await variety({ filed_on: '2024-05-06' })
  const one = await ok('priority/do/create', { case_sid: later, ...claim('2024-01-02', '18/500,001') })
  assert.equal((one.priority_case_sid as { sid: string }).sid, first)
  const other = await ok('priority/do/create', { case_sid: later, ...claim('2024-01-03', '18/500,002') })
  assert.equal(other.priority_case_sid, null)
  const { sid: found } = await variety({ office: 'US', application_no: '18/500,002', filed_on: '2024-01-03' })
  assert.equal(((await ok(`priority/${other.sid}`)).priority_case_sid as { sid: string }).sid, found)
})

const relate = (earlier_sid: string, later_sid: string, relation_type = 'DIV') => ({ earlier_sid, later_sid, relation_type })

test('cases of a kind without its own relation rules follow the general rules', async () => {
  const [one, other] = [(await variety({ filed_on: '2024-01-02' })).sid, (await variety({ filed_on: '2024-05-06' })).sid]
  type Notices = { notices: { code: string }[] }
  assert.deepEqual((await ok<Notices>('related_case/do/check', relate(other, one))).notices.map(({ code }) => code), ['dates']) // oxfmt-ignore
  assert.match(await refused('related_case/do/create', relate(other, one)), /must precede/)
  assert.match(await refused('related_case/do/create', relate(one, one)), /must not be the same/)
  await ok('related_case/do/create', relate(one, other))
  assert.match(await refused('related_case/do/create', relate(one, other)), /already have a relation of this type/)
  assert.match(await refused('plant_variety/do/update', { sid: one, filed_on: '2024-06-06' }), /^filed_on: .*must precede/)
})

test('cases of two kinds can be related, and each shows the other', async () => {
  const [one, other] = [(await variety({ filed_on: '2024-01-02' })).sid, (await patent({ filing_date: '2024-05-06' })).sid]
  // Continuations are for the United States among patents alone.
  const { sid } = await ok('related_case/do/create', relate(one, other, 'CA'))
  const { record } = await ok<{ record: { sid: string }[] }>('related_case/do/search', { iql: `earlier_sid = '${one}' OR later_sid = '${one}'` })
  assert.deepEqual(record.map((row) => row.sid), [sid]) // oxfmt-ignore
  const { family_sid } = await ok(`patent/${other}`)
  assert.equal(family_sid, null)
})
