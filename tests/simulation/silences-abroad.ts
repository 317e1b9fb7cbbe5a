// What people forget of families, marks and contracts.
import { draft, filed, grantNo } from './lives-in-china.ts'
import { alone, before, type Omission } from './silences.ts'
import type { World } from './world.ts'

async function first(world: World, ago: Temporal.DurationLike) {
  const filing_date = before(world, ago)
  const application_no = world.chinese(filing_date.slice(0, 4), 1)
  const { sid } = await draft(world, { status: 'PRELIM_PASSED', filing_date, application_no, sub_exam_date: filing_date })
  return { sid, filing_date, application_no }
}

const american = (world: World, more: Record<string, unknown>) =>
  alone(world, { country: 'US', status: 'US_FILED', application_no: `19/${String(500_000 + world.next()).replace(/(\d{3})$/, ',$1')}`, ...more })

const international = (world: World, ago: Temporal.DurationLike, more: Record<string, unknown> = {}) =>
  alone(world, {
    country: 'WO',
    route: 'PCT_INTL',
    status: 'INTL_PUBLISHED',
    filing_date: before(world, ago),
    application_no: pctNo(world, before(world, ago)),
    ...more,
  })

const pctNo = (world: World, day: string) => `PCT/CN${day.slice(0, 4)}/${300_000 + world.next()}`

async function mark(world: World, more: Record<string, unknown>) {
  const { sid } = await world.make('trademark', { title: `虚构之月 ${world.next()}`, country: 'CN', mark_type: 'WORD', owner_sid: world.engineers[0], applicants: [{ applicant_sid: world.applicant }], ...CLASSES, ...more }) // oxfmt-ignore
  world.apart.add(sid)
  world.unpaid.add(sid)
  return sid
}
const CLASSES = { classes: [{ class_no: '9', goods: '计算机软件', goods_count: 1 }] }
const numbered = (world: World) => `${85_000_000 + world.next()}`

/** A contract about a right in force, which the clerk goes on paying for. */
async function contract(world: World, model: string, more: Record<string, unknown>) {
  const { sid } = await world.make(model, { title: `虚构合同 ${world.next()}`, owner_sid: world.engineers[0], country: 'CN', ...more })
  const filing_date = before(world, { years: 2 })
  const right = await draft(world, { status: 'GRANTED', filing_date, application_no: world.chinese(filing_date.slice(0, 4), 1), grant_no: grantNo(world), grant_date: before(world, { months: 1 }) }) // oxfmt-ignore
  await world.done('dealt_right/do/add', { dealing_sid: sid, case_sids: [right.sid] })
  world.apart.add(sid)
  return sid
}

