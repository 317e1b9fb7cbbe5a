import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sampleBook, type SampleName, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

// The values stand here as they were read by eye in the rows of the original files, not as the import reads them. Of numbers
// the letters and digits count, without the zeros that a database puts before or behind them, and with the office where it stands
// in another column or in the file as a whole.
const { server, app, tenant, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')

type Stored = Readonly<Record<string, unknown>>
const bare = (value: unknown) => (typeof value === 'string' ? value.replace(/[^\p{L}\p{N}]/gu, '') : value)

async function people(table: 'applicant' | 'inventor', rows: unknown): Promise<string> {
  const sids = (rows as Record<string, string>[] | null)?.map((row) => row[`${table}_sid`] ?? '') ?? [] // as the field declares
  const found = sids.length ? await tenant.db.selectFrom(table).select(['sid', 'name']).where('sid', 'in', sids).execute() : []
  return sids.map((sid) => found.find((one) => one.sid === sid)?.name).join('; ')
}

/** The stored values of the case with this title, and with the application number of the sample where several have the title. */
async function storedOf(title: string, sample: Stored): Promise<Stored> {
  const named = await tenant.db.selectFrom('patent').selectAll().where('title', 'like', `${title}%`).where('deleted_at', 'is', null).execute()
  const rows = named.filter((one) => named.length === 1 || bare(one.application_no) === sample.application_no)
  assert.equal(rows.length, 1, title)
  const row = rows[0] as unknown as Stored // read by code
  const read = async (code: string) =>
    code === 'applicants'
      ? people('applicant', row[code])
      : code === 'inventors'
        ? people('inventor', row[code])
        : code.endsWith('_no')
          ? bare(row[code])
          : row[code]
  return Object.fromEntries(await Promise.all(Object.keys(sample).map(async (code) => [code, await read(code)] as const)))
}

type Sampled = { rows: number; values: Readonly<Record<string, Stored>> }

const SAMPLED: Record<SampleName, Sampled> = {
  lens: {
    rows: 30,
    values: {
      Cupola: { country: 'US', filing_date: '1981-02-18', grant_no: 'US4362293A', grant_date: '1982-12-07', applicants: 'CHERNY ANATOLY A' },
      'Method To Upgrade Content Encryption': { filing_date: '2009-05-26', publication_no: 'US20100246819A1', publication_date: '2010-09-30', grant_no: null },
      'Stand-off Disrupter Apparatus': { filing_date: '2009-12-04', grant_no: 'US8196513B1', grant_date: '2012-06-12', applicants: "O'ROURKE JACK; US NAVY" },
      'Gliding Drone Aircraft': { country: 'CN', patent_type: 'UTILITY', filing_date: '2013-03-26', grant_no: 'CN203231699U', grant_date: '2013-10-09' },
      'Vertical Take-off And Landing Miniature Drone': { country: 'EP', publication_no: 'EP1750999A1', filing_date: '2005-05-27', earliest_priority_date: '2004-06-04' },
    },
  },
  google: {
    rows: 30,
    values: {
      'Use of mutter mode': { grant_no: 'US5686888A', filing_date: '1995-06-07', grant_date: '1997-11-11', applicants: 'General Electric Company', inventors: 'Brakeley Welles II Kenneth; John Erik Hershey' },
      'Bacterial expression of porcine growth hormone': { grant_no: 'US5256546A', filing_date: '1992-02-24', grant_date: '1993-10-26', applicants: 'Bio-Technology General Corp.' },
      'Consideration of risks in active sensing': { grant_no: 'US9176500B1', filing_date: '2014-06-11', grant_date: '2015-11-03', inventors: 'Eric Teller; Peter Lombrozo' },
      'Automated driving solution gateway': { publication_no: 'US20160082903A1', filing_date: '2014-09-19', publication_date: '2016-03-24', grant_date: null },
      'Systems and Methods for Transitioning Control': { publication_no: 'US20140303827A1', filing_date: '2013-04-05', publication_date: '2014-10-09', applicants: 'Google Inc.' },
    },
  },
  patentscope: {
    rows: 30,
    values: {
      'Multiple Straw Fluid Dispenser': { country: 'US', publication_no: 'US20110315698', publication_date: '2011-12-29', inventors: 'Donaldson Joseph Mark; Donaldson Mark Livingston' },
      'Processed cheese and processing method': { country: 'CN', publication_no: 'CN102224849', publication_date: '2011-10-26', ipc_main: 'A23C 19/09' },
      'Systems and methods for visual presentation': { grant_no: 'US8000454', grant_date: '2011-08-16', inventors: 'Or-Bach Zvi; Lavian Tal', ipc_main: 'H04M 11/06' },
      'A SECURE SYSTEM AND METHOD FOR PAYMENT CARD': { country: 'WO', publication_no: 'WO2008103980', publication_date: '2008-08-28', inventors: 'KARGMAN, James B.; ASHER, Marc' },
      'METHOD AND SYSTEM FOR MAKING EXTRUDED PORTIONS': { publication_no: 'US20110014311', publication_date: '2011-01-20', grant_no: null, inventors: 'Holmes Terry L.; Rivero Orestes; Rivero Adalys' },
    },
  },
  kipris: {
    rows: 30,
    values: {
      '액상 고무 컴파운드의 제조방법 및 3D 프린터를': { application_no: '1020200173822', filing_date: '2020-12-11', grant_no: '102477311', grant_date: '2022-12-08' },
      '전자모듈을 포함하는 타이어 및 이의 관리방법과': { application_no: '1020240003258', filing_date: '2024-01-09', grant_no: '102854712', publication_date: '2025-07-16' },
      '타이어 트레드용 고무 조성물 및 이를 이용하여 제조한 타이어': { application_no: '1020140080743', publication_no: '1020160002043', grant_date: '2016-05-16', claims_count: 9 },
      '타이어 사이드월용 고무 조성물 및 이를 이용하여 제조한 타이어': { application_no: '1020130094539', grant_no: '101527859', publication_date: '2015-02-23', country: 'KR' },
      '타이어 벨트 토핑용 고무 조성물': { application_no: '1020110142560', filing_date: '2011-12-26', grant_no: '101387967', publication_no: '1020130074484' },
    },
  },
  zhihuiya: {
    rows: 30,
    values: {
      一种飞机着陆灯转换控制电路: { grant_no: 'CN104994613B', filing_date: '2015-04-29', grant_date: '2018-04-10', applicants: '哈尔滨哈飞航空工业有限责任公司' },
      一种用于隐身飞机的电加热防冰防雾透明导电膜: { publication_no: 'CN106117589A', filing_date: '2016-07-29', publication_date: '2016-11-16', status: 'REFUSED' },
      一种可更换角度的手机无线充电器支架: { grant_no: 'CN207743720U', patent_type: 'UTILITY', grant_date: '2018-08-17', status: 'TERMINATED' },
      具有不确定源的多处薄涂敷飞行器RCS预测方法: { grant_no: 'CN110287549B', filing_date: '2019-06-04', grant_date: '2022-09-13', ipc_main: 'G06F30/20' },
      为飞机提供航空燃料的单位服务商: { country: 'JP', filing_date: '2014-06-05', patent_type: 'UTILITY', applicants: 'MAINAMI AIRPORT SERVICE CO LTD' },
    },
  },
  india: {
    rows: 30,
    values: {
      'A WIRELESS POWER RECEIVER': { country: 'IN', application_no: '6889CHENP2010', filing_date: '2009-05-11', publication_date: '2011-07-08', applicants: 'QUALCOMM INCORPORATED' },
      'METHOD FOR GENERATING DOWNLINK FRAME': { application_no: '78CHENP2010', filing_date: '2008-07-11', publication_date: '2010-07-02', grant_no: 'IN299880' },
      'SHIP INHIBITORS AND USES THEREOF': { application_no: '3448KOLNP2012', filing_date: '2011-04-11', publication_date: '2013-06-28', grant_no: 'IN304203' },
      'METHOD AND COMPOSITIONS FOR PRODUCING FATTY': { application_no: '3393DELNP2011', filing_date: '2009-10-07', earliest_priority_date: '2008-10-07', applicants: 'REG LIFE SCIENCES, LLC' },
      'A PROCESS FOR THE SYNTHESIS OF GLYCIDOL': { application_no: '2262MUM2014', filing_date: '2009-09-07', publication_date: '2016-01-15', grant_no: 'IN298791' },
    },
  },
  // Chinese applications with their check digits, agencies and legal states.
  status: {
    rows: 3,
    values: {
      '一种基于C#抓取互联网公开数据的爬虫系统': { country: 'CN', patent_type: 'INVENTION', application_no: '2017101170817', filing_date: '2017-03-01', publication_no: 'CN106844774A', publication_date: '2017-06-13', applicants: '苏州朗动网络科技有限公司', inventors: '王杰; 王金虎; 邓会林', grant_no: null, status: 'PUBLISHED' },
      一种基于分布式高并发条件下的计费方法: { country: 'CN', patent_type: 'INVENTION', application_no: '201610311380X', filing_date: '2016-05-12', publication_no: 'CN106022747A', publication_date: '2016-10-12', inventors: '刘培彬', grant_date: null, status: 'SE' },
      '吉祥物（企鹅）': { country: 'CN', patent_type: 'DESIGN', application_no: '2017300334488', filing_date: '2017-02-07', grant_no: 'CN304218960S', grant_date: '2017-07-28', publication_no: null, publication_date: null, applicants: '苏州朗动网络科技有限公司', inventors: '秦文莉; 朱静文', status: 'GRANTED' },
    },
  },
  chinese: {
    rows: 30,
    values: {
      'Speaker System': { country: 'JP', filing_date: '1987-02-23', publication_date: '1988-08-26', applicants: 'MATSUSHITA ELECTRIC IND CO LTD', inventors: 'SASAKI MASAAKI; SAKAMOTO NORIYUKI' },
      'System And Method For Compressing Gps Data': { application_no: '14640179', publication_no: 'US20150293232A1', filing_date: '2015-03-06', earliest_priority_date: '2014-04-15' },
      'Positioning System And Method': { filing_date: '2006-12-18', publication_no: 'US20080036652A1', publication_date: '2008-02-14', applicants: 'RAYTHEON UTD INC' },
      车轮机动系统: { country: 'FR', grant_no: 'FR3022858B1', grant_date: '2018-01-05', applicants: '米其林研究和技术股份有限公司; 米其林集团总公司' },
      充电控制方法及其装置: { country: 'CN', grant_no: 'CN113206526B', filing_date: '2021-05-07', grant_date: '2023-08-18', status: 'GRANTED' },
    },
  },
} // oxfmt-ignore

async function imported(file: Uint8Array<ArrayBuffer> | string, name: string) {
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name })
  assert.ok(data?.job_sid, message)
  return jobEnded(tenant, data.job_sid)
}

