import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from './monitor.ts'

const { app, call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (back: Temporal.DurationLike) => `${today.subtract(back)}`
const { ask, make, patent } = casesOf(call, as, 'en')
const list = async (model: string, iql: string, fl: string) =>
  (await call<{ record: Row[] }>(`${model}/do/search`, { iql, fl, rows: 100 }, { as })).data.record
const findings = async (sid: string) =>
  new Map(
    (await list('finding', `case_sid = '${sid}' AND status = 'OPEN'`, 'code,words,words_en')).map((row) => [String(row.code), String(row.words_en)]),
  )

for (const code of ['TYPO99', 'CN41X']) {
  test(`an event with the code ${code}, which is in no catalogue, is refused by its field in both languages`, async () => {
    const one = await patent({})
    for (const [lang, words] of [
      ['en', /not in the catalogue/],
      ['zh', /目录中没有/],
    ] as const) {
      const answer = await call('official_event/do/create', { case_sid: one.sid, code, event_date: ago({ days: 3 }) }, { as, lang })
      assert.equal(answer.errors[0]?.field, 'code')
      assert.match(answer.text, words)
    }
  })
}

for (const [what, of, code, from, at] of [
  ['a Chinese office action on a US case', { country: 'US', status: 'US_EXAM' }, 'CN14', 'China', 'United States'],
  [
    'a European examination report on a Chinese case',
    { country: 'CN', status: 'SE', se_entered_date: ago({ years: 1 }) },
    'EP3',
    'European Patent Office',
    'China',
  ],
] as const) {
  test(`${what} dockets nothing, and is a finding at once`, async () => {
    const one = await patent({ ...of, filing_date: ago({ years: 2 }) })
    await make('official_event', { case_sid: one.sid, code, event_date: ago({ days: 3 }) })
    const words = (await findings(one.sid)).get('NOTHING_DOCKETED') ?? ''
    assert.match(words, new RegExp(`${from}.*${at}`, 's'))
    assert.doesNotMatch(words, new RegExp(code))
  })
}

test('a notice that dockets something is no finding', async () => {
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }) })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 3 }) })
  assert.equal((await findings(one.sid)).has('NOTHING_DOCKETED'), false)
})

test('an official document without its type or its date is a finding: it dockets nothing, unless it is a mail or its copy does', async () => {
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }) })
  const upload = async (name: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ case_sid: one.sid, direction: 'IN', ...more })) form.set(field, value)
    form.set('file', new File(['%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'], name, { type: 'application/pdf' }))
    const headers = { host: 'localhost', authorization: `Bearer ${as.token}` }
    const answer = await app.inject({ method: 'POST', url: '/innoe-webapi/model/document/do/create', headers, payload: form })
    assert.equal(answer.statusCode, 200, answer.payload)
    return answer.json<{ data: { sid: string } }>().data.sid
  }
  const told = async () => (await findings(one.sid)).get('DOCUMENT_NOT_DOCKETED') ?? ''
  const sid = await upload('notice.pdf')
  assert.match(await told(), /notice\.pdf/)
  await tenant.db.updateTable('document').set({ source: 'MAIL_ARCHIVE', ext: 'eml', hash: 'a mail' }).where('sid', '=', sid).execute()
  await upload('copy.pdf')
  assert.match(await told(), /^(?!.*notice\.pdf).*copy\.pdf/, 'the mail itself is none')
  await upload('accepted.pdf', { doc_type: 'CN14', issue_date: ago({ days: 3 }) })
  assert.equal(await told(), '', 'the same paper is docketed')
})

