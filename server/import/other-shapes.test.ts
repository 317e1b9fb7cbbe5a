// Ten made-up tables of other shapes; the values stand here as they are read by eye in the rows.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Cell } from '../../model/import/values/cell.ts'
import type { ImportPreview } from '../../model/import/import-routes.ts'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const { token } = await enrol('ip_manager')
const admin = await enrol('system_admin')

type Values = Readonly<Record<string, string | null>>
type Shape = {
  table: readonly (readonly Cell[])[] | string
  stored: Readonly<Record<string, Values>>
  ignored?: readonly string[]
  refused?: readonly number[]
  /** Rows that complete the case of another row. */
  completing?: number
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
  'a list of J-PlatPat, with eras, designs and utility models': {
    table:
      '"文献番号","出願番号","出願日","公知日","発明の名称","出願人/権利者","FI","ステージ","登録番号","登録日"\n' +
      '"特開2021-123456","特願2020-017890","令和2年2月5日","令和3年8月30日","架空歯車","株式会社架空歯車","F16H1/00","特許 有効","特許第7412345号","令和6年1月4日"\n' +
      '"特開平11-123456","特願平9-298765","平成9年10月30日","平成11年5月11日","架空軸","株式会社架空歯車","F16H1/00","出願 みなし取下","",""\n' +
      '"実登3212345","実願2017-002345","平成29年5月26日","平成29年9月7日","架空の箱","株式会社架空歯車","B65D1/00","登録 消滅","実登3212345","平成29年8月16日"\n' +
      '"意匠登録1654321","意願2019-012345","R1.6.5","R2.3.2","架空容器","株式会社架空歯車","","登録","意匠登録1654321","R2.2.14"\n',
    stored: {
      架空歯車: { country: 'JP', publication_no: '特開2021-123456', publication_date: '2021-08-30', grant_no: '特許第7412345号', grant_date: '2024-01-04', status: 'JP_GRANTED' },
      架空軸: { publication_no: '特開平11-123456', publication_date: '1999-05-11', filing_date: '1997-10-30', status: 'JP_DEEMED_WITHDRAWN' },
      架空の箱: { patent_type: 'UTILITY', grant_no: '実用新案登録第3212345号', grant_date: '2017-08-16', status: 'LAPSED' },
      架空容器: { patent_type: 'DESIGN', grant_no: '意匠登録第1654321号', grant_date: '2020-02-14', status: 'JP_GRANTED' },
    },
    ignored: ['FI'],
  },
  'a Lens export with its present headings': {
    table:
      'Jurisdiction,Kind,Display Key,Lens ID,Publication Date,Application Number,Application Date,Priority Numbers,Title,Applicants,Document Type,Legal Status\n' +
      'US,B2,US 11900010 B2,111-222-333-444-555,2024-02-13,US 202017000011 A,2020-08-31,US 201962894444 P 20190830,Fictional Bevel,FICTIONAL GEAR INC,Granted Patent,Active\n' +
      'US,A1,US 2021/0062888 A1,111-222-333-444-556,2021-03-04,US 202017000011 A,2020-08-31,US 201962894444 P 20190830,Fictional Bevel,FICTIONAL GEAR INC,Patent Application,Pending\n' +
      'DE,U1,DE 202020105000 U1,111-222-333-444-560,2020-11-05,DE 202020105000 U,2020-08-31,,Fictional Zahnrad,FICTIONAL GEAR INC,Limited Patent,Inactive\n' +
      'CA,A,CA 807375 A,111-222-333-444-570,1969-03-04,,,,Fictional Lathe,FICTIONAL GEAR INC,Granted Patent,Expired\n',
    stored: {
      'Fictional Bevel': { grant_no: 'US 11,900,010 B2', grant_date: '2024-02-13', publication_no: 'US 2021/0062888 A1', publication_date: '2021-03-04', status: 'US_GRANTED' },
      'Fictional Lathe': { grant_no: 'CA 807375 A', grant_date: '1969-03-04', publication_no: null, status: 'EXPIRED' },
      'Fictional Zahnrad': { country: 'DE', patent_type: 'UTILITY', grant_date: '2020-11-05', status: 'LAPSED' },
    },
    completing: 1,
  },
  'an annuity list of several offices, with the number of each patent': {
    table:
      'Your Ref;Our Ref;Country;Case Type;Application No.;Filing Date;Patent No.;Grant Date;Title;Annuity Year;Due Date;Status\n' +
      'G-101;900001;US;Patent;16/000,101;15-Jun-2018;11,000,101;11-May-2021;Fictional gear one;7.5;11-Nov-2028;In force\n' +
      'G-104;900004;JP;Patent;2019-500104;31-Aug-2017;7000104;31-Jan-2022;Fictional gear four;6;31-Jan-2027;Granted\n' +
      'G-105;900005;DE;Patent;EP18712345.0;15-Mar-2018;EP3456789;11-May-2022;Fictional gear five;9;31-Mar-2026;Granted\n',
    stored: {
      'Fictional gear one': { case_no: 'G-101', agency_ref: '900001', grant_no: 'US 11,000,101', grant_date: '2021-05-11', status: 'US_GRANTED' },
      'Fictional gear five': { country: 'DE', route: 'EP_VALIDATION', grant_date: '2022-05-11' },
      'Fictional gear four': { route: 'PCT_NATIONAL', application_no: '特願2019-500104', grant_no: 'JP 7000104', grant_date: '2022-01-31', status: 'JP_GRANTED' },
    },
    ignored: ['Annuity Year', 'Due Date'],
  },
  'a list of KIPRIS with an international application': {
    table:
      '발명의명칭,출원인,출원번호,출원일자,공개번호,공개일자,법적상태\n' +
      '가상 국제출원,주식회사 가상,PCT/KR2023/004444,2023.04.03,WO2023/195700,2023.10.12,국제공개\n' +
      '가상 국내출원,주식회사 가상,10-2021-0012345,2021.01.28,10-2022-0109312,2022.08.04,공개\n' +
      '가상 국내단계,주식회사 가상,10-2021-7012345,2019.11.28,10-2021-0066666,2021.06.04,공개\n',
    stored: {
      '가상 국제출원': { country: 'WO', route: 'PCT_INTL', application_no: 'PCT/KR2023/004444', publication_date: '2023-10-12' },
      '가상 국내단계': { country: 'KR', route: 'PCT_NATIONAL', application_no: '10-2021-7012345' },
      '가상 국내출원': { country: 'KR', application_no: '10-2021-0012345', publication_no: '10-2022-0109312', publication_date: '2022-08-04' },
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
  'a Japanese ledger, with days of its eras': {
    table: [
      ['整理番号', '発明の名称', '種別', '国', '出願番号', '出願日', '出願人', '発明者', '公開番号', '公開日', '登録番号', '登録日', 'ステータス'],
      ['JA-2021-001', '虚構モーター', '特許', '日本', '特願2021-123456', '令和3年7月1日', '虚構株式会社', '山田 太郎、鈴木 花子', '特開2023-012345', '2023年1月20日', '特許第7234567号', 'R5.5.10', '登録'],
      ['JA-2022-002', '虚構ケース', '意匠', 'JP', '意願2022-001234', 'R4.3.5', '虚構株式会社', '山田 太郎', '', '', '', '', '出願中'],
      ['JA-2022-003', '虚構ハンドル', '実用新案', 'JP', '実願2022-001235', 'R4.3.7', '虚構株式会社', '山田 太郎', '', '', '', '', '出願中'],
    ],
    stored: {
      虚構モーター: { case_no: 'JA-2021-001', patent_type: 'INVENTION', country: 'JP', application_no: '特願2021-123456', filing_date: '2021-07-01', publication_no: '特開2023-012345', publication_date: '2023-01-20', grant_no: '特許第7234567号', grant_date: '2023-05-10', status: 'JP_GRANTED' },
      虚構ケース: { patent_type: 'DESIGN', country: 'JP', application_no: '意願2022-001234', filing_date: '2022-03-05' },
      虚構ハンドル: { patent_type: 'UTILITY', country: 'JP', application_no: '実願2022-001235', filing_date: '2022-03-07' },
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

for (const [name, { table, stored, ignored = [], refused = [], completing = 0 }] of Object.entries(SHAPES))
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
    assert.deepEqual([Number(job.ok), errors.map(({ row }) => row)], [Object.keys(stored).length + completing, refused], JSON.stringify(errors))
    for (const [title, values] of Object.entries(stored)) {
      const row = await tenant.db.selectFrom('patent').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
      const found = row as unknown as Record<string, unknown> // read by code
      assert.deepEqual(Object.fromEntries(Object.keys(values).map((code) => [code, found[code]])), values, title)
      const shown = preview.stored.filter((one) => one.values.title === title) // each row of a case shows what it gives
      assert.ok(shown.length > 0, `${title} is not shown`)
      for (const code of Object.keys(values).filter((one) => TEXT.has(one)))
        assert.ok(shown.some((one) => (one.values[code] ?? '') === (found[code] ?? '')), `${title} ${code}`) // oxfmt-ignore
    }
  })

test('公司 of a case names the company to which it belongs; an unknown one is said in a remark and leaves it with the importer', async () => {
  const part = await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '虚构子公司' })
  const file = await workbook([
    ['专利名称', '国家', '申请日', '申请人', '公司'],
    ['虚构归属一', 'CN', '2023-04-03', '虚构申请人', '虚构子公司'],
    ['虚构归属二', 'CN', '2023-04-04', '虚构申请人', '没有这家公司'],
    ['虚构归属三', 'CN', '2023-04-06', '虚构申请人', ''],
  ])
  const send = (verb: string) => sendFile(app, { path: `patent/do/${verb}`, token: admin.token, file, name: 'companies.xlsx' })
  const preview = (await send('import_preview')).data as ImportPreview
  assert.deepEqual(preview.columns.map(({ field }) => field).at(-1), 'company_sid')
  assert.deepEqual(
    preview.remarks.filter(({ reason }) => /公司/.test(reason)).map(({ row, reason }) => [row, reason]),
    [[3, '公司“没有这家公司”没有找到：新案归入您自己的公司']],
  )
  const job = await jobEnded(tenant, (await send('import')).data.job_sid)
  assert.deepEqual([job.ok, job.failed], [3, 0], JSON.stringify(job.errors))
  const rows = await tenant.db.selectFrom('patent').select(['title', 'company_sid']).where('title', 'like', '虚构归属%').orderBy('title').execute()
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.title, row.company_sid])), {
    虚构归属一: part,
    虚构归属二: admin.company,
    虚构归属三: admin.company,
  })
})

