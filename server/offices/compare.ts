import { compareWithRegisters, isRegisterOffice, MAX_CASES, type RegisterOffice, REGISTERS } from '../../model/rights/patents/registers.ts'
import { normalise } from '../../model/cases/numbers/recognise.ts'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import { attempt, Refusal, refuse } from '../errors.ts'
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
import { dropOldAnswers, keepAnswer, type KeptAnswer, keptAnswer } from './answers.ts'
import { numberAt, openRegister } from './registers.ts'
import { keepReports } from './reports.ts'
import type { Entry } from './said.ts'
import { isSet, accountOf, refuseWithoutKey, settingsOf } from './settings.ts'

/** `names` and `offices` of the cases, in their order, as their person saw them: a case that is gone is still named. `without`: how many cases of an office without a key were left out. */
type Input = { sids: string[]; names?: string[]; offices?: RegisterOffice[]; left: number; without?: Partial<Record<RegisterOffice, number>> }
type Fault = { record: string; reason: string }
type Progress = { at: number; different: number; proposed?: number; errors: Fault[] }
type Run = JobRun<Input, Progress>

/** All possible refusals precede the job. */
async function start({ ctx, body: { iql } }: Call<typeof compareWithRegisters>) {
  refuseUnlessMayCompare(ctx)
  const found = await patentsOf(ctx, iql, MAX_CASES + 1)
  if (found.length > MAX_CASES) refuse('rule', TOO_MANY)
  const asked = found.flatMap((one) => askedOf(one) ?? [])
  if (asked.length === 0) refuse('rule', NONE)
  const without = await withoutKey(ctx, new Set(asked.map(({ office }) => office)))
  const chosen = asked.filter(({ office }) => !without.includes(office))
  if (chosen.length === 0) refuseWithoutKey(without)
  const sids = chosen.map(({ sid }) => sid)
  const counts = Object.fromEntries(without.map((office) => [office, asked.filter((one) => one.office === office).length]))
  const input: Input = {
    sids,
    names: chosen.map(nameOf),
    offices: chosen.map(({ office }) => office),
    left: found.length - asked.length,
    without: counts,
  }
  const title: Words = [`专利局登记簿 ${ctx.today}`, `Registers of the offices ${ctx.today}`]
  return inTransaction(ctx, async (tx) => {
    await refuseSecond(tx)
    return { job_sid: await startJob(tx, { kind: 'OFFICE', title, entity: 'official_record', input, total: sids.length }) }
  })
}

async function withoutKey(ctx: Context, offices: ReadonlySet<RegisterOffice>): Promise<RegisterOffice[]> {
  const missing: RegisterOffice[] = []
  for (const office of offices) if (!isSet(office, await settingsOf(ctx, office))) missing.push(office)
  return missing
}

/** Like an import of the office's list, which creates records and changes existing ones. */
function refuseUnlessMayCompare(ctx: Context) {
  const official = modelNamed(ctx.tenant.models, 'official_record')
  for (const verb of ['import', 'create', 'update'] as const) authorize(ctx, official, verb)
  refuseUnlessRead(ctx, modelNamed(ctx.tenant.models, 'patent'), ['country', 'application_no'])
}

/** A comparison mostly waits for its turn at the office: a second one would be no faster, and hold a place among the jobs. */
async function refuseSecond(tx: Context) {
  await lockKey(tx, 'register.comparison')
  const other = await tx.db.selectFrom('job').select('sid').where('kind', '=', 'OFFICE').where('state', 'in', ['WAITING', 'RUNNING']).limit(1).executeTakeFirst() // oxfmt-ignore
  if (other) refuse('rule', SECOND)
}

const SECOND = {
  summary_zh: '已有一项与专利局登记簿的核对正在进行，请在其完成或取消后再开始',
  summary_en: 'A comparison with registers of offices is under way already: start again when it is done or cancelled',
}

