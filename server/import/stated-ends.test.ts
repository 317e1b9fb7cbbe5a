// What a file says of the end of a case that exists.
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done } = casesOf(call, as, 'en')
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
let made = 0
const patent = (status: string, more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `Case ${++made}`, patent_type: 'INVENTION', country: 'CN', filing_date: ago(900), status, ...more })
const GRANTED = { grant_date: ago(200) }

/** What the import did with a row that says this of the case, and its remarks. */
async function updated(one: Row, heading: string, said: string, closed = '') {
  const file = await workbook([['案号', heading, '结案日期'], [String(one.case_no), said, closed]]) // oxfmt-ignore
  const send = async (verb: string) => {
    const { status, data, message } = await sendFile(app, { path: `patent/do/${verb}`, token: as.token, file, name: 'states.xlsx', fields: { mode: 'update' }, lang: 'en' }) // oxfmt-ignore
    assert.equal(status, 200, message)
    return data
  }
  const { forecast, remarks } = await send('import_preview')
  const job = await jobEnded(tenant, (await send('import')).job_sid)
  const { updated: changed, skipped, rejected } = job.outcome as Record<string, number> // the counts of an import
  assert.deepEqual([forecast.updated, forecast.skipped, forecast.rejected], [changed, skipped, rejected], said)
  return { changed, skipped, said: remarks.map(({ reason }: { reason: string }) => reason).join('\n') as string }
}
const now = (one: Row) => done(`patent/${one.sid}`, undefined)
const findings = async ({ sid }: Row) =>
  (
    await done<{ record: Row[] }>('finding/do/search', {
      iql: `case_sid = '${sid}' AND code = 'STATUS_IN_FILE' AND status = 'OPEN'`,
      fl: 'words,words_en',
    })
  ).record

for (const [heading, said, from, more, to] of [
  ['法律状态', '撤回', 'SE', {}, 'WITHDRAWN'],
  ['法律状态', 'withdrawn', 'SE', {}, 'WITHDRAWN'],
  ['法律状态', '视为撤回', 'SE', {}, 'DEEMED_WITHDRAWN'],
  ['案件状态', '视为撤回', 'SE', {}, 'DEEMED_WITHDRAWN'],
  ['法律状态', '放弃', 'GRANTED', GRANTED, 'ABANDONED'],
  ['法律状态', 'abandoned', 'GRANTED', GRANTED, 'ABANDONED'],
  ['法律状态', '专利权终止', 'GRANTED', GRANTED, 'LAPSED'],
  ['法律状态', 'lapsed', 'GRANTED', GRANTED, 'LAPSED'],
  ['法律状态', '未缴年费终止', 'GRANTED', GRANTED, 'TERMINATED'],
  ['法律状态', 'expired', 'GRANTED', GRANTED, 'EXPIRED'],
  ['法律状态', '期限届满', 'GRANTED', GRANTED, 'EXPIRED'],
  ['法律状态', 'abandoned', 'US_EXAM', { country: 'US' }, 'US_ABANDONED'],
  ['法律状态', '撤回', 'EP_EXAM', { country: 'EP' }, 'EP_LOST'],
] as const)
  test(`“${said}” in a file with its day takes the transition of a case in ${from} to ${to}, with a remark`, async () => {
    const one = await patent(from, more)
    const asked = await updated(one, heading, said, ago(20))
    const { status, close_date, status_said } = await now(one)
    assert.deepEqual([status, close_date, status_said ?? null, asked.changed], [to, ago(20), null, 1], asked.said)
    assert.match(asked.said, /The status was changed to “[^”]+” as the file says, closed on /)
    assert.deepEqual(await findings(one), [])
    const open = await done<{ total: number }>('deadline/do/search', {
      iql: `case_sid = '${one.sid}' AND status = 'OPEN' AND kind = 'ANNUITY'`,
      fl: 'sid',
    })
    assert.equal(open.total, 0)
    const { record } = await done<{ record: { action: string }[] }>('patent/do/history', { sid: one.sid })
    assert.ok(record.some(({ action }) => action === 'TRANSITION'))
    assert.deepEqual((await updated(one, heading, said, ago(20))).skipped, 1)
  })

