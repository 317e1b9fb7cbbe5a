import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { ZONE } from '../../model/kit/days/clock.ts'
import type { Tenant } from '../../server/records/context.ts'
import { jobEnded, sendFile, workbook } from './cases/exchange.ts'
import { personAsked } from './entered.ts'
import { caller, enrol, type Person } from './server.ts'

type Row = Record<string, unknown> & { sid: string }
type Call = <T = Row>(path: string, body?: Record<string, unknown>, as?: Person) => Promise<T>
type People = Record<'admin' | 'manager' | 'engineer', Person>
type Filled = { app: FastifyInstance; tenant: Tenant; call: Call; people: People }

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()

/** Writes rows of a fictional company into every table of a new tenant, through the API. Its jobs must be running. */
export async function fillTenant(app: FastifyInstance, tenant: Tenant) {
  const admin = await enrol(tenant, 'system_admin')
  const people = { admin, manager: await enrol(tenant, 'ip_manager'), engineer: await enrol(tenant, 'ip_engineer') }
  const inject = caller(app)
  const call: Call = async <T>(path: string, body?: Record<string, unknown>, as = people.manager) => {
    const answer = await inject<T>(path, body, { as, lang: 'en' })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return answer.data
  }
  const filled = { app, tenant, call, people }
  await settle(filled)
  const parties = await addParties(filled)
  const cases = await addCases(filled, parties)
  await addDocuments(filled, cases)
  await payFees(filled, cases)
  await importCases(filled)
  await endWork(filled, cases)
}

/** Organisation, custom fields, views and what people keep for themselves. */
async function settle({ call, tenant, people: { admin, manager } }: Filled) {
  const asked = await personAsked(tenant)
  const company_sid = (
    await call('company/do/create', { company_name: '虚构材料有限公司', simple_name: '虚构材料', uscc: '91110000000000000E' }, admin)
  ).sid
  await call('department/do/create', { name: '虚构研发部', name_en: 'Fictional R&D', code: 'FRD', company_sid }, admin)
  const field = { entity: 'patent', data_type: 'OPTION', options: [{ code: 'A', label_zh: '甲类' }, { code: 'B', label_zh: '乙类' }] } // oxfmt-ignore
  for (const more of [
    { ...field, code: 'usage_kind', name: '用途', name_en: 'Usage' },
    { entity: 'patent', data_type: 'INT', code: 'lab_no', name: '实验室号', name_en: 'Laboratory no.' },
    { entity: 'tag', data_type: 'STRING', code: 'shade', name: '色调', name_en: 'Shade', max: 20 },
  ]) {
    const { sid } = await call('custom_field/do/create', more, admin)
    await call('custom_field/do/publish', { sid }, admin)
  }
  const view = { entity: 'patent', name: '虚构视图', name_en: 'Fictional view', iql: "status = 'SE'", columns: ['case_no', 'title'], share: 'OWN' }
  await call('saved_view/do/create', view)
  await call('user_define_config/do/create', { config_key: 'patent.list', config: { columns: ['case_no', 'title'] }, shared: true })
  await call('token/do/create', { name: 'Fictional robot' })
  await call(
    'user/do/create',
    { ...asked({ name: '虚构同事', company_sid: manager.company, department_sid: manager.department }), account: 'colleague' },
    admin,
  )
}

type Parties = { agency: string; agent: string; applicant: string; inventors: readonly string[]; node: string }

async function addParties({ call, people: { manager } }: Filled): Promise<Parties> {
  const price_list = [{ service_code: 'DRAFT', amount: '5000.00', currency: 'CNY' }]
  const agency = (await call('agency/do/create', { agency_name: '虚构专利代理事务所', price_list })).sid
  const agent = (await call('agent/do/create', { name: '虚构代理师', agency_sid: agency, email: 'agent@fictional.example', languages: ['EN'] })).sid
  const reduction_years = [{ year: 2025, record_no: 'FICTION-1', pct: '85' }]
  const applicant = (await call('applicant/do/create', { name: '虚构科技有限公司', applicant_kind: 'COMPANY', country: 'CN', reduction_years })).sid
  const inventors: string[] = []
  for (const name of ['张虚构', '李虚构'])
    inventors.push((await call('inventor/do/create', { name, user_sid: inventors.length ? null : manager.sid, external: inventors.length > 0 })).sid)
  await call('tag/do/create', { name: '虚构标签', shade: '浅蓝' })
  const parent_sid = (await call('tech_node/do/create', { code: 'F1', name: '虚构技术', name_en: 'Fictional technology' })).sid
  const node = (await call('tech_node/do/create', { code: 'F11', name: '虚构分支', name_en: 'Fictional branch', parent_sid })).sid
  return { agency, agent, applicant, inventors, node }
}

type Cases = Record<'granted' | 'examined' | 'american', string>

