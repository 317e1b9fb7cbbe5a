// Ten made-up tables of other shapes; the values stand here as they are read by eye in the rows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Cell } from '../../model/import/values/cell.ts'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const { token } = await enrol('ip_manager')

type Values = Readonly<Record<string, string | null>>
type Shape = {
  table: readonly (readonly Cell[])[] | string
  stored: Readonly<Record<string, Values>>
  ignored?: readonly string[]
  refused?: readonly number[]
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'a ledger with a title, groups of headings and a line of totals': {
    table: [
      ['虚构公司专利台账', '', '', '', '', '', ''],
      ['序号', '专利名称', '申请信息', '', '授权信息', '', '法律状态'],
      ['', '', '号', '日', '号', '日', ''],
      [1, '虚构水泵', '202110200301.9', '2021/10/20', 'CN112345601B', '2023.5.9', '授权'],
      [2, '虚构阀门', '202110200304.2', '2021-11-02', '', '', '驳回'],
      ['合计', 2, '', '', '', '', ''],
    ],
    stored: {
      虚构水泵: { country: 'CN', application_no: '202110200301.9', filing_date: '2021-10-20', grant_no: 'CN112345601B', grant_date: '2023-05-09', status: 'GRANTED' },
      虚构阀门: { application_no: '202110200304.2', filing_date: '2021-11-02', grant_no: null, grant_date: null, status: 'REFUSED' },
    },
    ignored: ['序号'],
    refused: [6],
  },
  'a semicolon file of a European agency with days first': {
    table: 'Our ref;Title of invention;Country;Appl. No.;Filing date;Status\nA-1;Fictional rotor;EP;21734501.6;25.03.2021;Examination\nA-2;Fictional stator;EP;20734502.6;14.12.2020;Refused\n',
    stored: {
      'Fictional rotor': { country: 'EP', application_no: 'EP21734501.6', filing_date: '2021-03-25', status: 'EP_EXAM' },
      'Fictional stator': { application_no: 'EP20734502.6', filing_date: '2020-12-14', status: 'EP_REFUSED' },
    },
  },
  'an American docket report': {
    table: [
      ['Docket Number', 'Title', 'Country', 'Serial No.', 'Date Filed', 'Patent Number', 'Issue Date', 'Status'],
      ['US-1', 'Fictional sensor', 'US', '17/200,301', '03/25/2021', '11,200,301', '12/14/2021', 'Patented Case'],
      ['US-2', 'Fictional antenna', 'US', '17/200,302', '04/26/2021', '', '', 'Final Rejection Mailed'],
      ['US-3', 'Fictional cable', 'US', '17/200,303', '05/27/2021', '', '', 'Abandoned -- Failure to Respond to an Office Action'],
    ],
    stored: {
      'Fictional sensor': { case_no: 'US-1', application_no: '17/200,301', filing_date: '2021-03-25', grant_no: 'US 11,200,301', grant_date: '2021-12-14', status: 'US_GRANTED' },
      'Fictional antenna': { application_no: '17/200,302', filing_date: '2021-04-26', status: 'US_FINAL' },
      'Fictional cable': { application_no: '17/200,303', filing_date: '2021-05-27', status: 'US_ABANDONED' },
    },
  },
  'Excel dates as numbers, and numbers without points': {
    table: [
      ['名称', '类型', '申请号', '申请日', '案件状态'],
      ['虚构支架', '实用新型', 'CN202221200302X', 44866, '授权'],
      ['虚构外壳', '外观设计', '2023302003038', 45017, '初审'],
    ],
    stored: {
      虚构支架: { patent_type: 'UTILITY', application_no: '202221200302.X', filing_date: '2022-11-01', status: 'GRANTED' },
      虚构外壳: { patent_type: 'DESIGN', application_no: '202330200303.8', filing_date: '2023-04-01', status: 'PRELIM' },
    },
  },
  'Japanese and Korean cases with headings in two languages': {
    table: [
      ['专利名称 Title', '国家 Country', '申请号 Application No.', '申请日 Filing Date', '法律状态 Legal status', '驳回日期'],
      ['虚构透镜', '日本', '特願2021-200305', '2021-12-10', '拒绝理由通知', ''],
      ['虚构滤光片', '韩国', '10-2021-0200306', '2021-12-13', 'Final Rejection', '2026-09-01'],
    ],
    stored: {
      虚构透镜: { country: 'JP', application_no: '特願2021-200305', filing_date: '2021-12-10', status: 'JP_OA' },
      虚构滤光片: { country: 'KR', application_no: '10-2021-0200306', filing_date: '2021-12-13', status: 'JP_REFUSED' },
    },
  },
  'international applications and their phases': {
    table: [
      ['案号', '专利名称', '国家', 'PCT国际申请号', '国际申请日期', '申请号', '进入日期', '法律状态'],
      ['P-1', '虚构电池', 'PCT', 'PCT/CN2025/200307', '2025-06-10', 'PCT/CN2025/200307', '', 'PCT有效期内'],
    ],
    stored: { 虚构电池: { country: 'WO', application_no: 'PCT/CN2025/200307', status: 'INTL_FILED', route: 'PCT_INTL' } },
  },
  'a file of tabs with a column without a heading': {
    table: '专利名称\t申请号\t\t申请日\n虚构齿轮\t202110200307.6\t见附件\t2021年12月14日\n',
    stored: { 虚构齿轮: { application_no: '202110200307.6', filing_date: '2021-12-14' } },
    ignored: ['第 3 列 / column 3'],
  },
  'headings repeated on each printed page': {
    table: [
      ['专利名称', '申请号', '申请日'],
      ['虚构轴承', '202110200308.0', '2021-12-15'],
      ['专利名称', '申请号', '申请日'],
      ['虚构联轴器', '202110200309.5', '2021-12-16'],
    ],
    stored: { 虚构轴承: { application_no: '202110200308.0', filing_date: '2021-12-15' }, 虚构联轴器: { application_no: '202110200309.5' } },
  },
  'numbers with the prefix of the patent, and a publication column for both documents': {
    table: [
      ['专利名称', '专利号', '公开(公告)号', '公开(公告)日', '申请日', '法律状态'],
      ['虚构密封圈', 'ZL202110200310.8', 'CN112345610B', '2023-02-03', '2021-12-17', '有效'],
      ['虚构垫片', '', 'CN112345611A', '2022-06-03', '2021-12-20', '实质审查的生效'],
    ],
    stored: {
      虚构密封圈: { application_no: '202110200310.8', grant_no: 'CN112345610B', grant_date: '2023-02-03', publication_no: null, status: 'GRANTED' },
      虚构垫片: { publication_no: 'CN112345611A', publication_date: '2022-06-03', grant_no: null, status: 'SE' },
    },
  },
  'English groups above the numbers and days, with traditional characters': {
    table: [
      ['Title', 'Country', 'Application details', '', 'Grant information', '', '法律狀態'],
      ['', '', 'No.', 'Date', 'No.', 'Date', ''],
      ['Fictional hinge', 'CN', '202221200312.3', '2022-12-05', 'CN219876512U', '2023-07-04', '專利權終止'],
    ],
    stored: {
      'Fictional hinge': { application_no: '202221200312.3', filing_date: '2022-12-05', grant_no: 'CN219876512U', grant_date: '2023-07-04', patent_type: 'UTILITY', status: 'LAPSED' },
    },
  },
} // oxfmt-ignore

