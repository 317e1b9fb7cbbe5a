import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { anyTable } from '../../database/pool.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../../records/context.ts'
import { runMonitor } from './monitor.ts'
import { findWithoutCase } from './without-case.ts'

const { call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')
const { done, make, patent } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (back: Temporal.DurationLike) => `${today.subtract(back)}`
const before = (back: Temporal.DurationLike) => `${ago(back)}T04:00:00Z`

async function told(case_sid: string | null) {
  const iql = `case_sid ${case_sid === null ? 'IS EMPTY' : `= '${case_sid}'`} AND status = 'OPEN'`
  const { record } = await done<{ record: Row[] }>('finding/do/search', { iql, fl: 'code,words,words_en', rows: 100 })
  return new Map(record.map(({ code, words, words_en }) => [String(code), { zh: String(words), en: String(words_en) }]))
}
async function checked(case_sid: string | null) {
  await runMonitor(tenant)
  return told(case_sid)
}
const update = async (model: string, { sid }: Row, values: object) => {
  const { version } = (await call<Row>(`${model}/${sid}`, undefined, { as })).data
  await done(`${model}/do/update`, { sid, version, ...values })
}
/** As if the case, and everything that people did to it, were so old. */
async function age(sid: string, back: Temporal.DurationLike) {
  await anyTable(tenant.db).updateTable('change_log').set({ created_at: before(back) }).where('record_sid', '=', sid).execute() // oxfmt-ignore
  for (const table of ['patent', 'proposal', 'case'])
    await anyTable(tenant.db).updateTable(table).set({ created_at: before(back) }).where('sid', '=', sid).execute() // oxfmt-ignore
}

for (const [what, more, isFound] of [
  ['an application filed long ago without any number', { status: 'PRELIM_PASSED', filing_date: ago({ months: 4 }) }, true],
  ['one that was filed of late', { status: 'FILED', filing_date: ago({ months: 2 }) }, false],
  ['one that was filed three months ago to the day', { status: 'FILED', filing_date: ago({ months: 3 }) }, false],
  ['one that was filed a day before that', { status: 'FILED', filing_date: `${today.subtract({ months: 3 }).subtract({ days: 1 })}` }, true],
  ['one with a publication number alone', { status: 'PRELIM_PASSED', filing_date: ago({ months: 20 }), publication_no: 'CN121000001A' }, false],
  ['a patent in force without any number', { status: 'GRANTED', filing_date: ago({ years: 3 }), grant_date: ago({ months: 1 }) }, true],
  ['a draft', { status: 'DRAFTING' }, false],
] as const)
  test(`${what} is ${isFound ? 'a finding until the number is entered' : 'no finding'}`, async () => {
    const one = await patent(more)
    const found = (await checked(one.sid)).get('NO_NUMBER')
    assert.equal(found !== undefined, isFound)
    if (!found) return
    assert.match(found.en, /no application number/)
    assert.match(found.zh, /没有申请号/)
    await update('patent', one, 'grant_date' in more ? { grant_no: 'CN117000009B' } : { publication_no: 'CN121000002A' })
    assert.equal((await told(one.sid)).has('NO_NUMBER'), false)
  })

for (const [what, model, more, isFound] of [
  [
    'an international application of a mark before its registration',
    'trademark',
    { country: 'WO', route: 'MADRID_INTL', status: 'MAD_ORIGIN', filing_date: ago({ months: 5 }) },
    false,
  ],
  [
    'a registered international mark',
    'trademark',
    { country: 'WO', route: 'MADRID_INTL', status: 'MAD_REGISTERED', filing_date: ago({ months: 9 }), reg_date: ago({ months: 2 }) },
    true,
  ],
  ['a mark at its office', 'trademark', { country: 'CN', status: 'TM_FILED', filing_date: ago({ months: 5 }) }, true],
  [
    'a unitary patent',
    'patent',
    {
      patent_type: 'INVENTION',
      country: 'EP',
      route: 'UNITARY',
      status: 'EP_GRANTED',
      filing_date: ago({ years: 5 }),
      grant_date: ago({ months: 1 }),
    },
    false,
  ],
  [
    'a national phase entered of late',
    'patent',
    {
      patent_type: 'INVENTION',
      country: 'BR',
      route: 'PCT_NATIONAL',
      status: 'FILED',
      filing_date: ago({ months: 32 }),
      entry_date: ago({ months: 2 }),
    },
    false,
  ],
  [
    'one entered long ago',
    'patent',
    {
      patent_type: 'INVENTION',
      country: 'BR',
      route: 'PCT_NATIONAL',
      status: 'FILED',
      filing_date: ago({ months: 40 }),
      entry_date: ago({ months: 9 }),
    },
    true,
  ],
  [
    'a division submitted of late',
    'patent',
    { patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date: ago({ years: 3 }), submission_date: ago({ months: 1 }) },
    false,
  ],
  [
    'software with the number of its certificate alone',
    'software',
    { version_no: '1', status: 'SW_REGISTERED', reg_date: ago({ months: 2 }), certificate_no: '软著登字第1234567号' },
    false,
  ],
  ['registered software without any number', 'software', { version_no: '2', status: 'SW_REGISTERED', reg_date: ago({ months: 2 }) }, true],
  [
    'a work before a foreign office',
    'copyright',
    { country: 'US', work_type: 'WRITTEN', status: 'SUBMITTED', submit_date: ago({ months: 7 }) },
    false,
  ],
] as const)
  // oxfmt-ignore
  test(`${what} without a number of its own is ${isFound ? 'a finding' : 'no finding'}`, async () => {
    const one = await make(model, { title: what, ...more })
    assert.equal((await checked(one.sid)).has('NO_NUMBER'), isFound)
  })

test('a deadline entered by hand that nobody owns, nor its case, is a finding until somebody is named', async () => {
  const one = await patent({ status: 'DRAFTING' })
  for (const table of ['patent', 'case']) await anyTable(tenant.db).updateTable(table).set({ owner_sid: null }).where('sid', '=', one.sid).execute() // oxfmt-ignore
  const own = await make('deadline', { case_sid: one.sid, name: 'Send the translation', kind: 'ACTION', official_due: ago({ months: -5 }) })
  assert.equal((await checked(one.sid)).has('NO_OWNER'), false, 'whoever enters it is its owner')
  await update('deadline', own, { owner_sid: null })
  assert.match((await checked(one.sid)).get('NO_OWNER')?.en ?? '', /Send the translation.*has no owner/)
  await update('deadline', own, { owner_sid: as.sid })
  assert.equal((await told(one.sid)).has('NO_OWNER'), false)
})

test('the owner of the case is reminded of a deadline without one', async () => {
  const one = await patent({ status: 'DRAFTING', owner_sid: as.sid })
  const own = await make('deadline', { case_sid: one.sid, name: 'Send the translation', kind: 'ACTION', official_due: ago({ months: -5 }) })
  await update('deadline', own, { owner_sid: null })
  assert.equal((await checked(one.sid)).has('NO_OWNER'), false)
})

test('a draft and a proposal without work for three months are findings until somebody works on them', async () => {
  const [one, proposal] = [await patent({ status: 'DRAFTING' }), await make('proposal', { title: 'A proposal of long ago' })]
  for (const { sid } of [one, proposal]) await age(sid, { months: 2 })
  for (const { sid } of [one, proposal]) assert.equal((await checked(sid)).has('LEFT_IN_PREPARATION'), false)
  for (const { sid } of [one, proposal]) await age(sid, { months: 4 })
  for (const { sid } of [one, proposal])
    assert.match((await checked(sid)).get('LEFT_IN_PREPARATION')?.zh ?? '', new RegExp(`自 ${ago({ months: 4 })} 起没有任何进展，案件仍为“.+”`))
  await update('patent', one, { title: 'Taken up again' })
  assert.equal((await told(one.sid)).has('LEFT_IN_PREPARATION'), false)
})

test('a draft that a coming deadline, a note or a document calls back is no finding, and neither is a proposal of which a case was made', async () => {
  const [dated, noted, made] = [await patent({ status: 'DRAFTING' }), await patent({ status: 'DRAFTING' }), await make('proposal', { title: 'Made' })]
  await make('deadline', { case_sid: dated.sid, name: 'File', kind: 'ACTION', official_due: ago({ days: -9 }) })
  await make('case_note', { case_sid: noted.sid, text: 'Waits for the samples' })
  for (const { sid } of [dated, noted, made]) await age(sid, { months: 5 })
  await anyTable(tenant.db).updateTable('proposal').set({ status: 'CASE_CREATED' }).where('sid', '=', made.sid).execute() // oxfmt-ignore
  for (const { sid } of [dated, noted, made]) assert.equal((await checked(sid)).has('LEFT_IN_PREPARATION'), false)
})

test('a draft with the agency, or with a task of a coming day, is no finding', async () => {
  const [accepted, drafted, tasked, done_] = [await patent({ status: 'DRAFTING' }), await patent({ status: 'DRAFTING' }), await patent({ status: 'DRAFTING' }), await patent({ status: 'DRAFTING' })] // oxfmt-ignore
  const row = { version: 1, valid: true, company_sid: as.company, created_by: as.sid, created_at: before({ months: 5 }) }
  const add = async (table: string, values: object) =>
    anyTable(tenant.db).insertInto(table).values({ ...row, sid: randomUUIDv7(), ...values }).execute() // oxfmt-ignore
  const order = { title: 'Draft', kind: 'FILING', engineer_sid: as.sid }
  await add('agency_instruction', { ...order, case_sid: accepted.sid, status: 'ACCEPTED', updated_at: before({ days: 6 }) })
  await add('agency_instruction', {
    ...order,
    case_sid: drafted.sid,
    status: 'DRAFTING',
    draft_due: ago({ days: -8 }),
    updated_at: before({ months: 5 }),
  })
  const job = { title: 'Ask for the samples', task_type: 'OTHER', priority: 'MID', assignee_sid: as.sid, updated_at: before({ months: 5 }) }
  await add('task', { ...job, case_sid: tasked.sid, status: 'TODO', due_date: ago({ days: -8 }) })
  await add('task', { ...job, case_sid: done_.sid, status: 'DONE', due_date: ago({ days: -8 }) })
  for (const { sid } of [accepted, drafted, tasked, done_]) await age(sid, { months: 5 })
  for (const { sid } of [accepted, drafted, tasked]) assert.equal((await checked(sid)).has('LEFT_IN_PREPARATION'), false)
  assert.equal((await told(done_.sid)).has('LEFT_IN_PREPARATION'), true)
})

test('received notices and mails that nobody decides on are findings of their case, or of none, and end with the decision', async () => {
  const one = await patent({ status: 'SE', filing_date: ago({ years: 2 }), application_no: '202410123456.X' }).catch(() =>
    patent({ status: 'DRAFTING' }),
  )
  const row = { version: 1, valid: true, company_sid: as.company, created_by: as.sid, updated_at: before({ days: 20 }) }
  const notice = async (case_sid: string | null, back: Temporal.DurationLike) => {
    const sid = randomUUIDv7()
    await anyTable(tenant.db).insertInto('notice_intake').values({ ...row, sid, case_sid, state: 'UNSURE', original_name: 'n.pdf', created_at: before(back) }).execute() // oxfmt-ignore
    return sid
  }
  await notice(one.sid, { days: 10 })
  assert.equal((await checked(one.sid)).has('NOTICE_WAITS'), false)
  const [own, without] = [await notice(one.sid, { days: 40 }), await notice(null, { days: 40 })]
  const mail = randomUUIDv7()
  await anyTable(tenant.db).insertInto('archived_mail').values({ ...row, sid: mail, state: 'UNMATCHED', subject: 'Notice', created_at: before({ days: 40 }), received_at: before({ days: 40 }) }).execute() // oxfmt-ignore
  assert.match((await checked(one.sid)).get('NOTICE_WAITS')?.zh ?? '', new RegExp(`1 份未处理（最早 ${ago({ days: 40 })} 收到）`))
  const admin = await told(null)
  assert.match(admin.get('NOTICE_WAITS')?.zh ?? '', /1 份未处理/)
  assert.match(admin.get('MAIL_WAITS')?.en ?? '', /1 mail waits/)
  await done('notice_intake/do/reject', { sid: own, reason: 'copy' })
  assert.equal((await told(one.sid)).has('NOTICE_WAITS'), false)
  await done('notice_intake/do/reject', { sid: without, reason: 'copy' })
  await done('archived_mail/do/dismiss', { sid: mail, reason: 'an advertisement' })
  const after = await told(null)
  assert.deepEqual(['NOTICE_WAITS', 'MAIL_WAITS'].filter((code) => after.has(code)), []) // oxfmt-ignore
})

const WAITING = ['NOTICE_WAITS', 'MAIL_WAITS']
const waits = { version: 1, valid: true, company_sid: as.company, created_by: as.sid, created_at: before({ days: 40 }), updated_at: before({ days: 40 }) } // oxfmt-ignore

async function waitingMail(subject: string) {
  const sid = randomUUIDv7()
  await anyTable(tenant.db).insertInto('archived_mail').values({ ...waits, sid, state: 'UNMATCHED', subject, received_at: waits.created_at }).execute() // oxfmt-ignore
  return sid
}

async function waitingNotice(state: string, case_sid: string | null) {
  const sid = randomUUIDv7()
  await anyTable(tenant.db).insertInto('notice_intake').values({ ...waits, sid, case_sid, state, original_name: 'n.pdf' }).execute() // oxfmt-ignore
  return sid
}

test('the second copy of a notice is no finding', async () => {
  const one = await patent({ status: 'DRAFTING' })
  const [copy, without] = [await waitingNotice('TWICE', one.sid), await waitingNotice('TWICE', null)]
  assert.deepEqual([...(await checked(one.sid)).keys()].filter((code) => WAITING.includes(code)), []) // oxfmt-ignore
  assert.deepEqual([...(await told(null)).keys()].filter((code) => WAITING.includes(code)), []) // oxfmt-ignore
  await anyTable(tenant.db).deleteFrom('notice_intake').where('sid', 'in', [copy, without]).execute() // oxfmt-ignore
})

test('a notice that is deleted ends the finding that it waits', async () => {
  const one = await patent({ status: 'DRAFTING' })
  const [own, without] = [await waitingNotice('UNSURE', one.sid), await waitingNotice('UNSURE', null)]
  assert.equal((await checked(one.sid)).has('NOTICE_WAITS'), true)
  assert.equal((await told(null)).has('NOTICE_WAITS'), true)
  for (const sid of [own, without]) await done('notice_intake/do/delete', { sid })
  assert.deepEqual([(await told(one.sid)).has('NOTICE_WAITS'), (await told(null)).has('NOTICE_WAITS')], [false, false])
})

test('the last mails that are dismissed at the same time end the finding that they wait', async () => {
  const mails = [await waitingMail('One'), await waitingMail('Two'), await waitingMail('Three')]
  assert.match((await checked(null)).get('MAIL_WAITS')?.en ?? '', /^3 mails wait/)
  await Promise.all(mails.map((sid) => done('archived_mail/do/dismiss', { sid, reason: 'an advertisement' })))
  assert.equal((await told(null)).has('MAIL_WAITS'), false)
})

test('a finding without a case that is stored twice is settled but for one, and none is open when nothing waits', async () => {
  const mail = await waitingMail('Again')
  await runMonitor(tenant)
  const stored = () => anyTable(tenant.db).selectFrom('finding').selectAll().where('case_sid', 'is', null).where('code', '=', 'MAIL_WAITS').execute() // oxfmt-ignore
  const [first] = await stored()
  assert.ok(first)
  await anyTable(tenant.db).insertInto('finding').values({ ...first, sid: randomUUIDv7() }).execute() // oxfmt-ignore
  await runMonitor(tenant)
  assert.deepEqual((await stored()).map(({ status }) => status).toSorted(), ['OPEN', 'SETTLED']) // oxfmt-ignore
  await done('archived_mail/do/dismiss', { sid: mail, reason: 'an advertisement' })
  assert.deepEqual((await stored()).map(({ status }) => status), ['SETTLED', 'SETTLED']) // oxfmt-ignore
})

test('the checks of two nights at once write the first finding without a case once', async () => {
  await anyTable(tenant.db).deleteFrom('finding').where('case_sid', 'is', null).where('code', 'in', WAITING).execute() // oxfmt-ignore
  const mail = await waitingMail('Twice')
  const ctx = systemContext(tenant)
  await Promise.all([1, 2, 3].map(() => inTransaction(ctx, (tx) => findWithoutCase(tx))))
  const rows = await anyTable(tenant.db).selectFrom('finding').select('sid').where('case_sid', 'is', null).where('code', '=', 'MAIL_WAITS').execute() // oxfmt-ignore
  assert.equal(rows.length, 1)
  await done('archived_mail/do/dismiss', { sid: mail, reason: 'an advertisement' })
})
