import { type Expression, sql, type SqlBool } from 'kysely'
import type { BesideGap } from '../../../model/docketing/beside-facts.ts'
import { hasEnded, isPreparing } from '../../../model/docketing/calculation/state.ts'
import { OPEN as WITH_AGENCY } from '../../../model/instructions/lifecycle.ts'
import { UNDECIDED } from '../../../model/notices/notice_intake.ts'
import { CLOSED as TASK_CLOSED } from '../../../model/tasks/lifecycle.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import type { Context } from '../../records/context.ts'
import { type Case, roleOf } from '../read-cases.ts'

/** What people leave lying, by case; the facts of a case do not show it. */
export async function forgotten(ctx: Context, cases: readonly Case[]): Promise<ReadonlyMap<string, BesideGap[]>> {
  const sids = cases.map(({ row }) => String(row.sid))
  const [unowned, papers, resting] = [await ownerlessByHand(ctx, cases), await noticesOf(ctx, sids), await restingSince(ctx, cases)]
  return new Map(
    cases.map((one): [string, BesideGap[]] => {
      const sid = String(one.row.sid)
      const [since, paper] = [resting.get(sid), papers.get(sid)]
      return [
        sid,
        [...(unowned.get(sid) ?? []), ...numberless(one, ctx.today), ...(since ? [left(one, since)] : []), ...(paper ? [undecided(paper)] : [])],
      ]
    }),
  )
}

/** An office has given a number after so long, also on paper. */
const NUMBERED_WITHIN = { months: 3 }

/** The days on which something may have gone to the office: a national phase and a division are filed long after their filing dates. */
const SENT_ON = ['filing_date', 'entry_date', 'submission_date', 'submit_date'] as const

/** A filed case without any number: nothing that the office sends would find it. */
function numberless({ kind, row, facts }: Case, today: string): BesideGap[] {
  const { numbers = [], hasNoNumber } = kind.docketing?.completeness ?? {}
  const before = `${Temporal.PlainDate.from(today).subtract(NUMBERED_WITHIN)}`
  const sent = SENT_ON.map((code) => String(facts[code] ?? '')).toSorted().at(-1) || '9999' // oxfmt-ignore
  const isLate = facts.state?.phase !== 'PENDING' || sent < before
  if (numbers.length === 0 || numbers.some((code) => row[code]) || isPreparing(facts) || hasEnded(facts) || hasNoNumber?.(facts) || !isLate) return []
  return [
    {
      code: 'NO_NUMBER',
      zh: '案件已递交，但没有申请号等任何官方号码，官方来文无法归入本案：请填写',
      en: 'The case is filed, but has no application number nor any other number of the office, so that what the office sends cannot be assigned to it: enter it',
    },
  ]
}

