import { compareWithEpo, EPO_REGISTER } from '../../model/rights/patents/epo-register.ts'
import { normalise } from '../../model/cases/numbers/recognise.ts'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import { attempt, refuse } from '../errors.ts'
import { companyFor } from '../import/rows/existing-records.ts'
import { keepToRights } from '../import/rows/permission.ts'
import { startJob } from '../jobs/job-row.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, inTransaction, type JobRun, lockKey, type Step } from '../records/context.ts'
import { defineJob } from '../records/jobs.ts'
import type { Part } from '../records/modules.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { updateRow } from '../records/write/update.ts'
import { refuseUnlessRead } from '../records/permission/readable.ts'
import { type Answer, dropOldAnswers, keepAnswer, keptAnswer } from './answers.ts'
import { askRegister, type Office, openOffice } from './epo-client.ts'
import { epoAccount } from './epo-settings.ts'
import { readRegister } from './register-answer.ts'
import type { Entry } from './register-entries.ts'
import { keepReports } from './reports.ts'

/** `names` of the cases, in their order, as their person saw them: a case that is gone is still named. */
type Input = { sids: string[]; names?: string[]; left: number }
type Fault = { record: string; reason: string }
type Progress = { at: number; different: number; proposed?: number; errors: Fault[] }
type Run = JobRun<Input, Progress>

/** What can be refused is refused at once, not by the job. */
async function start({ ctx, body: { iql } }: Call<typeof compareWithEpo>) {
  refuseUnlessMayCompare(ctx)
  await epoAccount({ ...ctx.tenant, db: ctx.db })
  const found = await patentsOf(ctx, iql, EPO_REGISTER.cases + 1)
  if (found.length > EPO_REGISTER.cases) refuse('rule', TOO_MANY)
  const chosen = found.filter(isAskedFor)
  const sids = chosen.map(({ sid }) => sid)
  if (sids.length === 0) refuse('rule', NONE)
  const input: Input = { sids, names: chosen.map(nameOf), left: found.length - sids.length }
  const title: Words = [`欧洲专利局登记簿 ${ctx.today}`, `EPO register ${ctx.today}`]
  return inTransaction(ctx, async (tx) => {
    await refuseSecond(tx)
    return { job_sid: await startJob(tx, { kind: 'OFFICE', title, entity: 'official_record', input, total: sids.length }) }
  })
}

/** As an import of the office's list, which makes records and changes those that stand already. */
function refuseUnlessMayCompare(ctx: Context) {
  const official = modelNamed(ctx.tenant.models, 'official_record')
  for (const verb of ['import', 'create', 'update'] as const) authorize(ctx, official, verb)
  refuseUnlessRead(ctx, modelNamed(ctx.tenant.models, 'patent'), ['country', 'application_no'])
}

/** A comparison mostly waits for its turn at the office: a second one would be no faster, and hold a place among the jobs. */
async function refuseSecond(tx: Context) {
  await lockKey(tx, 'epo.comparison')
  const other = await tx.db.selectFrom('job').select('sid').where('kind', '=', 'OFFICE').where('state', 'in', ['WAITING', 'RUNNING']).limit(1).executeTakeFirst() // oxfmt-ignore
  if (other) refuse('rule', SECOND)
}

const SECOND = {
  summary_zh: '已有一项与欧洲专利局登记簿的核对正在进行，请在其完成或取消后再开始',
  summary_en: 'A comparison with the EPO register is under way already: start again when it is done or cancelled',
}

const TOO_MANY = {
  summary_zh: `一次最多核对 ${EPO_REGISTER.cases} 件，请缩小范围`,
  summary_en: `At most ${EPO_REGISTER.cases} cases are compared at once: narrow the selection`,
}
const NONE = {
  summary_zh: '所选案件中没有填写了申请号的欧洲专利（国家/地区为 EP）',
  summary_en: 'None of the cases is a European one (country EP) with an application number',
}

type Found = { sid: string; case_no?: string | null; country?: string | null; application_no?: string | null }

