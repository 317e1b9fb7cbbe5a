// Japan and Korea count annuities from the day of registration. Lists state that day, the day of the gazette, or one of them under the name of the grant.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { startOn } from '../../tests/harness/today.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

startOn('2026-11-28')
const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done } = casesOf(call, as, 'en')
const { db } = tenant

/** The stored case of a file of one row, with the remarks of the preview and the codes of its findings. */
async function imported(headings: readonly string[], cells: readonly string[]) {
  const file = await workbook([[...headings], [...cells]])
  const send = (verb: string) => sendFile(app, { path: `patent/do/${verb}`, token: as.token, file, name: 'registered.xlsx', lang: 'en' })
  const { data: preview } = await send('import_preview')
  const { ok, errors } = await jobEnded(tenant, (await send('import')).data.job_sid)
  assert.equal(ok, 1, JSON.stringify(errors))
  const row = await db.selectFrom('patent').selectAll().orderBy('sid', 'desc').limit(1).executeTakeFirstOrThrow()
  const found = await db.selectFrom('finding').select('code').where('case_sid', '=', row.sid).execute()
  const annuities = await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${row.sid}' AND kind = 'ANNUITY' ORDER BY official_due`, fl: 'official_due,rule_id' }) // oxfmt-ignore
  return {
    row,
    annuity: annuities.record[0],
    remarks: preview.remarks.map(({ reason }: { reason: string }) => reason).join('\n') as string,
    codes: found.map(({ code }) => code),
    fees: await db.selectFrom('fee').select('sid').where('case_sid', '=', row.sid).where('annuity_year', '>', 3).execute(),
  }
}

const FILED = ['2022-03-10', '2024-05-20', '2024-06-03'] as const // filed, registered, published in the gazette
const JAPAN = ['発明の名称', '出願番号', '出願日', '登録番号']

for (const [country, headings, cells] of [
  [
    'KR',
    ['발명의명칭', '출원번호', '출원일자', '등록번호', '등록일자', '심사진행상태'],
    ['등록 타이어', '10-2022-0012345', '2022.03.10', '10-2477311', '2024.05.20', '등록결정(일반)'],
  ],
  ['JP', [...JAPAN, '登録日', '公知日', '文献番号'], ['登録光学系', '特願2022-012345', '2022/03/10', '特許7654321', '2024/05/20', '', '']],
  [
    'JP',
    ['Title', 'Country', 'Application no.', 'Filing date', 'Grant no.', 'Registration date', 'Status'],
    ['Registered lens', 'JP', 'JP2022-012346', '2022-03-10', 'JP7654322', '2024-05-20', 'granted'],
  ],
  [
    'KR',
    ['名称', '国家/地区', '申请号', '申请日', '注册日', '法律状态'],
    ['已注册的轮胎', 'KR', '10-2022-0012347', '2022-03-10', '2024-05-20', '授权'],
  ],
] as const)
  // oxfmt-ignore
  test(`the column “${headings.find((one) => /등록일자|登録日|Registration date|注册日/.test(one))}” of a file is the day of registration in ${country}`, async () => {
    const { row, annuity, codes } = await imported(headings, cells)
    assert.deepEqual([row.country, row.filing_date, row.register_date, row.grant_date, row.status], [country, FILED[0], FILED[1], FILED[1], 'JP_GRANTED'])
    assert.equal(annuity?.official_due, '2027-05-20')
    assert.ok(!codes.includes('MISSING_REGISTER_DATE'))
  })

test('where a file states the registration and another grant date, the right is granted on the registration, and the other day is told', async () => {
  const { row, annuity, remarks } = await imported(
    ['Title', 'Country', 'Application no.', 'Filing date', 'Grant date', 'Registration date', 'Status'],
    ['Both days', 'KR', '10-2022-0012348', '2022-03-10', FILED[2], FILED[1], 'granted'],
  )
  assert.deepEqual([row.grant_date, row.register_date, annuity?.official_due], [FILED[1], FILED[1], '2027-05-20'])
  assert.match(remarks, /the grant date 2024-06-03 of the file was not imported/)
})

for (const country of ['JP', 'KR'] as const)
  test(`a grant date without a registration date is kept as said in ${country}: no annuity is counted from it, and a finding asks for the registration`, async () => {
    const number = country === 'JP' ? 'JP2022-012349' : '10-2022-0012349'
    const { row, annuity, remarks, codes, fees } = await imported(
      ['Title', 'Country', 'Application no.', 'Filing date', 'Grant date', 'Status'],
      [`Gazette of ${country}`, country, number, '2022-03-10', FILED[2], 'granted'],
    )
    assert.deepEqual([row.grant_date, row.register_date, row.status], [FILED[2], null, 'JP_GRANTED'])
    assert.deepEqual([annuity, fees], [undefined, []])
    assert.match(remarks, /the file states the grant date 2024-06-03 but no registration date, which is left empty/)
    assert.match(String(row.data_source), /but no registration date/)
    assert.ok(codes.includes('MISSING_REGISTER_DATE'), codes.join())
    const entered = await done<Row>('patent/do/update', { sid: row.sid, version: row.version, register_date: FILED[1] })
    const after = await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${row.sid}' AND kind = 'ANNUITY' AND status = 'OPEN'`, fl: 'official_due' }) // oxfmt-ignore
    assert.deepEqual([entered.register_date, after.record.map(({ official_due }) => official_due).toSorted()[0]], [FILED[1], '2027-05-20'])
  })

test('offices that grant by publication take a registration date as the day of the grant', async () => {
  const headings = ['Title', 'Country', 'Application no.', 'Filing date', 'Registration date', 'Status']
  const { row } = await imported(headings, ['Registered here', 'US', '17/654,321', '2022-03-10', FILED[1], 'granted'])
  assert.deepEqual([row.grant_date, row.register_date, row.status], [FILED[1], null, 'US_GRANTED'])
  const both = await imported([...headings, 'Grant date'], ['Registered there', 'US', '17/654,322', '2022-03-10', FILED[1], 'granted', FILED[2]])
  assert.equal(both.row.grant_date, FILED[2])
  assert.match(both.remarks, /the date of registration, 2024-05-20, was not imported: the file also says 2024-06-03/)
})
