// Each step of the life of each right is taken, undone and taken again: the undo restores the record, its deadlines and its fees exactly.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from './harness/cases/cases.ts'
import { sendFile } from './harness/cases/exchange.ts'
import { startOn } from './harness/today.ts'
import { testServer } from './harness/server.ts'

// The renewal of 2026 is presumed by then, and is undone with the registration from which it is counted.
startOn('2027-12-01')
const { app, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const { make, done, listed } = casesOf(call, manager, 'en')
const owner = (await make('applicant', { name: '虚构科技有限公司', applicant_kind: 'COMPANY', country: 'CN' })).sid
const inventor = (await make('inventor', { name: '虚构发明人' })).sid
const applicants = [{ applicant_sid: owner }]

type Step = readonly [transition: string, fields?: Record<string, unknown>]
type Life = { make: Record<string, unknown>; also?: (sid: string) => Promise<unknown>; files?: readonly string[]; steps: readonly Step[] }

const CLASSES = [{ class_no: '9', goods: '计算机软件', goods_count: 12 }]
const ENDED = { close_date: '2026-01-05', close_reason: '虚构原因' }
const LIVES: Readonly<Record<string, Life>> = {
  patent: {
    make: { title: '虚构装置', country: 'CN', patent_type: 'INVENTION', applicants, inventors: [{ inventor_sid: inventor, contribution_pct: '100' }], claims_count: 9 },
    steps: [['review'], ['ready']],
  },
  trademark: {
    make: { title: '虚构之光', country: 'CN', mark_type: 'WORD', classes: CLASSES, applicants },
    steps: [
      ['file', { application_no: '70000001', filing_date: '2005-03-02', classes: CLASSES }],
      ['accept'],
      ['refuse_in_part'],
      ['keep_the_rest'],
      ['publish', { prelim_pub_date: '2006-06-06', prelim_pub_issue: '1500' }],
      ['register', { reg_no: '70000001', reg_date: '2006-09-07', valid_from: '2006-09-07', valid_to: '2016-09-06' }],
      ['delete_goods', { classes: [{ ...CLASSES[0], goods: '计算机', goods_count: 1 }] }],
      ['enter_grace'],
      ['renew', { renewed_on: '2016-10-08' }],
      ['contest_use'],
      ['keep'],
      ['surrender', ENDED],
    ],
  },
  software: {
    make: { title: '虚构软件', version_no: 'V1.0', owners: applicants, complete_date: '2023-05-06' },
    files: ['source_code', 'manual'],
    steps: [['review'], ['submit', { submit_date: '2023-06-01' }], ['accept', { accept_date: '2023-06-08' }], ['correct'], ['answer_correction'], ['register', { reg_no: '2023SR9000011', reg_date: '2023-08-01' }], ['revoke', ENDED]],
  },
  copyright: {
    make: { title: '虚构图案', work_type: 'ART', owners: applicants, authors: [{ inventor_sid: inventor }], completion_date: '2023-03-02' },
    files: ['sample'],
    steps: [['submit', { submit_date: '2023-04-03' }], ['correct'], ['answer_correction'], ['register', { reg_no: '国作登字-2023-F-00000001', reg_date: '2023-05-12' }], ['revoke', ENDED]],
  },
  ic_layout: {
    make: { title: '虚构布图', owners: applicants, completion_date: '2024-02-03' },
    files: ['drawings'],
    steps: [['file', { application_no: 'BS.245000001', filing_date: '2024-05-10' }], ['examine'], ['correct'], ['answer_correction'], ['refuse'], ['request_review'], ['review_allowed'], ['register', { reg_no: 'BS.245000001', reg_date: '2025-02-05' }], ['surrender', ENDED]],
  },
  achievement: {
    make: { title: '虚构成果', completers: [{ inventor_sid: inventor }], complete_orgs: applicants },
    steps: [['review'], ['identify', { identify_way: 'APPRAISAL', identify_date: '2025-06-03', identify_org: '虚构学会' }], ['register', { register_no: 'R-1', register_date: '2025-07-01' }], ['transform', { application_status: '已应用', benefit: '100.10' }], ['archive', { close_date: '2026-01-05' }]],
  },
  trade_secret: {
    make: { title: '虚构工艺', holders: applicants, protective_measures: ['NDA'] },
    also: (case_sid) => make('secret_point', { case_sid, point_no: 1, name: '虚构曲线', content: '虚构内容' }),
    steps: [['review'], ['protect', { from_date: '2024-11-04' }]],
  },
  paper: {
    make: { title: '虚构研究', authors: [{ inventor_sid: inventor, corresponding: true }] },
    steps: [['request_review'], ['submit', { secrecy_review: 'PASSED', journal: '虚构学报', submit_date: '2025-05-02' }], ['accept', { accept_date: '2025-08-02' }], ['publish', { publish_date: '2025-10-10' }], ['withdraw', ENDED]],
  },
  domain: {
    make: { domain_name: 'undo.cn', status: 'APPLIED', registrar: '虚构注册商', registrant: '虚构科技', register_date: '2020-12-21', expiry_date: '2030-12-21' },
    steps: [['register'], ['expire_soon'], ['renew', { expiry_date: '2031-12-21' }], ['dispute', { dispute_date: '2026-01-05' }], ['keep'], ['transfer_out', ENDED]],
  },
} // oxfmt-ignore

/** What a person reads of the case; who last wrote it and when is of the history. A deadline that a second person has yet to end is told apart. */
async function asRead(model: string, sid: string) {
  const {
    version: _,
    updated_at: __,
    updated_by: ___,
    transitions,
    ...record
  } = (await call<Row>(`${model}/${sid}`, undefined, { as: manager })).data
  const steps = (transitions as { code: string }[]).map(({ code }) => code)
  const live = " AND status != 'CANCELLED'"
  const deadlines = await listed('deadline', sid, 'key,to_end,status,official_due,internal_due,grace_end,done_date', live)
  const fees = await listed('fee', sid, 'deadline_key,fee_type,annuity_year,status,decision,amount,surcharge,currency,due_date,grace_end', live)
  const ending = new Set(deadlines.flatMap(({ key, to_end }) => (to_end ? [key] : [])))
  const texts = (rows: readonly Row[], by: string) => rows.filter((row) => !ending.has(row[by])).map(({ sid: _own, ...row }) => JSON.stringify(row)).toSorted() // oxfmt-ignore
  return { record, steps, deadlines: texts(deadlines, 'key'), fees: texts(fees, 'deadline_key') }
}

/** A file of its own in each of these fields. */
async function attach(model: string, sid: string, codes: readonly string[]) {
  const files: Record<string, { sid: string; name: string }[]> = {}
  for (const code of codes) {
    const sent = await sendFile(app, {
      path: 'document/do/upload',
      token: manager.token,
      file: `虚构 ${code}`,
      name: `${code}.txt`,
      fields: { case_sid: sid },
    })
    assert.equal(sent.status, 200, sent.message)
    files[code] = [{ sid: String(sent.data.sid ?? sent.data[0]?.sid), name: `${code}.txt` }]
  }
  await done(`${model}/do/update`, { sid, version: (await call<Row>(`${model}/${sid}`, undefined, { as: manager })).data.version, ...files })
}

for (const [model, life] of Object.entries(LIVES))
  test(`[1.09] ${model}: each of ${life.steps.length} steps is undone exactly`, async () => {
    const { sid } = await make(model, life.make)
    await life.also?.(sid)
    if (life.files) await attach(model, sid, life.files)
    for (const [transition, fields = {}] of life.steps) {
      const before = await asRead(model, sid)
      await done(`${model}/do/transition`, { sid, transition, ...fields })
      await done(`${model}/do/undo_transition`, { sid, reason: '误操作' })
      assert.deepEqual(await asRead(model, sid), before, transition)
      await done(`${model}/do/transition`, { sid, transition, ...fields })
    }
  })