/** Those that this person sees, with the fields that they may read. */
async function patentsOf(ctx: Context, iql: string, rows: number): Promise<Found[]> {
  const patents = modelNamed(ctx.tenant.models, 'patent')
  const fl = ['case_no', 'country', 'application_no'].filter(accessOf(ctx, patents).mayRead)
  const { record } = await search(ctx, patents, { fl, iql, rows, total: 'none' }, { most: rows })
  return record as Found[] // the fields that were asked for
}

const nameOf = ({ case_no, application_no, sid }: Found) => case_no ?? application_no ?? sid

const isAskedFor = ({ country, application_no }: Found) => country === 'EP' && Boolean(application_no)

const job = defineJob<Input, Progress>('OFFICE', async (run) => {
  const { ctx, input } = run
  refuseUnlessMayCompare(ctx)
  const account = await epoAccount(ctx.tenant)
  const own: Own = { run, progress: run.progress ?? { at: 0, different: 0, errors: [] }, looked: Date.now() }
  const office = openOffice(ctx, account, { pause: (ms) => pause(own, ms) })
  while (own.progress.at < input.sids.length) await compareOne(own, office, String(input.sids[own.progress.at]))
  return { message: summary(own.progress, input) }
})

export const epoComparison: Part = {
  actions: perform(compareWithEpo, start),
  jobs: [job],
  nightly: { 'old answers of the EPO register': dropOldAnswers },
}

/** `looked`: when the run last asked whether it goes on. */
type Own = { run: Run; progress: Progress; looked: number }

const [SLICE_MS, LOOK_MS] = [500, 1500]

/** Every two seconds, also over several short pauses, it is asked whether the job goes on: one that was cancelled or whose process stops does not wait on. */
async function pause(own: Own, ms: number) {
  for (let left = ms; left > 0; left -= SLICE_MS) {
    await new Promise((resume) => setTimeout(resume, Math.min(left, SLICE_MS)))
    if (Date.now() - own.looked < LOOK_MS) continue
    await own.run.step(async () => ({ progress: own.progress }))
    own.looked = Date.now()
  }
}

async function compareOne(own: Own, office: Office, sid: string) {
  const { ctx, input } = own.run
  const [found] = await patentsOf(ctx, `sid = '${sid}'`, 1)
  if (!found) return note(own, input.names?.[own.progress.at] ?? sid, GONE)
  if (!isAskedFor(found)) return note(own, nameOf(found), NOT_EUROPEAN)
  const { application_no } = found
  const key = normalise(String(application_no), { kind: 'application', office: 'EP' })
  const name = nameOf(found)
  const number = /^EP\d{8}(?=\d$)/.exec(key)?.[0]
  if (!number) return note(own, name, NO_NUMBER)
  const answer = await answerOf(ctx, office, number)
  if ('fault' in answer) return note(own, name, answer.fault)
  if (!answer.said) return note(own, name, UNKNOWN)
  const { day, said } = answer
  const told = { ...said.told, application_no, country: 'EP', source: EPO_REGISTER.source, fetched_on: day }
  const refused = await attempt(() => advance(own, name, (tx) => keep(tx, { sid, key, told, entries: said.entries })))
  if (refused) await note(own, name, [refused.words('zh'), refused.words('en')])
}

const GONE: Words = ['已删除，或已无权查看', 'deleted in the meantime, or no longer seen by you']
const NOT_EUROPEAN: Words = ['不再是填写了申请号的欧洲专利', 'no longer a European case with an application number']
const NO_NUMBER: Words = ['申请号不是欧洲申请号的格式，请核对', 'the application number is not of a European application: please check']
const UNKNOWN: Words = [
  '登记簿中没有这个申请号：请核对号码；未公布的申请查不到',
  'the register does not know this application number: check it; unpublished applications are not in it',
]
const UNMATCHED: Words = [
  '官方数据已保存，但未能与本案核对：请核对本案的申请号，以及是否有其他案件使用同一申请号',
  'the official data was kept, but not compared with this case: check its application number, and whether another case has the same',
]

