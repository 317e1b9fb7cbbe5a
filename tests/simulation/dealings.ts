// What is done with rights in force, and with the people who look after them.
import type { Life, World } from './world.ts'

/** The rights of the company that are in force and bound by nothing. */
async function free(world: World, count: number): Promise<string[]> {
  const rows = await world.tenant.db
    .selectFrom('case as c')
    .select('c.sid')
    .where('c.kind', '=', 'patent')
    .where('c.phase', '=', 'GRANTED')
    .where('c.country', '=', 'CN')
    .where('c.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('dealt_right as d').select('d.sid').whereRef('d.case_sid', '=', 'c.sid'))))
    .orderBy('c.case_no', 'desc')
    .limit(count)
    .execute()
  const sids = rows.map(({ sid }) => sid).filter((sid) => !world.unpaid.has(sid))
  for (const sid of sids) world.bound.add(sid)
  return sids
}

const us = (world: World) => [{ applicant_sid: world.applicant }]
const them = (world: World) => [{ applicant_sid: world.stranger }]

export async function* licence(world: World): Life {
  const rights = await free(world, 2)
  if (rights.length === 0) return
  const { sid } = await world.make('licence', {
    ...terms(world),
    country: 'CN',
    licensors: us(world),
    licensees: them(world),
    territories: ['CN'],
    licence_type: 'NON_EXCLUSIVE',
  })
  await world.done('dealt_right/do/add', { dealing_sid: sid, case_sids: rights })
  await world.take('licence', sid, 'sign', { sign_date: world.today, contract_no: `XK-虚构-${world.next()}` })
  const end_date = world.after('2y')
  await world.take('licence', sid, 'take_effect', { effective_date: world.today, start_date: world.today, end_date })
  yield world.after('2m')
  await world.take('licence', sid, 'submit_recordal', { record_submit_date: world.today })
  yield world.after('1m')
  await world.take('licence', sid, 'record', { record_date: world.today, record_no: `X${world.next()}` })
  yield end_date
  await world.take('licence', sid, 'expire', { close_date: world.today })
}

const terms = (world: World) => ({ title: `虚构合同 ${world.next()}`, owner_sid: world.engineers[0] })

export async function* pledge(world: World): Life {
  const rights = await free(world, 1)
  if (rights.length === 0) return
  const due = world.after('1y')
  const { sid } = await world.make('pledge', {
    ...terms(world),
    country: 'CN',
    pledgors: us(world),
    pledgees: them(world),
    principal: '1000000',
    currency: 'CNY',
    due_date: due,
  })
  await world.done('dealt_right/do/add', { dealing_sid: sid, case_sids: rights })
  await world.take('pledge', sid, 'sign', { sign_date: world.today, contract_no: `ZY-虚构-${world.next()}` })
  await world.take('pledge', sid, 'submit', { submit_date: world.today })
  yield world.after('14d')
  await world.take('pledge', sid, 'register', { reg_no: `Y${world.next()}`, reg_date: world.today })
  yield due
  await world.take('pledge', sid, 'release', { release_date: world.today, repayment_proof: '虚构清偿证明' })
}

export async function* transfer(world: World): Life {
  const rights = await free(world, 1)
  if (rights.length === 0) return
  const { sid } = await world.make('transfer', {
    ...terms(world),
    country: 'CN',
    assignors: us(world),
    assignees: [{ applicant_sid: world.stranger, share_pct: '100' }],
  })
  await world.done('dealt_right/do/add', { dealing_sid: sid, case_sids: rights })
  await world.take('transfer', sid, 'sign', { sign_date: world.today, contract_no: `ZR-虚构-${world.next()}` })
  await world.take('transfer', sid, 'submit', { submit_date: world.today })
  yield world.after('2m')
  await world.take('transfer', sid, 'record', { record_date: world.today, notice_no: `T${world.next()}` })
}

/** An engineer leaves: a new one takes over all that was theirs. */
export async function leave(world: World) {
  const gone = world.engineers.shift()
  await world.hire()
  await world.done('user_handover/do/handover', { from_user: gone, to_user: world.engineers.at(-1), resign: true }, world.people.admin)
}
