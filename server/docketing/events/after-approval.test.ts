import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/clock.ts'
import { approvalServer, level } from '../../../tests/harness/cases/approvals.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const s = await approvalServer()
const { call, enrol, tenant, starter, first, published, started, act, statusOf } = s
const clerk = await enrol('ip_manager')
const system = systemContext(tenant)
const ago = (days: number) => Temporal.Now.plainDateISO(ZONE).subtract({ days }).toString()
const applicant_sid = await createRow(system, modelNamed(tenant.models, 'applicant'), {
  name: '虚构申请人',
  country: 'CN',
  company_sid: starter.company,
})
const inventor_sid = await createRow(system, modelNamed(tenant.models, 'inventor'), { name: '虚构发明人', company_sid: starter.company })
await published({ levels: [level([first])] })

/** A case whose final draft is being approved while the receipt of its filing arrives. */
async function received(application_no: string) {
  const sid = await createRow(system, modelNamed(tenant.models, 'patent'), {
    title: '一种虚构装置', country: 'CN', patent_type: 'INVENTION', owner_sid: starter.sid, company_sid: starter.company,
    applicants: [{ applicant_sid }], inventors: [{ inventor_sid }], application_no, filing_date: ago(40),
  }) // oxfmt-ignore
  const approval = await started(sid)
  const recorded = await call('official_event/do/create', { case_sid: sid, code: 'CN01', event_date: ago(30) }, { as: clerk })
  assert.equal(recorded.code, 0, recorded.text)
  assert.equal(await statusOf(sid), 'DRAFTING')
  return { sid, approval }
}

const ENDS: readonly (readonly [string, string, (approval: string) => Promise<{ code: number; text: string }>])[] = [
  ['approved', '202610000021.6', (approval) => act(first, approval, 'agree')],
  ['refused', '202610000022.0', (approval) => act(first, approval, 'refuse', { opinion: '理由' })],
  ['withdrawn', '202610000023.5', (sid) => call('approval/do/withdraw', { sid }, { as: starter })],
]

for (const [how, number, end] of ENDS)
  test(`a filing receipt recorded during an approval files the case when the approval is ${how}`, async () => {
    const { sid, approval } = await received(number)
    const ended = await end(approval)
    assert.equal(ended.code, 0, ended.text)
    assert.equal(await statusOf(sid), 'FILED')
  })

test('an event recorded before the approval began takes no step at its end', async () => {
  const { sid, approval } = await received('202610000024.X')
  await tenant.db
    .updateTable('official_event')
    .set({ created_at: `${ago(2)}T00:00:00Z` })
    .where('case_sid', '=', sid)
    .execute()
  assert.equal((await call('approval/do/withdraw', { sid: approval }, { as: starter })).code, 0)
  assert.equal(await statusOf(sid), 'DRAFTING')
})