async function answerOf(ctx: Context, office: Office, number: string): Promise<Answer | { fault: Words }> {
  const kept = await keptAnswer(ctx, number)
  if (kept) return kept
  const got = await askRegister(office, `register/application/epodoc/${number}/biblio,events,procedural-steps`)
  if (got !== 'unknown' && 'fault' in got) return got
  const said = got === 'unknown' ? null : await readRegister(got.bytes, number)
  if (said && 'fault' in said) return said
  const answer: Answer = { said, day: ctx.today }
  await keepAnswer(ctx, number, answer)
  return answer
}

type Kept = { sid: string; key: string; told: Record<string, string | null | undefined>; entries: readonly Entry[] }

/** Whether the official data of a case is different, or why it was not compared; `proposed`: the events that a person is to decide. */
type Compared = ({ isDifferent: boolean } | { fault: Words }) & { proposed?: number }

/** As an import of the office's list would: the comparison follows in the record's own hook. What the office does not say is left as it was told before. */
async function keep(tx: Context, { sid, key, told, entries }: Kept): Promise<Compared> {
  const as: Context = { ...tx, source: 'sync', reason: EPO_REGISTER.source }
  const model = modelNamed(tx.tenant.models, 'official_record')
  const { company_sid } = await tx.db.selectFrom('patent').select('company_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
  const company = company_sid ?? companyFor(tx)
  const known = await tx.db.selectFrom('official_record').select('sid').where('application_key', '=', key).where('country', '=', 'EP').where('company_sid', 'is not distinct from', company).where('deleted_at', 'is', null).executeTakeFirst() // oxfmt-ignore
  const values = keepToRights(as, model, Object.fromEntries(Object.entries(told).filter(([, value]) => value)))
  const { application_no: _, country: __, ...changes } = values
  const record = known
    ? (await updateRow(as, model, known.sid, changes, { verb: 'update' })).sid
    : await createRow(as, model, { ...values, ...(company && { company_sid: company }) })
  const { status, patent_sid } = await tx.db.selectFrom('official_record').select(['status', 'patent_sid']).where('sid', '=', record).executeTakeFirstOrThrow() // oxfmt-ignore
  const proposed = await keepReports(as, { case_sid: sid, company_sid: company, entries, day: told['fetched_on'] ?? tx.today })
  return { proposed, ...(patent_sid === sid ? { isDifferent: status === 'DIFFERENT' || status === 'LATER' } : { fault: UNMATCHED }) }
}

/** One case further, with what was written of it. */
async function advance(own: Own, name: string, act: (tx: Context) => Promise<Compared>) {
  const { at, different, errors, proposed: before = 0 } = own.progress
  let next = own.progress
  await own.run.step(async (tx): Promise<Step> => {
    const got = await act(tx)
    const proposed = before + (got.proposed ?? 0)
    if ('fault' in got) {
      next = { at: at + 1, different, proposed, errors: [...errors, { record: name, reason: wordIn(got.fault, tx.lang) }] }
      return { progress: next, done: 1, failed: 1, errors: next.errors }
    }
    next = { at: at + 1, different: different + Number(got.isDifferent), proposed, errors }
    return { progress: next, done: 1, ok: 1, errors }
  })
  own.progress = next
  own.looked = Date.now()
}

const note = (own: Own, name: string, fault: Words) => advance(own, name, async () => ({ fault }))

function summary({ at, different, proposed = 0, errors }: Progress, { left }: Input): Words {
  const failed = errors.length
  return [
    `已核对 ${at - failed} 件，${different} 件有差异${proposed ? `，${proposed} 项登记簿事件待决定` : ''}${failed ? `，${failed} 件未能核对` : ''}${left ? `；另有 ${left} 件不是欧洲专利或没有申请号` : ''}`,
    `${at - failed} compared, ${different} with differences${proposed ? `, ${proposed} register events to decide` : ''}${failed ? `, ${failed} not compared` : ''}${left ? `; ${left} not European or without an application number` : ''}`,
  ]
}
