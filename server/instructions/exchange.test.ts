import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const { make, done, patent } = casesOf(call, admin, 'en')
const [own, other] = [await make('agency', { agency_name: '虚构代理' }), await make('agency', { agency_name: '另一虚构代理' })]
const engineer = await enrol('ip_engineer')
const agent = await enrol('agent', { agency_sid: own.sid })
const stranger = await enrol('agent', { agency_sid: other.sid })
const inventor = await enrol('inventor')
const named = {
  applicants: [{ applicant_sid: (await make('applicant', { name: '虚构公司' })).sid }],
  inventors: [{ inventor_sid: (await make('inventor', { name: '张三' })).sid, contribution_pct: '100' }],
}

type Instruction = {
  sid: string
  status: string
  filed_on: string | null
  title: string
  checklist: { item: string; item_en: string; state: string; note: string | null }[]
  document_sids: { name: string }[]
  rounds: { step: string; by: string; version_no: number | null; comment: string | null }[]
  transitions: { code: string }[]
}
type Todo = { title: string; due_date: string; status: string }

const aCase = (more: Record<string, unknown> = {}) =>
  patent({ title: '虚构散热结构', ...named, agency_sid: own.sid, owner_sid: engineer.sid, ...more })
const upload = async (as: Person, name: string, fields: Record<string, string>) => {
  const { data, status, message } = await sendFile(app, { path: 'document/do/upload', token: as.token, name, file: `draft ${name}`, fields })
  assert.equal(status, 200, message)
  return data.sid
}
const step = (as: Person, sid: string, transition: string, more: Record<string, unknown> = {}) =>
  call<Instruction>('agency_instruction/do/transition', { sid, transition, ...more }, { as, lang: 'en' })
const taken = async (as: Person, sid: string, transition: string, more: Record<string, unknown> = {}) => {
  const answer = await step(as, sid, transition, more)
  assert.equal(answer.code, 0, `${transition}: ${answer.text}`)
  return answer.data
}
const look = (as: Person, sid: string) => call<Instruction & { remark?: string }>(`agency_instruction/${sid}`, undefined, { as, lang: 'en' })
const refused = async (answer: Promise<{ status: number; message: string; text: string }>, words: RegExp) => {
  const { status, text } = await answer
  assert.ok(status === 400 || status === 403 || status === 404, text)
  assert.match(text, words)
}
const open = async (as: Person) =>
  (await done<{ record: Todo[] }>('task/do/search', { fl: ['title', 'due_date', 'status'], iql: "assignee_sid = me() AND status IN ('TODO','DOING')" }, as)).record.map(({ title, due_date }) => [title, due_date]) // oxfmt-ignore
const files = async (as: Person, case_sid: string) =>
  (await done<{ record: { file_name: string }[] }>('document/do/search', { fl: ['file_name'], iql: `case_sid = '${case_sid}'` }, as)).record.map(({ file_name }) => file_name).toSorted() // oxfmt-ignore
const told = async (as: Person) =>
  (await tenant.db.selectFrom('notification').select('title_en').where('user_sid', '=', as.sid).execute()).map(({ title_en }) => title_en)

