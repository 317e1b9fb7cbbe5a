// Families that follow a first filing: an international application and its national phases, and Paris filings.
import { draft } from './lives-in-china.ts'
import { payFees } from './staff.ts'
import type { Life, World } from './world.ts'

type First = { sid: string; application_no: string; filing_date: string }

const claim = (world: World, case_sid: string, { sid, application_no, filing_date }: First) =>
  world.make('priority', { case_sid, priority_no: application_no, priority_date: filing_date, priority_country: 'CN', priority_case_sid: sid })

async function read(world: World, sid: string): Promise<First> {
  const { application_no, filing_date } = await world.read('patent', sid)
  return { sid, application_no: String(application_no), filing_date: String(filing_date) }
}

/** An American application within the year of priority. */
export async function* american(world: World, first: string): Life {
  yield world.after('10m')
  const { sid } = await draft(world, { country: 'US', route: 'PARIS' })
  await claim(world, sid, await read(world, first))
  await world.take('patent', sid, 'us_file', { application_no: usNumber(world), filing_date: world.today })
  yield* americanExamination(world, sid)
}

const usNumber = (world: World) => `19/${String(100_000 + world.next()).replace(/(\d{3})$/, ',$1')}`

async function* americanExamination(world: World, sid: string): Life {
  await world.event(sid, 'US1')
  yield world.after('2m')
  await world.event(sid, 'US9')
  yield world.after('10m')
  await world.event(sid, 'US4')
  yield world.after('2m')
  await world.event(sid, 'US_REPLY')
  yield world.after('4m')
  if (world.chance.likely(0.5)) {
    await world.event(sid, 'US5')
    yield world.after('2m')
    await world.event(sid, 'US_RCE')
    yield world.after('4m')
  }
  await world.event(sid, 'US6')
  yield world.after('2m')
  await payFees(world, { only: [sid] })
  await world.take('patent', sid, 'us_issue_fee')
  yield world.after('1m')
  await world.take('patent', sid, 'us_issue', { grant_no: `US${13_000_000 + world.next()}B2`, grant_date: world.today })
  await world.event(sid, 'US7')
}

/** An international application, and the countries that it enters. */
export async function* international(world: World, first: string): Life {
  yield world.after('11m')
  const { sid } = await draft(world, { country: 'WO', route: 'PCT_INTL' })
  await claim(world, sid, await read(world, first))
  const filed = world.today
  const pct_no = `PCT/CN${filed.slice(0, 4)}/${String(100_000 + world.next())}`
  await world.take('patent', sid, 'file_pct', { application_no: pct_no, filing_date: filed })
  await world.event(sid, 'PC01')
  yield world.after('4m')
  await world.event(sid, 'PC04')
  yield world.after('3m')
  await world.take('patent', sid, 'pct_publish', {
    publication_no: `WO${world.today.slice(0, 4)}/${String(100_000 + world.next())}A1`,
    publication_date: world.today,
  })
  await world.event(sid, 'PC06')
  yield world.after('8m')
  await world.take('patent', sid, 'decide_countries', { designated: ['US', 'EP', 'JP'] })
  yield world.after('1m')
  for (const [country, begin] of Object.entries(PHASES)) {
    const one = await draft(world, { country, route: 'PCT_NATIONAL', filing_date: filed, entry_date: world.today, pct_no, ...begin(world) })
    await world.make('related_case', { earlier_sid: sid, later_sid: one.sid, relation_type: 'PCT' })
    world.begin(NATIONAL[country as keyof typeof NATIONAL](world, one.sid)) // its keys are those of the phases
  }
  await world.take('patent', sid, 'enter_national')
  yield world.after('20d')
  await world.take('patent', sid, 'close_pct')
}

const PHASES = {
  US: (world: World) => ({ status: 'US_FILED', application_no: usNumber(world) }),
  EP: (world: World) => ({ status: 'EP_FILED', application_no: epNumber(world) }),
  JP: (world: World) => ({ status: 'JP_FILED', application_no: `${world.today.slice(0, 4)}-${100_000 + world.next()}` }),
} satisfies Record<string, (world: World) => Record<string, unknown>>

const NATIONAL = { US: americanExamination, EP: european, JP: japanese }

const epNumber = (world: World) => `${world.today.slice(2, 4)}${700_000 + world.next()}`

async function* european(world: World, sid: string): Life {
  await world.event(sid, 'EP2')
  yield world.after('3m')
  await world.event(sid, 'R161_REPLY')
  yield world.after('3m')
  await world.event(sid, 'EP1')
  await world.take('patent', sid, 'ep_examine')
  yield world.after('12m')
  await world.event(sid, 'EP3')
  yield world.after('3m')
  await world.event(sid, 'EP_REPLY')
  yield world.after('8m')
  await world.event(sid, 'EP4')
  yield world.after('3m')
  await world.event(sid, 'EP_APPROVAL')
  await payFees(world, { only: [sid] })
  yield world.after('2m')
  const [grant_no, grant_date] = [`EP${4_500_000 + world.next()}B1`, world.today]
  await world.take('patent', sid, 'ep_grant', { grant_no, grant_date })
  await world.event(sid, 'EP5')
  yield world.after('2m')
  const filed = await read(world, sid)
  for (const country of ['DE', 'GB']) {
    const one = await draft(world, {
      country,
      route: 'EP_VALIDATION',
      status: 'GRANTED',
      application_no: filed.application_no,
      filing_date: filed.filing_date,
      grant_date,
      grant_no,
    })
    await world.make('related_case', { earlier_sid: sid, later_sid: one.sid, relation_type: 'EPVAL' })
  }
  await world.event(sid, 'VALIDATION_DONE')
}

async function* japanese(world: World, sid: string): Life {
  yield world.after('2m')
  await world.take('patent', sid, 'jp_examine', { sub_exam_date: world.today })
  yield world.after('12m')
  await world.event(sid, 'JP1')
  yield world.after('2m')
  await world.event(sid, 'JP_REPLY')
  yield world.after('5m')
  await world.event(sid, 'JP2')
  yield world.after('25d')
  await payFees(world, { only: [sid] })
  await world.take('patent', sid, 'jp_grant', { grant_no: `JP${7_700_000 + world.next()}B2`, register_date: world.today, grant_date: world.today })
}
