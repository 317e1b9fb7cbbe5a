import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobEnded, sendFile, workbook } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { removeByTwo } from '../../tests/harness/sign-in/second-person.ts'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [manager, colleague] = [await enrol('ip_manager'), await enrol('ip_manager')]

const HEADS = ['案号', '专利名称', '国家/地区', '申请号', '申请日', 'PCT申请号', '国际申请日', '进入日', '法律状态']
type Cells = readonly string[]

async function imported(rows: readonly Cells[], fields: Record<string, string> = {}, as = manager) {
  const file = await workbook([HEADS, ...rows])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: 'pct.xlsx', fields })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], `${job.message} ${JSON.stringify(job.errors)}`)
  return data.job_sid as string // as the action declares
}

/** The later and the earlier case of each relation of these cases. */
async function relationsOf(stem: string) {
  const rows = await tenant.db.selectFrom('related_case as r').innerJoin('patent as e', 'e.sid', 'r.earlier_sid').innerJoin('patent as l', 'l.sid', 'r.later_sid').select(['l.case_no as later', 'e.case_no as earlier', 'r.relation_type']).where('l.case_no', 'like', `${stem}-%`).where('r.deleted_at', 'is', null).orderBy('l.case_no').execute() // oxfmt-ignore
  return rows.map(({ later, earlier, relation_type }) => `${later} ${relation_type} ${earlier}`)
}
const sidOf = async (case_no: string) =>
  (await tenant.db.selectFrom('patent').select('sid').where('case_no', '=', case_no).executeTakeFirstOrThrow()).sid
async function statusOf(case_no: string, like: string) {
  const rows = await tenant.db.selectFrom('deadline').select(['key', 'status']).where('case_sid', '=', await sidOf(case_no)).where('key', 'like', like).orderBy('key').execute() // oxfmt-ignore
  return Object.fromEntries(rows.map(({ key, status }) => [key, status]))
}

const wo = (stem: string, serial: string): Cells => [`${stem}-WO`, '国际案', 'WO', `PCT/GB2022/${serial}`, '2022-03-03', '', '', '', '']
/** Four national phases, each of which spells the international number in its way. */
const phases = (stem: string, serial: string): Cells[] => [
  [`${stem}-CN`, '中国阶段', 'CN', '', '', `PCT/GB2022/${serial}`, '2022-03-03', '', ''],
  [`${stem}-EP`, '欧洲阶段', 'EP', '', '', `pct/gb2022/${serial}`, '2022-03-03', '', ''],
  [`${stem}-JP`, '日本阶段', 'JP', '', '', `PCTGB2022${serial}`, '2022-03-03', '', ''],
  [`${stem}-US`, '美国阶段', 'US', '', '', `GB 2022${serial} W`, '2022-03-03', '', ''],
]
const four = (stem: string) => ['CN', 'EP', 'JP', 'US'].map((country) => `${stem}-${country} PCT ${stem}-WO`)
const make = async (body: object) => {
  const made = await call<{ sid: string }>('patent/do/create', { title: '国际案', patent_type: 'INVENTION', ...body }, { as: manager })
  assert.equal(made.status, 200, made.text)
  return made
}

for (const [stem, serial, order] of [
  ['A', '051111', 'before'],
  ['B', '051112', 'after'],
] as const)
  test(`national phases are related to an international application ${order} them in the same file`, async () => {
    const [first, others] = [wo(stem, serial), phases(stem, serial)]
    await imported(order === 'before' ? [first, ...others] : [...others, first])
    assert.deepEqual(await relationsOf(stem), four(stem))
  })

test('a national phase entry in the file closes the entry deadline for that office', async () => {
  await make({ case_no: 'E-WO', country: 'WO', route: 'PCT_INTL', application_no: 'PCT/GB2022/051113', filing_date: '2022-03-03', status: 'INTL_FILED', designated: ['CN', 'EP', 'JP'] }) // oxfmt-ignore
  const before = await statusOf('E-WO', 'NP0%')
  assert.deepEqual([Object.keys(before), Object.values(before).includes('DONE')], [['NP01:CN', 'NP02:EP', 'NP04:JP'], false])
  await imported([
    ['E-CN', '已进入中国', 'CN', '202280012345.1', '2022-03-03', 'PCT/GB2022/051113', '2022-03-03', '2024-05-06', ''],
    ['E-EP', '已进入欧洲', 'EP', '22712345.6', '2022-03-03', 'PCT/GB2022/051113', '2022-03-03', '2024-05-07', ''],
  ]) // oxfmt-ignore
  assert.deepEqual(await relationsOf('E'), ['E-CN PCT E-WO', 'E-EP PCT E-WO'])
  assert.deepEqual(await statusOf('E-WO', 'NP0%'), { ...before, 'NP01:CN': 'DONE', 'NP02:EP': 'DONE' })
})