const expectStored = async (values: Sampled['values']) => {
  const found = Object.fromEntries(
    await Promise.all(Object.entries(values).map(async ([title, one]) => [title, await storedOf(title, one)] as const)),
  )
  assert.deepEqual(found, values)
}

for (const [name, { rows, values }] of Object.entries(SAMPLED) as [SampleName, Sampled][])
  test(`rows and sampled values of a file of ${name} match the original`, async () => {
    assert.ok(Object.values(values).flatMap((one) => Object.keys(one)).length >= 20)
    const job = await imported(await sampleBook(name), `${name}.xlsx`)
    assert.equal(job.done, rows)
    await expectStored(values)
  })

// No original was at hand: the columns are those that are published for the export of Sumobrain.
test('the columns of Sumobrain are read', async () => {
  const head = ['Document Number', 'Document Type', 'Publication Date', 'Title', 'Abstract', 'Inventor Name', 'Assignee', 'Application Number', 'Filing Date', 'Primary Class', 'Other Classes'] // oxfmt-ignore
  const book = await workbook([
    ['Sumobrain search results'],
    head,
    ['US8412449', 'US', '04/02/2013', 'Control and systems for sampled driving', 'An abstract', 'Trepagnier, Paul Gerard; Nagel, Jorge', 'Google Inc.', '13/537827', '06/29/2012', '701/301', '701/23'],
    ['US20170021760', 'USAPP', '01/26/2017', 'Sampled headlight adjustment', '', 'Calnek, Scott', 'Tesla Motors, Inc.', '15/286153', '10/05/2016', '', ''],
    ['EP2915718', 'EP', '09/09/2015', 'Sampled lane estimation', '', 'Huang, Jihua', 'Apple Inc.', 'EP20150156662', '02/26/2015', '', ''],
  ]) // oxfmt-ignore
  const job = await imported(book, 'sumobrain.xls')
  assert.deepEqual([job.done, job.failed], [3, 0], JSON.stringify(job.errors))
  await expectStored({
    'Control and systems for sampled driving': { country: 'US', application_no: '13537827', grant_no: 'US8412449', filing_date: '2012-06-29', grant_date: '2013-04-02' },
    'Sampled headlight adjustment': { application_no: '15286153', publication_no: 'US20170021760', filing_date: '2016-10-05', publication_date: '2017-01-26', applicants: 'Tesla Motors, Inc.' },
    'Sampled lane estimation': { country: 'EP', publication_no: 'EP2915718', filing_date: '2015-02-26', inventors: 'Huang, Jihua' },
  }) // oxfmt-ignore
})
