import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { ZONE } from '../../model/kit/days/clock.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (back: Temporal.DurationLike) => `${today.subtract(back)}`
const { ask, make } = casesOf(call, as, 'en')
type Docket = { standing: string; record: Row[]; fees: Row[] }
const asOf = async (case_sid: string, day: string) => {
  const answer = await ask<Docket>('deadline/do/as_of', { day, case_sid })
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
/** Everything on record happened so many days earlier. */
const backdate = async (days: number) => {
  const { sql } = await import('kysely')
  for (const table of ['deadline', 'fee', 'change_log'])
    await sql`update ${sql.table(table)} set created_at = created_at - make_interval(days => ${days})`.execute(tenant.db)
}

test('a docket is read as of a past day: before the reply the deadline was open, and before the notice there was none', async () => {
  const one = await make('patent', {
    title: '案件',
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'SE',
    filing_date: ago({ years: 2 }),
    se_entered_date: ago({ years: 1 }),
  })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 20 }) })
  await backdate(10)
  await make('official_event', { case_sid: one.sid, code: 'CO05', event_date: ago({ days: 1 }) })
  const statusOn = async (day: string) =>
    (await asOf(one.sid, day)).record.find(({ name_en }) => /first office action/i.test(String(name_en)))?.status
  assert.deepEqual([await statusOn(`${today}`), await statusOn(ago({ days: 5 })), await statusOn(ago({ days: 30 }))], ['DONE', 'OPEN', undefined])
  const { standing } = await asOf(one.sid, ago({ days: 5 }))
  assert.equal(standing, 'PAST')
})

test('a docket is computed for a future day: an annuity enters its grace period and its surcharge grows', async () => {
  const one = await make('patent', {
    title: '年费', patent_type: 'INVENTION', country: 'CN', status: 'GRANTED', filing_date: `${today.subtract({ years: 6 }).add({ months: 2 })}`, grant_date: ago({ years: 3 }), grant_no: 'CN117654321B',
  }) // oxfmt-ignore
  const seven = async (day: string) => {
    const { record, fees, standing } = await asOf(one.sid, day)
    const fee = fees.find(({ annuity_year: year }) => year === 7)
    return [standing, record.find(({ name_en }) => /year 7/.test(String(name_en)))?.status, fee?.status, fee?.surcharge]
  }
  assert.deepEqual(await seven(`${today.add({ months: 1 })}`), ['COMING', 'OPEN', 'PLANNED', '0.00'])
  assert.deepEqual(await seven(`${today.add({ months: 4, days: 20 })}`), ['COMING', 'OPEN', 'OVERDUE', '200.00'])
  assert.equal((await seven(`${today.add({ months: 9 })}`))[1], 'MISSED')
  const { record } = await asOf(one.sid, `${today.add({ months: 9 })}`)
  assert.ok(record.some(({ name_en, status, sid }) => /restor/i.test(String(name_en)) && status === 'OPEN' && sid === null))
  const far = `${today.add({ years: 4 })}`
  const left = (await asOf(one.sid, far)).record.filter(({ status, grace_end }) => status === 'OPEN' && grace_end !== null && String(grace_end) < far)
  assert.deepEqual(left, [], 'nothing is open whose grace has ended')
  assert.deepEqual((await seven(`${today}`))[2], 'PLANNED', 'nothing was saved')
})

test('for any day and for received documents, a person sees only the records of cases that they see', async () => {
  const ctx = systemContext(tenant)
  const role_sid = await createRow(ctx, modelOf(tenant, 'role'), { code: 'own_cases', name: '本人案件', weight: 10 })
  for (const entity of ['patent', 'deadline', 'fee', 'official_event'])
    await createRow(ctx, modelOf(tenant, 'role_grant'), { role_sid, entity, verbs: ['get', 'search', 'count'], data_scope: 'SELF' })
  const narrow = await enrol('inventor', { role_sids: [role_sid] })
  const facts = {
    title: '案件',
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'SE',
    filing_date: ago({ years: 2 }),
    se_entered_date: ago({ years: 1 }),
  }
  const [own, other] = [await make('patent', { ...facts, owner_sid: narrow.sid }), await make('patent', { ...facts, owner_sid: as.sid })]
  for (const { sid } of [own, other])
    await make('official_event', { case_sid: sid, code: 'CN14', event_date: ago({ days: 20 }), receive_date: ago({ days: 20 }) })
  for (const day of [`${today}`, `${today.add({ days: 30 })}`]) {
    const { data, text } = await ask<Docket>('deadline/do/as_of', { day }, narrow)
    assert.ok(data, text)
    assert.deepEqual([...new Set(data.record.map(({ case_sid }) => case_sid))], [own.sid], day)
    assert.ok(data.record.every(({ case_no }) => case_no === own.case_no))
    const hidden = await ask<Docket>('deadline/do/as_of', { day, case_sid: other.sid }, narrow)
    assert.ok(hidden.data, hidden.text)
    assert.deepEqual([hidden.data.record, hidden.data.fees], [[], []], day)
  }
  const came = await ask<{ record: Row[] }>('official_event/do/docketed', {}, narrow)
  assert.ok(came.data, came.text)
  assert.deepEqual([...new Set(came.data.record.map(({ case_sid }) => case_sid))], [own.sid])
})

test('an inventor reads the deadlines of their cases on any day, without the internal days that are hidden from them', async () => {
  const inventor = await enrol('inventor')
  const { sid: inventor_sid } = await make('inventor', { name: '虚构发明人', user_sid: inventor.sid })
  const one = await make('patent', { title: '案件', patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }), inventors: [{ inventor_sid, contribution_pct: '100' }] }) // oxfmt-ignore
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 20 }) })
  for (const day of [ago({ days: 1 }), ago({ days: 0 }), ago({ days: -30 })]) {
    const { code, data, text } = await call<Docket>('deadline/do/as_of', { day, iql: 'official_due IS NOT EMPTY' }, { as: inventor })
    assert.equal(code, 0, text)
    assert.ok(data.record.every(({ internal_due }) => internal_due === null))
    if (day !== ago({ days: 1 })) assert.ok(data.record.some(({ case_sid }) => case_sid === one.sid), day) // oxfmt-ignore
  }
})

test('who may not search fees reads the deadlines of a day without them', async () => {
  const leader = await enrol('dept_leader')
  const one = await make('patent', {
    ...{ title: '本部门', patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date: ago({ days: 40 }) },
    ...{ company_sid: leader.company, department_sid: leader.department },
  })
  for (const day of [`${today}`, `${today.add({ days: 30 })}`]) {
    const { code, data, text } = await ask<Docket>('deadline/do/as_of', { day, case_sid: one.sid }, leader)
    assert.deepEqual([code, data.fees], [0, []], text)
    assert.ok(data.record.length > 0, text)
  }
})

test('a person without access reads no docket of any day, and the API describes the action', async () => {
  const one = await make('patent', { title: '他人', patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date: ago({ days: 40 }) })
  const inventor = await enrol('inventor')
  for (const day of [ago({ days: 1 }), `${today}`, `${today.add({ days: 30 })}`]) {
    const { code, data } = await ask<Docket>('deadline/do/as_of', { day, case_sid: one.sid }, inventor)
    assert.ok(code !== 0 || (data.record.length === 0 && data.fees.length === 0))
  }
  assert.equal((await ask('deadline/do/as_of', { case_sid: one.sid })).errors[0]?.field, 'day')
  const { text } = await call('/innoe-webapi/openapi.json', undefined, { as })
  assert.ok(Object.keys(JSON.parse(text).paths).some((path) => path.endsWith('/model/deadline/do/as_of')))
})
