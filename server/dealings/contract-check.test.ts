// The check before a contract: what it finds of each right, from which record, and only what the person may see.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import type { CheckedRight } from '../../model/dealings/dealing-actions.ts'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'
import { jobEnded, sendFile } from '../../tests/harness/cases/exchange.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol, make, ok, patents, owner, add, admin } = await dealingServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [us, them] = [await owner('虚构甲公司'), await owner('虚构乙公司')]
const checked = async (case_sids: readonly string[]) => (await ok<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids })).record
const findingsOf = (right: CheckedRight | undefined, topic: string) =>
  (right?.lines ?? []).filter((line) => line.topic === topic).map(({ level, text }) => `${level} ${text}`)

test('[1.09] one report tells of each right its owners, state, annuities, pledges, licences and family, each from its record', async () => {
  const family_sid = await make('patent_family', { title: '虚构族' })
  const [right = '', other = ''] = await patents(2, [{ applicant_sid: us }, { applicant_sid: them }], { family_sid })
  const fee = await make('fee', {
    case_sid: right,
    fee_class: 'ANNUITY',
    fee_type: 'DRAFT',
    name: '第 3 年年费',
    due_date: '2025-02-03',
    amount: '900',
    status: 'TO_PAY',
  })
  const pledge = await make('pledge', {
    title: '虚构质押',
    status: 'REGISTERED',
    pledgors: [{ applicant_sid: us }],
    pledgees: [{ applicant_sid: them }],
    principal: '1',
    due_date: '2090-01-02',
  })
  const old = await make('licence', { title: '虚构许可', licensors: [{ applicant_sid: us }], licensees: [{ applicant_sid: them }], status: 'SIGNED' })
  await add(pledge, [right])
  await add(old, [right])
  const variety = await make('plant_variety', { denomination: '虚构麦', crop_kind: 'CEREAL', office: 'CN', botanical_taxon: 'Triticum' })
  const report = await checked([right, variety, pledge])
  assert.deepEqual(report.map(({ sid }) => sid).sort(), [right, variety].sort())
  const one = report.find(({ sid }) => sid === right)
  assert.deepEqual(findingsOf(one, 'OWNERS'), ['WARN 共有（2）：虚构甲公司、虚构乙公司'])
  assert.match(findingsOf(one, 'STATUS')[0] ?? '', /^WARN .+/)
  assert.match(findingsOf(one, 'ANNUITIES')[0] ?? '', /^WARN 未缴 第 3 年年费 CNY 900\.00 2025-02-03$/)
  assert.match(findingsOf(one, 'pledge')[0] ?? '', /^WARN .+虚构质押: 已登记，质押中$/)
  assert.match(findingsOf(one, 'licence')[0] ?? '', /^WARN .+虚构许可: 已签订$/)
  assert.deepEqual(findingsOf(one, 'transfer'), ['OK 无'])
  for (const topic of ['indexing_task', 'retrieval_request']) assert.deepEqual(findingsOf(one, topic), [], topic)
  assert.match(findingsOf(one, 'FAMILY')[0] ?? '', /^INFO .+虚构装置 2$/)
  const sources = (one?.lines ?? []).flatMap(({ from }) => (from ? [`${from.model} ${from.sid}`] : []))
  for (const source of [`fee ${fee}`, `pledge ${pledge}`, `licence ${old}`, `patent ${other}`, `patent ${right}`])
    assert.ok(sources.includes(source), source)
  const another = report.find(({ sid }) => sid === variety)
  assert.deepEqual(findingsOf(another, 'OWNERS'), ['WARN 未记录权利人'])
  assert.deepEqual(findingsOf(another, 'pledge'), ['OK 无'])
})

test('the report says what it could not check, and nothing of rights that one does not see', async () => {
  const [right = ''] = await patents(1, [{ applicant_sid: us }], { owner_sid: admin.sid })
  const role = await make('role', { code: 'reads_patents', name: '只看专利' })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const reader = await enrol('inventor', { role_sids: [role] })
  const { data } = await call<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids: [right] }, { as: reader })
  for (const topic of ['ANNUITIES', 'pledge', 'licence', 'transfer'])
    assert.deepEqual(findingsOf(data.record[0], topic), ['UNSEEN 无权查看，未核查'], topic)
  await make('role_grant', { role_sid: role, entity: 'fee', verbs: ['get', 'search', 'count'], data_scope: 'ALL', hidden_fields: ['fee_class'] })
  const grant = { role_sid: await make('role', { code: 'hides_status', name: '不看状态' }), entity: 'patent', verbs: ['get', 'search', 'count'] }
  await make('role_grant', { ...grant, data_scope: 'ALL', hidden_fields: ['status', 'case_no'] })
  await make('role_grant', { ...grant, entity: 'fee', data_scope: 'ALL', hidden_fields: ['case_sid', 'status'] })
  for (const [role_sid, hidden] of [
    [role, ['ANNUITIES']],
    [grant.role_sid, ['ANNUITIES', 'STATUS', 'FAMILY']],
  ] as const) {
    const unseeing = await enrol('inventor', { role_sids: [role_sid] })
    const report = await call<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids: [right] }, { as: unseeing })
    for (const topic of hidden) assert.deepEqual(findingsOf(report.data.record?.[0], topic), ['UNSEEN 无权查看，未核查'], `${topic} ${report.text}`)
  }
  const inventor = await enrol('inventor')
  assert.deepEqual((await call<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids: [right] }, { as: inventor })).data.record, [])
})

