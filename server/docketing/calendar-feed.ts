import ical from 'ical-generator'
import { HEAD } from '../../model/cases/head-fields.ts'
import { calendarFeed } from '../../model/docketing/calendar-feed.ts'
import type { Lang } from '../../model/kit/fields.ts'
import { refusesAddressTokens } from '../auth/limits/address-tokens.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { readCalendar } from '../auth/session/tokens.ts'
import { refuse } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { mailboxOf } from '../mail/mail-settings.ts'
import { type Context, systemContext, type Tenant } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { serve } from '../route.ts'

const MAX_ENTRIES = 1000
const FIELDS = ['name', 'name_en', 'case_sid.case_no', 'status', 'official_due', 'extended_due', 'grace_end', 'internal_due', 'if_missed', 'if_missed_en', 'certainty'] as const // oxfmt-ignore
type Shown = Partial<Record<(typeof FIELDS)[number] | 'sid', unknown>>

/**
 * Items that the person may see when the feed is fetched; a closed account or an unknown address gets nothing. Addresses cannot be
 * guessed, and a program that goes on asking for a revoked one must not keep its whole office from signing in: attempts are not counted.
 */
const calendarRoute = serve(calendarFeed, async ({ tenant, query: { token, lang }, reply }) => {
  if (refusesAddressTokens()) refuse('token_in_address')
  const found = await readCalendar(tenant, token)
  const actor = found && (await readPeople(tenant, [found.person])).find(({ user_sid }) => user_sid === found.user)
  if (!actor) return refuse('not_found')
  const spoken: Lang = lang === 'en' ? 'en' : 'zh'
  const ctx: Context = { ...systemContext(tenant, 'api'), actor, lang: spoken }
  return reply
    .headers({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' })
    .send(await calendarOf(ctx, await siteOf(tenant)))
})

export const calendarModule: ServerModule = { name: 'calendar', routes: [calendarRoute] }

const siteOf = async (tenant: Tenant) => (await mailboxOf(tenant))?.site_address

async function calendarOf(ctx: Context, site: string | undefined): Promise<string> {
  const zh = ctx.lang === 'zh'
  const calendar = ical({
    name: zh ? '知识产权期限和任务' : 'Deadlines and tasks of intellectual property',
    prodId: { company: 'Innoe', product: 'Deadlines', language: ctx.lang.toUpperCase() },
    ttl: 3600,
  })
  for (const one of await openDeadlines(ctx)) {
    const link = site ? `${site}/innoe-web/deadlines?owner=me&bucket=all&open=${String(one.sid)}` : undefined
    for (const entry of entriesOf(one, ctx.lang)) calendar.createEvent({ ...entry, allDay: true, stamp: new Date(), ...(link && { url: link }) })
  }
  for (const { sid, title, due_date, ...one } of await openTasks(ctx)) {
    const summary = [text(one['case_sid.case_no']), text(title)].filter(Boolean).join(' ')
    const url = site && `${site}/innoe-web/m/task/${String(sid)}`
    calendar.createEvent({ id: `${String(sid)}-task`, start: text(due_date), summary, allDay: true, stamp: new Date(), ...(url && { url }) })
  }
  return calendar.toString()
}

/** Open deadlines first; of too many, the oldest missed ones are left out. A person who may not search deadlines has no feed. */
function openDeadlines(ctx: Context): Promise<Shown[]> {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const { mayRead } = accessOf(ctx, model)
  const body = { fl: ['sid', ...FIELDS.filter(isShown(ctx, mayRead))], iql: `owner_sid = me() AND status IN ('OPEN', 'MISSED') ORDER BY status DESC, final_due, official_due`, rows: MAX_ENTRIES, total: 'none' } as const // oxfmt-ignore
  return search(ctx, model, body, { most: MAX_ENTRIES }).then(({ record }) => record)
}

/** Open tasks of the person with a due date; none if the person may not search tasks by these fields */
async function openTasks(ctx: Context): Promise<Partial<Record<(typeof TASK_FIELDS)[number] | 'sid', unknown>>[]> {
  const model = modelNamed(ctx.tenant.models, 'task')
  const { mayRead, verbs } = accessOf(ctx, model)
  if ((!verbs.has('search') && !verbs.has('*')) || !['assignee_sid', 'status', 'due_date'].every(mayRead)) return []
  const body = { fl: ['sid', ...TASK_FIELDS.filter(isShown(ctx, mayRead))], iql: `assignee_sid = me() AND status IN ('TODO', 'DOING') ORDER BY due_date ASC`, rows: MAX_ENTRIES, total: 'none' } as const // oxfmt-ignore
  return search(ctx, model, body, { most: MAX_ENTRIES }).then(({ record }) => record)
}

/** Whether a field may be shown; the number of a case is one of its head. */
const isShown = (ctx: Context, mayRead: (code: string) => boolean) => (code: string) => {
  const [first = '', onHead] = code.split('.')
  return mayRead(first) && (onHead === undefined || accessOf(ctx, modelNamed(ctx.tenant.models, HEAD)).mayRead(onHead))
}

const TASK_FIELDS = ['title', 'due_date', 'case_sid.case_no'] as const
const text = (value: unknown) => (typeof value === 'string' ? value : '')

type Entry = { id: string; start: string; summary: string; description: string }

/** Case numbers without titles, since a calendar may lie with somebody else. The official day, and the internal one where it is another. A deadline without a day has no place in a calendar. */
function entriesOf(one: Shown, lang: Lang): Entry[] {
  const zh = lang === 'zh'
  const name = zh ? text(one.name) : text(one.name_en) || text(one.name)
  const about = [text(one['case_sid.case_no']), name].filter(Boolean).join(' ')
  const due = text(one.extended_due) || text(one.official_due)
  const description = [
    one.status === 'MISSED' && (zh ? '已逾期' : 'Missed'),
    text(one.grace_end) && (zh ? `宽限至 ${text(one.grace_end)}` : `Grace until ${text(one.grace_end)}`),
    one.certainty === 'CHECK' && (zh ? '待核：办理前请对照法律原文' : 'To be checked against the law before anything relies on it'),
    zh ? text(one.if_missed) : text(one.if_missed_en) || text(one.if_missed),
  ]
    .filter(Boolean)
    .join('\n')
  const entry = (kind: string, start: string, mark: string): Entry[] =>
    start ? [{ id: `${String(one.sid)}-${kind}`, start, summary: `${mark}${about}`, description }] : []
  const internal = text(one.internal_due)
  return [...entry('official', due, ''), ...(internal === due ? [] : entry('internal', internal, zh ? '（内部）' : '(internal) '))]
}
