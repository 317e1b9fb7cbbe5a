import { randomUUIDv7 } from 'node:crypto'
import type { NoticeTopic } from '../../model/settings/notifications/notice-topics.ts'
import { type Context, later } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { insertRows, wrote } from '../records/write/write.ts'

/** Heard by the workers, which then do not wait for the next minute. */
export const QUEUED = 'robot messages'

type Notice = Parameters<Context['tenant']['modules']['notified']>[1][number]
type Robot = { sid: string; company_sid: string | null; department: string | null; language: 'zh' | 'en' | null; company: string | null }
type Person = { sid: string; name: string | null; name_en: string | null; company: string | null; department: string | null }

/** Queued in the transaction of the notifications, once for each group with any number of notified people. */
export async function tellGroups(ctx: Context, notices: readonly Notice[], topic: NoticeTopic): Promise<void> {
  if (topic === 'SYSTEM' || notices.length === 0) return
  const robots = await robotsFor(ctx, topic)
  if (robots.length === 0) return
  const people = await peopleOf(ctx, notices)
  const rows = robots.flatMap((robot) => messagesFor(robot, notices, people))
  if (rows.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'robot_message')
  await insertRows(ctx, model, rows)
  wrote(ctx, model)
  later(ctx, ({ pubsub }) => pubsub.publish(QUEUED, null))
}

async function robotsFor({ db }: Context, topic: NoticeTopic): Promise<Robot[]> {
  const rows = await db
    .selectFrom('chat_robot as r')
    .leftJoin('department as d', 'd.sid', 'r.department_sid')
    .leftJoin('company as c', 'c.sid', 'r.company_sid')
    .select(['r.sid', 'r.company_sid', 'r.language', 'r.topics', 'd.path as department', 'c.path as company'])
    .where('r.is_on', '=', true)
    .where('r.valid', 'is not', false)
    .where('r.deleted_at', 'is', null)
    .execute()
  return rows.filter(({ topics }) => topics?.includes(topic))
}

async function peopleOf({ db }: Context, notices: readonly Notice[]): Promise<ReadonlyMap<string, Person>> {
  const rows = await db
    .selectFrom('user_info as p')
    .leftJoin('department as d', 'd.sid', 'p.department_sid')
    .leftJoin('company as c', 'c.sid', 'p.company_sid')
    .select(['p.sid', 'p.name', 'p.name_en', 'd.path as department', 'c.path as company'])
    .where('p.sid', 'in', [...new Set(notices.map(({ user_sid }) => user_sid))])
    .execute()
  return new Map(rows.map((row) => [row.sid, row]))
}

/** A path begins with those above it. */
const isWithin = (path: string | null, above: string | null) => path !== null && above !== null && path.startsWith(above)

const MAX_TITLE_CHARS = 600

function messagesFor(robot: Robot, notices: readonly Notice[], people: ReadonlyMap<string, Person>) {
  const zh = robot.language !== 'en'
  const own = notices.flatMap((notice) => {
    const person = people.get(notice.user_sid)
    const isOwn = person && isWithin(person.company, robot.company) && (robot.department === null || isWithin(person.department, robot.department))
    const title = (zh ? notice.title : notice.title_en || notice.title) ?? ''
    return isOwn ? [{ title, link: notice.link, name: (zh ? person.name : person.name_en || person.name) ?? '' }] : []
  })
  const now = new Date().toISOString()
  const times = { version: 1, valid: true, created_at: now, updated_at: now, next_try_at: now }
  return [...Map.groupBy(own, ({ title, link }) => `${link} ${title}`).values()].flatMap((same) => {
    const [first] = same
    const names = [...new Set(same.map(({ name }) => name))].join(zh ? '、' : ', ')
    const title = `${names}${zh ? '：' : ': '}${first?.title ?? ''}`.slice(0, MAX_TITLE_CHARS)
    const values = { robot_sid: robot.sid, company_sid: robot.company_sid, state: 'QUEUED', attempts: 0, title, link: first?.link ?? null }
    return first ? [{ sid: randomUUIDv7(), ...times, ...values }] : []
  })
}
