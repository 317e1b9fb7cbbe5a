// Rights before the Chinese office, from the first draft to the last day.
import { payFees } from './staff.ts'
import type { Life, World } from './world.ts'

type Kind = 'INVENTION' | 'UTILITY' | 'DESIGN'
const LETTER = { INVENTION: 1, UTILITY: 2, DESIGN: 3 } as const

export const filed = (world: World, kind: Kind = 'INVENTION') => ({
  application_no: world.chinese(world.today.slice(0, 4), LETTER[kind]),
  filing_date: world.today,
})

export const draft = (world: World, more: Record<string, unknown> = {}) =>
  world.make('patent', {
    title: `虚构装置 ${world.next()}`,
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: world.engineers.at(world.chance.below(world.engineers.length)),
    applicants: [{ applicant_sid: world.applicant }],
    inventors: [{ inventor_sid: world.inventor, contribution_pct: '100' }],
    claims_count: more.patent_type === 'DESIGN' ? null : 9,
    ...more,
  })

export const grantNo = (world: World, letter: 1 | 2 | 3 = 1) => `CN${letter}${String(21_000_000 + world.next())}${['B', 'U', 'S'][letter - 1]}`

/** An invention; `told` hears of its filing, from which a family may follow. */
export async function* invention(world: World, told: (sid: string) => void = () => {}): Life {
  const { sid } = await draft(world)
  yield world.after('20d')
  await world.take('patent', sid, 'ready')
  yield world.after('7d')
  await world.take('patent', sid, 'file', filed(world))
  await world.event(sid, 'CN01')
  told(sid)
  yield world.after('4m')
  await world.event(sid, 'CO04')
  yield world.after('2m')
  await world.event(sid, 'CN09')
  if (world.chance.likely(0.05)) return yield* withdrawn(world, sid)
  yield world.after('12m')
  await world.take('patent', sid, 'publish', { publication_no: `CN${121_000_000 + world.next()}A`, publication_date: world.today })
  yield world.after('1m')
  await world.take('patent', sid, 'enter_se', { se_entered_date: world.today })
  await world.event(sid, 'CN12')
  yield world.after('6m')
  yield* examined(world, sid)
}

async function* withdrawn(world: World, sid: string): Life {
  yield world.after('1m')
  await world.take('patent', sid, 'withdraw', { close_date: world.today, close_reason: '不再需要' })
}

async function* examined(world: World, sid: string): Life {
  yield* action(world, sid, 'CN14', `${2 + world.chance.below(2)}m`)
  if (world.chance.likely(0.5)) yield* action(world, sid, 'CN15', '1m')
  if (world.chance.likely(0.15)) yield* refused(world, sid)
  if (world.chance.likely(0.05)) return yield* refusedForGood(world, sid)
  yield* granted(world, sid, 'INVENTION')
}

async function* action(world: World, sid: string, code: string, taken: string): Life {
  await world.event(sid, code)
  yield world.after(taken)
  await world.event(sid, 'CO05')
  yield world.after('5m')
}

async function* refused(world: World, sid: string): Life {
  await world.event(sid, 'CN21')
  yield world.after('2m')
  await world.event(sid, 'CO08')
  yield world.after('1m')
  await world.event(sid, 'CN30')
  yield world.after('8m')
  await world.event(sid, 'CN33')
  await world.take('patent', sid, 'reexam_revoked') // of which the decision itself does not tell
  yield world.after('2m')
}

async function* refusedForGood(world: World, sid: string): Life {
  await world.event(sid, 'CN21')
  const [review] = await world.listed('deadline', sid, 'official_due', " AND rule_id = 'CNP29'")
  yield day(String(review?.official_due), { days: 1 })
  await world.take('patent', sid, 'refusal_final', { close_date: world.today })
}

/** The grant notice, the fees of registration, which the clerk pays, and the certificate; then the annuities. */
export async function* granted(world: World, sid: string, kind: Kind): Life {
  await world.event(sid, 'CN17')
  await world.event(sid, 'CN18')
  yield world.after('3m')
  await world.take('patent', sid, 'grant', { grant_no: grantNo(world, LETTER[kind]), grant_date: world.today })
  await world.event(sid, 'CN20')
  yield* inForce(world, sid)
}

/** The clerk pays; now and then an annuity is forgotten, paid late, or the right is given up. */
export async function* inForce(world: World, sid: string): Life {
  for (;;) {
    yield world.after('12m')
    if ((await world.read('patent', sid)).status !== 'GRANTED') return
    const luck = world.bound.has(sid) ? 100 : world.chance.below(100)
    if (luck < 5) return void (await world.take('patent', sid, 'abandon', { close_date: world.today, close_reason: '产品已停产' }))
    if (luck < 12) yield* paidLate(world, sid)
    else if (luck < 17) {
      yield* lostAndRestored(world, sid)
    } else if (luck < 20) return yield* lost(world, sid)
  }
}

const nextAnnuity = async (world: World, sid: string) => String((await world.read('patent', sid)).next_annuity_due ?? '')

/** The last day of the surcharge, as the product has it. */
async function graceEnd({ tenant }: World, sid: string, due: string) {
  const { grace_end } = await tenant.db
    .selectFrom('deadline')
    .select('grace_end')
    .where('case_sid', '=', sid)
    .where('kind', '=', 'ANNUITY')
    .where('official_due', '=', due)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return String(grace_end)
}

async function* paidLate(world: World, sid: string): Life {
  const due = await nextAnnuity(world, sid)
  if (!due) return
  world.unpaid.add(sid)
  yield day(due, { months: 2, days: 3 })
  await world.event(sid, 'CN28')
  yield world.after('20d')
  await payFees(world, { only: [sid] })
  await world.take('patent', sid, 'leave_grace')
  world.unpaid.delete(sid)
}

async function* lost(world: World, sid: string): Life {
  const due = await nextAnnuity(world, sid)
  if (!due) return
  world.unpaid.add(sid)
  yield day(due, { months: 2, days: 3 })
  await world.event(sid, 'CN28')
  yield day(await graceEnd(world, sid, due), { days: 1 })
  await world.take('patent', sid, 'terminate', { close_date: due })
  await world.event(sid, 'CN29')
  yield world.after('8m')
  await world.take('patent', sid, 'lapse_final')
}

async function* lostAndRestored(world: World, sid: string): Life {
  const due = await nextAnnuity(world, sid)
  if (!due) return
  world.unpaid.add(sid)
  yield day(await graceEnd(world, sid, due), { days: 1 })
  await world.take('patent', sid, 'terminate', { close_date: due })
  await world.event(sid, 'CN29')
  yield world.after('1m')
  await world.event(sid, 'CO09')
  await payFees(world, { only: [sid] })
  yield world.after('3m')
  await world.event(sid, 'CN26')
  await world.take('patent', sid, 'restore_right')
  await payFees(world, { only: [sid] })
  world.unpaid.delete(sid)
}

const day = (from: string, more: Temporal.DurationLike) => `${Temporal.PlainDate.from(from).add(more)}`

/** A utility model or a design, which are not examined. */
export async function* unexamined(world: World, kind: 'UTILITY' | 'DESIGN'): Life {
  const { sid } = await draft(world, { patent_type: kind })
  yield world.after('15d')
  await world.take('patent', sid, 'file', filed(world, kind))
  await world.event(sid, 'CN01')
  yield world.after('3m')
  if (world.chance.likely(0.3)) {
    await world.event(sid, 'CN05')
    yield world.after('1m')
    await world.event(sid, 'CO06')
    yield world.after('1m')
  }
  yield* granted(world, sid, kind)
}
