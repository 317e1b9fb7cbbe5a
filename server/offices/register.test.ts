// What an answer of the EPO register says, and how the acts that it reports become official events, through the API.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { epCheckDigit } from '../../model/cases/numbers/ep.ts'
import { asking, type Person, testServer } from '../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import { readRegister } from './epo-answer.ts'
import type { Entry } from './said.ts'
import { keepReports } from './reports.ts'

const { tenant, call, enrol } = await testServer()
const [admin, engineer, inventor] = [await enrol('system_admin'), await enrol('ip_engineer'), await enrol('inventor')]
const { ask, ok } = asking(call, engineer)

/** An answer of the EPO of October 2025, without people and addresses. */
const RECORDED = readFileSync(new URL('../../tests/fixtures/offices/epo-register.xml', import.meta.url), 'utf8')
const NUMBER = 'EP10167109'

type Row = Record<string, unknown> & { sid: string; status: string }
type Ref = { sid: string; name: string } | null
const numbered = (body: string) => `EP${body}.${epCheckDigit(body)}`
const patent = async (body: string) =>
  (await ok('patent/do/create', { title: '虚构装置', country: 'EP', patent_type: 'INVENTION', application_no: numbered(body), filing_date: '2010-06-24' })).sid // oxfmt-ignore

async function entriesOf(text: string): Promise<readonly Entry[]> {
  const said = await readRegister(Buffer.from(text), NUMBER)
  assert.ok('entries' in said, JSON.stringify(said))
  return said.entries
}

/** As a run of the comparison does. */
async function report(case_sid: string, text = RECORDED) {
  const { company_sid } = await tenant.db.selectFrom('patent').select('company_sid').where('sid', '=', case_sid).executeTakeFirstOrThrow()
  const entries = await entriesOf(text)
  return inTransaction({ ...systemContext(tenant), source: 'sync' }, (tx) =>
    keepReports(tx, { case_sid, company_sid, entries, source: 'EPO OPS', day: tx.today }),
  )
}
const reportsOf = async (case_sid: string, iql = 'event_date IS NOT EMPTY', as: Person = engineer) =>
  (await ok<{ record: Row[] }>('office_report/do/search', { fl: ['sid', 'status', 'office_code', 'event_date', 'said', 'doc_type', 'limit_months', 'event_sid', 'near_event_sid'], iql: `case_sid = '${case_sid}' AND ${iql} ORDER BY event_date DESC`, rows: 100 }, as)).record // oxfmt-ignore
const countOf = async (model: string, case_sid: string) => (await ok<{ total: number }>(`${model}/do/search`, { fl: ['sid'], iql: `case_sid = '${case_sid}'`, rows: 1 })).total // oxfmt-ignore
const take = (sid: string, transition: string, more: object = {}, as: Person = engineer) =>
  ask<Row>('office_report/do/transition', { sid, transition, ...more }, as)

test('what the register says is read of its latest publications; a date that is none is left out', async () => {
  const read = async (text: string) => {
    const said = await readRegister(Buffer.from(text), NUMBER)
    return 'told' in said ? said.told : said
  }
  assert.deepEqual(await read(RECORDED.replace('>20191127<', '>20190231<')), { title: 'BLUETOOTH NETWORKING', filing_date: '2010-06-24', publication_no: 'EP2400812A1', publication_date: '2011-12-28', grant_no: 'EP2400812B1', grant_date: null }) // oxfmt-ignore
  // Such a text cannot be stored, and would end the whole run.
  const odd = await read(RECORDED.replaceAll('BLUETOOTH NETWORKING', `\0${'a'.repeat(254)}&#x1F600;`))
  assert.ok('title' in odd && odd.title?.startsWith('aaa') && odd.title.isWellFormed() && !odd.title.includes('\0'), JSON.stringify(odd))
  const searchOnly = await read(RECORDED.replace('>A1<', '>A3<').replace('>B1<', '>B2<'))
  assert.deepEqual('title' in searchOnly && [searchOnly.publication_no, searchOnly.grant_no], [null, null])
})