test('no right, and more than one report covers, are refused', async () => {
  assert.equal((await call('case/do/contract_check', { case_sids: [] }, { as: admin })).status, 400)
  const many = Array.from({ length: 201 }, (_, at) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`)
  assert.equal((await call('case/do/contract_check', { case_sids: many }, { as: admin })).status, 400)
})

type Caller = typeof admin
type Package = { files: Record<string, string>; sheets: Record<string, unknown[][]>; message: string }

/** The package as this person fetches it. */
async function packed(iql: string, as: Caller = admin, body: object = {}): Promise<Package> {
  const { data, text } = await call<{ job_sid: string }>('case/do/due_diligence', { iql, ...body }, { as })
  assert.ok(data?.job_sid, text)
  const job = await jobEnded(tenant, data.job_sid)
  assert.equal(job.state, 'DONE', String(job.message))
  const sent = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${as.token}` } })
  assert.deepEqual([sent.statusCode, sent.headers['content-type']], [200, 'application/zip'])
  const zip = await yauzl.fromBufferPromise(sent.rawPayload)
  const files: Record<string, string> = {}
  let sheets: Package['sheets'] = {}
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    if (entry.fileName.endsWith('.xlsx'))
      sheets = Object.fromEntries((await readXlsx(new Uint8Array(bytes))).sheets.map(({ name, rows }) => [name, rows as unknown[][]]))
    else files[entry.fileName] = String(bytes)
  }
  return { files, sheets, message: String(job.message) }
}
const cellOf = (sheet: unknown[][] | undefined, heading: string, row = 1) => sheet?.[row]?.[sheet[0]?.indexOf(heading) ?? -1]
const saidOf = (sheet: unknown[][] | undefined) => (sheet ?? []).map((row) => row.join(' | '))
const attach = (case_sid: string, name: string, visibility: string) =>
  sendFile(app, { path: 'document/do/upload', token: admin.token, file: name, name, fields: { case_sid, visibility } })

test('[1.09] a portfolio leaves as one zip: rights of several kinds with what binds them, and the documents of each in its folder', async () => {
  const [right = ''] = await patents(1, [{ applicant_sid: us }])
  const variety = await make('plant_variety', { denomination: '虚构稻', crop_kind: 'CEREAL', office: 'CN', botanical_taxon: 'Oryza' })
  const fee = { fee_class: 'ANNUITY', fee_type: 'DRAFT', name: '第 4 年年费', due_date: '2025-02-03', amount: '900', status: 'TO_PAY' }
  await make('fee', { case_sid: right, ...fee })
  const idea = await make('proposal', { title: '虚构构想', solution: '虚构' })
  const sides = { pledgors: [{ applicant_sid: us }], pledgees: [{ applicant_sid: them }] }
  const pledge = await make('pledge', { title: '虚构质押二', status: 'REGISTERED', ...sides, principal: '1', due_date: '2090-01-02' })
  await add(pledge, [right])
  await attach(right, '虚构说明书.txt', 'V2')
  const { files, sheets, message } = await packed(`sid IN ('${right}', '${variety}', '${pledge}', '${idea}')`)
  const names = ['说明', '权利总表', '专利', '植物新品种权', '权利人变更', '涉及的权利', '质押', '费用', '期限', '文件']
  assert.deepEqual(Object.keys(sheets).sort(), names.sort())
  const rows = sheets['权利总表'] ?? []
  assert.equal(rows.length, 3)
  const at = rows.findIndex((row) => row[0] === '专利')
  assert.equal(cellOf(rows, '权利人', at), '虚构甲公司')
  assert.match(String(cellOf(rows, '质押', at)), /虚构质押二: 已登记，质押中/)
  assert.match(String(cellOf(rows, '年费', at)), /未缴 第 4 年年费 CNY 900\.00 2025-02-03/)
  assert.equal(cellOf(rows, '纠纷', at), '无')
  assert.match(String(cellOf(sheets['质押'], '标题') ?? sheets['质押']?.[1]), /虚构质押二/)
  assert.equal(
    sheets['费用']?.some((row) => row.includes('第 4 年年费')),
    true,
  )
  const { case_no } = await ok<{ case_no: string; sid: string }>(`patent/${right}`)
  assert.deepEqual(files, { [`文件/${case_no} 虚构装置 1/内部/虚构说明书.txt`]: '虚构说明书.txt' })
  assert.equal(cellOf(sheets['文件'], '在本包中的位置'), `文件/${case_no} 虚构装置 1/内部/虚构说明书.txt`)
  assert.ok(
    saidOf(sheets['说明']).some((line) => line.startsWith('未包含: 质押 × 1 | 是合同')),
    saidOf(sheets['说明']).join(),
  )
  assert.ok(saidOf(sheets['说明']).some((line) => line.startsWith('未包含: 提案 × 1 | 是合同')))
  assert.match(message, /^导出 2 项权利、1 个文件/)
  const audited = await tenant.db.selectFrom('audit_entry').select(['event', 'entity', 'records']).where('event', 'in', ['EXPORTED', 'DOWNLOADED']).orderBy('sid').execute() // oxfmt-ignore
  assert.deepEqual(audited.map(({ event, entity }) => `${event} ${entity}`), ['EXPORTED case', 'DOWNLOADED document', 'DOWNLOADED job']) // oxfmt-ignore
})

