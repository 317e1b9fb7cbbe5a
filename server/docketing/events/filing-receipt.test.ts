import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const ago = (days: number) => Temporal.Now.plainDateISO(ZONE).subtract({ days }).toString()
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { make, done, patent, listed } = casesOf(call, as)
const state = async (sid: string) => (await call(`patent/${sid}`, undefined, { as })).data.status
const take = (sid: string, fields: Record<string, unknown>) => done('patent/do/transition', { sid, transition: 'file', ...fields })
const receipt = { code: 'CN01', event_date: ago(30) }

type Warned = Row & { warnings?: string[] }

test('a filing receipt in a case that lacks what filing requires is recorded, says what is missing, and the step with it files the case', async () => {
  const one = await patent({ status: 'READY' })
  const { warnings } = await done<Warned>('official_event/do/create', { case_sid: one.sid, ...receipt })
  assert.equal(await state(one.sid), 'READY')
  assert.deepEqual(warnings, ['案件仍为“待递交”，“受理”尚不能办理：申请号：必填；申请日：必填；申请人：必填；发明人：必填。之后请在案件上办理“受理”'])
  const party = await make('applicant', { name: '虚构申请人', country: 'CN' })
  const inventor = await make('inventor', { name: '虚构发明人' })
  await done('patent/do/update', {
    sid: one.sid,
    applicants: [{ applicant_sid: party.sid }],
    inventors: [{ inventor_sid: inventor.sid }],
  })
  await take(one.sid, { application_no: '202610000012.7', filing_date: ago(40) })
  assert.equal(await state(one.sid), 'FILED')
  assert.deepEqual(
    (await listed('deadline', one.sid, 'status', " AND rule_id = 'CNP01'")).map(({ status }) => status),
    ['OPEN'],
  )
})

test('a filing receipt is recorded in a case without applicants, which stays as it is; one that is past the step is asked for nothing', async () => {
  const one = await patent({ status: 'READY', application_no: '202610000013.1', filing_date: ago(40) })
  const { warnings } = await done<Warned>('official_event/do/create', { case_sid: one.sid, ...receipt })
  assert.equal(await state(one.sid), 'READY')
  assert.deepEqual(
    (await listed('official_event', one.sid, 'code')).map(({ code }) => code),
    ['CN01'],
  )
  assert.deepEqual(warnings, ['案件仍为“待递交”，“受理”尚不能办理：申请人：必填；发明人：必填。之后请在案件上办理“受理”'])
  const granted = await patent({ status: 'GRANTED' })
  assert.equal((await done<Warned>('official_event/do/create', { case_sid: granted.sid, ...receipt })).warnings, undefined)
})

test('an emptied list of applicants or inventors is none: the case is not filed, and the step takes them with it', async () => {
  const one = await patent({ status: 'READY', application_no: '202610000014.6', filing_date: ago(40), applicants: [], inventors: [] })
  const step = (more: object) => call('patent/do/transition', { sid: one.sid, transition: 'file', ...more }, { as })
  assert.deepEqual((await step({})).errors.map(({ field }) => field).toSorted(), ['applicants', 'inventors'])
  const party = await make('applicant', { name: '虚构申请人二', country: 'CN' })
  const inventor = await make('inventor', { name: '虚构发明人二' })
  const people = { applicants: [{ applicant_sid: party.sid }], inventors: [{ inventor_sid: inventor.sid }] }
  assert.equal((await step(people)).code, 0)
  assert.equal(await state(one.sid), 'FILED')
})