test('an international application on record is found by rows imported later, and a second import relates nothing again', async () => {
  await make({ case_no: 'H-WO', country: 'WO', route: 'PCT_INTL', application_no: 'PCT/GB2022/051114', filing_date: '2022-03-03', status: 'INTL_FILED' }) // oxfmt-ignore
  const rows = phases('H', '051114')
  await imported(rows, { dry_run: 'true' })
  assert.deepEqual(await relationsOf('H'), [])
  await imported(rows)
  assert.deepEqual(await relationsOf('H'), four('H'))
  await imported(rows, { mode: 'update' })
  await imported([wo('H', '051114')], { mode: 'update' })
  assert.deepEqual(await relationsOf('H'), four('H'))
})

test('an international application imported after its national phases is related to them', async () => {
  await imported(phases('L', '051115'))
  assert.deepEqual(await relationsOf('L'), [])
  await imported([wo('L', '051115')])
  assert.deepEqual(await relationsOf('L'), four('L'))
})

test('an undone import removes its relations, also between cases that existed before', async () => {
  const whole = await imported([wo('T', '051116'), ...phases('T', '051116')])
  assert.deepEqual(await relationsOf('T'), four('T'))
  const gone = await call('job/do/take_back', { sid: whole }, { as: manager })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(await relationsOf('T'), [])
  await make({
    case_no: 'V-WO',
    country: 'WO',
    route: 'PCT_INTL',
    application_no: 'PCT/GB2022/051117',
    filing_date: '2022-03-03',
    status: 'INTL_FILED',
  })
  await make({ case_no: 'V-CN', title: '中国阶段', country: 'CN', route: 'PCT_NATIONAL' })
  const update = await imported([['V-CN', '中国阶段', 'CN', '', '', 'PCT/GB2022/051117', '2022-03-03', '', '']], { mode: 'update' })
  assert.deepEqual(await relationsOf('V'), ['V-CN PCT V-WO'])
  const back = await call('job/do/take_back', { sid: update }, { as: manager })
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(await relationsOf('V'), [])
})

test('no relation is created to an application that is deleted, not international or of another company, or against a rule', async () => {
  const ctx = systemContext(tenant)
  const other = await createRow(ctx, modelNamed(ctx.tenant.models, 'company'), { company_name: '另一家公司', simple_name: '另' })
  const patent = modelNamed(ctx.tenant.models, 'patent')
  await createRow(ctx, patent, { case_no: 'X-WO', title: '他社国际案', patent_type: 'INVENTION', country: 'WO', application_no: 'PCT/GB2022/051118', company_sid: other, owner_sid: manager.sid }) // oxfmt-ignore
  const dead = await make({ case_no: 'D-WO', country: 'WO', route: 'PCT_INTL', application_no: 'PCT/GB2022/051119', filing_date: '2022-03-03' })
  await removeByTwo(call, { entity: 'case', sid: dead.data.sid }, [manager, colleague])
  await imported([
    ...phases('X', '051118'),
    ...phases('D', '051119'),
    wo('R', '051120'),
    ['R-TW', '台湾不是成员', 'TW', '', '', 'PCT/GB2022/051120', '2022-03-03', '', ''],
    ['R-CN', '早于国际申请', 'CN', '', '2022-03-01', 'PCT/GB2022/051120', '2022-03-03', '', ''],
    ['R-EP', '其余照常', 'EP', '', '', 'PCT/GB2022/051120', '2022-03-03', '', ''],
  ])
  assert.deepEqual([await relationsOf('X'), await relationsOf('D'), await relationsOf('R')], [[], [], ['R-EP PCT R-WO']])
})

test('an application of another company has no phase here, whoever sees both companies', async () => {
  const ctx = systemContext(tenant)
  const company_sid = await createRow(ctx, modelNamed(tenant.models, 'company'), { company_name: '虚构他司' })
  const application = { title: '国际案', patent_type: 'INVENTION', country: 'WO', route: 'PCT_INTL', filing_date: '2022-03-03', status: 'INTL_FILED' }
  await createRow(ctx, modelNamed(tenant.models, 'patent'), {
    ...application,
    case_no: 'Y-WO',
    application_no: 'PCT/GB2022/051190',
    company_sid,
    owner_sid: manager.sid,
  })
  await imported(phases('Y', '051190').slice(0, 1), {}, await enrol('system_admin'))
  assert.deepEqual(await relationsOf('Y'), [])
})

