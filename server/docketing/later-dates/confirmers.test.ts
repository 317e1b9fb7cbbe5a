// A proposal of a later date names who made it and who may confirm it, to each person who sees it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]
const agent = await enrol('agent')
const { done, listed } = casesOf(call, as, 'en')
const nameOf = async (sid: string) => (await tenant.db.selectFrom('user_info').select('name').where('sid', '=', sid).executeTakeFirstOrThrow()).name

async function proposed() {
  const one = await done('patent/do/create', {
    title: '延长须两人',
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'SE',
    filing_date: '2024-05-20',
  })
  await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: day(-40) })
  const [reply] = await listed('deadline', one.sid, 'sid', " AND rule_id = 'CNP19'")
  const told = await done<Row & { warnings?: string[] }>('deadline/do/extend', { sid: reply?.sid, period: '1m' })
  const [open] = await listed('date_confirmation', one.sid, 'sid,proposed_by', " AND status = 'PROPOSED'")
  return { reply: String(reply?.sid), sid: String(open?.sid), told: String(told.warnings), by: open?.proposed_by as { sid: string; name: string } } // a link
}

const day = (days: number) => `${Temporal.Now.plainDateISO(ZONE).add({ days })}`

test('whoever extends is told who may confirm; the proposal and the reasons of the date name who proposed it', async () => {
  const { sid, told, by, reply } = await proposed()
  const [own, other, outside] = await Promise.all([as.sid, second.sid, agent.sid].map(nameOf))
  assert.match(told, /takes effect when a second person confirms it/)
  assert.ok(told.includes(`May be confirmed by`) && told.includes(String(other)), told)
  for (const name of [own, outside]) assert.ok(!told.slice(told.indexOf('May be confirmed')).includes(String(name)), told)
  assert.equal(by.sid, as.sid)
  const page = await done<Row>(`date_confirmation/${sid}`, undefined)
  assert.ok(String(page.confirmers).includes(String(other)) && !String(page.confirmers).includes(String(own)), String(page.confirmers))
  const why = (await call<{ why: string[] }>(`deadline/${reply}`, undefined, { as: second, lang: 'zh' })).data.why.join('\n')
  assert.match(why, new RegExp(`${own} 于 \\d{4}-\\d{2}-\\d{2} 提出，待另一人确认`))
})

test('where nobody else may confirm, the proposal says so instead of waiting in silence; a decided one names nobody', async () => {
  const { sid } = await proposed()
  const others = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '!=', as.sid).where('status', '=', 'OPEN').execute()
  const close = (status: 'OPEN' | 'CLOSED') => tenant.db.updateTable('user').set({ status }).where('sid', 'in', others.map((one) => one.sid)).execute() // oxfmt-ignore
  await close('CLOSED')
  const page = await done<Row>(`date_confirmation/${sid}`, undefined)
  await close('OPEN')
  assert.match(String(page.confirmers), /^Nobody else may confirm it at present/)
  await done('date_confirmation/do/transition', { sid, transition: 'confirm', decided_reason: 'checked' }, second)
  assert.equal((await done<Row>(`date_confirmation/${sid}`, undefined)).confirmers, undefined)
})
