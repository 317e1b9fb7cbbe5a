import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { anyTable } from '../../database/pool.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from './monitor.ts'

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

test('a deadline entered by hand without an owner is a finding, also where the case has one, until somebody is named', async () => {
  const one = await patent({ status: 'DRAFTING', owner_sid: as.sid })
  const own = await make('deadline', { case_sid: one.sid, name: 'Send the translation', kind: 'ACTION', official_due: ago({ months: -5 }) })
  assert.equal((await checked(one.sid)).has('NO_OWNER'), false, 'whoever enters it is its owner')
  await update('deadline', own, { owner_sid: null })
  assert.match((await checked(one.sid)).get('NO_OWNER')?.en ?? '', /Send the translation.*has no owner/)
  await update('deadline', own, { owner_sid: as.sid })
  assert.equal((await told(one.sid)).has('NO_OWNER'), false)
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