test('an application whose office action is given up does not wait for the office', async () => {
  const one = await patent({
    status: 'SE',
    filing_date: ago({ years: 2 }),
    se_entered_date: ago({ years: 1 }),
    sub_exam_date: ago({ years: 1 }),
    sub_exam_requested: true,
  })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 3 }) })
  const open = await list('deadline', `case_sid = '${one.sid}' AND status = 'OPEN'`, 'kind,rule_id')
  for (const { sid } of open) assert.equal((await ask('deadline/do/transition', { sid, transition: 'waive', handled_reason: 'given up' })).code, 0)
  await runMonitor(tenant)
  assert.match((await findings(one.sid)).get('REPLY_GIVEN_UP') ?? '', /was waived/)
  const noted = await list('finding', `case_sid = '${one.sid}' AND code = 'WAITING_FOR_OFFICE' AND status != 'SETTLED'`, 'code')
  assert.equal(noted.length, 0)
})

test('a granted case of which every annuity is waived is a finding', async () => {
  const one = await patent({ status: 'GRANTED', filing_date: ago({ years: 5, months: 10 }), grant_date: ago({ years: 2 }), grant_no: 'CN117000001B' })
  const open = await list('deadline', `case_sid = '${one.sid}' AND status = 'OPEN' AND kind = 'ANNUITY'`, 'kind')
  for (const { sid } of open) assert.equal((await ask('deadline/do/transition', { sid, transition: 'waive', handled_reason: 'not used' })).code, 0)
  await runMonitor(tenant)
  assert.match((await findings(one.sid)).get('ANNUITIES_GIVEN_UP') ?? '', /in force/)
})

test('a European patent that was validated without a national or unitary case is a finding', async () => {
  const one = await patent({
    country: 'EP',
    status: 'EP_GRANTED',
    filing_date: ago({ years: 5 }),
    grant_date: ago({ months: 2 }),
    grant_no: 'EP3000001B1',
  })
  await make('official_event', { case_sid: one.sid, code: 'VALIDATION_DONE', event_date: ago({ days: 5 }) })
  await runMonitor(tenant)
  assert.match((await findings(one.sid)).get('VALIDATED_NOWHERE') ?? '', /national or unitary/)
})

test('nobody can delete a built-in type of document', async () => {
  const [type] = await list('document_type', "code = 'CN14'", 'code')
  const answer = await call(`document_type/do/delete/${type?.sid}`, {}, { as: await enrol('system_admin') })
  assert.notEqual(answer.code, 0)
})

test('a deadline or fee of the law is waived with a reason, and never deleted', async () => {
  const one = await patent({ status: 'GRANTED', filing_date: ago({ years: 5, months: 10 }), grant_date: ago({ years: 2 }), grant_no: 'CN117000002B' })
  const [deadline] = await list('deadline', `case_sid = '${one.sid}' AND status = 'OPEN' AND kind = 'ANNUITY'`, 'kind')
  const [fee] = await list('fee', `case_sid = '${one.sid}' AND status = 'PLANNED'`, 'fee_no')
  for (const [model, row] of [
    ['deadline', deadline],
    ['fee', fee],
  ] as const) {
    const answer = await call(`${model}/do/delete/${row?.sid}`, {}, { as, lang: 'en' })
    assert.match(answer.text, /waive|abandon/)
    assert.equal((await list(model, `sid = '${row?.sid}'`, 'sid')).length, 1)
    const { data } = await call<{ abilities: { verbs: string[] } }>(`${model}/${row?.sid}`, undefined, { as })
    assert.equal(data.abilities.verbs.includes('delete'), false)
  }
  assert.equal((await ask('fee/do/transition', { sid: fee?.sid, transition: 'cancel' })).errors[0]?.field, 'handled_reason')
  const own = await make('deadline', { case_sid: one.sid, name: 'own', kind: 'MONITOR', official_due: ago({ days: -20 }) })
  assert.equal((await call(`deadline/do/delete/${own.sid}`, {}, { as })).code, 0)
})

