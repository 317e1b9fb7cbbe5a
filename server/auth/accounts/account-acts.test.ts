import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const accountOf = (person: string) => tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', person).executeTakeFirstOrThrow()
const actsOn = async (person: string) =>
  (await call<{ acts: string[] }>(`user/${(await accountOf(person)).sid}`, undefined, { as: admin })).data.acts.toSorted()
const setStatus = async (person: string, status: string) =>
  call('user/do/update', { sid: (await accountOf(person)).sid, status }, { as: admin, lang: 'en' })

/** What is offered is what the server takes: opening and closing are tried by the same administrator. */
async function holds(person: string, acts: readonly string[]) {
  assert.deepEqual(await actsOn(person), acts)
  const { status } = await accountOf(person)
  const tried = await setStatus(person, status === 'OPEN' ? 'CLOSED' : 'OPEN')
  assert.equal(tried.code === 0, acts.includes(status === 'OPEN' ? 'CLOSE' : 'OPEN'), tried.text)
}

test('an account says which acts the rules allow: none on one’s own, no opening for somebody who has resigned or whose company or agency is out', async () => {
  await holds(admin.sid, [])
  const engineer = await enrol('ip_engineer')
  await holds(engineer.sid, ['CLOSE', 'RESET'])
  await holds(engineer.sid, ['OPEN', 'RESET'])
  await call('user_handover/do/handover', { from_user: engineer.sid, resign: true, parts: [] }, { as: admin })
  await holds(engineer.sid, ['RESET'])

  const company = (await call<{ sid: string }>('company/do/create', { country: 'SG', company_name: '虚构停用公司' }, { as: admin })).data.sid
  const there = await enrol('ip_engineer', { company_sid: company })
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', there.sid).execute()
  await tenant.db.updateTable('company').set({ status: '0' }).where('sid', '=', company).execute()
  await holds(there.sid, ['RESET'])

  const agency = (await call<{ sid: string }>('agency/do/create', { agency_name: '虚构关闭代理所' }, { as: admin })).data.sid
  const agent = await enrol('agent', { agency_sid: agency })
  await holds(agent.sid, ['CLOSE', 'RESET'])
  await tenant.db.updateTable('agency').set({ account_open: false }).where('sid', '=', agency).execute()
  await holds(agent.sid, ['RESET'])
})