for (const [heading, said, from, more, to] of [
  ['案件状态', '驳回', 'SE', {}, 'REFUSED'],
  ['法律状态', '驳回', 'SE', {}, 'REFUSED'],
  ['法律状态', 'rejected', 'SE', {}, 'REFUSED'],
  ['法律状态', 'refused', 'SE', {}, 'REFUSED'],
  ['法律状态', 'refused, final', 'SE', {}, 'REFUSED_FINAL'],
  ['法律状态', 'Final Rejection', 'US_EXAM', { country: 'US' }, 'US_FINAL'],
  ['法律状态', '审查意见', 'SE', {}, 'OA'],
  ['法律状态', '撤回', 'SE', {}, 'WITHDRAWN'],
  ['法律状态', '无效', 'GRANTED', GRANTED, 'LAPSED'],
  ['法律状态', '全部无效', 'GRANTED', GRANTED, 'INVALID'],
  ['法律状态', 'expired', 'GRANTED', GRANTED, 'EXPIRED'],
] as const)
  test(`“${said}” in a file without a day leaves a case in ${from} as it is, and is a finding until a person settles it`, async () => {
    const one = await patent(from, more)
    const asked = await updated(one, heading, said)
    const { status, close_date, status_said } = await now(one)
    assert.deepEqual([status, close_date ?? null, status_said, asked.changed], [from, null, to, 1], asked.said)
    assert.match(asked.said, /it was not changed and stays “[^”]+” \(it is kept as the status according to a file/)
    const [finding] = await findings(one)
    assert.match(String(finding?.words), /导入的文件称案件状态为“.+”，案件仍为“/)
    assert.match(String(finding?.words_en), /An imported file says that the status is “.+”, but the case is “/)
    assert.equal((await updated(one, heading, said)).skipped, 1)
  })

test('a refusal with a day has no transition that closes a case in examination, so it stays a finding', async () => {
  const one = await patent('SE')
  await updated(one, '法律状态', 'rejected', ago(20))
  assert.deepEqual([(await now(one)).status, (await findings(one)).length], ['SE', 1])
})

test('a day in the future applies nothing', async () => {
  const one = await patent('SE')
  await updated(one, '法律状态', '撤回', `${today.add({ days: 3 })}`)
  assert.equal((await now(one)).status, 'SE')
})

test('the finding is settled by taking the status, by ending the case, or by clearing what the file said', async () => {
  for (const settle of [
    (sid: string) => done('patent/do/transition', { sid, transition: 'withdraw', close_date: ago(3) }),
    (sid: string) => done('patent/do/transition', { sid, transition: 'deem_withdrawn', close_date: ago(3) }),
    (sid: string) => done('patent/do/update', { sid, status_said: null }),
  ]) {
    const one = await patent('SE')
    await updated(one, '法律状态', '撤回')
    assert.equal((await findings(one)).length, 1)
    await settle(one.sid)
    assert.deepEqual([await findings(one), (await now(one)).status_said ?? null], [[], null])
  }
})

test('a case that has ended keeps its end, whatever a file says', async () => {
  const one = await patent('WITHDRAWN', { close_date: ago(100) })
  await updated(one, '法律状态', '驳回', ago(20))
  assert.deepEqual([(await now(one)).status, await findings(one)], ['WITHDRAWN', []])
})

test('taking back the import gives the case its state and its day back', async () => {
  const one = await patent('SE')
  const file = await workbook([['案号', '法律状态', '结案日期'], [String(one.case_no), '撤回', ago(20)]]) // oxfmt-ignore
  const { data } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: 'states.xlsx', fields: { mode: 'update' } })
  await jobEnded(tenant, data.job_sid)
  assert.equal((await now(one)).status, 'WITHDRAWN')
  await done('job/do/take_back', { sid: data.job_sid })
  const { status, close_date } = await now(one)
  assert.deepEqual([status, close_date ?? null], ['SE', null])
})

for (const [who, moving] of [
  ['not their states', undefined],
  ['the states of their own only', 'SELF'],
] as const)
  test(`whoever may change cases but ${who} leaves the end as a finding, and a grant undone`, async () => {
    const changer = await enrol('inventor', { role_sids: await rolesTo(moving) })
    const [one, other] = [await patent('SE'), await patent('SE')]
    const file = await workbook([['案号', '法律状态', '结案日期', '授权公告日', '授权公告号'], [String(one.case_no), '撤回', ago(20), '', ''], [String(other.case_no), '授权', '', ago(9), 'CN112345678B']]) // oxfmt-ignore
    const { data, message } = await sendFile(app, {
      path: 'patent/do/import',
      token: changer.token,
      file,
      name: 'states.xlsx',
      fields: { mode: 'update' },
    })
    assert.ok(data?.job_sid, message)
    await jobEnded(tenant, data.job_sid)
    const { status, status_said } = await now(one)
    assert.deepEqual([status, status_said], ['SE', 'WITHDRAWN'])
    assert.equal((await now(other)).status, 'SE')
  })

test('whoever may change the states of all cases by a role of its own takes the stated transition', async () => {
  const changer = await enrol('inventor', { role_sids: await rolesTo('ALL') })
  const one = await patent('SE')
  const file = await workbook([['案号', '法律状态', '结案日期'], [String(one.case_no), '撤回', ago(20)]]) // oxfmt-ignore
  const { data } = await sendFile(app, { path: 'patent/do/import', token: changer.token, file, name: 'states.xlsx', fields: { mode: 'update' } })
  await jobEnded(tenant, data.job_sid)
  assert.equal((await now(one)).status, 'WITHDRAWN')
})

type Scope = 'SELF' | 'ALL'

/** Roles to change every case by a file, and the states of those of a scope. */
async function rolesTo(moving: Scope | undefined) {
  const role = async (entities: readonly string[], verbs: readonly string[], data_scope: Scope) => {
    const { sid: role_sid } = await done(
      'role/do/create',
      { code: `changer${++made}`, name: `虚构改案人${made}`, weight: 40 },
      await enrol('system_admin'),
    )
    const grant = { role_sid, verbs: [...verbs], data_scope, version: 1, valid: true }
    for (const entity of entities)
      await tenant.db
        .insertInto('role_grant')
        .values({ sid: randomUUIDv7(), entity, ...grant })
        .execute()
    return role_sid
  }
  const all = ['patent', 'applicant', 'inventor', 'finding', 'job']
  const changing = await role(all, ['get', 'search', 'count', 'create', 'update', 'import'], 'ALL')
  return moving ? [changing, await role(['patent'], ['transition'], moving)] : [changing]
}