test('a continuation of a national phase is not a national phase', async () => {
  const file = await workbook([
    [...HEADS, '优先权'],
    [...wo('S', '051121'), ''],
    ['S-US', '美国阶段', 'US', '17/800,001', '2022-03-03', 'PCT/GB2022/051121', '2022-03-03', '2024-05-06', '', ''],
    ['S-CON', '美国续案', 'US', '18/600,002', '2024-02-20', 'PCT/GB2022/051121', '2022-03-03', '', '', 'US 17/800,001 2022-03-03 continuation'],
  ]) // oxfmt-ignore
  const { data } = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: 'pct.xlsx' })
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job.errors))
  assert.deepEqual(await relationsOf('S'), ['S-CON CA S-US', 'S-US PCT S-WO'])
})

test('an application enters an office once: with two cases there, none is related, and no second relation is added', async () => {
  const [cn, ep] = phases('O', '051122')
  const second = ['O-CN2', '中国分案', 'CN', '', '', 'PCT/GB2022/051122', '2022-03-03', '', '']
  assert.ok(cn && ep)
  await imported([wo('O', '051122'), cn, second, ep])
  assert.deepEqual(await relationsOf('O'), ['O-EP PCT O-WO'])
  await imported([['O-EP2', '欧洲分案', 'EP', '', '', 'PCT/GB2022/051122', '2022-03-03', '', '']])
  assert.deepEqual(await relationsOf('O'), ['O-EP PCT O-WO'])
})

const findingsOn = async (case_no: string) => {
  const rows = await tenant.db.selectFrom('finding').select('code').where('case_sid', '=', await sidOf(case_no)).where('status', '=', 'OPEN').where('code', '=', 'PHASE_NOT_RELATED').execute() // oxfmt-ignore
  return rows.length
}

test('one of two cases that name the same application at an office is not related when it is imported again alone; each has a finding', async () => {
  const [cn] = phases('P', '051123')
  const second = ['P-CN2', '中国第二件', 'CN', '', '', 'PCT GB2022051123', '2022-03-03', '', '']
  assert.ok(cn)
  await imported([wo('P', '051123'), cn, second])
  await imported([['P-CN', '改了名称', ...cn.slice(2)]], { mode: 'update' })
  assert.deepEqual([await relationsOf('P'), await findingsOn('P-CN'), await findingsOn('P-CN2')], [[], 1, 1])
  await imported([wo('P', '051124').with(0, 'P-WO2'), ['P-CN2', '另一国际申请', 'CN', '', '', 'PCT/GB2022/051124', '2022-03-03', '', '']], { mode: 'update' }) // oxfmt-ignore
  await imported([['P-CN', '现在只有一件', ...cn.slice(2)]], { mode: 'update' })
  assert.deepEqual([await relationsOf('P'), await findingsOn('P-CN')], [['P-CN PCT P-WO', 'P-CN2 PCT P-WO2'], 0])
})

test('a Chinese division with the number of the international application is not its national phase', async () => {
  const division = ['Q-DIV', '中国分案', 'CN', '202310123456.6', '2022-03-03', 'PCT/GB2022/051125', '2022-03-03', '', '']
  const entry = ['Q-CN', '中国阶段', 'CN', '202280012346.6', '2022-03-03', 'PCT/GB2022/051125', '2022-03-03', '2024-05-06', '']
  await imported([wo('Q', '051125'), division])
  assert.deepEqual([await relationsOf('Q'), await findingsOn('Q-DIV')], [[], 1])
  const whole = await imported([entry])
  assert.deepEqual([await relationsOf('Q'), await findingsOn('Q-CN')], [['Q-CN PCT Q-WO'], 0])
  assert.equal((await call('job/do/take_back', { sid: whole }, { as: manager })).status, 200)
  assert.deepEqual([await relationsOf('Q'), await findingsOn('Q-DIV')], [[], 1])
})

test('an existing national phase without a relation gets a finding when the application is imported', async () => {
  const [cn] = phases('Z', '051126')
  assert.ok(cn)
  await imported([cn, cn.with(0, 'Z-CN2').with(5, 'PCT GB2022051126')])
  assert.deepEqual([await findingsOn('Z-CN'), await findingsOn('Z-CN2')], [0, 0])
  const whole = await imported([wo('Z', '051126')])
  assert.deepEqual([await relationsOf('Z'), await findingsOn('Z-CN'), await findingsOn('Z-CN2')], [[], 1, 1])
  assert.equal((await call('job/do/take_back', { sid: whole }, { as: manager })).status, 200)
  assert.deepEqual([await findingsOn('Z-CN'), await findingsOn('Z-CN2')], [0, 0])
})