const TEXT = new Set(['application_no', 'grant_no', 'publication_no', 'filing_date', 'grant_date', 'publication_date', 'case_no'])

for (const [name, { table, stored, ignored = [], refused = [] }] of Object.entries(SHAPES))
  test(`${name}: what the preview shows and what is stored are what the rows say`, async () => {
    const file = typeof table === 'string' ? table : await workbook(table)
    const send = (verb: string) =>
      sendFile(app, { path: `patent/do/${verb}`, token, file, name: typeof table === 'string' ? 'shape.csv' : 'shape.xlsx' })
    const { data, message } = await send('import_preview')
    assert.ok(data, message)
    const preview = data as ImportPreview
    for (const heading of ignored)
      assert.ok(
        preview.columns.some((one) => one.heading === heading && one.field === null),
        heading,
      )
    const job = await jobEnded(tenant, (await send('import')).data.job_sid)
    const errors = (job.errors ?? []) as { row: number }[] // as an import keeps them
    assert.deepEqual([Number(job.ok), errors.map(({ row }) => row)], [Object.keys(stored).length, refused], JSON.stringify(errors))
    for (const [title, values] of Object.entries(stored)) {
      const row = await tenant.db.selectFrom('patent').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
      const found = row as unknown as Record<string, unknown> // read by code
      assert.deepEqual(Object.fromEntries(Object.keys(values).map((code) => [code, found[code]])), values, title)
      const shown = preview.stored.find((one) => one.values.title === title)?.values ?? assert.fail(`${title} is not shown`)
      for (const code of Object.keys(values).filter((one) => TEXT.has(one))) assert.equal(shown[code] ?? '', found[code] ?? '', `${title} ${code}`)
    }
  })