test('the daily list shows the docketed deadlines of each official document, and documents without any first', async () => {
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }) })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 3 }) })
  await make('official_event', { case_sid: one.sid, code: 'EP3', event_date: ago({ days: 3 }) })
  const { data, code } = await call<{ day: string; truncated: boolean; record: { case_sid: string; opened: number; closed: number }[] }>(
    'official_event/do/docketed',
    { day: `${today}` },
    { as },
  )
  assert.deepEqual([code, data.truncated], [0, false])
  const own = data.record.filter(({ case_sid }) => case_sid === one.sid)
  assert.deepEqual(
    own.map(({ opened, closed }) => [opened > 0, closed]),
    [
      [false, 0],
      [true, 0],
    ],
  )
  const inventor = await enrol('inventor')
  const seen = await call<{ record: unknown[] }>('official_event/do/docketed', { day: `${today}` }, { as: inventor })
  assert.equal(seen.code === 0 ? seen.data.record.length : 0, 0)
})

test('whoever records a document of another office reads at once, in the own language, that nothing is docketed', async () => {
  const one = await patent({ country: 'US', status: 'US_EXAM', filing_date: ago({ years: 2 }) })
  for (const [lang, days, words] of [
    ['en', 3, /“First office action” of .* is a document of China, but the case belongs to United States; it created no deadline/],
    ['zh', 2, /是中国的来文，本案属美国，没有产生任何期限/],
  ] as const) {
    const made = await call<{ warnings?: string[] }>(
      'official_event/do/create',
      { case_sid: one.sid, code: 'CN14', event_date: ago({ days }) },
      { as, lang },
    )
    assert.equal(made.data.warnings?.length, 1, made.text)
    assert.match(String(made.data.warnings?.[0]), words)
  }
})

test('what was found of an event or of a case without owner ends with its mending, not by night', async () => {
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }) })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 110 }) })
  const event = await make('official_event', { case_sid: one.sid, code: 'EP3', event_date: ago({ days: 3 }) })
  assert.ok((await findings(one.sid)).has('NOTHING_DOCKETED'))
  await tenant.db.updateTable('patent').set({ owner_sid: null }).where('sid', '=', one.sid).execute()
  await tenant.db.updateTable('deadline').set({ owner_sid: null }).where('case_sid', '=', one.sid).execute()
  await runMonitor(tenant)
  const before = await findings(one.sid)
  assert.deepEqual(['NOTHING_DOCKETED', 'NO_OWNER'].filter((code) => before.has(code)), ['NOTHING_DOCKETED', 'NO_OWNER']) // oxfmt-ignore
  assert.equal((await call(`official_event/do/delete/${event.sid}`, {}, { as })).code, 0)
  const [{ version } = { version: 0 }] = await list('patent', `sid = '${one.sid}'`, 'version')
  const mended = await ask('patent/do/update', { sid: one.sid, version, owner_sid: as.sid })
  assert.equal(mended.code, 0, mended.text)
  const after = await findings(one.sid)
  assert.deepEqual(
    ['NOTHING_DOCKETED', 'NO_OWNER'].filter((code) => after.has(code)),
    [],
  )
})

test('a document that dockets nothing comes before what only tidies a portfolio', async () => {
  for (let n = 0; n < 3; n++) await patent({ country: 'BR', status: 'FILED', filing_date: ago({ months: 2 }) })
  const one = await patent({ country: 'US', status: 'US_EXAM', filing_date: ago({ months: 2 }) })
  await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 3 }) })
  const { data } = await call<{ groups: { code: string }[] }>('finding/do/groups', {}, { as })
  const codes = data.groups.map(({ code }) => code)
  assert.ok(codes.indexOf('NOTHING_DOCKETED') < codes.indexOf('NO_RULES_FOR_OFFICE'), codes.join())
})

test('an event that had opened a deadline, corrected to a document of another office, is found and told at once', async () => {
  assert.equal((await call('date_confirmation/do/set_rule', { two_people: false }, { as: await enrol('system_admin') })).code, 0)
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), se_entered_date: ago({ years: 1 }) })
  const event = await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: ago({ days: 3 }) })
  const { data } = await call<{ warnings?: string[] }>('official_event/do/update', { sid: event.sid, code: 'EP3' }, { as, lang: 'en' })
  assert.match(String(data.warnings), /it created no deadline/)
  assert.equal((await findings(one.sid)).has('NOTHING_DOCKETED'), true)
})
