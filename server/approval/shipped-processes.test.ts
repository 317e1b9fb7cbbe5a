// Each process that is shipped, walked by the people of the demo company: from its start to a refusal, and again to the step itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalView } from '../../model/approval/approval-actions.ts'
import { APPROVAL_PROCESSES } from '../../seed/approval-processes.ts'
import { demoPeople } from '../../tests/harness/demo-people.ts'
import { testServer } from '../../tests/harness/server.ts'
import { anyTable } from '../database/pool.ts'

const { call, tenant } = await testServer({ demo: true })
const people = await demoPeople(tenant, 'admin', 'manager', 'engineer', 'engineer2', 'leader', 'inventor', 'finance')
type Account = keyof typeof people

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body: object | undefined, as: Account): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as: people[as], lang: 'en' })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = async (model: string, values: object, as: Account) => (await ok(`${model}/do/create`, values, as)).sid
const found = async (model: string, iql: string, as: Account = 'manager') => {
  const [first] = (await ok<{ record: Row[] }>(`${model}/do/search`, { fl: ['sid'], iql, rows: 1 }, as)).record
  return first?.sid ?? assert.fail(`${model}: ${iql}`)
}
/** As if the earlier steps of its life had been taken. */
const put = async (model: string, sid: string, status: string) => {
  await anyTable(tenant.db).updateTable(model).set({ status }).where('sid', '=', sid).execute()
  return sid
}
const day = `${Temporal.Now.plainDateISO('Asia/Shanghai')}`
const party = async (name: string) => [{ applicant_sid: await found('applicant', `name = '${name}'`) }]
const contract = async (model: 'transfer' | 'licence', sides: object, right: number) => {
  const sid = await make(model, { title: '虚构合同', contract_no: `虚构-${right}`, sign_date: day, ...sides }, 'engineer')
  const rights = (await ok<{ record: Row[] }>('patent/do/search', { fl: ['sid'], iql: "status = 'GRANTED' AND country = 'CN' ORDER BY case_no DESC", rows: 3 }, 'engineer')).record // oxfmt-ignore
  await ok('dealt_right/do/add', { dealing_sid: sid, case_sids: [rights[right]?.sid] }, 'engineer')
  return sid
}
async function billWithItsFile(no: string) {
  const sid = await found('invoice', `invoice_no = '${no}'`)
  await tenant.db.updateTable('invoice').set({ attachments: JSON.stringify([{ sid, name: 'bill.pdf', size: 1 }]) as never }).where('sid', '=', sid).execute() // oxfmt-ignore
  return sid
}
const us = async () => party('虚构科技集团有限公司')
const them = async () => party('虚构智造有限公司')

/** Who starts it on which record, who is asked in turn and acts (`deputy` for an absent person), and the state afterwards. */
type Walk = { by: Account; record: () => Promise<string>; fields?: () => Promise<object> | object; acts: readonly Account[]; end: string }
const WALKS: Record<string, Walk> = {
  PROPOSAL_SUBMIT: {
    by: 'inventor',
    record: () => make('proposal', { title: '虚构的自检锁', proposal_type: 'INVENTION', solution: '锁舌装有虚构传感器' }, 'inventor'),
    acts: ['leader'],
    end: 'SUBMITTED',
  },
  PROPOSAL_FILING: {
    by: 'manager',
    record: async () => put('proposal', await make('proposal', { title: '虚构的自锁轮', proposal_type: 'INVENTION', solution: '虚构' }, 'inventor'), 'IP_REVIEW'), // oxfmt-ignore
    fields: () => ({ grade: 'A', ip_opinion: '值得申请（虚构）' }),
    acts: ['leader'],
    end: 'APPROVED',
  },
  ANNUITY_ABANDON: {
    by: 'manager',
    record: () => found('annuity_review', `status = 'ASKED' AND owner_sid = '${people.engineer.sid}' AND bound_by IS EMPTY`),
    fields: () => ({ decision_reason: '不再使用（虚构）' }),
    acts: ['engineer', 'finance'],
    end: 'ABANDONED',
  },
  PAYMENT_LIST: {
    by: 'engineer',
    record: async () => {
      const fee = await found('fee', "status IN ('PLANNED', 'TO_PAY', 'DUE') AND amount > 0 AND payment_sid IS EMPTY AND currency = 'CNY'", 'engineer')
      return (await ok('payment/do/from_fees', { fee_sids: [fee] }, 'engineer')).sid
    },
    fields: () => ({ amounts_confirmed: true }),
    acts: ['engineer2', 'finance'],
    end: 'APPROVED',
  },
  INVOICE: { by: 'manager', record: () => billWithItsFile('虚构BQ-0001'), acts: ['finance'], end: 'AUDITED' },
  TRANSFER: {
    by: 'engineer',
    record: async () => contract('transfer', { direction: 'OUT', assignors: await us(), assignees: await them(), price: '100' }, 0),
    acts: ['engineer2'],
    end: 'SIGNED',
  },
  LICENCE: {
    by: 'engineer',
    record: async () => contract('licence', { direction: 'OUT', licence_type: 'NON_EXCLUSIVE', licensors: await us(), licensees: await them(), amount: '100' }, 1), // oxfmt-ignore
    acts: ['engineer2'],
    end: 'SIGNED',
  },
  AWARD: { by: 'manager', record: async () => put('award', await found('award', "award_type = 'PROPOSAL'"), 'CONFIRMED'), acts: ['finance'], end: 'APPROVED' },
  SECRET_ACCESS: {
    by: 'engineer',
    record: () => found('trade_secret', "title = '虚构客户需求清单'", 'engineer'),
    fields: () => ({ authorised_users: [people.engineer.sid, people.inventor.sid] }),
    acts: ['engineer2'],
    end: 'PROTECTED',
  },
  OPEN_FOR_CHANGE: { by: 'engineer', record: () => found('patent', "status = 'READY'", 'engineer'), acts: ['engineer2'], end: 'DRAFTING' },
} // oxfmt-ignore