const TOO_MANY = {
  summary_zh: `一次最多核对 ${MAX_CASES} 件，请缩小范围`,
  summary_en: `At most ${MAX_CASES} cases are compared at once: narrow the selection`,
}
const NONE = {
  summary_zh: '所选案件中没有填写了申请号的欧洲或美国专利（国家/地区为 EP 或 US）',
  summary_en: 'None of the cases is a European or US one (country EP or US) with an application number',
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

/** The case with the office that is asked, if one is. */
const askedOf = (one: Found) =>
  isRegisterOffice(one.country) && one.application_no ? { ...one, office: one.country, application_no: one.application_no } : undefined

const job = defineJob<Input, Progress>('OFFICE', async (run) => {
  const { ctx, input } = run
  refuseUnlessMayCompare(ctx)
  const own: Own = {
    run,
    progress: run.progress ?? { at: 0, different: 0, errors: [] },
    looked: Date.now(),
    registers: new Map(),
    stopped: new Map(),
  }
  while (own.progress.at < input.sids.length) await compareOne(own, String(input.sids[own.progress.at]))
  return { message: summary(own.progress, input) }
})

export const registerComparison: Part = {
  actions: perform(compareWithRegisters, start),
  jobs: [job],
  nightly: { 'old answers of registers': dropOldAnswers },
}

/** `looked`: when the run last asked whether it goes on. `stopped`: offices that would meet every case with this fault. */
type Own = {
  run: Run
  progress: Progress
  looked: number
  registers: Map<RegisterOffice, ReturnType<typeof openRegister>>
  stopped: Map<RegisterOffice, Words>
}

async function registerOf(own: Own, office: RegisterOffice) {
  const { ctx } = own.run
  const register = own.registers.get(office) ?? openRegister(ctx, office, await accountOf(ctx.tenant, office), { pause: (ms) => pause(own, ms) })
  own.registers.set(office, register)
  return register
}

const [SLICE_MS, LOOK_MS] = [500, 1500]

/** Every two seconds, also over several short pauses, checks that the job was not cancelled and its process does not stop. */
async function pause(own: Own, ms: number) {
  for (let left = ms; left > 0; left -= SLICE_MS) {
    await new Promise((resume) => setTimeout(resume, Math.min(left, SLICE_MS)))
    if (Date.now() - own.looked < LOOK_MS) continue
    await own.run.step(async () => ({ progress: own.progress }))
    own.looked = Date.now()
  }
}

async function compareOne(own: Own, sid: string) {
  const { ctx, input } = own.run
  const [found] = await patentsOf(ctx, `sid = '${sid}'`, 1)
  if (!found) return note(own, input.names?.[own.progress.at] ?? sid, GONE)
  const name = nameOf(found)
  const asked = askedOf(found)
  if (!asked) return note(own, name, NOT_ASKED)
  const { office, application_no } = asked
  const key = normalise(application_no, { kind: 'application', office })
  const number = numberAt(office, key)
  if (!number) return note(own, name, noNumber(office))
  const answer = await answerOf(own, office, number)
  if ('fault' in answer) return note(own, name, answer.fault)
  if (!answer.said) return note(own, name, UNKNOWN)
  const { day, said } = answer
  const told = { ...said.told, application_no, country: office, source: REGISTERS[office].source, fetched_on: day }
  const refused = await attempt(() => advance(own, name, (tx) => keep(tx, { sid, key, told, entries: said.entries })))
  if (refused) await note(own, name, [refused.words('zh'), refused.words('en')])
}

const GONE: Words = ['已删除，或已无权查看', 'deleted in the meantime, or no longer seen by you']
const NOT_ASKED: Words = ['不再是填写了申请号的欧洲或美国专利', 'no longer a European or US case with an application number']
const noNumber = (office: RegisterOffice): Words => [
  `申请号不是 ${office} 申请号的格式，请核对`,
  `the application number is not of ${office === 'EP' ? 'a European' : 'a US'} application: please check`,
]
const UNKNOWN: Words = [
  '登记簿中没有这个申请号：请核对号码；未公布的申请查不到',
  'the register does not know this application number: check it; unpublished applications are not in it',
]
const UNMATCHED: Words = [
  '官方数据已保存，但未能与本案核对：请核对本案的申请号，以及是否有其他案件使用同一申请号',
  'the official data was kept, but not compared with this case: check its application number, and whether another case has the same',
]

async function answerOf(own: Own, office: RegisterOffice, number: string): Promise<KeptAnswer | { fault: Words }> {
  const { ctx } = own.run
  const kept = await keptAnswer(ctx, { office, number })
  if (kept) return kept
  const said = await askOffice(own, office, number)
  if (said !== 'unknown' && 'fault' in said) return said
  const answer: KeptAnswer = { said: said === 'unknown' ? null : said, day: ctx.today }
  await keepAnswer(ctx, { office, number }, answer)
  return answer
}

/** A refusal concerns every case of an office: it ends the run, unless cases of another office are left. */
async function askOffice(own: Own, office: RegisterOffice, number: string) {
  const known = own.stopped.get(office)
  if (known) return { fault: known }
  try {
    return await (await registerOf(own, office)).ask(number)
  } catch (error) {
    const left = (own.run.input.offices ?? []).slice(own.progress.at)
    if (!(error instanceof Refusal) || !left.some((one) => one !== office && !own.stopped.has(one))) throw error
    const fault: Words = [error.words('zh'), error.words('en')]
    own.stopped.set(office, fault)
    return { fault }
  }
}

type Told = Record<string, string | null | undefined> & { country: RegisterOffice; source: string; fetched_on: string }
type Kept = { sid: string; key: string; told: Told; entries: readonly Entry[] }

/** Whether the official data of a case is different, or why it was not compared; `proposed`: the events that a person is to decide. */
type Compared = ({ isDifferent: boolean } | { fault: Words }) & { proposed?: number }

/** Written like an import: the hook of the record compares it. Values that the office does not state stay as before. */
async function keep(tx: Context, { sid, key, told, entries }: Kept): Promise<Compared> {
  const { country, source, fetched_on: day } = told
  const as: Context = { ...tx, source: 'sync', reason: source }
  const model = modelNamed(tx.tenant.models, 'official_record')
  const { company_sid } = await tx.db.selectFrom('patent').select('company_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
  const company = company_sid ?? companyFor(tx)
  const known = await tx.db.selectFrom('official_record').select('sid').where('application_key', '=', key).where('country', '=', country).where('company_sid', 'is not distinct from', company).where('deleted_at', 'is', null).executeTakeFirst() // oxfmt-ignore
  const values = keepToRights(as, model, Object.fromEntries(Object.entries(told).filter(([, value]) => value)))
  const { application_no: _, country: __, ...changes } = values
  const record = known
    ? (await updateRow(as, model, known.sid, changes, { verb: 'update' })).sid
    : await createRow(as, model, { ...values, ...(company && { company_sid: company }) })
  const { status, patent_sid } = await tx.db.selectFrom('official_record').select(['status', 'patent_sid']).where('sid', '=', record).executeTakeFirstOrThrow() // oxfmt-ignore
  const proposed = await keepReports(as, { case_sid: sid, company_sid: company, entries, source, day })
  return { proposed, ...(patent_sid === sid ? { isDifferent: status === 'DIFFERENT' || status === 'LATER' } : { fault: UNMATCHED }) }
}

/** Advances by one case, with the records written for it. */
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

function summary({ at, different, proposed = 0, errors }: Progress, { left, without = {} }: Input): Words {
  const failed = errors.length
  const unasked = Object.entries(without) as [RegisterOffice, number][] // its own keys
  return [
    [
      `已核对 ${at - failed} 件，${different} 件有差异${proposed ? `，${proposed} 项登记簿事件待决定` : ''}${failed ? `，${failed} 件未能核对` : ''}`,
      ...unasked.map(([office, count]) => `${count} 件未查询：尚未设置${REGISTERS[office].name[0]}的密钥`),
      ...(left ? [`另有 ${left} 件不是欧洲或美国专利，或没有申请号`] : []),
    ].join('；'),
    [
      `${at - failed} compared, ${different} with differences${proposed ? `, ${proposed} register events to decide` : ''}${failed ? `, ${failed} not compared` : ''}`,
      ...unasked.map(([office, count]) => `${count} not asked for: the key of the ${REGISTERS[office].name[1]} is not set`),
      ...(left ? [`${left} neither European nor US, or without an application number`] : []),
    ].join('; '),
  ]
}
