// The years of a made-up company, and what the completeness check says at the end of each month.
import { leave, licence, pledge, transfer } from './dealings.ts'
import { american, international } from './lives-abroad.ts'
import { invention, unexamined } from './lives-in-china.ts'
import { newMark, oldMark } from './lives-of-marks.ts'
import { mend, OMISSIONS, type Silence, tells } from './silences.ts'
import { OMISSIONS_ABROAD } from './silences-abroad.ts'
import { actOnDue, payFees } from './staff.ts'
import { type Finding, openWorld, type World } from './world.ts'

/** `silences`: so many omissions, spread evenly over the months; each is ended `LAST` months before the end at the latest. */
export type Plan = { months: number; silences: number; kinds?: readonly string[]; seed?: number; told?: (line: string) => void }

export type Outcome = {
  cases: number
  silences: Silence[]
  /** What was found and was no omission, with the month in which it was first found. */
  false: string[]
}

export const FIRST = '2026-12-01'
const ALL = { ...OMISSIONS, ...OMISSIONS_ABROAD }
export const KINDS: readonly string[] = Object.keys(ALL)

/** The longest that an omission takes until it can be known. */
const LAST = 10

export async function simulate({ months, silences: count, kinds = KINDS, seed = 1, told = () => {} }: Plan): Promise<Outcome> {
  const world = await openWorld(FIRST, seed)
  const silences: Silence[] = []
  const wrong = new Set<string>()
  for (let month = 0; month < months; month++) {
    await beginMonth(world, month)
    for (const at of inMonth(month, { count, months: months - LAST })) forget(world, kinds[at % kinds.length] ?? '', silences)
    await payFees(world, { except: world.unpaid })
    await actOnDue(world, world.apart)
    await world.goTo(world.after('1m'))
    await world.check()
    const open = await world.openFindings()
    await hear(world, silences, open)
    for (const one of open.filter((finding) => isFalse(world, silences, finding))) {
      const line = `${world.today.slice(0, 7)} ${one.code} ${one.title ?? ''}: ${one.words_en}`
      if (!wrong.has(line)) told(`false: ${line}`)
      wrong.add(line)
    }
    told(`${world.today}: ${silences.filter(({ found }) => found).length} of ${silences.length} omissions found, ${wrong.size} false findings`)
  }
  const { n } = await world.tenant.db.selectFrom('case').select((of) => of.fn.countAll().as('n')).executeTakeFirstOrThrow() // oxfmt-ignore
  return { cases: Number(n), silences, false: [...wrong] }
}

/** What begins in this month, in an order that does not depend on anything but the month. */
async function beginMonth(world: World, month: number) {
  world.begin(
    invention(world, (sid) => {
      if (month % 4 === 0) world.begin(international(world, sid))
      if (month % 4 === 2) world.begin(american(world, sid))
    }),
  )
  if (month % 2 === 1) world.begin(unexamined(world, month % 4 === 1 ? 'UTILITY' : 'DESIGN'))
  if (month % 3 === 0) world.begin(newMark(world))
  if (month % 2 === 0 && month < 80) world.begin(oldMark(world, `${Temporal.PlainDate.from('2017-03-08').add({ months: month })}`))
  if (month > 12 && month % 6 === 0) for (const deal of [licence, pledge, transfer]) world.begin(deal(world))
  if (month % 18 === 17) await leave(world)
}

/** The omissions of this month, by their place among all. */
const inMonth = (month: number, { count, months }: { count: number; months: number }) =>
  Array.from({ length: count }, (_, at) => at).filter((at) => Math.floor((at * months) / count) === month)

function forget(world: World, kind: string, silences: Silence[]) {
  const omit = ALL[kind]
  if (omit) world.begin(omit(world, (sid, ...codes) => void silences.push({ kind, sid, codes, since: world.today })))
}

/** Each omission is to be found by the first check after it. */
async function hear(world: World, silences: readonly Silence[], open: readonly Finding[]) {
  for (const silence of silences.filter(({ heard }) => !heard)) {
    silence.heard = true
    const finding = open.find((one) => one.case_sid === silence.sid && silence.codes.some((code) => tells(one, code)))
    if (finding) Object.assign(silence, { found: world.today, by: finding.code })
    await mend(world, silence)
  }
}

/**
 * Calendars end before the years do, which is so. A case with an omission tells of that omission, from the day on which it is one, and of
 * what follows from it; everything else is about a case that somebody looks after.
 */
function isFalse(world: World, silences: readonly Silence[], finding: Finding): boolean {
  const { case_sid: sid, code } = finding
  if (sid === '') return !code.startsWith('CALENDAR_ENDS_')
  const right = [...silences.flatMap((one) => (one.sid === sid ? one.codes : [])), ...(world.also.get(sid) ?? [])]
  return !right.some((one) => tells(finding, one))
}

/** Kinds of omission, how many were made, how many found, and by which finding. */
export function tableOf(silences: readonly Silence[]): string {
  const rows = [...Map.groupBy(silences, ({ kind }) => kind)].map(([kind, all]) => [
    kind,
    String(all.length),
    String(all.filter(({ found }) => found).length),
    [...new Set(all.map(({ by }) => by ?? '-'))].join(', '),
  ])
  const found = silences.filter((one) => one.found).length
  return [['omission', 'made', 'found', 'finding'], ['---', '---', '---', '---'], ...rows, ['all', String(silences.length), String(found), '']].map((row) => `| ${row.join(' | ')} |`).join('\n') // oxfmt-ignore
}
