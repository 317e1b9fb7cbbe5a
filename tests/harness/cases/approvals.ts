import assert from 'node:assert/strict'
import type { ApprovalView, ToDo } from '../../../model/approval/approval-actions.ts'
import type { Level, Participant, VoteMode } from '../../../model/approval/graph.ts'
import { systemContext } from '../../../server/records/context.ts'
import { modelNamed } from '../../../server/records/registry.ts'
import { createRow } from '../../../server/records/write/create.ts'
import { type Person, testServer } from '../server.ts'

export type Made = { sid: string; version: number; status: string; version_no: number }
type Steps = { levels?: readonly Level[]; graph?: unknown }
type Server = Awaited<ReturnType<typeof testServer>>

export const person = ({ sid }: Person): Participant => ({ kind: 'PERSON', sid })
export const level = (people: readonly Person[], vote: VoteMode = 'ALL_PASS', more: Partial<Level> = {}): Level => ({
  name: '审批', name_en: 'Approval', participants: people.map(person), vote, ...more,
}) // oxfmt-ignore

/** A server with people who start and decide approvals of the transition `ready` of patents. */
export async function approvalServer() {
  const s = await testServer()
  const { tenant, enrol } = s
  const admin = await enrol('system_admin', { name: '管理员（虚构）' })
  const starter = await enrol('ip_engineer', { name: '发起人（虚构）' })
  const first = await enrol('ip_engineer', { name: '甲（虚构）' })
  const second = await enrol('ip_engineer', { name: '乙（虚构）' })
  const third = await enrol('inventor', { name: '丙（虚构）' })
  const patent = (title = '一种虚构装置') =>
    createRow(systemContext(tenant), modelNamed(tenant.models, 'patent'), {
      title,
      country: 'CN',
      patent_type: 'INVENTION',
      owner_sid: starter.sid,
      company_sid: starter.company,
    })
  return { ...s, admin, starter, first, second, third, patent, ...processesOf(s, admin), ...stepsOf(s, admin, starter) }
}

function processesOf({ tenant, call }: Server, admin: Person) {
  let made = 0
  /** A draft of a process for the transition `ready` of patents. */
  async function draft(steps: Steps, more: Record<string, unknown> = {}) {
    const names = { name: '定稿审批（虚构）', name_en: 'Approval of the final draft' }
    const row = { code: `P${++made}`, ...names, entity: 'patent', transition: 'ready', ...steps, ...more }
    return call<Made>('approval_process/do/create', row, { as: admin, lang: 'en' })
  }
  /** The process alone serves records for as long as the test runs. */
  async function published(steps: Steps, more: Record<string, unknown> = {}) {
    await tenant.db.updateTable('approval_process').set({ status: 'SUPERSEDED' }).where('status', '=', 'PUBLISHED').execute() // of a test that failed
    const created = await draft(steps, more)
    assert.equal(created.code, 0, created.text)
    const answer = await call<Made>('approval_process/do/publish', { sid: created.data.sid }, { as: admin })
    assert.equal(answer.code, 0, answer.text)
    return answer.data.sid
  }
  const stop = async (sid: string) => assert.equal((await call('approval_process/do/stop', { sid }, { as: admin })).code, 0)
  return { draft, published, stop }
}

function stepsOf({ call }: Server, admin: Person, starter: Person) {
  const take = (sid: string, as = starter, transition = 'ready', more: Record<string, unknown> = {}) =>
    call<{ approval: string; status: string }>('patent/do/transition', { sid, transition, ...more }, { as, lang: 'en' })
  const statusOf = async (sid: string) => (await call<{ status: string }>(`patent/${sid}`, undefined, { as: admin })).data.status
  async function started(sid: string, as = starter, more: Record<string, unknown> = {}, transition = 'ready') {
    const answer = await take(sid, as, transition, more)
    assert.equal(answer.code, 500014, answer.text)
    return answer.data.approval
  }
  const todo = async (as: Person) => (await call<{ total: number; tasks: ToDo[] }>('approval_task/do/todo', {}, { as })).data
  async function taskOf(as: Person, approval: string) {
    const found = (await todo(as)).tasks.find(({ approval_sid }) => approval_sid === approval)
    assert.ok(found, 'a task to do')
    return found.sid
  }
  const act = async (as: Person, approval: string, name: string, more: Record<string, unknown> = {}) =>
    call<{ approval: ApprovalView }>(`approval_task/do/${name}`, { sid: await taskOf(as, approval), ...more }, { as, lang: 'en' })
  const view = async (sid: string, as = starter) => (await call<{ approval: ApprovalView }>('approval/do/overview', { sid }, { as })).data.approval
  return { take, statusOf, started, todo, taskOf, act, view }
}