test('[1.07] [4.15] an instruction goes to the agency with its checklist; drafts go to and fro with comments until one is accepted and the case is filed', async () => {
  const { sid: case_sid, case_no } = await aCase()
  const sketch = await upload(engineer, 'sketch.txt', { case_sid, visibility: 'V1' })
  await upload(engineer, '附图1.txt', { case_sid, visibility: 'V1' })
  const secret = await upload(engineer, 'value.txt', { case_sid, visibility: 'V8' })
  const made = await done<Instruction>('agency_instruction/do/create', { case_sid, remark: 'Budget 8,000', instructions: 'Broad claims' }, engineer)
  const { sid } = made
  assert.equal(made.title, `${case_no} 新申请 / New application`)
  assert.deepEqual(made.document_sids.map(({ name }) => name), ['sketch.txt', '附图1.txt']) // oxfmt-ignore
  const item = (name: string) => made.checklist.find((one) => one.item_en === name)
  assert.deepEqual([item('Description of the invention')?.state, item('Claims of priority')?.state], ['ATTACHED', 'NONE'])
  assert.deepEqual([item('Drawings')?.state, item('Drawings')?.note], ['ATTACHED', '附图1.txt'])
  assert.deepEqual([item('Inventors in their order')?.note, item('Applicants')?.state], ['张三', 'ON_FILE'])
  assert.equal(item('Power of attorney')?.item, '代理委托书')

  // Nothing of it is seen before it is sent, and it is not sent to others or with what they may not open.
  await refused(look(agent, sid), /./)
  await refused(step(engineer, sid, 'send', { agency_user_sid: agent.sid }), /Draft due on/)
  await refused(step(engineer, sid, 'send', { agency_user_sid: stranger.sid, draft_due: '2027-03-01' }), /account at the agency of the case/)
  await done('agency_instruction/do/update', { sid, document_sids: [sketch, secret] }, engineer)
  await refused(step(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' }), /cannot be opened by the agency: value\.txt/)
  await done('agency_instruction/do/update', { sid, document_sids: [sketch] }, engineer)
  await refused(step(inventor, sid, 'send'), /./)
  assert.deepEqual(await files(agent, case_sid), [])
  await taken(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  assert.deepEqual(await files(agent, case_sid), ['sketch.txt'])
  assert.deepEqual(await open(agent), [[`按指示撰写 / Draft as instructed: ${made.title}`, '2027-03-01']])
  assert.ok((await told(agent)).some((title) => title?.includes('Draft as instructed')))

  // The agency sees its part and no more.
  const seen = (await look(agent, sid)).data
  assert.deepEqual([seen.remark, seen.transitions.map(({ code }) => code)], [undefined, ['acknowledge', 'submit']])
  await refused(look(stranger, sid), /./)
  await refused(call('agency_instruction/do/update', { sid, draft_due: '2028-01-01' }, { as: agent }), /./)
  await refused(step(agent, sid, 'acknowledge', { draft_due: '2028-01-01' }), /./)
  await refused(step(agent, sid, 'acknowledge', { draft_sid: sketch }), /with the step that submits a draft/)
  await refused(
    call('agency_instruction/do/update', { sid, document_sids: [sketch, secret] }, { as: engineer, lang: 'en' }),
    /cannot be opened by the agency/,
  )
  await refused(call('agency_instruction/do/update', { sid, comment: 'Unsigned' }, { as: engineer, lang: 'en' }), /with a step/)
  await done('agency_instruction/do/update', { sid, draft_due: '2027-03-02' }, engineer)
  assert.deepEqual((await open(agent)).map(([, due]) => due), ['2027-03-02']) // oxfmt-ignore
  await refused(step(engineer, sid, 'submit', { draft_sid: sketch }), /./)
  await taken(agent, sid, 'acknowledge')

  // The first draft, returned with a comment; the second is its next version.
  await refused(call('patent/do/transition', { sid: case_sid, transition: 'ready' }, { as: agent, lang: 'en' }), /waits for an accepted draft/)
  await refused(step(agent, sid, 'submit', {}), /Latest draft/)
  const first = await upload(agent, 'draft.txt', { case_sid, visibility: 'V1', source: 'AGENCY' })
  await taken(agent, sid, 'submit', { draft_sid: first, comment: 'Please check claim 1' })
  assert.deepEqual((await open(engineer)).map(([title]) => title), [`审稿（第 1 稿） / Review draft no. 1: ${made.title}`]) // oxfmt-ignore
  assert.deepEqual(await open(agent), [])
  await refused(step(agent, sid, 'accept'), /./)
  await refused(step(engineer, sid, 'return', { draft_due: '2027-03-10' }), /Comment/)
  await taken(engineer, sid, 'return', { comment: 'Claim 1 is too narrow', draft_due: '2027-03-10' })
  assert.deepEqual(await open(agent), [[`修改稿件 / Revise the draft: ${made.title}`, '2027-03-10']])
  await refused(step(agent, sid, 'submit', { draft_sid: first }), /upload a new version/)
  const apart = await upload(agent, 'another.txt', { case_sid, visibility: 'V1' })
  await refused(step(agent, sid, 'submit', { draft_sid: apart }), /as a new version of the draft/)
  await done('agency_instruction/do/comment', { sid, comment: 'Which embodiment?' }, agent)
  assert.ok((await told(engineer)).some((title) => title?.includes('wrote about')))
  const second = await upload(agent, 'draft-2.txt', { sid: first })
  await taken(agent, sid, 'submit', { draft_sid: second })
  await refused(call('patent/do/transition', { sid: case_sid, transition: 'file', application_no: '202410012345.2', filing_date: '2024-02-01' }, { as: agent, lang: 'en' }), /waits for an accepted draft/) // oxfmt-ignore
  const accepted = await taken(engineer, sid, 'accept', { file_due: '2027-04-01' })
  assert.deepEqual(accepted.rounds.map(({ step, version_no, comment }) => [step, version_no, comment]), [
    ['send', null, null],
    ['acknowledge', null, null],
    ['submit', 1, 'Please check claim 1'],
    ['return', null, 'Claim 1 is too narrow'],
    ['comment', null, 'Which embodiment?'],
    ['submit', 2, null],
    ['accept', null, null],
  ]) // oxfmt-ignore
  assert.deepEqual(await open(agent), [[`递交定稿 / File the accepted draft: ${made.title}`, '2027-04-01']])
  await done('agency_instruction/do/update', { sid, draft_due: '2027-03-20' }, engineer)
  assert.deepEqual((await open(agent)).map(([, due]) => due), ['2027-04-01'], 'the day of the draft is not that of the filing') // oxfmt-ignore

  // Now the agency files; the instruction and its task end with the case's own step.
  await done('patent/do/transition', { sid: case_sid, transition: 'ready' }, agent)
  await done('patent/do/transition', { sid: case_sid, transition: 'file', application_no: '202410012345.2', filing_date: '2024-02-01' }, agent)
  const closed = (await look(engineer, sid)).data
  assert.equal(closed.filed_on, '2024-02-01')
  assert.deepEqual([closed.status, closed.rounds.at(-1)?.step, closed.rounds.at(-1)?.by], ['FILED', 'file', (await nameOf(agent)) ?? ''])
  assert.deepEqual([await open(agent), await open(engineer)], [[], []])
  assert.ok((await told(engineer)).includes(`Filed: ${made.title}`))
  await refused(call('agency_instruction/do/comment', { sid, comment: 'Late' }, { as: agent }), /./)
})

test('[1.07] an instruction ends with its case or its agency: its task is closed, and the exchange says why', async () => {
  const begun = async (more: Record<string, unknown> = {}, of?: string) => {
    const case_sid = of ?? (await aCase()).sid
    const { sid } = await done<Instruction>('agency_instruction/do/create', { case_sid, ...more }, engineer)
    await taken(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
    return { case_sid, sid }
  }
  const outcome = async ({ sid }: { sid: string }) => {
    const row = await tenant.db.selectFrom('agency_instruction').select(['status', 'rounds']).where('sid', '=', sid).executeTakeFirstOrThrow()
    const tasks = await tenant.db.selectFrom('task').select('status').where('instruction_sid', '=', sid).execute()
    return [row.status, row.rounds?.at(-1)?.comment?.split(' / ').at(-1), tasks.map(({ status }) => status).join()]
  }
  const moved = await begun()
  await done('patent/do/update', { sid: moved.case_sid, agency_sid: other.sid })
  assert.deepEqual(await outcome(moved), ['CANCELLED', 'The case is no longer with this agency', 'CANCELLED'])
  const { sid: pending } = await aCase()
  await done('patent/do/transition', { sid: pending, transition: 'ready' })
  await done('patent/do/transition', { sid: pending, transition: 'file', application_no: '202410012351.8', filing_date: '2024-02-01' })
  const gone = await begun({ kind: 'REPLY' }, pending)
  await done('patent/do/transition', { sid: pending, transition: 'withdraw', close_date: '2024-03-01', close_reason: '不再申请' })
  assert.deepEqual(await outcome(gone), ['CANCELLED', 'The case has ended', 'CANCELLED'])
  // A case on which an agency has work is not deleted.
  const kept = await begun()
  await refused(call('patent/do/delete', { sid: kept.case_sid }, { as: admin, lang: 'en' }), /still used by Task/)

  // What was still to be sent goes to the next agency, but not with a case that is filed already.
  const { sid: case_sid } = await aCase()
  const unsent = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await done('patent/do/update', { sid: case_sid, agency_sid: other.sid })
  await taken(engineer, unsent.sid, 'send', { agency_user_sid: stranger.sid, draft_due: '2027-03-01' })
  const { sid: filed } = await aCase()
  const late = await done<Instruction>('agency_instruction/do/create', { case_sid: filed }, engineer)
  const reply = await done<Instruction>('agency_instruction/do/create', { case_sid: filed, kind: 'REPLY' }, engineer)
  await done('patent/do/transition', { sid: filed, transition: 'ready' })
  await done('patent/do/transition', { sid: filed, transition: 'file', application_no: '202410012350.3', filing_date: '2024-02-01' })
  assert.deepEqual(await outcome(late), ['CANCELLED', 'The case was filed', ''])
  assert.equal((await outcome(reply))[0], 'PREPARING')
  await refused(look(agent, late.sid), /./)
})

test('[1.07] a change of agency waits for a confirmation, and the agency to which the case returns files no draft that was not accepted', async () => {
  const { sid: case_sid } = await aCase()
  const { sid } = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await taken(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await taken(agent, sid, 'submit', { draft_sid: await upload(agent, 'a.txt', { case_sid, visibility: 'V1' }) })
  const change = (agency_sid: string, confirm: string[]) =>
    call('patent/do/update', { sid: case_sid, agency_sid, confirm }, { as: admin, lang: 'en' })
  const asked = await change(other.sid, [])
  assert.equal(asked.status, 412)
  assert.match(asked.text, /cancels instructions that were sent to the earlier agency \(1\)/)
  assert.equal((await look(engineer, sid)).data.status, 'REVIEW')
  for (const [agency, confirm] of [[other.sid, ['instructions_end']], [own.sid, []]] as const) assert.equal((await change(agency, [...confirm])).code, 0) // oxfmt-ignore
  assert.deepEqual((await look(engineer, sid)).data.rounds.at(-1)?.step, 'moved')
  const ready = () => call('patent/do/transition', { sid: case_sid, transition: 'ready' }, { as: agent, lang: 'en' })
  await refused(ready(), /waits for an accepted draft/)
  const next = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await taken(engineer, next.sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await taken(agent, next.sid, 'submit', { draft_sid: await upload(agent, 'b.txt', { case_sid, visibility: 'V1' }) })
  await taken(engineer, next.sid, 'accept')
  assert.equal((await ready()).code, 0)
})

test('[4.07] an agency sees the technical drafts that an instruction gave it, in all versions, and those of its own people', async () => {
  const colleague = await enrol('agent', { agency_sid: own.sid })
  const { sid: case_sid } = await aCase()
  const given = await upload(engineer, 'disclosure.txt', { case_sid, visibility: 'V1' })
  await upload(engineer, 'kept.txt', { case_sid, visibility: 'V1' })
  await upload(engineer, 'receipt.txt', { case_sid, visibility: 'V2' })
  assert.deepEqual(await files(agent, case_sid), ['receipt.txt'])
  const { sid } = await done<Instruction>('agency_instruction/do/create', { case_sid, document_sids: [given] }, engineer)
  assert.deepEqual(await files(agent, case_sid), ['receipt.txt'])
  await taken(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  const draft = await upload(agent, 'draft.txt', { case_sid, visibility: 'V1', source: 'AGENCY' })
  await upload(engineer, 'disclosure-2.txt', { sid: given })
  await upload(engineer, 'with-remarks.txt', { sid: draft })
  assert.deepEqual(await files(colleague, case_sid), ['disclosure.txt', 'disclosure.txt', 'draft.txt', 'draft.txt', 'receipt.txt'])
  const more = await upload(engineer, 'sketch.txt', { case_sid, visibility: 'V1' })
  await done('agency_instruction/do/update', { sid, document_sids: [given, more] }, engineer)
  assert.ok((await files(colleague, case_sid)).includes('sketch.txt'))
  await done('agency_instruction/do/transition', { sid, transition: 'cancel', comment: 'Kept secret' }, engineer)
  assert.ok((await files(colleague, case_sid)).includes('sketch.txt'), 'what was given stays given')
})

const nameOf = async ({ sid }: Person) => (await tenant.db.selectFrom('user_info').select('name').where('sid', '=', sid).executeTakeFirst())?.name

test('[1.07] a task of an instruction ends with its step and not by a tick; a cancelled instruction takes its task along', async () => {
  const { sid: case_sid } = await aCase()
  const { sid } = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await refused(call('agency_instruction/do/create', { case_sid }, { as: engineer, lang: 'en' }), /has an open instruction of this kind/)
  await taken(engineer, sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  const task = await tenant.db.selectFrom('task').selectAll().where('instruction_sid', '=', sid).executeTakeFirstOrThrow()
  await refused(call('task/do/transition', { sid: task.sid, transition: 'finish' }, { as: agent, lang: 'en' }), /completed with it/)
  await refused(call('agency_instruction/do/delete', { sid }, { as: engineer, lang: 'en' }), /cancel it instead/)
  await taken(engineer, sid, 'cancel', { comment: 'Kept secret' })
  assert.equal((await tenant.db.selectFrom('task').select('status').where('sid', '=', task.sid).executeTakeFirst())?.status, 'CANCELLED')
  assert.ok((await told(agent)).some((title) => title?.startsWith('An instruction was cancelled')))
})

test('[1.07] an agency files without an instruction, and what the company itself made final; an earlier instruction opens nothing', async () => {
  const filing = (application_no: string) => ({ transition: 'file', application_no, filing_date: '2024-02-01' })
  const file = (sid: string, no: string) => call('patent/do/transition', { sid, ...filing(no) }, { as: agent, lang: 'en' })
  const free = await aCase()
  await done('patent/do/transition', { sid: free.sid, transition: 'ready' }, agent)
  assert.equal((await file(free.sid, '202410012348.6')).code, 0)

  const { sid: case_sid } = await aCase()
  const created = { case_sid, status: 'ACCEPTED' }
  await refused(call('agency_instruction/do/create', created, { as: engineer, lang: 'en' }), /./)
  const first = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await taken(engineer, first.sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await taken(agent, first.sid, 'submit', { draft_sid: await upload(agent, 'a.txt', { case_sid, visibility: 'V1' }) })
  await taken(engineer, first.sid, 'accept')
  await refused(step(agent, first.sid, 'file'), /Filed on/)
  const asked = await step(agent, first.sid, 'file', { filed_on: '2026-01-05', confirm: [] })
  assert.equal(asked.status, 412)
  assert.match(asked.text, /is still in preparation/)
  await taken(agent, first.sid, 'file', { filed_on: '2026-01-05' })
  const next = await done<Instruction>('agency_instruction/do/create', { case_sid }, engineer)
  await taken(engineer, next.sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await refused(call('patent/do/transition', { sid: case_sid, transition: 'ready' }, { as: agent, lang: 'en' }), /waits for an accepted draft/)
  await done('patent/do/transition', { sid: case_sid, transition: 'ready' }, engineer)
  const filed = await file(case_sid, '202410012349.0')
  assert.equal(filed.code, 0, filed.text)
})

test('[1.07] without a case of the agency there is no instruction, and the rule of accepted drafts is turned off by an administrator alone', async () => {
  const { sid: without } = await aCase({ agency_sid: null })
  await refused(call('agency_instruction/do/create', { case_sid: without }, { as: engineer, lang: 'en' }), /has no agency/)
  const { sid } = await aCase()
  await refused(call('agency_instruction/do/set_filing_rule', { accepted_first: false }, { as: engineer }), /./)
  const asked = await done<Instruction>('agency_instruction/do/create', { case_sid: sid }, engineer)
  await taken(engineer, asked.sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await refused(call('patent/do/transition', { sid, transition: 'ready' }, { as: agent, lang: 'en' }), /waits for an accepted draft/)
  await done('agency_instruction/do/set_filing_rule', { accepted_first: false })
  assert.deepEqual(await done('agency_instruction/do/filing_rule', {}, engineer), { accepted_first: false })
  await done('patent/do/transition', { sid, transition: 'ready' }, agent)
  await done('agency_instruction/do/set_filing_rule', { accepted_first: true })
})

test('[1.07] its own filing, recorded as an event, passes no draft that was not accepted', async () => {
  const mark = await make('trademark', {
    title: '虚构',
    country: 'CN',
    agency_sid: own.sid,
    applicants: named.applicants,
    classes: [{ class_no: '9', goods: '散热器' }],
  })
  const asked = await done<Instruction>('agency_instruction/do/create', { case_sid: mark.sid }, engineer)
  await taken(engineer, asked.sid, 'send', { agency_user_sid: agent.sid, draft_due: '2027-03-01' })
  await done('trademark/do/update', { sid: mark.sid, application_no: '70000011', filing_date: '2014-01-06' }, engineer)
  await call('official_event/do/create', { case_sid: mark.sid, code: 'TM01', event_date: '2014-01-06' }, { as: agent, lang: 'en' })
  const { status } = await tenant.db.selectFrom('trademark').select('status').where('sid', '=', mark.sid).executeTakeFirstOrThrow()
  assert.equal(status, 'TM_PREPARING')
})

test('[1.07] a notice of the office that an agency records moves the case, whatever was accepted', async () => {
  const { sid } = await aCase({ application_no: '202410012347.1', filing_date: '2024-02-01' })
  await done('official_event/do/create', { case_sid: sid, code: 'CN01', event_date: '2024-02-06' }, agent)
  assert.equal((await tenant.db.selectFrom('patent').select('status').where('sid', '=', sid).executeTakeFirst())?.status, 'FILED')
})
