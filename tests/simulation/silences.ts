// What people forget. Each omission is made on a case of its own, and says which findings would tell of it.
import { removeByTwo } from '../harness/sign-in/second-person.ts'
import { draft, filed, granted as grantNotice, grantNo } from './lives-in-china.ts'
import type { Finding, Life, World } from './world.ts'

/** `codes`: the findings that tell of it, each by its code or, where several acts have that code, by the code and its act (`CODE: act`). */
export type Silence = { kind: string; sid: string; codes: readonly string[]; since: string; heard?: boolean; found?: string; by?: string }

export type Omission = (world: World, forgotten: (sid: string, ...codes: string[]) => void) => Life

export const before = (world: World, span: Temporal.DurationLike) => `${Temporal.PlainDate.from(world.today).subtract(span)}`

export function tells({ code, words_en: words }: Finding, expected: string): boolean {
  const [name, act = ''] = expected.split(': ')
  return code === name && words.includes(act)
}

/** A case that nobody looks after from here on. */
export async function alone(world: World, more: Record<string, unknown> = {}) {
  const { sid } = await draft(world, more)
  world.apart.add(sid)
  world.unpaid.add(sid)
  return sid
}
const pending = (world: World, more: Record<string, unknown> = {}) =>
  alone(world, {
    ...inYear(world, { years: 2 }),
    status: 'SE',
    sub_exam_date: before(world, { months: 20 }),
    se_entered_date: before(world, { months: 6 }),
    ...more,
  })

function inYear(world: World, ago: Temporal.DurationLike, letter: 1 | 2 | 3 = 1) {
  const filing_date = before(world, ago)
  return { filing_date, application_no: world.chinese(filing_date.slice(0, 4), letter) }
}

const inForce = (world: World, more: Record<string, unknown> = {}) =>
  alone(world, {
    ...inYear(world, { years: 5, months: 1 }),
    status: 'GRANTED',
    grant_no: grantNo(world),
    grant_date: before(world, { years: 2 }),
    ...more,
  })

/** A step of the case without the notice that it comes from. */
const stepAlone = (transition: string): Omission =>
  async function* (world, forgotten) {
    const sid = await pending(world)
    yield world.after('5d')
    await world.take('patent', sid, transition)
    forgotten(sid, 'MISSING_NOTICE')
  }

/** A notice after which nobody does anything until its last day has passed. */
const unanswered = ([code, act]: readonly [string, string], wait: string, of: (world: World) => Promise<string>): Omission =>
  async function* (world, forgotten) {
    const sid = await of(world)
    await world.event(sid, code)
    yield world.after(wait)
    forgotten(sid, `MISS_NOT_RECORDED: ${act}`)
  }