test('[2.33] the register reports acts with the day of the act; only those are named by a kind of document that surely have one', async () => {
  const entries = await entriesOf(RECORDED)
  const named = entries.filter(({ act }) => act).map(({ act, day, months }) => [act, day, months])
  assert.deepEqual(named, [
    ['EP3', '2017-02-01', 4],
    ['EP_REPLY', '2017-06-01', null],
    ['EP3', '2018-03-15', 6],
    ['EP_REPLY', '2018-08-24', null],
    ['EP3', '2019-01-03', 4],
    ['EP_REPLY', '2019-05-09', null],
    ['EP4', '2019-06-27', null],
    ['EXAM_REQUEST', '2012-06-06', null],
    ['EP1', '2011-03-30', null],
  ])
  const others = entries.filter(({ act }) => !act).map(({ said }) => said)
  assert.ok(others.includes('Renewal fee payment, year 10 (date of payment)') && others.includes('Lapse of the patent in a contracting state'), others.join()) // oxfmt-ignore
  // What only notes an entry on a later day is not a second act.
  assert.deepEqual(
    others.filter((said) => /New entry|First examination report|Publication in section/.test(said)),
    [],
  )
  // The register numbers its entries anew, and hostile or half ones are left out.
  const again = await entriesOf(RECORDED.replace(/id="(?:STEP|EVT|RENEWAL)_[^"]*"/g, 'id="STEP_1"'))
  assert.deepEqual(again, entries)
  const odd = await entriesOf(RECORDED.replace('>20190103<', '>20190231<').replace('<ns3:procedural-step-code>IGRA<', '<ns3:procedural-step-code>&lt;script&gt;<')) // oxfmt-ignore
  assert.deepEqual(
    odd.filter(({ day, act }) => day === '2019-01-03' || act === 'EP4'),
    [],
  )
  const mentioned = await entriesOf(RECORDED.replace('>0009210<', '>0009013<'))
  assert.deepEqual(mentioned.filter(({ act }) => act === 'SEARCH_PUBLISHED').map(({ day }) => day), ['2019-11-27']) // oxfmt-ignore
})

test('[2.33] what the office reports creates nothing until a person accepts it; then its event, state, deadlines and history are those of any event', async () => {
  const sid = await patent('10167109')
  const day = Temporal.Now.plainDateISO('Asia/Shanghai').subtract({ days: 10 }).toString()
  const recent = RECORDED.replace('>20190103<', `>${day.replaceAll('-', '')}<`)
  const before = await countOf('deadline', sid)
  assert.equal(await report(sid, recent), 9)
  assert.deepEqual([await countOf('official_event', sid), await countOf('deadline', sid)], [0, before])
  const [first] = await reportsOf(sid, "office_code = 'EXRE/DATE_OF_DISPATCH'")
  assert.ok(first)
  assert.deepEqual([first.status, first['event_date'], first['doc_type'], first['limit_months']], ['PROPOSED', day, 'EP3', 4])
  assert.equal((await take(first.sid, 'accept', {}, inventor)).status, 403)
  const accepted = await take(first.sid, 'accept')
  assert.equal(accepted.data?.status, 'ACCEPTED', accepted.text)
  const event = await ok(`official_event/${(accepted.data['event_sid'] as Ref)?.sid}`)
  assert.deepEqual([event['code'], event['event_date'], event['direction']], ['EP3', day, 'IN'])
  assert.match(String(event['remark']), /EPO OPS: EXRE/)
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { fl: ['sid', 'name_en'], iql: `case_sid = '${sid}' AND status = 'OPEN'` }) // oxfmt-ignore
  assert.ok(
    record.some(({ name_en }) => /Art. 94\(3\)/.test(String(name_en))),
    JSON.stringify(record),
  )
  const history = await ok<{ record: { action: string; created_by: Ref }[] }>('office_report/do/history', { sid: first.sid })
  assert.ok(history.record.some(({ action, created_by }) => action === 'TRANSITION' && created_by?.sid === engineer.sid))
  // Read again, it stays accepted, and nothing is proposed twice.
  assert.equal(await report(sid, recent), 8)
  assert.equal((await reportsOf(sid, `sid = '${first.sid}'`))[0]?.status, 'ACCEPTED')
})

