// The check before a contract: what it finds of each right, from which record, and only what the person may see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckedRight } from '../../model/dealings/dealing-actions.ts'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'

const { call, enrol, make, ok, patents, owner, add, admin } = await dealingServer()
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
  assert.match(findingsOf(one, 'ANNUITIES')[0] ?? '', /^WARN 未缴 第 3 年年费 900(\.00)? CNY 2025-02-03$/)
  assert.match(findingsOf(one, 'pledge')[0] ?? '', /^WARN .+虚构质押: 已登记，质押中$/)
  assert.match(findingsOf(one, 'licence')[0] ?? '', /^WARN .+虚构许可: 已签订$/)
  assert.deepEqual(findingsOf(one, 'transfer'), ['OK 无'])
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
  const inventor = await enrol('inventor')
  assert.deepEqual((await call<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids: [right] }, { as: inventor })).data.record, [])
})

test('no right, and more than one report covers, are refused', async () => {
  assert.equal((await call('case/do/contract_check', { case_sids: [] }, { as: admin })).status, 400)
  const many = Array.from({ length: 201 }, (_, at) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`)
  assert.equal((await call('case/do/contract_check', { case_sids: many }, { as: admin })).status, 400)
})
