import type { Lang } from '../../model/kit/fields.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'

/** A part of the digest: its lines, each with what it leads to. */
export type Section = { title: string; lines: readonly { text: string; path: string }[]; more: number }

const MAX_LISTED = 20
const AHEAD_DAYS = 14

type Row = Readonly<Record<string, unknown>>
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Due and waiting items that this person may see at the moment of sending */
export async function sectionsOf(ctx: Context): Promise<Section[]> {
  const all = [await deadlines(ctx), await tasks(ctx), await approvals(ctx), await unread(ctx)]
  return all.filter(({ lines, more }) => lines.length + more > 0)
}

/** The person, and those for whom they are the deputy today */
const whose = ({ actor }: Context) => ['me()', ...actor.stands_in_for.map((sid) => `'${sid}'`)].join(', ')
const isRef = (value: unknown): value is { sid: string; name: string } =>
  typeof value === 'object' && value !== null && 'sid' in value && 'name' in value
/** Says for whom it is done, where it is not for the reader. */
const forWhom = ({ actor, lang }: Context, person: unknown) =>
  isRef(person) && actor.stands_in_for.includes(person.sid) ? inLang(lang, `（代${person.name}）`, `(for ${person.name}) `) : ''

const inLang = (lang: Lang, zh: string, en: string) => (lang === 'zh' ? zh : en)

type Asked = { model: string; fields: readonly string[]; iql: string }

/** Fields that the person may not read are left out; who may not search has none. */
async function found(ctx: Context, { model: name, fields, iql }: Asked): Promise<{ rows: readonly Row[]; more: number }> {
  const model = modelNamed(ctx.tenant.models, name)
  const { mayRead, verbs } = accessOf(ctx, model)
  const isOwn = model.own?.verbs.includes('search') ?? false
  if (!isOwn && !verbs.has('search') && !verbs.has('*')) return { rows: [], more: 0 }
  const fl = ['sid', ...fields.filter((code) => mayRead(code))]
  const { record, total } = await search(ctx, model, { fl, iql, rows: MAX_LISTED, total: 'exact' })
  return { rows: record, more: Math.max(0, (total ?? 0) - record.length) }
}

async function deadlines(ctx: Context): Promise<Section> {
  const until = `${Temporal.PlainDate.from(ctx.today).add({ days: AHEAD_DAYS })}`
  const iql = `owner_sid IN (${whose(ctx)}) AND (status = 'MISSED' OR (status = 'OPEN' AND final_due <= '${until}')) ORDER BY final_due ASC`
  const { rows, more } = await found(ctx, {
    model: 'deadline',
    fields: ['name', 'name_en', 'case_sid.case_no', 'status', 'final_due', 'owner_sid'],
    iql,
  })
  const nameOf = (row: Row) => (ctx.lang === 'zh' ? text(row['name']) : text(row['name_en']) || text(row['name']))
  const lineOf = (row: Row) => {
    const day = text(row['final_due'])
    const missed = row['status'] === 'MISSED' ? inLang(ctx.lang, '已逾期 ', 'missed ') : ''
    return {
      text: `${missed}${day}  ${forWhom(ctx, row['owner_sid'])}${text(row['case_sid.case_no'])} ${nameOf(row)}`,
      path: `/deadlines?owner=me&bucket=all&open=${text(row['sid'])}`,
    }
  }
  return {
    title: inLang(ctx.lang, `${AHEAD_DAYS} 天内到期和已逾期的期限`, `Deadlines missed or due within ${AHEAD_DAYS} days`),
    lines: rows.map(lineOf),
    more,
  }
}

async function tasks(ctx: Context): Promise<Section> {
  const iql = `assignee_sid IN (${whose(ctx)}) AND status IN ('TODO', 'DOING') ORDER BY due_date ASC`
  const { rows, more } = await found(ctx, { model: 'task', fields: ['title', 'due_date', 'assignee_sid'], iql })
  const lines = rows.map((row) => ({
    text: `${text(row['due_date'])}  ${forWhom(ctx, row['assignee_sid'])}${text(row['title'])}`,
    path: `/m/task/${text(row['sid'])}`,
  }))
  return { title: inLang(ctx.lang, '待办任务', 'Tasks to do'), lines, more }
}

async function approvals(ctx: Context): Promise<Section> {
  const { db, actor, lang } = ctx
  const open = db
    .selectFrom('approval_task as t')
    .where('t.deleted_at', 'is', null)
    .where('t.person_sid', 'in', [actor.sid ?? '', ...actor.stands_in_for])
    .where('t.state', '=', 'OPEN')
  const { n } = await open.select((of) => of.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('approval as a', 'a.sid', 't.approval_sid')
    .leftJoin('user_info as u', 'u.sid', 't.person_sid')
    .select(['a.sid', 'a.record_name', 'a.transition_name', 'a.transition_name_en', 't.person_sid', 'u.name', 'u.name_en'])
    .orderBy('t.due_at', (by) => by.asc().nullsLast())
    .orderBy('t.received_at')
    .limit(MAX_LISTED)
    .execute()
  const nameOf = (row: (typeof rows)[number]) => (lang === 'zh' ? row.transition_name : row.transition_name_en || row.transition_name) ?? ''
  const lines = rows.map((row) => ({
    text: `${forWhom(ctx, { sid: row.person_sid, name: (lang === 'en' && row.name_en) || row.name })}${row.record_name ?? ''}  ${nameOf(row)}`,
    path: `/approvals?open=${row.sid}`,
  }))
  return { title: inLang(lang, '等您审批', 'Waiting for your approval'), lines, more: Number(n) - rows.length }
}

async function unread({ db, actor, lang }: Context): Promise<Section> {
  const { n } = await db
    .selectFrom('notification')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('user_sid', '=', actor.sid ?? '')
    .where('read_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const line = { text: inLang(lang, `${n} 条`, `${n} in all`), path: '/home' }
  return { title: inLang(lang, '未读消息', 'Unread notices'), lines: Number(n) > 0 ? [line] : [], more: 0 }
}
