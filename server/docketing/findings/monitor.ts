import { lastCheck, runCheck } from '../../../model/docketing/findings/finding-actions.ts'
import { perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { keepSetting, readSetting } from '../../records/settings/settings.ts'
import { inTransaction, lockKey, systemContext, type Tenant, type Context } from '../../records/context.ts'
import { startJob } from '../../jobs/job-row.ts'
import { defineJob } from '../../records/jobs.ts'
import { readCases } from '../read-cases.ts'
import { docketCases } from '../reconcile.ts'
import { findInCases, findInLaw, settleDeleted } from './findings.ts'
import { findWithoutCase } from './without-case.ts'
import { lawFor } from '../law/law.ts'
import { remind } from '../reminders.ts'

export type Monitored = { cases: number; moved: number; findings: number; told: number }

const BATCH = 200
const LAST_RUN = 'monitor.last_run'

/** The nightly check that every live right has its next deadline or a recorded reason why not. */
export const monitor: Part = {
  nightly: { 'completeness monitor': ({ tenant }) => runMonitor(tenant) },
  actions: [...perform(runCheck, ({ ctx }) => startRun(ctx)), ...perform(lastCheck, async ({ ctx }) => ({ day: (await dayOfLastRun(ctx)) ?? null }))],
  jobs: [
    defineJob<Narrowed, Progress>('DOCKET', async ({ ctx, input: { applicants }, progress, step }) => {
      let at: Progress = progress ?? { after: '', cases: 0, moved: 0, findings: 0, told: 0 }
      const total = await countCases(ctx, applicants)
      for (let isLast = false; !isLast;) {
        await step(async (tx) => {
          const own = asSystem(tx)
          const batch = await monitorBatch(own, at.after, applicants && { applicants, writer: tx })
          isLast = batch.after === undefined
          if (isLast) {
            if (!applicants) at = { ...at, ...(await monitorEnd(own, at.findings)) }
            return { progress: at, total }
          }
          at = {
            after: batch.after ?? '',
            cases: at.cases + batch.cases,
            moved: at.moved + batch.moved,
            findings: at.findings + batch.findings,
            told: 0,
          }
          return { progress: at, done: batch.cases, ok: batch.cases, total }
        })
      }
      return {
        message: [
          `检查 ${at.cases} 件，${at.moved} 个期限变化，${at.findings} 个问题`,
          `${at.cases} cases checked, ${at.moved} dates changed, ${at.findings} findings`,
        ],
      }
    }),
  ],
}

/** After a changed country: only the cases of these applicants. */
type Narrowed = { applicants?: readonly string[] }

type Progress = Monitored & { after: string }

/** All live cases of a tenant, batch by batch; then the law itself, and the reminders of the day. */
export async function runMonitor(tenant: Tenant): Promise<Monitored> {
  const ctx = systemContext(tenant)
  const sum: Monitored = { cases: 0, moved: 0, findings: 0, told: 0 }
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const batch = await inTransaction(ctx, (tx) => monitorBatch(tx, from))
    after = batch.after
    sum.cases += batch.cases
    sum.moved += batch.moved
    sum.findings += batch.findings
  }
  return { ...sum, ...(await inTransaction(ctx, (tx) => monitorEnd(tx, sum.findings))) }
}

/** An upgrade empties the words of acknowledged findings that are told otherwise now: they are written before somebody reads them. */
export async function writeEmptied(tenant: Tenant) {
  const ctx = systemContext(tenant)
  const rows = await ctx.db.selectFrom('finding').select('case_sid').distinct().where('words', 'is', null).where('status', '=', 'ACKNOWLEDGED').where('case_sid', 'is not', null).execute() // oxfmt-ignore
  const sids = rows.map(({ case_sid }) => String(case_sid))
  for (let at = 0; at < sids.length; at += BATCH)
    await inTransaction(ctx, async (tx) => findInCases(tx, await readCases(tx, sids.slice(at, at + BATCH)), await lawFor(tx)))
}

const asSystem = (tx: Context): Context => ({ ...systemContext(tx.tenant), db: tx.db, ...(tx.after && { after: tx.after }) })

/** The days of `applicants` follow a write of `writer`: a later day waits for a second person, as if it were computed with that write. */
async function monitorBatch(ctx: Context, after: string, of?: { applicants: readonly string[]; writer: Context }) {
  const rows = await ctx.db
    .selectFrom('case')
    .select('sid')
    .where('deleted_at', 'is', null)
    .$if(after !== '', (query) => query.where('sid', '>', after))
    .$if(of !== undefined, (query) => query.where('applicant_sids', '&&', [[...(of?.applicants ?? [])]]))
    .orderBy('sid')
    .limit(BATCH)
    .execute()
  const sids = rows.map((row) => row.sid)
  if (sids.length === 0) return { after: undefined, cases: 0, moved: 0, findings: 0 }
  const moved = await docketCases(of?.writer ?? ctx, sids)
  const { open } = await findInCases(ctx, await readCases(ctx, sids), await lawFor(ctx))
  return { after: sids.at(-1), cases: sids.length, moved: moved.length, findings: open }
}

/** Reminders go back to the day after the last run, so that a missed night loses no reminder. */
async function monitorEnd(ctx: Context, found: number) {
  await lockKey(ctx, LAST_RUN)
  const since = (await dayOfLastRun(ctx)) ?? `${Temporal.PlainDate.from(ctx.today).subtract({ days: 1 })}`
  await settleDeleted(ctx)
  const inLaw = (await findInLaw(ctx)).open
  const told = await remind(ctx, since)
  await keepSetting(ctx, LAST_RUN, ctx.today)
  const waiting = (await findWithoutCase(ctx)).open // last: whoever decides on a notice waits for its locks
  return { findings: found + inLaw + waiting, told }
}

async function dayOfLastRun(ctx: Context): Promise<string | undefined> {
  const day = await readSetting(ctx, LAST_RUN)
  return typeof day === 'string' ? day : undefined
}

async function countCases({ db }: Context, applicants?: readonly string[]) {
  const { n } = await db
    .selectFrom('case')
    .select((of) => of.fn.countAll().as('n'))
    .where('deleted_at', 'is', null)
    .$if(applicants !== undefined, (query) => query.where('applicant_sids', '&&', [[...(applicants ?? [])]]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Starts the same check at once, as a job. */
async function startRun(ctx: Context) {
  return { job_sid: await startJob(ctx, { kind: 'DOCKET', title: ['完整性检查', 'Completeness check'], entity: 'finding', input: {} }) }
}