test('[2.33] an event that is on record already is seen, also when it was entered by hand since, and one of a near day is named', async () => {
  const sid = await patent('10167117')
  const enter = async (code: string, event_date: string) => (await ok('official_event/do/create', { case_sid: sid, code, event_date })).sid
  const [typed, near] = [await enter('EP1', '2011-03-30'), await enter('EP3', '2019-01-05')]
  await report(sid)
  const all = await reportsOf(sid)
  const of = (code: string, day: string) => all.find(({ office_code, event_date }) => office_code === code && event_date === day)
  const known = of('search-report-mailed', '2011-03-30')
  assert.deepEqual([known?.status, (known?.['event_sid'] as Ref)?.sid], ['KNOWN', typed])
  const other = of('EXRE/DATE_OF_DISPATCH', '2019-01-03')
  assert.deepEqual([other?.status, (other?.['near_event_sid'] as Ref)?.sid], ['PROPOSED', near])
  const reply = of('EXRE/DATE_OF_REPLY', '2017-06-01')
  const own = await enter('EP_REPLY', '2017-06-01')
  const events = await countOf('official_event', sid)
  const { data } = await take(String(reply?.sid), 'accept')
  assert.deepEqual([data.status, (data['event_sid'] as Ref)?.sid, await countOf('official_event', sid)], ['KNOWN', own, events])
  // Taken back by hand, it is proposed again; what the register no longer says is no longer proposed.
  await ok('official_event/do/delete', { sid: typed })
  await report(sid, RECORDED.replace('>20180315<', '>20180316<'))
  const now = await reportsOf(sid, "office_code IN ('search-report-mailed', 'EXRE/DATE_OF_DISPATCH')")
  assert.deepEqual(now.map(({ event_date, status }) => [event_date, status]), [['2019-01-03', 'PROPOSED'], ['2018-03-16', 'PROPOSED'], ['2018-03-15', 'GONE'], ['2017-02-01', 'PROPOSED'], ['2011-03-30', 'PROPOSED']]) // oxfmt-ignore
})

test('[2.33] an entry without sure counterpart becomes what a person says; what is dismissed stays so with its reason, and may be decided again', async () => {
  const sid = await patent('10167118')
  await report(sid)
  const [lapse] = await reportsOf(sid, "office_code = '0009250'")
  assert.deepEqual([lapse?.status, lapse?.['doc_type']], ['OTHER', null])
  const faultsOf = async (more: object) => (await take(String(lapse?.sid), 'accept', more)).errors.map(({ field }) => field)
  assert.deepEqual([await faultsOf({}), await faultsOf({ doc_type: 'NO_SUCH' })], [['doc_type'], ['doc_type']])
  const chosen = await take(String(lapse?.sid), 'accept', { doc_type: 'VALIDATION_DONE' })
  assert.equal(chosen.data?.status, 'ACCEPTED', chosen.text)
  const [second] = await reportsOf(sid, "office_code = 'EXRE/DATE_OF_DISPATCH'")
  assert.ok(second)
  assert.deepEqual((await take(second.sid, 'dismiss')).errors.map(({ field }) => field), ['dismiss_reason']) // oxfmt-ignore
  const dismissed = await take(second.sid, 'dismiss', { dismiss_reason: '虚构：本案由他人处理' })
  assert.deepEqual([dismissed.data.status, (dismissed.data['decided_by'] as Ref)?.sid], ['DISMISSED', engineer.sid])
  await report(sid)
  assert.equal((await reportsOf(sid, `sid = '${second.sid}'`))[0]?.status, 'DISMISSED')
  assert.equal((await take(second.sid, 'reopen')).data.status, 'PROPOSED')
})

test('reports are not made by hand, and are accepted by those who may record events, or not at all', async () => {
  const sid = await patent('10167119')
  await report(sid)
  assert.notEqual((await ask('office_report/do/create', { case_sid: sid }, admin)).code, 0)
  const role = await ok('role/do/create', { code: 'reads_reports', name: 'reads_reports' }, admin)
  const grant = (more: object) => ok('role_grant/do/create', { role_sid: role.sid, data_scope: 'ALL', ...more }, admin)
  await grant({ entity: 'office_report', verbs: ['get', 'search', 'transition'] })
  await grant({ entity: 'patent', verbs: ['get', 'search'] })
  const reader = await enrol('ip_engineer', { role_sids: [role.sid] })
  const [one] = await reportsOf(sid, "status = 'PROPOSED'", reader)
  assert.ok(one)
  assert.equal((await take(one.sid, 'accept', {}, reader)).status, 403)
  assert.deepEqual([(await reportsOf(sid, `sid = '${one.sid}'`))[0]?.status, await countOf('official_event', sid)], ['PROPOSED', 0])
})