// The manager is away, and a colleague acts in the manager's place.
await ok('absence/do/create', { from_date: day, to_date: `${Temporal.PlainDate.from(day).add({ days: 2 })}`, deputy_sid: people.engineer2.sid }, 'manager') // oxfmt-ignore

type Process = { sid: string; entity: string; transition: string }
const view = async (sid: string) => (await ok<{ approval: ApprovalView }>('approval/do/overview', { sid }, 'admin')).approval

/** One opinion on the open step, given by this person as their own task or for whom they stand in. */
async function act(approval: string, as: Account, name: 'agree' | 'refuse') {
  const { tasks } = await ok<{ tasks: { sid: string; approval_sid: string; for: Row | null }[] }>('approval_task/do/todo', {}, as)
  const task = tasks.find(({ approval_sid }) => approval_sid === approval)
  assert.ok(task, `${as} has the task; it waits for ${JSON.stringify((await view(approval)).nodes.flatMap(({ tasks: of }) => of.map(({ person, state }) => [person.name, state])))}`) // oxfmt-ignore
  assert.equal(task.for?.sid, as === 'engineer2' ? people.manager.sid : undefined)
  return (await ok<{ approval: ApprovalView }>(`approval_task/do/${name}`, { sid: task.sid, opinion: '虚构意见' }, as)).approval
}

test('[4.08] each shipped process has a walk', () => assert.deepEqual(Object.keys(WALKS), APPROVAL_PROCESSES.map(({ code }) => code))) // oxfmt-ignore

for (const [code, { by, record, fields, acts, end }] of Object.entries(WALKS))
  test(`[4.08] ${code}: sound, off at first, then refused once and carried out when all have agreed`, async () => {
    const { sid: process, entity, transition } = await processNamed(code)
    const sid = await record()
    const values = (await fields?.()) ?? {}
    const stateOf = async () =>
      (await anyTable(tenant.db).selectFrom(entity).select('status').where('sid', '=', sid).executeTakeFirstOrThrow()).status
    const before = await stateOf()
    assert.deepEqual((await ok<{ faults: unknown[] }>('approval_process/do/check', { sid: process }, 'admin')).faults, [])
    await ok('approval_process/do/publish', { sid: process }, 'admin')
    const started = async () => {
      const answer = await call<{ approval: string }>(`${entity}/do/transition`, { sid, transition, ...values }, { as: people[by], lang: 'en' })
      assert.equal(answer.code, 500014, answer.text)
      assert.equal(await stateOf(), before)
      return answer.data.approval
    }
    const [first = 'admin'] = acts
    assert.equal((await act(await started(), first, 'refuse')).state, 'REFUSED')
    assert.equal(await stateOf(), before)
    const approval = await started()
    for (const [at, who] of acts.entries()) {
      const { state, waits_for_en } = await act(approval, who, 'agree')
      assert.equal(state, at === acts.length - 1 ? 'APPROVED' : 'RUNNING', String(waits_for_en))
    }
    assert.equal(await stateOf(), end)
    await ok('approval_process/do/stop', { sid: process }, 'admin')
  })

const processNamed = async (code: string): Promise<Process> =>
  (await tenant.db
    .selectFrom('approval_process')
    .select(['sid', 'entity', 'transition'])
    .where('code', '=', code)
    .where('status', '=', 'DRAFT')
    .executeTakeFirstOrThrow()) as Process // their columns are required

test('[4.08] readers join a protected secret by the approved step alone, and leave it by any change', async () => {
  const sid = await found('trade_secret', "title = '虚构客户需求清单'", 'engineer')
  const change = (who: readonly Account[]) => call('trade_secret/do/update', { sid, authorised_users: who.map((one) => people[one].sid) }, { as: people.engineer }) // oxfmt-ignore
  assert.deepEqual((await change(['engineer', 'inventor', 'leader'])).errors.map(({ field }) => field), ['authorised_users']) // oxfmt-ignore
  assert.equal((await change(['engineer'])).code, 0)
})