/** A granted case with annuities, one under examination, one abroad that claims its priority, a draft and a deleted one. */
async function addCases({ call }: Filled, { agency, agent, applicant, inventors, node }: Parties): Promise<Cases> {
  const common = { patent_type: 'INVENTION', country: 'CN', agency_sid: agency, agent_sids: [agent], applicants: [{ applicant_sid: applicant }] }
  const by = inventors.map((inventor_sid) => ({ inventor_sid, contribution_pct: '50' }))
  const make = async (body: Record<string, unknown>) => (await call('patent/do/create', { ...common, ...body })).sid
  const granted = await make({
    case_no: 'OLD-1', title: '一种虚构的电池', title_en: 'A fictional battery', status: 'GRANTED', application_no: '202010123456.2', filing_date: '2020-02-20', sub_exam_requested: true,
    sub_exam_date: '2020-06-01', publication_no: 'CN111111111A', publication_date: '2021-08-20', grant_no: 'CN111111111B', grant_date: '2023-03-10', inventors: by, ipc_main: 'H01M 10/0525',
    ipc: ['H01M 10/0525'], claims_count: 12, fee_reduction: '85', tags: ['虚构标签'], tech_node_sids: [node], usage_kind: 'A', lab_no: 7, abstract: '本摘要纯属虚构。', importance: 'A',
    bio_deposit: [{ depository: 'CGMCC', deposit_no: '00000', deposit_date: '2020-01-15', taxon: 'Fictio exempli' }],
  }) // oxfmt-ignore
  const examined = await make({ case_no: 'OLD-2', title: '一种虚构的导航方法', status: 'SE', filing_date: ago(500), sub_exam_requested: true, sub_exam_date: ago(480), usage_kind: 'B' }) // oxfmt-ignore
  const american = await make({ case_no: 'OLD-3', title: 'A fictional navigation method', country: 'US', status: 'US_EXAM', filing_date: ago(200), application_no: '18/655,432' }) // oxfmt-ignore
  await make({ case_no: 'OLD-4', title: '虚构草案', status: 'DRAFTING', inventors: by })
  const deleted = await make({ case_no: 'OLD-5', title: '已删除的虚构案件', status: 'DRAFTING' })
  await call('patent/do/delete', { sid: deleted })
  await call('priority/do/create', { case_sid: american, priority_no: '202410000001.X', priority_date: ago(500), priority_country: 'CN' })
  await call('related_case/do/create', { earlier_sid: examined, later_sid: american, relation_type: 'PARIS' })
  await call('patent/do/batch_update', { sids: [granted, examined, american], changes: { value_grade: 'B' } })
  await call('patent/do/update', { sid: granted, remark: '虚构备注' })
  return { granted, examined, american }
}

const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'

async function addDocuments({ app, call, people: { manager } }: Filled, { examined, american }: Cases) {
  const fields = { case_sid: examined, doc_type: 'CN14', issue_date: ago(30), serial_no: '2026000000001' }
  for (const version_remark of ['', '更清晰']) {
    const file = `${PDF}%fictional ${version_remark}\n`
    const sent = await sendFile(app, {
      path: 'document/do/upload',
      token: manager.token,
      file,
      name: 'oa.pdf',
      fields: { ...fields, version_remark },
    })
    assert.equal(sent.status, 200, sent.message)
  }
  await call('official_event/do/create', { case_sid: american, code: 'US4', event_date: ago(20) })
  const { record } = await call<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${american}' AND status = 'OPEN'`, fl: 'sid', rows: 1 })
  await call('deadline/do/transition', { sid: record[0]?.sid, transition: 'waive', handled_reason: '虚构原因' })
}

/** One annuity on a list that is paid; one more fee entered by hand. */
async function payFees({ call }: Filled, { granted }: Cases) {
  const iql = `case_sid = '${granted}' AND fee_class = 'ANNUITY' AND status IN ('PLANNED', 'TO_PAY', 'OVERDUE') ORDER BY due_date ASC`
  const { record } = await call<{ record: Row[] }>('fee/do/search', { iql, fl: 'sid', rows: 1 })
  const payment = await call('payment/do/from_fees', { fee_sids: record.map(({ sid }) => sid), payee: '虚构收款人' })
  await call('payment/do/pay', { sid: payment.sid, pay_date: `${today}`, official_order_no: 'FICTION-2' })
  await call('fee/do/create', { case_sid: granted, fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: '2030-01-04', amount: '5000.00' })
}

/** Two rows that are taken in and one that is rejected, with columns mapped by hand. */
async function importCases({ app, tenant, people: { manager } }: Filled) {
  const file = await workbook([
    ['案号', '作品', '国家/地区', '专利类型', '申请日', '申请号'],
    ['OLD-6', '导入的虚构案件', 'CN', '发明', '2023-02-20', '202310123456.6'],
    ['OLD-7', '申请号有误的虚构案件', 'CN', '发明', '2023-02-20', '202310123456.7'],
  ])
  const mapping = { 案号: 'case_no', 作品: 'title', '国家/地区': 'country', 专利类型: 'patent_type', 申请日: 'filing_date', 申请号: 'application_no' }
  const fields = { mapping: JSON.stringify(mapping) }
  const sent = await sendFile(app, { path: 'patent/do/import', token: manager.token, file, name: '虚构台账.xlsx', fields })
  assert.equal(sent.status, 200, sent.message)
  const job = await jobEnded(tenant, sent.data.job_sid)
  assert.deepEqual([job.ok, job.failed], [1, 1], JSON.stringify(job.errors))
}

/** The completeness check, its findings and reminders; a colleague's cases are handed over; an address asked for a captcha. */
async function endWork({ app, tenant, call, people: { admin, manager, engineer } }: Filled, { examined }: Cases) {
  await call('patent/do/update', { sid: examined, owner_sid: engineer.sid })
  await call('deadline/do/create', { case_sid: examined, name: '虚构期限', official_due: `${today.add({ days: 7 })}` })
  await call('user_handover/do/handover', { from_user: engineer.sid, to_user: manager.sid }, admin)
  const { job_sid } = await call<{ job_sid: string }>('finding/do/run', {})
  assert.equal((await jobEnded(tenant, job_sid)).state, 'DONE')
  assert.equal((await app.inject({ url: '/innoe-passport/captcha' })).statusCode, 200)
}
