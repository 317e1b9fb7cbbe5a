import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { anyTable } from '../database/pool.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager', { name: '经理甲', name_en: 'Manager One', job_number: 'M1' })

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { data, message, errors } = await call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${message} ${JSON.stringify(errors)}`)
  return data.sid
}

const applicants = [
  await make('applicant', { name: '甲公司', name_en: 'Alpha, Inc. [CN]', applicant_kind: 'COMPANY', country: 'CN' }),
  await make('applicant', { name: '乙大学', applicant_kind: 'UNIVERSITY', country: 'CN' }),
]
// Two inventors of one English name; two of one Chinese name, distinguished by their numbers.
const inventors = [
  await make('inventor', { name: '张三', name_en: 'Zhang San' }),
  await make('inventor', { name: '章伞', name_en: 'Zhang San' }),
  await make('inventor', { name: '同名', name_en: 'Tong Ming', employee_no: 'E1' }),
  await make('inventor', { name: '同名', name_en: 'Tong Ming', employee_no: 'E2' }),
]

for (const [case_no, first, second] of [
  ['N-1', 0, 1],
  ['N-2', 2, 3],
  ['N-3', 3, 0],
] as const)
  await make('patent', {
    case_no,
    title: `壳体 ${case_no}`,
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: manager.sid,
    applicants: applicants.map((applicant_sid, at) => ({ applicant_sid, share_pct: at === 0 ? '40' : '60' })),
    inventors: [inventors[first], inventors[second]].map((inventor_sid) => ({ inventor_sid, contribution_pct: '50' })),
  })

const FL = ['case_no', 'title', 'patent_type', 'country', 'owner_sid', 'applicants', 'inventors']

async function exported(lang: 'zh' | 'en', format: 'xlsx' | 'csv', fl: readonly string[] = FL) {
  const { data, message } = await call<{ job_sid: string }>('patent/do/export', { fl, format, iql: 'case_no LIKE "N-%" ORDER BY case_no' }, { as: manager, lang }) // oxfmt-ignore
  assert.ok(data?.job_sid, message)
  assert.equal((await jobEnded(tenant, data.job_sid)).state, 'DONE')
  const { data: job } = await call<{ result_url: string }>(`job/${data.job_sid}`, undefined, { as: manager })
  return app.inject({ url: job.result_url, headers: { authorization: `Bearer ${manager.token}` } })
}

const NAMES = {
  zh: {
    owner: '经理甲 (M1)',
    applicants: ['甲公司 [份额: 40.00]', '乙大学 [份额: 60.00]'],
    inventors: [
      ['张三', '章伞'],
      ['同名 (E1)', '同名 (E2)'],
      ['同名 (E2)', '张三'],
    ],
  },
  en: {
    owner: 'Manager One (M1)',
    applicants: ['Alpha, Inc. [CN] [Share %: 40.00]', '乙大学 [Share %: 60.00]'],
    inventors: [
      ['Zhang San', '章伞'],
      ['Tong Ming (E1)', 'Tong Ming (E2)'],
      ['Tong Ming (E2)', 'Zhang San'],
    ],
  },
} as const

/** Sid and version of every row that a second reading of the file could double or change. */
async function state() {
  const tables = ['patent', 'applicant', 'inventor', 'user_info']
  return Promise.all(tables.map((table) => anyTable(tenant.db).selectFrom(table).select(['sid', 'version']).orderBy('sid').execute()))
}

for (const lang of ['zh', 'en'] as const) {
  const { owner, applicants: firms, inventors: people } = NAMES[lang]
  const bare = (line: string) => line.replace(/ \[[^[]*\d\]$/, '')

  test(`${lang}: a spreadsheet and a csv file name applicants, inventors and the owner in the reader’s language`, async () => {
    const [, ...rows] = (await readXlsx(new Uint8Array((await exported(lang, 'xlsx')).rawPayload))).sheets[0]?.rows ?? []
    const csv = (await exported(lang, 'csv')).body
    assert.equal(rows.length, 3)
    for (const [at, row] of rows.entries()) {
      assert.equal(row[4], owner)
      assert.equal(String(row[5]).replaceAll('"', ''), firms.join('\n'))
      assert.deepEqual(String(row[6]).split('\n').map(bare), people[at])
    }
    for (const name of [owner, ...people.flat()]) assert.ok(csv.includes(name), name)
  })

  test(`${lang}: a column with a field of rows has names and a heading in the reader’s language`, async () => {
    const file = await exported(lang, 'xlsx', ['case_no', 'applicants.applicant_sid'])
    const [headings, row] = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows ?? []
    assert.deepEqual(headings, lang === 'zh' ? ['案号', '申请人 / 申请人'] : ['Case no.', 'Applicants / Applicant'])
    assert.deepEqual(row, ['N-1', firms.map(bare).join('; ')])
    const { data } = await call<{ record: Record<string, unknown>[] }>(
      'patent/do/search',
      { fl: ['applicants.applicant_sid'], iql: 'case_no = "N-1"' },
      { as: manager, lang },
    )
    assert.deepEqual(data.record[0]?.['applicants.applicant_sid'], applicants.map((sid, at) => ({ sid, name: bare(firms[at] ?? '') }))) // oxfmt-ignore
  })

  test(`${lang}: the export imports again without a duplicate, a change or a rejection`, async () => {
    const before = await state()
    const file = new Uint8Array((await exported(lang, 'xlsx')).rawPayload)
    for (const mode of ['update', 'skip']) {
      const sent = { token: manager.token, file, name: 'again.xlsx', lang: 'en' as const, fields: { mode } }
      const { data, message } = await sendFile(app, { path: 'patent/do/import', ...sent })
      assert.ok(data?.job_sid, message)
      const job = await jobEnded(tenant, data.job_sid)
      assert.equal(String(job.message), '0 created, 0 updated, 3 skipped, 0 rejected', JSON.stringify(job.errors))
      assert.deepEqual(await state(), before)
    }
  })
}
