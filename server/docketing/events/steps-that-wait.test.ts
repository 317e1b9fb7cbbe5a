// A notice of an office is recorded also where the step that it brings about has to wait.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const noticed = ago(30)
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { done, listed, patent } = casesOf(call, as)
const state = async (sid: string) => (await call<Row>(`patent/${sid}`, undefined, { as })).data.status
const codes = async (sid: string) => (await listed('official_event', sid, 'code')).map(({ code }) => code)
const take = (sid: string, transition: string, fields: Record<string, unknown>) => done('patent/do/transition', { sid, transition, ...fields })
const statusOf = async (sid: string, rule: string) =>
  (await listed('deadline', sid, 'rule_id,status')).filter((one) => one.rule_id === rule).map(({ status }) => status)

type Warned = Row & { warnings?: string[] }

test('a filing receipt in a case that lacks what filing requires is recorded, says what is missing, and the step with it files the case', async () => {
  const one = await patent({ status: 'READY' })
  const receipt = { code: 'CN01', event_date: noticed }
  const { warnings } = await done<Warned>('official_event/do/create', { case_sid: one.sid, ...receipt })
  assert.equal(await state(one.sid), 'READY')
  assert.deepEqual(warnings, ['案件仍为“待递交”：“受理”还需要申请号、申请日。请打开案件补全后执行“受理”'])
  const party = await done('applicant/do/create', { name: '虚构申请人', country: 'CN' })
  const inventor = await done('inventor/do/create', { name: '虚构发明人' })
  await done('patent/do/update', {
    sid: one.sid,
    applicants: [{ applicant_sid: party.sid }],
    inventors: [{ inventor_sid: inventor.sid }],
  })
  await take(one.sid, 'file', { application_no: '202610000012.7', filing_date: ago(40) })
  assert.equal(await state(one.sid), 'FILED')
  assert.deepEqual(await statusOf(one.sid, 'CNP01'), ['OPEN'])
})

test('a filing receipt is recorded in a case without applicants, which stays as it is; one that is past the step is asked for nothing', async () => {
  const one = await patent({ status: 'READY', application_no: '202610000013.1', filing_date: ago(40) })
  const receipt = { code: 'CN01', event_date: noticed }
  const { warnings } = await done<Warned>('official_event/do/create', { case_sid: one.sid, ...receipt })
  assert.equal(await state(one.sid), 'READY')
  assert.deepEqual(await codes(one.sid), ['CN01'])
  assert.deepEqual(warnings, ['案件仍为“待递交”：“受理”未能变更：申请人：递交时至少一名；发明人：递交时至少一名。请打开案件补全后执行“受理”'])
  const granted = await patent({ status: 'GRANTED' })
  assert.equal((await done<Warned>('official_event/do/create', { case_sid: granted.sid, ...receipt })).warnings, undefined)
})