export const OMISSIONS_ABROAD: Readonly<Record<string, Omission>> = {
  async *'a priority whose day differs from that of the family'(world, forgotten) {
    const { sid, application_no } = await first(world, { months: 11 })
    world.apart.add(sid)
    world.also.set(sid, ['FAMILY_DISAGREES']) // it tells of the difference too
    const later = await american(world, { filing_date: world.today })
    await world.make('priority', {
      case_sid: later,
      priority_no: application_no,
      priority_date: before(world, { months: 10 }),
      priority_country: 'CN',
      priority_case_sid: sid,
    })
    yield world.after('3d')
    forgotten(later, 'FAMILY_DISAGREES')
  },
  async *'a national phase without the day of its entry'(world, forgotten) {
    const intl = await international(world, { months: 30 }, { designated: ['US'], status: 'INTL_CLOSED', close_date: world.today })
    const later = await american(world, { route: 'PCT_NATIONAL', filing_date: before(world, { months: 30 }) })
    await world.make('related_case', { earlier_sid: intl, later_sid: later, relation_type: 'PCT' })
    yield world.after('3d')
    world.also.set(later, ['MISS_NOT_RECORDED: National stage in the United States'])
    forgotten(later, 'MISSING_ENTRY_DATE')
  },
  async *'a national phase that is not related to its application'(world, forgotten) {
    const filing_date = before(world, { months: 20 })
    const pct_no = pctNo(world, filing_date)
    await international(world, { months: 20 }, { application_no: pct_no, designated: ['US'], status: 'INTL_CLOSED', close_date: world.today })
    const later = await american(world, { route: 'PCT_NATIONAL', filing_date, pct_no, entry_date: world.today })
    yield world.after('3d')
    forgotten(later, 'PHASE_NOT_RELATED')
  },
  async *'countries decided and not recorded'(world, forgotten) {
    const sid = await international(world, { months: 20 })
    await world.event(sid, 'COUNTRY_DECISION')
    yield world.after('3d')
    forgotten(sid, 'COUNTRIES_NOT_RECORDED')
  },
  async *'an international phase that is over'(world, forgotten) {
    const sid = await international(world, { months: 33 }, { designated: ['US', 'EP'] })
    yield world.after('2m')
    forgotten(sid, 'INTERNATIONAL_PHASE_OVER')
  },
  async *'an American action not answered'(world, forgotten) {
    const sid = await american(world, { filing_date: before(world, { months: 14 }), status: 'US_EXAM' })
    await world.event(sid, 'US4')
    yield world.after('7m')
    forgotten(sid, 'MISS_NOT_RECORDED: Reply to a non-final action')
  },
  async *'a reply after a final action, and nothing after it'(world, forgotten) {
    const sid = await american(world, { filing_date: before(world, { months: 20 }), status: 'US_EXAM' })
    await world.event(sid, 'US5')
    yield world.after('2m')
    await world.event(sid, 'US_REPLY')
    forgotten(sid, 'REPLY_AFTER_FINAL')
  },
  async *'an issue fee not paid'(world, forgotten) {
    const sid = await american(world, { filing_date: before(world, { months: 20 }), status: 'US_EXAM' })
    await world.event(sid, 'US6')
    yield world.after('4m')
    forgotten(sid, 'MISS_NOT_RECORDED: Issue fee')
  },
  async *'a European patent validated in no case'(world, forgotten) {
    const sid = await alone(world, {
      country: 'EP',
      route: 'EP_DIRECT',
      status: 'EP_GRANTED',
      application_no: `22${700_000 + world.next()}`,
      filing_date: before(world, { years: 4 }),
      grant_date: before(world, { months: 2 }),
      grant_no: `EP${4_900_000 + world.next()}B1`,
    })
    await world.event(sid, 'VALIDATION_DONE')
    yield world.after('3d')
    forgotten(sid, 'VALIDATED_NOWHERE')
  },
  async *'a Japanese grant without its registration'(world, forgotten) {
    const sid = await alone(world, {
      country: 'JP',
      status: 'JP_ALLOWED',
      application_no: `2024-${500_000 + world.next()}`,
      filing_date: before(world, { years: 3 }),
      sub_exam_date: before(world, { years: 2 }),
    })
    await world.event(sid, 'JP4')
    yield world.after('3d')
    world.also.set(sid, ['MISSING_NOTICE'])
    forgotten(sid, 'MISSING_REGISTER_DATE')
  },
  async *'a divisional without the day of its division'(world, forgotten) {
    const parent = await first(world, { months: 20 })
    const later = await alone(world, { ...filed(world), filing_date: parent.filing_date, status: 'FILED' })
    await world.make('related_case', { earlier_sid: parent.sid, later_sid: later, relation_type: 'DIV' })
    yield world.after('3d')
    world.also.set(later, ['MISS_NOT_RECORDED: Pay the filing'])
    forgotten(later, 'MISSING_DIVISION_DATE')
  },
  async *'an office whose law is not there'(world, forgotten) {
    const sid = await alone(world, { country: 'FR', status: 'FILED', application_no: `FR${world.next()}`, filing_date: before(world, { months: 2 }) })
    yield world.after('3d')
    world.also.set(sid, ['NO_CALENDAR'])
    forgotten(sid, 'NO_RULES_FOR_OFFICE')
  },
  async *'a mark whose renewal nobody planned'(world, forgotten) {
    const from = before(world, { years: 9, months: 10 })
    const sid = await mark(world, {
      status: 'TM_REGISTERED',
      application_no: numbered(world),
      filing_date: before(world, { years: 11 }),
      reg_no: numbered(world),
      reg_date: from,
      valid_from: from,
    })
    yield world.after('8m')
    forgotten(sid, 'TERM_OVER', 'ANNUITY_MISSED')
  },
  async *'a certificate of a mark without its registration'(world, forgotten) {
    const sid = await mark(world, {
      status: 'TM_PRELIM_PUB',
      application_no: numbered(world),
      filing_date: before(world, { years: 1 }),
      prelim_pub_date: before(world, { months: 4 }),
    })
    await world.event(sid, 'TM09')
    yield world.after('3d')
    forgotten(sid, 'MISSING_GRANT_DATE')
  },
  async *'a mark published, and then nothing'(world, forgotten) {
    const sid = await mark(world, {
      status: 'TM_PRELIM_PUB',
      application_no: numbered(world),
      filing_date: before(world, { years: 1 }),
      prelim_pub_date: before(world, { months: 5 }),
    })
    yield world.after('2m')
    forgotten(sid, 'REGISTRATION_EXPECTED')
  },
  async *'a mark without its classes'(world, forgotten) {
    const sid = await mark(world, {
      status: 'TM_ACCEPTED',
      application_no: numbered(world),
      filing_date: before(world, { months: 4 }),
      classes: null,
    })
    yield world.after('3d')
    forgotten(sid, 'MISSING_CLASSES')
  },
  async *'a refused mark without request for review'(world, forgotten) {
    const sid = await mark(world, { status: 'TM_ACCEPTED', application_no: numbered(world), filing_date: before(world, { months: 8 }) })
    await world.event(sid, 'TM05')
    yield dayAfter(await lastDayOf(world, sid, 'Request review of the refusal'))
    forgotten(sid, 'MISS_NOT_RECORDED: Request review of the refusal')
  },
  async *'an opposition to a mark of which only the state is recorded'(world, forgotten) {
    const sid = await mark(world, {
      status: 'TM_PRELIM_PUB',
      application_no: numbered(world),
      filing_date: before(world, { months: 9 }),
      prelim_pub_date: before(world, { months: 1 }),
    })
    await world.take('trademark', sid, 'oppose')
    yield world.after('3d')
    forgotten(sid, 'MISSING_NOTICE')
  },
  async *'a licence without its recordal'(world, forgotten) {
    const sid = await contract(world, 'licence', {
      licensors: [{ applicant_sid: world.applicant }],
      licensees: [{ applicant_sid: world.stranger }],
      territories: ['CN'],
      licence_type: 'NON_EXCLUSIVE',
    })
    await world.take('licence', sid, 'sign', { sign_date: world.today, contract_no: `XK-${world.next()}` })
    await world.take('licence', sid, 'take_effect', { effective_date: world.today, start_date: world.today, end_date: world.after('3y') })
    yield world.after('4m')
    forgotten(sid, 'MISS_NOT_RECORDED: Record the patent licence contract')
  },
  async *'a licence that has ended'(world, forgotten) {
    const sid = await contract(world, 'licence', {
      licensors: [{ applicant_sid: world.applicant }],
      licensees: [{ applicant_sid: world.stranger }],
      territories: ['CN'],
      licence_type: 'NON_EXCLUSIVE',
    })
    await world.take('licence', sid, 'sign', { sign_date: world.today, contract_no: `XK-${world.next()}` })
    await world.take('licence', sid, 'take_effect', { effective_date: world.today, start_date: world.today, end_date: world.after('3m') })
    await world.take('licence', sid, 'record', { record_date: world.today, record_no: `X${world.next()}` })
    yield world.after('4m')
    forgotten(sid, 'TERM_OVER')
  },
  async *'a pledge whose debt is due and that is not released'(world, forgotten) {
    const sid = await contract(world, 'pledge', {
      pledgors: [{ applicant_sid: world.applicant }],
      pledgees: [{ applicant_sid: world.stranger }],
      principal: '1000000',
      currency: 'CNY',
      due_date: world.after('3m'),
    })
    await world.take('pledge', sid, 'sign', { sign_date: world.today, contract_no: `ZY-${world.next()}` })
    await world.take('pledge', sid, 'register', { reg_no: `Y${world.next()}`, reg_date: world.today })
    yield world.after('4m')
    forgotten(sid, 'MISS_NOT_RECORDED: The pledged debt falls due')
  },
}

const dayAfter = (day: string) => `${Temporal.PlainDate.from(day).add({ days: 1 })}`

/** A long holiday moves it by a week or more. */
async function lastDayOf({ tenant }: World, sid: string, name_en: string) {
  const { official_due } = await tenant.db
    .selectFrom('deadline')
    .select('official_due')
    .where('case_sid', '=', sid)
    .where('name_en', '=', name_en)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return String(official_due)
}