test('[1.09] a package holds what the roles of its owner export, and says what they left out', async () => {
  const agency_sid = await make('agency', { agency_name: '虚构代理所' })
  const [given = '', other = ''] = await patents(2, [{ applicant_sid: us }])
  await ok('patent/do/update', { sid: given, agency_sid, remark: '虚构备注' })
  await make('fee', { case_sid: given, fee_class: 'ANNUITY', fee_type: 'DRAFT', name: '第 5 年年费', due_date: '2025-02-03', amount: '900' })
  await attach(given, '来文.txt', 'V2')
  await attach(given, '内部意见.txt', 'V6')
  await attach(other, '他案.txt', 'V2')
  const role = await make('role', { code: 'agency_exports', name: '代理导出', platform: '2' })
  const grant = { role_sid: role, data_scope: 'AGENCY' }
  await make('role_grant', { ...grant, entity: 'patent', verbs: ['get', 'search', 'count', 'export'], hidden_fields: ['title_en', 'grant_date'] })
  await make('role_grant', { ...grant, entity: 'document', verbs: ['get', 'search', 'count'] })
  await make('role_grant', { ...grant, entity: 'deadline', verbs: ['get', 'search', 'count', 'export'], hidden_fields: ['status'] })
  const agent = await enrol('agent', { agency_sid, role_sids: [role] })
  const { files, sheets } = await packed(`sid IN ('${given}', '${other}')`, agent, { model: 'patent' })
  assert.deepEqual(Object.values(files), ['来文.txt'])
  assert.equal(sheets['权利总表']?.length, 2)
  assert.equal(cellOf(sheets['权利总表'], '授权/注册日'), null)
  assert.equal(cellOf(sheets['权利总表'], '年费'), '无权导出，未列出')
  const about = saidOf(sheets['说明'])
  assert.equal(sheets['期限'], undefined)
  assert.ok(
    about.some((line) => line.startsWith('未包含: 期限 | 您的角色看不到')),
    about.join(),
  )
  assert.ok(
    about.some((line) => line.startsWith('未包含: 费用 |')),
    about.join(),
  )
  assert.ok(about.some((line) => line.includes('只含您的角色可查看的文件')))
  const without = await packed(`sid = '${given}'`, agent, { documents: false })
  assert.deepEqual([Object.keys(without.files), without.sheets['文件']], [[], undefined])
  // A role that may export one fee at once exports no two in a package, neither in their sheet nor beside their right.
  await make('fee', { case_sid: given, fee_class: 'ANNUITY', fee_type: 'DRAFT', name: '第 6 年年费', due_date: '2026-02-03', amount: '900' })
  await make('role_grant', { ...grant, entity: 'fee', verbs: ['get', 'search', 'count', 'export'], export_max: 1 })
  const limited = await packed(`sid = '${given}'`, agent, { documents: false })
  assert.deepEqual([limited.sheets['费用'], cellOf(limited.sheets['权利总表'], '年费')], [undefined, '无权导出，未列出'])
  assert.ok(saidOf(limited.sheets['说明']).includes('未包含: 费用 | 超过一次可导出的 1 行'), saidOf(limited.sheets['说明']).join())
  assert.equal((await call('case/do/due_diligence', { model: 'proposal' }, { as: admin })).status, 400)
  const reader = await enrol('dept_leader')
  for (const [iql, as] of [[`sid = '${given}'`, reader], [`title = '没有'`, admin]] as const) assert.equal((await call('case/do/due_diligence', { iql }, { as })).status, 400) // oxfmt-ignore
  assert.equal((await call('case/do/due_diligence', { iql: '', model: 'pledge' }, { as: admin })).status, 400)
})
