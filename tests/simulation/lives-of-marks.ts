import { endOfTerm } from '../../model/rights/trademarks/term.ts'
import { payFees } from './staff.ts'
import type { Life, World } from './world.ts'

const GOODS = [{ class_no: '9', goods: '计算机软件', goods_count: 1 }]

const mark = (world: World, more: Record<string, unknown> = {}) =>
  world.make('trademark', {
    title: `虚构之星 ${world.next()}`,
    country: 'CN',
    mark_type: 'WORD',
    classes: GOODS,
    owner_sid: world.engineers.at(world.chance.below(world.engineers.length)),
    applicants: [{ applicant_sid: world.applicant }],
    ...more,
  })

const registered = (world: World, from: string) => ({
  reg_no: `${80_000_000 + world.next()}`,
  reg_date: from,
  reg_pub_issue: '1900',
  valid_from: from,
  valid_to: endOfTerm(from, { country: 'CN' }),
})

/** A mark from its application, through an objection or not, to its registration. */
export async function* newMark(world: World): Life {
  const { sid } = await mark(world)
  yield world.after('10d')
  await world.take('trademark', sid, 'file', { application_no: `${80_000_000 + world.next()}`, filing_date: world.today, classes: GOODS })
  yield world.after('1m')
  await world.event(sid, 'TM02')
  yield world.after('4m')
  if (world.chance.likely(0.2)) {
    await world.event(sid, 'TM05')
    yield world.after('12d')
    await world.event(sid, 'TM_REVIEW_REQUEST')
    yield world.after('8m')
    await world.event(sid, 'TM13')
    yield world.after('1m')
  }
  await world.take('trademark', sid, 'publish', { prelim_pub_issue: '1890', prelim_pub_date: world.today })
  yield world.after('3m')
  yield world.after('10d')
  await world.take('trademark', sid, 'register', registered(world, world.today))
  await world.event(sid, 'TM09')
}

/** A mark that the company has had for long, with the day of its registration: it is renewed in time, or in its grace, or given up. */
export async function* oldMark(world: World, from: string): Life {
  const { application_no, ...rest } = { application_no: `${10_000_000 + world.next()}`, ...registered(world, from) }
  const { sid } = await mark(world, {
    status: 'TM_REGISTERED',
    application_no,
    filing_date: `${Temporal.PlainDate.from(from).subtract({ months: 14 })}`,
    ...rest,
  })
  const end = rest.valid_to
  const luck = world.chance.below(10)
  if (luck < 7) {
    yield `${Temporal.PlainDate.from(end).subtract({ months: 4 })}`
    yield* renewed(world, sid)
  } else if (luck < 9) {
    world.unpaid.add(sid)
    yield `${Temporal.PlainDate.from(end).add({ days: 10 })}`
    await world.take('trademark', sid, 'enter_grace')
    yield `${Temporal.PlainDate.from(end).add({ months: 3 })}`
    world.unpaid.delete(sid)
    yield* renewed(world, sid)
  } else {
    world.unpaid.add(sid)
    yield `${Temporal.PlainDate.from(end).add({ months: 6, days: 5 })}`
    await world.take('trademark', sid, 'lapse', { close_date: world.today })
  }
}

/** The certificate says that the mark is renewed, and the next term begins. */
async function* renewed(world: World, sid: string): Life {
  await payFees(world, { only: [sid] })
  yield world.after('1m')
  await world.event(sid, 'TM14')
}