test('公司 moves no case that exists, and refuses an unknown company, unless the column is mapped', async () => {
  await createRow(systemContext(tenant), modelOf(tenant, 'company'), { company_name: '虚构他处' })
  const fileOf = (company: string) => workbook([['案号', '专利名称', '国家', '申请日', '公司'], ['BELONGS-1', '虚构不动', 'CN', '2023-05-08', company]]) // oxfmt-ignore
  const mapping = JSON.stringify({ 案号: 'case_no', 专利名称: 'title', 国家: 'country', 申请日: 'filing_date', 公司: 'company_sid' })
  const send = async (verb: string, company: string, fields: Record<string, string>) =>
    sendFile(app, { path: `patent/do/${verb}`, token: admin.token, file: await fileOf(company), name: 'stays.xlsx', fields })
  const imported = async (company: string, fields: Record<string, string>) => {
    const job = await jobEnded(tenant, (await send('import', company, fields)).data.job_sid)
    const rows = await tenant.db.selectFrom('patent').select('company_sid').where('title', '=', '虚构不动').execute()
    return [job.failed, rows.map((row) => row.company_sid === admin.company)]
  }
  assert.deepEqual(await imported('', { mode: 'skip' }), [0, [true]])
  const { remarks } = (await send('import_preview', '虚构他处', { mode: 'update' })).data as ImportPreview
  assert.ok(remarks.some(({ reason }) => /案件未移动/.test(reason)), JSON.stringify(remarks)) // oxfmt-ignore
  assert.deepEqual(await imported('虚构他处', { mode: 'update' }), [0, [true]], 'recognised')
  const { problems } = (await send('import_preview', '虚构它处', { mode: 'update', mapping })).data as ImportPreview
  assert.match(problems[0]?.reason ?? '', /没有找到/)
  const mapped = (await send('import_preview', '虚构他处', { mode: 'update', mapping })).data as ImportPreview
  assert.ok(!mapped.remarks.some(({ reason }) => /案件未移动/.test(reason)), 'mapped')
})

test('two previews at once that would enter the same people in another order are both answered', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => [`虚构并行${at}`, 'CN', '2023-04-03', `虚构并行申请人${at}`, `并行发明人${at}`])
  const head = ['专利名称', '国家', '申请日', '申请人', '发明人']
  const files = await Promise.all([workbook([head, ...rows]), workbook([head, ...rows.toReversed()])])
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(files.map((file) => sendFile(app, { path: 'patent/do/import_preview', token, file, name: 'beside.xlsx' })))
    for (const { status, data, message } of answers) assert.deepEqual([status, (data as ImportPreview)?.forecast?.created], [200, 400], message)
  }
})