/** A deadline that a person entered, of which neither it nor its case has an owner: its reminders go to whoever receives unowned deadlines. */
async function ownerlessByHand({ db }: Context, cases: readonly Case[]): Promise<ReadonlyMap<string, BesideGap[]>> {
  const sids = cases.filter((one) => !roleOf(one, 'owner')).map(({ row }) => String(row.sid))
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deadline')
    .select(['case_sid', 'name', 'name_en', 'official_due'])
    .where('case_sid', 'in', [...sids])
    .where('manual', '=', true)
    .where('status', '=', 'OPEN')
    .where('owner_sid', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('official_due')
    .execute()
  const told = rows.map(({ case_sid, name, name_en, official_due: due }) => ({
    sid: String(case_sid),
    gap: {
      code: 'NO_OWNER' as const,
      zh: `人工录入的期限“${name}”（${due ?? ''}）没有负责人：请在该期限上指定负责人`,
      en: `“${name_en || name}” (${due ?? ''}), which was entered by hand, has no owner: name the person responsible on the deadline`,
    },
  }))
  return new Map([...Map.groupBy(told, ({ sid }) => sid)].map(([sid, some]) => [sid, some.map(({ gap }) => gap)]))
}

/** Of a case in preparation: after so long without any record of work it is forgotten rather than thought over. */
const RESTS_AT_MOST = { months: 3 }

/** The day of the last work on cases in preparation that nothing calls back: no day of theirs or of their earlier cases is still to come. */
async function restingSince({ db, today }: Context, cases: readonly Case[]): Promise<ReadonlyMap<string, string>> {
  const asked = cases.filter(({ facts, kind }) => isPreparing(facts) && !kind.docketing?.completeness?.mayRest?.(facts))
  if (asked.length === 0) return new Map()
  const before = `${Temporal.PlainDate.from(today).subtract(RESTS_AT_MOST)}`
  const { rows } = await sql<{ sid: string; since: string }>`
    select c.sid, l.since::text from "case" c
    cross join lateral (select max((w.at::timestamptz at time zone ${ZONE})::date) as since from (
      select c.created_at as at
      union all select created_at from change_log where record_sid = c.sid::text and source is distinct from 'JOB'
      union all select created_at from document where case_sid = c.sid and deleted_at is null
      union all select created_at from official_event where case_sid = c.sid and deleted_at is null
      union all select updated_at from case_note where case_sid = c.sid and deleted_at is null
      union all select updated_at from task where case_sid = c.sid and deleted_at is null
      union all select updated_at from agency_instruction where case_sid = c.sid and deleted_at is null) w) l
    where c.sid = any(${asked.map(({ row }) => String(row.sid))}::uuid[]) and l.since < ${before}::date and not ${callsBack(today)}`.execute(db)
  return new Map(rows.map(({ sid, since }) => [sid, since]))
}

/** Each by the index of its case; the open deadlines of everybody would be many. */
const callsBack = (today: string): Expression<SqlBool> => sql`(exists (select from deadline d where d.case_sid = c.sid and ${isToCome(today)})
  or exists (select from related_case r join deadline d on d.case_sid = r.earlier_sid
    where r.later_sid = c.sid and r.deleted_at is null and ${isToCome(today)})
  or exists (select from task t where t.case_sid = c.sid and t.deleted_at is null and t.due_date >= ${today} and t.status <> all(${[...TASK_CLOSED]}::text[]))
  or exists (select from agency_instruction i where i.case_sid = c.sid and i.deleted_at is null and i.status = any(${[...WITH_AGENCY]}::text[])
    and (i.draft_due >= ${today} or i.file_due >= ${today})))`

const isToCome = (today: string) => sql<SqlBool>`d.status = 'OPEN' and d.deleted_at is null and d.official_due >= ${today}`

const left = ({ facts: { state } }: Case, since: string): BesideGap => ({
  code: 'LEFT_IN_PREPARATION',
  zh: `自 ${since} 起没有任何进展，案件仍为“${state?.zh ?? ''}”，也没有期限提醒：请继续办理，或变更状态`,
  en: `Nothing has been recorded since ${since}, the case is still “${state?.en ?? ''}”, and no deadline calls it back: go on with it, or change its status`,
})

/** A notice that is received starts no deadline before a person accepts it. */
const DECIDED_WITHIN = { days: 14 }

type Waiting = { count: number; since: string }

async function noticesOf({ db, today }: Context, sids: readonly string[]): Promise<ReadonlyMap<string, Waiting>> {
  if (sids.length === 0) return new Map()
  const { rows } = await sql<Waiting & { case_sid: string }>`
    select case_sid, count(*)::int as count, ${firstDay(sql.ref('created_at'))} as since from notice_intake
    where case_sid = any(${[...sids]}::uuid[]) and ${waitsSince(today)} group by case_sid`.execute(db)
  return new Map(rows.map((row) => [row.case_sid, row]))
}

const firstDay = (moment: Expression<unknown>) => sql<string>`min((${moment}::timestamptz at time zone ${ZONE})::date)::text`

/** A second copy of a notice keeps no deadline from being created: the first one does. */
const WAITING = UNDECIDED.filter((state) => state !== 'TWICE')

const waitsSince = (today: string) => sql<SqlBool>`state = any(${[...WAITING]}::text[]) and deleted_at is null
  and (created_at::timestamptz at time zone ${ZONE})::date < ${`${Temporal.PlainDate.from(today).subtract(DECIDED_WITHIN)}`}::date`

const undecided = ({ count, since }: Waiting): BesideGap => ({
  code: 'NOTICE_WAITS',
  zh: `收到的通知书有 ${count} 份未处理（最早 ${since} 收到），没有产生任何期限：请在“通知书收件”中接收或退回`,
  en: `${count === 1 ? '1 received notice waits' : `${count} received notices wait`} for a decision, since ${since}, and created no deadline: accept or reject ${count === 1 ? 'it' : 'them'} in “Notices received”`,
})

export const WITHOUT_CASE = ['NOTICE_WAITS', 'MAIL_WAITS'] as const satisfies readonly BesideGap['code'][]

/** Received notices and mails of these companies of which no case is known. */
export async function waitingWithoutCase({ db, today }: Context, companies: Companies): Promise<{ company: string | null; gap: BesideGap }[]> {
  const before = `${Temporal.PlainDate.from(today).subtract(DECIDED_WITHIN)}`
  const papers = await sql<Waiting & { company: string | null }>`
    select company_sid as company, count(*)::int as count, ${firstDay(sql.ref('created_at'))} as since from notice_intake
    where case_sid is null and ${isOf(companies)} and ${waitsSince(today)} group by company_sid`.execute(db)
  const mails = await sql<Waiting & { company: string | null }>`
    select company_sid as company, count(*)::int as count, ${firstDay(sql.ref('received_at'))} as since from archived_mail
    where state = 'UNMATCHED' and deleted_at is null and ${isOf(companies)} and (received_at::timestamptz at time zone ${ZONE})::date < ${before}::date
    group by company_sid`.execute(db)
  return [
    ...papers.rows.map((row) => ({ company: row.company, gap: undecided(row) })),
    ...mails.rows.map((row) => ({ company: row.company, gap: unfiled(row) })),
  ]
}

/** Null: records without a company. */
export type Companies = readonly (string | null)[]

const isOf = (companies: Companies) => sql<SqlBool>`(company_sid = any(${companies.filter((one) => one !== null)}::uuid[])
  or (company_sid is null and ${companies.includes(null)}))`

/** The companies that have such a finding, or records that may make one. */
export async function companiesWithoutCase({ db }: Context): Promise<Companies> {
  const { rows } = await sql<{
    company: string | null
  }>`select company_sid as company from finding where case_sid is null and code = any(${[...WITHOUT_CASE]}::text[])
    union select company_sid from notice_intake where case_sid is null and deleted_at is null and state = any(${[...WAITING]}::text[])
    union select company_sid from archived_mail where state = 'UNMATCHED' and deleted_at is null`.execute(db)
  return rows.map(({ company }) => company)
}

const unfiled = ({ count, since }: Waiting): BesideGap => ({
  code: 'MAIL_WAITS',
  zh: `有 ${count} 封邮件待归档（最早 ${since} 收到），其中可能有通知书：请归档，或标为不归档`,
  en: `${count === 1 ? '1 mail waits' : `${count} mails wait`} to be filed, since ${since}, and may hold a notice: file ${count === 1 ? 'it' : 'them'} to a case, or dismiss ${count === 1 ? 'it' : 'them'}`,
})
