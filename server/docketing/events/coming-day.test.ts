import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'

const { app, call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')
const { ask, make, done, listed, patent } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const [tomorrow, ahead] = [`${today.add({ days: 1 })}`, `${today.add({ months: 6 })}`]
const examined = () => patent({ filing_date: `${today.subtract({ years: 2 })}`, status: 'SE', se_entered_date: `${today.subtract({ years: 1 })}` })
const deadlineOf = async (sid: string, rule: string) => (await listed('deadline', sid, 'rule_id,status', ` AND rule_id = '${rule}'`))[0]
const type = async (code: string) => {
  const { record } = await done<{ record: { sid: string }[] }>('document_type/do/search', { iql: `code = '${code}'`, fl: 'sid', rows: 1 })
  return record[0]?.sid
}

test('a reply or a notice with a future date is refused by its field in both languages, and closes no deadline', async () => {
  const one = await examined()
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: `${today.subtract({ months: 1 })}` })
  for (const [code, event_date] of [
    ['CO05', ahead],
    ['CN15', tomorrow],
    ['COUNTRY_DECISION', tomorrow],
  ] as const)
    for (const [lang, words] of [
      ['en', /is in the future/],
      ['zh', /在今天之后/],
    ] as const) {
      const answer = await call('official_event/do/create', { case_sid: one.sid, code, event_date }, { as, lang })
      assert.equal(answer.errors[0]?.field, 'event_date')
      assert.match(answer.text, words)
    }
  assert.equal((await deadlineOf(one.sid, 'CNP19'))?.status, 'OPEN')
})

test('a recorded reply cannot be moved to a future date, alone or in a batch', async () => {
  const one = await examined()
  const reply = await make('official_event', { case_sid: one.sid, code: 'CO05', event_date: `${today}` })
  const alone = await ask('official_event/do/update', { sid: reply.sid, event_date: tomorrow })
  assert.equal(alone.errors[0]?.field, 'event_date')
  const batch = await ask('official_event/do/batch_update', { sids: [reply.sid], changes: { event_date: tomorrow } })
  assert.equal(batch.errors[0]?.field, 'event_date', batch.text)
  assert.equal((await listed('official_event', one.sid, 'event_date'))[0]?.event_date, `${today}`)
})

test('a document that would create an event cannot be recorded with a future date', async () => {
  const one = await examined()
  const form = new FormData()
  const given = { case_sid: one.sid, doc_type: String(await type('CN14')), direction: 'IN', issue_date: tomorrow }
  for (const [name, value] of Object.entries(given)) form.set(name, value)
  form.set('file', new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'], 'notice.pdf', { type: 'application/pdf' }))
  const headers = { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': 'en' }
  const answer = await app.inject({ method: 'POST', url: '/innoe-webapi/model/document/do/create', headers, payload: form })
  const { errors } = answer.json<{ errors: { field: string; reason: string }[] }>()
  assert.equal(errors[0]?.field, 'issue_date', answer.payload)
  assert.match(answer.payload, /is in the future/)
})

test('a fact known in advance is recorded, and opens its deadline on its day', async () => {
  const one = await patent({
    filing_date: `${today.subtract({ years: 4 })}`,
    grant_date: `${today.subtract({ years: 1 })}`,
    grant_no: 'CN115000111B',
    status: 'GRANTED',
  })
  const fact = await make('official_event', { case_sid: one.sid, code: 'LICENCE_EFFECTIVE', event_date: tomorrow })
  assert.equal(await deadlineOf(one.sid, 'CNP48'), undefined)
  await runMonitor(tenant)
  assert.deepEqual(
    (await listed('finding', one.sid, 'code', " AND status = 'OPEN'")).filter(({ code }) => code === 'EVENT_IN_FUTURE'),
    [],
  )
  await done('official_event/do/update', { sid: fact.sid, event_date: `${today}` })
  assert.equal((await deadlineOf(one.sid, 'CNP48'))?.status, 'OPEN')
})

test('a request for examination with a future date is refused on a filed case', async () => {
  const one = await patent({ filing_date: `${today.subtract({ months: 6 })}`, status: 'FILED' })
  const answer = await ask('patent/do/update', { sid: one.sid, sub_exam_date: tomorrow })
  assert.equal(answer.errors[0]?.field, 'sub_exam_date')
  assert.match(answer.text, /is in the future/)
})

test('a wrong filing date is refused only at the filing date, also where the actual submission or another day contradicts it', async () => {
  const day = (months: number) => `${today.subtract({ months })}`
  const one = await patent({ filing_date: day(30), submission_date: day(29), publication_date: day(12), status: 'PUBLISHED' })
  const faultsOf = async (changes: Record<string, unknown>) => {
    const { errors } = await ask('patent/do/update', { sid: one.sid, ...changes })
    return errors.map(({ field, label, reason }) => [field, label, reason])
  }
  const wrong = await faultsOf({ filing_date: day(28) })
  assert.deepEqual(
    wrong.map(([field, label]) => [field, label]),
    [['filing_date', 'Filing date']],
  )
  assert.match(String(wrong[0]?.[2]), /is after the Actual submission/)
  const early = await faultsOf({ submission_date: day(31) })
  assert.deepEqual(early[0]?.slice(0, 2), ['submission_date', 'Actual submission'])
  assert.match(String(early[0]?.[2]), /is before the Filing date/)
  const draft = await patent({ filing_date: day(30), status: 'FILED' })
  const ahead = await ask('patent/do/update', { sid: draft.sid, filing_date: tomorrow })
  assert.deepEqual(
    ahead.errors.map(({ field }) => field),
    ['filing_date'],
  )
})
