import type { Context } from '../records/context.ts'
import { type Notice, notify } from '../records/notifying/notifications.ts'
import { type Away, awayAmong, inPlaceOf } from '../records/acting/stand-ins.ts'
import { receiversOf, withoutDenied } from './reminded-people.ts'
import { NEVER_MUTED_DAYS } from '../../model/settings/notifications/notice-topics.ts'
import { reminderDaysBefore } from '../../model/docketing/reminders.ts'

type Due = { sid: string; case_no: string; name: string; name_en: string; owner: string | null; day: string; days: number; missed: boolean }

/** From this number of days on, a deadline has its own reminder. */
const SINGLE = 3

/** Reminds each owner, once a day, of deadlines that have come near since `since` and of those just missed; returns the number of people. */
export async function remind(ctx: Context, since: string): Promise<number> {
  const due = await dueSince(ctx, since)
  if (due.length === 0) return 0
  const byPerson = await receiversOf(ctx, due)
  await notify(
    ctx,
    [...byPerson].flatMap(([person, own]) => noticesFor(ctx, { person }, own)),
    'DEADLINE',
  )
  const standIns = await awayAmong(ctx, [...byPerson.keys()])
  for (const away of standIns) {
    const [own = []] = (await withoutDenied(ctx, new Map([[away.deputy, byPerson.get(away.absent.sid) ?? []]]))).values()
    await notify(ctx, noticesFor(ctx, { person: away.deputy, away }, own), 'DEADLINE')
  }
  return new Set([...byPerson.keys(), ...standIns.map(({ deputy }) => deputy)]).size
}

/** Receiver of a reminder: the person, and also the deputy of a person who is away */
type Receiver = { person: string; away?: Away }

const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days

async function dueSince({ db, today }: Context, since: string): Promise<Due[]> {
  const furthest = `${Temporal.PlainDate.from(today).add({ days: Math.max(...reminderDaysBefore) })}`
  const rows = await db
    .selectFrom('deadline as d')
    .innerJoin('case as p', 'p.sid', 'd.case_sid')
    .select([
      'd.sid',
      'd.name',
      'd.name_en',
      'd.status',
      'd.official_due',
      'd.extended_due',
      'd.grace_end',
      'd.owner_sid',
      'p.owner_sid as case_owner',
      'p.case_no',
    ])
    .where('d.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('d.status', 'in', ['OPEN', 'MISSED'])
    .where('d.suspended', 'is not', true)
    .where('d.official_due', '<=', furthest)
    .where((of) => of.or([of('d.official_due', '>=', since), of('d.extended_due', '>=', since), of('d.grace_end', '>=', since)]))
    .execute()
  return rows.flatMap((row) => {
    const own = String(row.extended_due ?? row.official_due)
    const grace = typeof row.grace_end === 'string' && row.grace_end > own ? row.grace_end : undefined
    // After its due date, the last day on which it can still be done decides.
    const day = own < today && grace ? grace : own
    const days = daysBetween(today, day)
    const before = daysBetween(since, day)
    const missed = row.status === 'MISSED' && days < 0 && before >= 0
    const near = row.status === 'OPEN' && reminderDaysBefore.some((offset) => days <= offset && offset < before && days >= 0)
    if (!missed && !near) return []
    const owner = row.owner_sid ?? row.case_owner
    const { sid, case_no, name, name_en } = row
    return [
      {
        sid,
        case_no: String(case_no),
        name: String(name),
        name_en: String(name_en || name),
        owner: owner || null,
        day,
        days,
        missed,
      },
    ]
  })
}

function noticesFor(ctx: Context, { person, away }: Receiver, own: readonly Due[]): Notice[] {
  const notice = (level: 'SOON' | 'URGENT', title: string, title_en: string, link: string, about: readonly Due[]): Notice => ({
    user_sid: person,
    level,
    title: away ? `${inPlaceOf(away).zh}${title}` : title,
    title_en: away ? `${inPlaceOf(away).en}${title_en}` : title_en,
    link,
    always: about.some(({ days }) => days <= NEVER_MUTED_DAYS),
    about: { kind: 'deadlines', day: ctx.today, sids: about.map(({ sid }) => sid) },
  })
  const urgent = own.filter((one) => one.missed || one.days <= SINGLE)
  const singles = urgent.map((one) =>
    notice('URGENT', singleZh(one), singleEn(one), `/deadlines?owner=all&bucket=${one.missed ? 'missed' : 'all'}&open=${one.sid}`, [one]),
  )
  const rest = own.filter((one) => !urgent.includes(one))
  if (rest.length === 0) return singles
  const nearest = Math.min(...rest.map(({ days }) => days))
  const week = rest.filter(({ days }) => days <= 7).length
  const zh = `期限提醒：${rest.length} 个期限临近${week ? `，其中 ${week} 个在 7 天内` : ''}，最近的还有 ${nearest} 天`
  const en = `Deadlines: ${rest.length} coming up${week ? `, ${week} within 7 days` : ''}; the nearest in ${nearest} days`
  return [...singles, notice('SOON', zh, en, `/deadlines?owner=${away?.absent.sid ?? 'me'}&bucket=year`, rest)]
}

function singleZh({ case_no, name, day, days, missed }: Due) {
  if (missed) return `已逾期：${case_no} ${name}（${day}）`
  return `${days === 0 ? '今天到期' : `还有 ${days} 天`}：${case_no} ${name}（${day}）`
}

function singleEn({ case_no, name_en, day, days, missed }: Due) {
  if (missed) return `Missed: ${case_no} ${name_en} (${day})`
  return `${days === 0 ? 'Due today' : days === 1 ? 'Due tomorrow' : `Due in ${days} days`}: ${case_no} ${name_en} (${day})`
}
