import assert from 'node:assert/strict'
import { type Chance, chanceFrom } from '../../bench/chance.ts'
import { setPassword } from '../../server/auth/passwords/passwords.ts'
import { type Monitored, runMonitor } from '../../server/docketing/findings/monitor.ts'
import { cnCheckDigit } from '../../model/cases/numbers/cn.ts'
import type { Tenant } from '../../server/records/context.ts'
import { casesOf, type Row } from '../harness/cases/cases.ts'
import { sendFile } from '../harness/cases/exchange.ts'
import { openSession, testServer, type Person, type TestServer } from '../harness/server.ts'
import { startOn } from '../harness/today.ts'

/** A life goes on step by step, and says on which day it is to be called again. */
export type Life = AsyncGenerator<string, void, void>
export type Finding = { case_sid: string; code: string; words_en: string; title: string | null }

type Values = Record<string, unknown>
type Cases = ReturnType<typeof casesOf>

export type World = Pick<Cases, 'make' | 'done' | 'listed'> & {
  today: string
  tenant: Tenant
  call: TestServer['call']
  people: Record<'manager' | 'second' | 'admin', Person>
  chance: Chance
  engineers: string[]
  applicant: string
  inventor: string
  stranger: string
  /** Cases whose fees nobody pays for now. */
  unpaid: Set<string>
  /** Rights that a contract binds. */
  bound: Set<string>
  /** Cases of which nobody takes care but the life that has them. */
  apart: Set<string>
  /** Findings that are right in a case apart, besides the omission itself. */
  also: Map<string, readonly string[]>
  hire(): Promise<void>
  /** The day after that span from today. */
  after(span: string): string
  /** A number that no other case has. */
  next(): number
  chinese(year: string, letter: 1 | 2 | 3): string
  read(model: string, sid: string): Promise<Row>
  take(model: string, sid: string, transition: string, fields?: Values): Promise<Row>
  /** A document of an office, or one of ours, of today. */
  event(case_sid: string, code: string, more?: Values): Promise<Row>
  /** A file from an office of which nobody said what it is. */
  upload(case_sid: string): Promise<void>
  begin(life: Life): void
  /** Every life that is called until that day goes on, in the order of the days. */
  goTo(until: string): Promise<void>
  check(): Promise<Monitored>
  openFindings(): Promise<Finding[]>
}

/** A company of its own on that day, whose people use the API of the product. Nothing else writes into its database but the nightly check. */
export async function openWorld(first: string, seed: number): Promise<World> {
  const server = await testServer() // before the clock moves: other files copy the database that it may fill
  startOn(first)
  const { call, enrol, tenant } = server
  const people = {
    manager: await enrol('ip_manager', { name: '虚构主管' }),
    second: await enrol('ip_manager', { name: '虚构复核' }),
    admin: await enrol('system_admin', { name: '虚构管理员' }),
  }
  const { make, done, listed } = casesOf(call, people.manager, 'en')
  let last = 1000
  const next = () => (last += 1)
  const signIn = sessionsOf(tenant, Object.values(people))
  const world: World = {
    ...{
      make,
      done,
      listed,
      tenant,
      call,
      people,
      next,
      today: first,
      chance: chanceFrom(seed),
      engineers: [],
      applicant: '',
      inventor: '',
      stranger: '',
    },
    ...{ unpaid: new Set(), bound: new Set(), apart: new Set(), also: new Map() },
    hire: async () => void world.engineers.push((await enrol('ip_engineer', { name: `虚构工程师 ${world.engineers.length + 1}` })).sid),
    after: (span) => `${Temporal.PlainDate.from(world.today).add(`P${span.toUpperCase()}`)}`,
    chinese: (year, letter) => chineseNumber(year, letter, next()),
    read: async (model, sid) => (await call<Row>(`${model}/${sid}`, undefined, { as: people.manager, lang: 'en' })).data,
    take: (model, sid, transition, fields = {}) => done(`${model}/do/transition`, { sid, transition, ...fields }),
    event: (case_sid, code, more = {}) => make('official_event', { case_sid, code, event_date: world.today, ...more }),
    async upload(case_sid) {
      const file = `%PDF-1.4\n%${next()}\n%%EOF\n`
      const fields = { case_sid, direction: 'IN' }
      const sent = await sendFile(server.app, { path: 'document/do/upload', token: people.manager.token, file, name: '虚构来文.pdf', fields })
      assert.equal(sent.status, 200, sent.message)
    },
    ...clockOf(() => world, signIn),
    check: () => runMonitor(tenant),
    openFindings: () => openFindings(tenant),
  }
  await signIn(first)
  await found(world)
  return world
}

/** Its first engineers, its name before the offices, an inventor, and another company. */
async function found(world: World) {
  for (let at = 0; at < 3; at++) await world.hire()
  const company = async (name: string) => (await world.make('applicant', { name, applicant_kind: 'COMPANY', country: 'CN' })).sid
  world.applicant = await company('虚构科技有限公司')
  world.stranger = await company('虚构智造有限公司')
  world.inventor = (await world.make('inventor', { name: '虚构发明人', user_sid: world.engineers[0], external: false })).sid
}

/** Sessions of the day before have ended, and now and then a password has. */
function sessionsOf(tenant: Tenant, people: readonly Person[]) {
  let fresh = ''
  return async (today: string) => {
    const isOld = fresh < `${Temporal.PlainDate.from(today).subtract({ days: 80 })}`
    if (isOld) fresh = today
    for (const person of people) {
      const { sid: user } = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person.sid).executeTakeFirstOrThrow()
      if (isOld) await setPassword(tenant, user, `New-${today}-pass`, false)
      person.token = await openSession(tenant, { user, person: person.sid, company: person.company, platform: 1 })
    }
  }
}

type Called = { day: string; at: number; life: Life }

function clockOf(worldOf: () => World, signIn: (today: string) => Promise<void>): Pick<World, 'begin' | 'goTo'> {
  const called: Called[] = []
  let begun = 0
  async function moveTo(day: string) {
    worldOf().today = day
    startOn(day)
    await signIn(day)
  }
  function due(until: string): Called | undefined {
    const [first] = called
      .filter(({ day }) => day <= until)
      .toSorted((one, other) => (one.day === other.day ? one.at - other.at : one.day < other.day ? -1 : 1))
    if (first) called.splice(called.indexOf(first), 1)
    return first
  }
  return {
    begin: (life) => void called.push({ day: worldOf().today, at: (begun += 1), life }),
    async goTo(until) {
      const world = worldOf()
      for (let next = due(until); next; next = due(until)) {
        if (next.day > world.today) await moveTo(next.day)
        const { done, value } = await next.life.next()
        if (!done) called.push({ ...next, day: value > world.today ? value : world.after('1d') })
      }
      await moveTo(until)
    },
  }
}

async function openFindings({ db }: Tenant): Promise<Finding[]> {
  const rows = await db
    .selectFrom('finding as f')
    .leftJoin('case as c', 'c.sid', 'f.case_sid')
    .select(['f.case_sid', 'f.code', 'f.words_en', 'c.title'])
    .where('f.status', '=', 'OPEN')
    .execute()
  return rows.map(({ case_sid, code, words_en, title }) => ({ case_sid: case_sid ?? '', code: String(code), words_en: String(words_en), title }))
}

/** With its check digit (ZC 0006). */
function chineseNumber(year: string, letter: 1 | 2 | 3, serial: number) {
  const body = `${year}${letter}${String(serial).padStart(7, '0')}`
  return `${body}.${cnCheckDigit(body)}`
}