export const OMISSIONS: Readonly<Record<string, Omission>> = {
  'an office action of which only the state is recorded': stepAlone('office_action'),
  'a grant notice of which only the state is recorded': stepAlone('grant_notice'),
  'a refusal of which only the state is recorded': stepAlone('refuse'),
  async *'a notice filed in the case of another office'(world, forgotten) {
    const sid = await pending(world)
    yield world.after('3d')
    await world.event(sid, 'US4')
    forgotten(sid, 'NOTHING_DOCKETED')
  },
  async *'a paper of the office without its type'(world, forgotten) {
    const sid = await pending(world)
    yield world.after('3d')
    await world.upload(sid)
    forgotten(sid, 'DOCUMENT_NOT_DOCKETED')
  },
  'an office action not answered': unanswered(['CN14', 'Reply to the first office action'], '5m', (world) => pending(world)),
  'a later office action not answered': unanswered(['CN15', 'Reply to a second or later office action'], '3m', (world) => pending(world)),
  'a correction not made': unanswered(['CN05', 'Answer a correction notice'], '3m', (world) => alone(world, { ...filed(world), status: 'FILED' })),
  'a refusal without request for review': unanswered(['CN21', 'Request re-examination'], '4m', (world) => pending(world)),
  async *'the fees of the grant not paid'(world, forgotten) {
    const sid = await pending(world)
    await grantNotice(world, sid, 'INVENTION').next()
    yield world.after('3m')
    forgotten(sid, 'MISS_NOT_RECORDED: Registration formalities')
  },
  async *'the filing fee not paid'(world, forgotten) {
    const sid = await alone(world)
    await world.take('patent', sid, 'file', filed(world))
    yield world.after('3m')
    forgotten(sid, 'MISS_NOT_RECORDED: Pay the filing')
  },
  async *'examination not requested'(world, forgotten) {
    const sid = await alone(world, { ...inYear(world, { months: 34 }), status: 'PRELIM_PASSED' })
    yield world.after('3m')
    forgotten(sid, 'MISS_NOT_RECORDED: Request substantive examination')
  },
  async *'a reply that nobody confirmed when the next action came'(world, forgotten) {
    const sid = await pending(world)
    await world.event(sid, 'CN14')
    yield world.after('2m')
    await world.event(sid, 'CN15')
    forgotten(sid, 'REPLY_NOT_RECORDED')
  },
  async *'a certificate without the grant'(world, forgotten) {
    const sid = await pending(world)
    await world.take('patent', sid, 'grant_notice')
    await world.event(sid, 'CN17')
    yield world.after('3d')
    await world.event(sid, 'CN20')
    world.also.set(sid, ['REPLY_NOT_RECORDED: Registration formalities'])
    forgotten(sid, 'MISSING_GRANT_DATE')
  },
  async *'an annuity neither paid nor decided'(world, forgotten) {
    const sid = await inForce(world, inYear(world, { years: 4, months: 11 }))
    yield world.after('8m')
    forgotten(sid, 'ANNUITY_MISSED')
  },
  async *'all annuities given up, and the right left in force'(world, forgotten) {
    const sid = await inForce(world)
    yield world.after('3d')
    for (const { sid: one } of await world.listed('deadline', sid, 'sid', " AND kind = 'ANNUITY' AND status = 'OPEN'"))
      await world.done('deadline/do/transition', { sid: one, transition: 'waive', handled_reason: '不再维持' })
    forgotten(sid, 'ANNUITIES_GIVEN_UP')
  },
  async *'a reply given up, and the application left pending'(world, forgotten) {
    const sid = await pending(world)
    await world.event(sid, 'CN14')
    yield world.after('1m')
    for (const { sid: one } of await world.listed('deadline', sid, 'sid', " AND rule_id = 'CNP19'"))
      await world.done('deadline/do/transition', { sid: one, transition: 'waive', handled_reason: '不再答复' })
    forgotten(sid, 'REPLY_GIVEN_UP')
  },
  async *'examination ticked without its day'(world, forgotten) {
    const sid = await alone(world, { ...inYear(world, { months: 8 }), status: 'FILED', sub_exam_requested: true })
    yield world.after('3d')
    world.also.set(sid, ['MISS_NOT_RECORDED: Pay the filing'])
    forgotten(sid, 'DONE_WITHOUT_DAY')
  },
  async *'a notice of a case that is not recorded as filed'(world, forgotten) {
    const sid = await alone(world)
    yield world.after('3d')
    await world.event(sid, 'CN01')
    forgotten(sid, 'NOTICE_IN_PREPARATION')
  },
  async *'a notice whose date is not entered'(world, forgotten) {
    const sid = await pending(world)
    yield world.after('3d')
    await world.event(sid, 'CN07')
    forgotten(sid, 'NEEDS_SET_DUE')
  },
  async *'a patent whose term is over'(world, forgotten) {
    const sid = await inForce(world, { patent_type: 'UTILITY', ...inYear(world, { years: 9, months: 11 }, 2), grant_no: grantNo(world, 2) }) // ten years; those of a design depend on its filing
    yield world.after('2m')
    forgotten(sid, 'TERM_OVER', 'ANNUITY_MISSED')
  },
  async *'an application filed without a number'(world, forgotten) {
    const sid = await alone(world, { ...filed(world), application_no: null, status: 'FILED' })
    world.also.set(sid, ['MISS_NOT_RECORDED: Pay the filing'])
    yield world.after('4m')
    forgotten(sid, 'NO_NUMBER')
  },
  async *'a draft on which nobody works'(world, forgotten) {
    const sid = await alone(world)
    yield world.after('4m')
    forgotten(sid, 'LEFT_IN_PREPARATION')
  },
  async *'a deadline of nobody'(world, forgotten) {
    const sid = await pending(world)
    const own = await world.make('deadline', { case_sid: sid, name: '虚构事项', kind: 'ACTION', official_due: world.after('9m') })
    yield world.after('3d')
    await world.done('deadline/do/update', { sid: own.sid, version: own.version, owner_sid: null })
    forgotten(sid, 'NO_OWNER: has no owner')
  },
  async *'a notice dated before the filing'(world, forgotten) {
    const sid = await pending(world)
    await world.event(sid, 'CN14', { event_date: before(world, { years: 3 }) })
    yield world.after('1d')
    world.also.set(sid, ['MISSED_LONG_AGO: Reply to the first office action'])
    forgotten(sid, 'EVENT_BEFORE_FILING')
  },
}

/** What is found is ended, so that it does not sound for the rest of the years: a contract by its own step, another case by its deletion. */
export async function mend(world: World, { sid }: Silence) {
  const { kind, status } = await world.tenant.db.selectFrom('case').select(['kind', 'status']).where('sid', '=', sid).executeTakeFirstOrThrow()
  if (kind === 'licence')
    await world.take(kind, sid, status === 'RECORDED' ? 'expire' : 'terminate', { close_date: world.today, ...(status !== 'RECORDED' && { close_reason: '虚构原因' }) }) // oxfmt-ignore
  else if (kind === 'pledge') await world.take(kind, sid, 'release', { release_date: world.today, repayment_proof: '虚构清偿证明' })
  else await removeByTwo(world.call, { entity: 'case', sid }, [world.people.manager, world.people.second])
}
