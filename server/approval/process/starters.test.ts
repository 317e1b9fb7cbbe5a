import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Level } from '../../../model/approval/graph.ts'
import { approvalServer, level, person } from '../../../tests/harness/cases/approvals.ts'
import { systemContext } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol, admin, first, second, draft } = await approvalServer()

test('[5.13] a check tries real starters, and names those who find nobody at a step', async () => {
  const unmanned = async (participants: Level['participants'], more: Record<string, unknown> = {}, as = admin) => {
    const { data } = await draft({ levels: [{ ...level([]), participants }] }, more)
    const answer = await call<{ faults: unknown[]; unmanned: { node: string; en: string }[] }>('approval_process/do/check', { sid: data.sid }, { as })
    assert.deepEqual(answer.data.faults, [], answer.text)
    return answer.data.unmanned.map((one) => `${one.node}: ${one.en}`).join()
  }
  assert.match(await unmanned([{ kind: 'STARTER_LEADER', up: 1 }]), /^level_1: of \d+ starters tried, \d+ \(.+\) finds? nobody at “Approval”/)
  assert.match(await unmanned([person(first)]), /^level_1: of \d+ starters tried, 1 \(甲（虚构）\) finds nobody/, 'nobody approves their own')
  assert.equal(await unmanned([person(first)], { own_allowed: true }), '')
  assert.equal(await unmanned([{ kind: 'OWNER' }]), '', 'only a record says who that is')
  const role_sid = await createRow(systemContext(tenant), modelNamed(tenant.models, 'role'), { code: 'process_reader', name: '流程查看（虚构）' })
  const grant = { role_sid, entity: 'approval_process', verbs: ['get', 'search'], data_scope: 'ALL' }
  await createRow(systemContext(tenant), modelNamed(tenant.models, 'role_grant'), grant)
  const reader = await enrol('inventor', { role_sids: [role_sid] })
  assert.equal(await unmanned([person(first)], {}, reader), '', 'who sees no people is told no names')
})

test('a check tries the steps of the same participants once, and names each of them', async () => {
  const { data } = await draft({ levels: [level([first]), level([first]), level([second])] })
  const answer = await call<{ unmanned: { node: string }[] }>('approval_process/do/check', { sid: data.sid }, { as: admin })
  assert.deepEqual(answer.data.unmanned.map(({ node }) => node), ['level_1', 'level_2', 'level_3'], answer.text) // oxfmt-ignore
})
