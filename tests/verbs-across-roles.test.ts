import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { askedBy } from '../server/records/actions.ts'
import { createRow } from '../server/records/write/create.ts'
import { systemContext } from '../server/records/context.ts'
import { modelOf } from './harness/engine.ts'
import { mergeable } from './harness/cases/mergeable.ts'
import { mailBodies } from './harness/mail/mail-records.ts'
import { sendFile } from './harness/cases/exchange.ts'
import { keptVatFile } from './harness/cases/vat-invoices.ts'
import { packActions } from './harness/packs.ts'
import { portalActions } from './harness/portals.ts'
import { type Answer, testServer } from './harness/server.ts'
import { shareBodies } from './harness/share-bodies.ts'

// A person has two roles: one grants every verb on no record, the other read and delete on every record. An action requires
// its own verb on the record, so every action is refused; an administrator then succeeds with the same body.
process.env.INNOE_RATE_LIMIT = '100000000'
const { app, tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const owner = { owner_sid: admin.sid, company_sid: admin.company, department_sid: admin.department }

async function holderOfBothRoles() {
  const every = await make('role', { code: 'all_of_none', name: 'All of none', weight: 1000 })
  const seeing = await make('role', { code: 'sees_and_deletes', name: 'Sees and deletes', weight: 1000, document_classes: ['V2'] })
  for (const { name, derived } of tenant.models.all.values()) {
    if (derived) continue
    const none = { data_scope: 'CUSTOM', query: 'created_at IS EMPTY' }
    await make('role_grant', { role_sid: every, entity: name, verbs: ['*'], ...none })
    await make('role_grant', { role_sid: seeing, entity: name, verbs: ['get', 'search', 'count', 'delete'], data_scope: 'ALL' })
  }
  return enrol('inventor', { role_sids: [every, seeing] })
}
const both = await holderOfBothRoles()

const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: '两个角色', country: 'CN', patent_type: 'INVENTION', ...owner, ...more })
const trademark = (more: Record<string, unknown> = {}) => make('trademark', { title: '两个角色', country: 'CN', ...owner, ...more })
const someone = async () => (await enrol('inventor')).sid
const account = async (person: string) =>
  (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid
const feeOf = async (more: Record<string, unknown> = {}) =>
  make('fee', { case_sid: await patent(), fee_class: 'ANNUITY', fee_type: 'DRAFT', due_date: '2027-01-04', amount: '100', ...more })
const menus = (await tenant.db.selectFrom('rbac_menu').select('sid').where('parent_sid', 'is', null).where('platform', '=', '1').execute()).map((one) => one.sid) // oxfmt-ignore
const inventor = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()).sid

async function extensible() {
  const sid = await patent({ status: 'SE', filing_date: '2024-02-01', application_no: '202410012345.2', se_entered_date: '2025-01-01' })
  await make('official_event', { case_sid: sid, code: 'CN14', event_date: '2026-10-12' })
  const rows = await tenant.db.selectFrom('deadline').select('sid').where('case_sid', '=', sid).where('rule_id', '=', 'CNP19').execute()
  return String(rows[0]?.sid)
}

/** A row in force, and the content of its next version. */
async function next(model: 'deadline_rule' | 'fee_schedule', iql: string, content: Record<string, unknown>) {
  const { data } = await call<{ record: { sid: string; content: Record<string, unknown> }[] }>(
    `${model}/do/search`,
    { fl: ['sid', 'content'], iql, rows: 1 },
    { as: admin },
  )
  return { sid: data.record[0]?.sid, content: { ...data.record[0]?.content, ...content } }
}

const field = () => make('custom_field', { entity: 'tag', code: `hat_${++fields}`, name: `帽 ${fields}`, data_type: 'STRING' })
let fields = 0

async function published() {
  const sid = await field()
  assert.equal((await call('custom_field/do/publish', { sid }, { as: admin })).code, 0)
  return sid
}

async function edited() {
  const sid = await published()
  assert.equal((await call('custom_field/do/update', { sid, name: '改名' }, { as: admin })).code, 0)
  return sid
}

async function listed() {
  const sid = await feeOf({ status: 'TO_PAY' })
  const { data, text } = await call('payment/do/from_fees', { fee_sids: [sid] }, { as: admin })
  assert.ok(data, text)
  return String(data.sid)
}

/** A bill with one deviation: it names no case. */
const bill = () => make('invoice', { invoice_no: `帽 ${++fields}`, seller_name: '虚构翻译社', bill_date: '2026-01-05', lines: [{ service: '翻译', amount: '1' }] }) // oxfmt-ignore

async function submitted() {
  const { data } = await call('patent/do/create', { title: '可撤销', country: 'CN', patent_type: 'INVENTION' }, { as: admin })
  const { transitions } = (await call<{ transitions: { code: string }[] }>(`patent/${String(data.sid)}`, undefined, { as: admin })).data
  const taken = await call('patent/do/transition', { sid: data.sid, transition: 'review' }, { as: admin })
  assert.equal(taken.code, 0, JSON.stringify(transitions) + taken.text)
  return String(data.sid)
}

async function accepted() {
  const sid = await trademark({ status: 'TM_FILED', application_no: '90000001', filing_date: '2024-02-01' })
  const taken = await call('trademark/do/transition', { sid, transition: 'accept' }, { as: admin })
  assert.equal(taken.code, 0, taken.text)
  return sid
}

const party = await make('applicant', { name: '两个角色公司', country: 'CN' })
const SIDES = (...codes: string[]) => Object.fromEntries(codes.map((code) => [code, [{ applicant_sid: party }]]))
/** The other kinds of case: one in a state that a step leaves, and a date of it. */
const KINDS: Record<string, { values: Record<string, unknown>; step: string; date: string }> = {
  achievement: { values: { title: '两个角色', status: 'REVIEW' }, step: 'return', date: 'register_date' },
  copyright: {
    values: { title: '两个角色', status: 'SUBMITTED', work_type: 'WRITTEN', submit_date: '2026-04-07' },
    step: 'correct',
    date: 'completion_date',
  },
  domain: {
    values: {
      domain_name: 'two-roles.example',
      registrar: '虚构注册商',
      registrant: '虚构公司',
      status: 'ACTIVE',
      register_date: '2024-02-01',
      expiry_date: '2030-02-01',
    },
    step: 'expire_soon',
    date: 'expiry_date',
  },
  ic_layout: {
    values: { title: '两个角色', status: 'FILED', completion_date: '2025-01-06', filing_date: '2025-02-03' },
    step: 'examine',
    date: 'filing_date',
  },
  paper: {
    values: { title: '两个角色', status: 'SUBMITTED', secrecy_review: 'PASSED', submit_date: '2026-01-05' },
    step: 'withdraw',
    date: 'submit_date',
  },
  proposal: { values: { title: '两个角色', status: 'SUBMITTED' }, step: 'agree', date: 'plan_disclosure_date' },
  software: { values: { title: '两个角色', status: 'SW_REVIEW' }, step: 'return', date: 'complete_date' },
  trade_secret: { values: { title: '两个角色', authorised_users: [admin.sid] }, step: 'review', date: 'from_date' },
  transfer: { values: { title: '两个角色', ...SIDES('assignors', 'assignees') }, step: 'request_approval', date: 'submit_date' },
  licence: { values: { title: '两个角色', ...SIDES('licensors', 'licensees') }, step: 'request_approval', date: 'end_date' },
  pledge: {
    values: { title: '两个角色', ...SIDES('pledgors', 'pledgees'), principal: '1', due_date: '2030-02-01' },
    step: 'request_approval',
    date: 'due_date',
  },
  dispute: { values: { title: '两个角色' }, step: 'gather', date: 'known_date' },
  project: { values: { title: '两个角色' }, step: 'plan', date: 'end_date' },
  indexing_task: {
    values: { title: '标引', library_sid: await make('search_library', { lib_name: '库', manager_sid: admin.sid }) },
    step: 'cancel',
    date: 'due_date',
  },
  retrieval_request: { values: { title: '两个角色', status: 'ACCEPTED', requester_sid: admin.sid }, step: 'search', date: 'wanted_by' },
  risk: { values: { title: '两个角色', status: 'ANALYSED' }, step: 'monitor', date: 'found_date' },
}
const ofKind = (kind: string) =>
  make(kind, { ...owner, ...KINDS[kind]?.values, ...(kind === 'domain' && { domain_name: `hats-${++fields}.example` }) })

async function stepped(kind: string, transition: string) {
  const sid = await ofKind(kind)
  const taken = await call(`${kind}/do/transition`, { sid, transition }, { as: admin })
  assert.equal(taken.code, 0, taken.text)
  return sid
}

const LEVEL = { name: '审批', name_en: 'Approval', participants: [{ kind: 'PERSON', sid: admin.sid }], vote: 'ALL_PASS' }
const draftOf = (transition: string) =>
  make('approval_process', {
    code: `HAT${++fields}`,
    name: '两个角色',
    name_en: 'Two hats',
    entity: 'proposal',
    transition,
    levels: [LEVEL],
    own_allowed: true,
  })

async function publishedOf(transition: string) {
  const sid = await draftOf(transition)
  const published = await call('approval_process/do/publish', { sid }, { as: admin })
  assert.equal(published.code, 0, published.text)
  return sid
}

async function approval() {
  await publishedOf('reopen')
  const sid = await make('proposal', { ...owner, title: '两个角色', status: 'REJECTED' })
  const { data } = await call<{ approval: string }>('proposal/do/transition', { sid, transition: 'reopen' }, { as: admin })
  return data.approval
}

type Body = Record<string, unknown>
/** A received notice, and what is accepted of it. */
async function acceptable(waits_to_enter: true | null = null) {
  const sid = await make('notice_intake', {})
  const type = await tenant.db.selectFrom('document_type').select('sid').where('code', '=', 'CN14').executeTakeFirstOrThrow()
  const facts = { case_sid: await patent(), doc_type: type.sid, issue_date: '2026-03-16' }
  await tenant.db
    .updateTable('notice_intake')
    .set({ state: 'UNSURE', ...facts, waits_to_enter, original_name: 'a.pdf', file_key: 'notices/a', size: 1, ext: 'pdf' })
    .where('sid', '=', sid)
    .execute()
  return { sid, ...facts }
}

/** A body that is right but for the permission, of records that lie beyond the first role. */
const ACTIONS: Record<string, () => Promise<Body>> = {
  ...Object.fromEntries(
    (['company', 'department', 'tech_node', 'rbac_resource', 'dictionary_item'] as const).flatMap((tree): [string, () => Promise<Body>][] => {
      const named = () => (tree === 'company' ? { company_name: `节点 ${++fields}` } : tree === 'dictionary_item' ? { dictionary: 'value_grade', label_zh: '选项', code: `N${++fields}` } : { name: `节点 ${++fields}`, code: `N${fields}` }) // oxfmt-ignore
      const node = async () => ({ sids: [await make(tree, named())] })
      return [
        [`${tree}/sort`, node],
        [`${tree}/batch_move`, node],
      ]
    }),
  ),
  'rbac_menu/sort': async () => ({ sids: menus }),
  'rbac_menu/batch_move': async () => ({ sids: [menus.at(-1)] }),
  'rbac_menu/bind_role': async () => ({ role_sid: inventor, menu_sids: menus }),
  'role/copy': async () => ({ sid: inventor }),
  'role/save_permissions': async () => ({ sid: await make('role', { code: `hat_${++fields}`, name: '帽' }), mask_mobile: true }),
  'role/set_people': async () => ({ sid: await make('role', { code: `hat_${++fields}`, name: '帽' }), add: [await someone()] }),
  ...Object.fromEntries(
    ['user/password_reset', 'user/reset', 'user_info/password_reset', 'user_info/reset', 'system_admin/password_reset', 'user/unlock', 'user_info/unlock', 'user/end_sessions', 'user/sessions', 'user/reset_second_factor']
      .map((one) => [one, async () => ({ sid: await account(await someone()) })]), // oxfmt-ignore
  ),
  'user_handover/check': async () => ({ user_sid: await someone() }),
  'user_handover/handover': async () => ({ from_user: await someone(), to_user: admin.sid }),
  'user_handover/reactivate': async () => ({ user_sid: await make('user_info', { name: '离职者', person_status: 'RESIGNED' }) }),
  'user_info/view_as': async () => ({ sid: await someone() }),
  'user_info/modify': async () => ({ sid: await someone(), job_title: '工程师' }),
  ...portalActions({ make, call, admin }),
  ...packActions({ app, tenant, admin }),
  'custom_field/publish': async () => ({ sid: await field() }),
  'custom_field/revert': async () => ({ sid: await edited() }),
  'custom_field/unpublish': async () => ({ sid: await published() }),
  'related_case/split': async () => ({ sid: await patent({ family_sid: await make('patent_family', { title: '族' }) }) }),
  'patent/split': async () => ({ sid: await patent({ family_sid: await make('patent_family', { title: '族' }) }) }),
  'patent/undo_transition': async () => ({ sid: await submitted(), reason: '录入错误' }),
  'patent/update': async () => ({ sid: await patent(), title: '改' }),
  'patent/preview_dates': async () => ({ sid: await patent({ status: 'SE', filing_date: '2024-02-01' }), changes: { filing_date: '2024-03-01' } }),
  'trademark/split': async () => ({ sid: await trademark({ family_sid: await make('patent_family', { title: '族' }) }) }),
  'trademark/undo_transition': async () => ({ sid: await accepted(), reason: '录入错误' }),
  'trademark/update': async () => ({ sid: await trademark(), title: '改' }),
  'trademark/preview_dates': async () => ({ sid: await trademark(), changes: { filing_date: '2024-03-01' } }),
  'inventor/link_people': async () => ({ links: [{ inventor_sid: await make('inventor', { name: `发明人 ${++fields}` }), user_sid: await someone() }] }), // oxfmt-ignore
  'agency/invalidate': async () => ({ sid: await make('agency', { agency_name: `代理 ${++fields}` }), confirm: true }),
  'deadline/extend': async () => ({ sid: await extensible(), period: '2m' }),
  'deadline/reassign': async () => ({ sids: [await make('deadline', { case_sid: await patent(), name: '期限', official_due: '2027-01-01' })], owner_sid: admin.sid }), // oxfmt-ignore
  'deadline_rule/new_version': () => next('deadline_rule', "rule_id = 'CNP19' AND valid_to IS EMPTY AND rule_version = 1", { version: 2, valid_from: '2031-01-01', valid_to: undefined }), // oxfmt-ignore
  'filing_plan/carry_out': async () => ({ sid: await make('filing_plan', { name: '两个角色', share: 'SYSTEM', case_sid: await patent({ filing_date: '2026-03-16' }), legs: [{ key: 'US', parent: 'base', way: 'PRIORITY', country: 'US' }] }) }), // oxfmt-ignore
  'fee_schedule/new_version': () => next('fee_schedule', 'to_date IS EMPTY', { from_date: '2031-01-01', to_date: null }),
  'proposal/create_cases': async () => ({
    sids: [await make('proposal', { ...owner, title: '两个角色', status: 'APPROVED' })],
    cases: [{ kind: 'software', title: '两个角色' }],
  }),
  'approval_process/publish': async () => ({ sid: await draftOf('defer') }),
  'approval_process/new_version': async () => ({ sid: await publishedOf('resume') }),
  'approval_process/take_along': async () => ({ sid: await publishedOf('keep_secret') }),
  'approval_process/stop': async () => ({ sid: await publishedOf('merge') }),
  'approval/settle': async () => ({ sid: await approval(), act: 'CANCEL', opinion: '终止（虚构）' }),
  'payment/from_fees': async () => ({ fee_sids: [await feeOf({ status: 'TO_PAY' })] }),
  'payment/pay': async () => ({ sid: await listed(), pay_date: '2026-11-01' }),
  'invoice/match': async () => ({ sid: await bill() }),
  'invoice/take_vat_invoice': async () => ({ files: [await keptVatFile(app, admin.token)], invoice_sid: await bill() }),
  'invoice/decide': async () => ({ sid: await bill(), keys: ['UNKNOWN_CASE|1||1.00|'], decision: 'ACCEPT', reason: '一般服务' }),
  'fee/take_receipts': async () => ({ receipts: [{ fee_sid: await feeOf({ status: 'TO_PAY' }), voucher_no: 'R', pay_date: '2026-11-01' }] }),
  'fee/decide': async () => ({ sids: [await feeOf()], decision: 'PAY' }),
  ...Object.fromEntries(['set_main', 'check_out'].map((name) => [`document/${name}`, async () => ({ sid: await make('document', { case_sid: await patent(), file_name: 'a.pdf' }) })])), // oxfmt-ignore
  'document/give_back': async () => {
    const sid = await make('document', { case_sid: await patent(), file_name: 'a.pdf' })
    assert.equal((await call('document/do/check_out', { sid }, { as: admin })).code, 0)
    return { sid }
  },
  'document/fill_template': async () => ({ template: (await tenant.db.selectFrom('document_template').select('sid').where('built_in', '=', 'payment_zh').executeTakeFirstOrThrow()).sid, case_sid: await patent() }), // oxfmt-ignore
  'document/merge': async () => mergeable(tenant, make, await patent()),
  'document/move': async () => ({ sid: await make('document', { case_sid: await patent(), file_name: 'a.pdf' }), case_sid: await patent() }),
  ...Object.fromEntries((['preview', 'accept'] as const).map((name) => [`notice_intake/${name}`, acceptable])),
  'notice_intake/reject': async () => ({ sid: (await acceptable()).sid }),
  'notice_intake/enter': async () => ({ sid: (await acceptable(true)).sid, leaves_out: true }),
  ...mailBodies(tenant, make, patent),
  'dealt_right/add': async () => ({ dealing_sid: await ofKind('transfer'), case_sids: [await patent()] }),
  ...shareBodies({ tenant, call, admin, patent, someone, agent: async (agency_sid) => (await enrol('agent', { agency_sid })).sid }),
  'secret_point/open': async () => {
    const case_sid = await make('trade_secret', { title: '两个角色', ...owner, authorised_users: [admin.sid, both.sid] })
    return { sid: await make('secret_point', { case_sid, point_no: 1, name: '虚构', content: '虚构内容' }) }
  },
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, { step, date }]) => [
      [`${kind}/undo_transition`, async () => ({ sid: await stepped(kind, step), reason: '录入错误' })],
      [`${kind}/preview_dates`, async () => ({ sid: await ofKind(kind), changes: { [date]: '2026-03-02' } })],
    ]),
  ),
}

/** They name no record that they change: they make one, or only tell what would be. */
const OF_NO_RECORD = new Set([
  ...['proposal/read_file', 'permission_check/run', 'finding/run', 'configuration_pack/parts', 'related_case/check', 'deadline/extensions'],
  ...['create', 'plan_accounts', 'open_accounts'].map((name) => `user/${name}`),
  ...['patent', 'trademark'].flatMap((kind) => ['create', 'derivations', 'derive', 'set_case_no_rule', 'undoable'].map((name) => `${kind}/${name}`)),
  ...Object.keys(KINDS).flatMap((kind) => [`${kind}/set_case_no_rule`, `${kind}/undoable`]),
  ...['date_confirmation/set_rule', 'law_proposal/set_rule', 'agency_instruction/set_filing_rule', 'official_record/compare_with_registers'],
  ...['outgoing_mail/send', 'permission_proposal/set_rule', 'user_info/add_eureka_account_privilege', 'inventor/unlinked'],
  // Who may is decided by who indexes and who arbitrates: server/dealings/indexings.test.ts.
  ...['compare', 'reassign', 'send_back', 'settle'].map((name) => `indexing_task/${name}`),
  ...['deadline_rule/preview', 'fee_schedule/preview', 'payment/owed'],
])

test('every declared action that changes a record is tested', () => {
  const changing = tenant.modules.actions.filter(
    ({ declared: { model, permission, also } }) => Object.keys(askedBy(model, permission, also)).length > 0,
  )
  const names = new Set(changing.map(({ at, name }) => `${at}/${name}`))
  assert.deepEqual([...names].filter((one) => !OF_NO_RECORD.has(one)).sort(), Object.keys(ACTIONS).sort())
})

/** Tables that a refused call may change: the audit log keeps the refusal itself, a moment later. */
const NOT_COMPARED = new Set(['token', 'case', 'audit_entry'])

/** What each table holds: every write makes a row, removes one or raises its version. */
async function everything() {
  const names = [...tenant.models.all.keys()].filter((name) => !NOT_COMPARED.has(name))
  const parts = names.map(
    (name) => sql`select ${name} as name, count(*) as n, sum(version) as versions, count(deleted_at) as gone from ${sql.table(name)}`,
  )
  return (await sql`${sql.join(parts, sql` union all `)} order by name`.execute(tenant.db)).rows
}

async function refusedThenDone(act: (as: typeof admin) => Promise<Pick<Answer, 'status' | 'code' | 'message'>>) {
  const before = await everything()
  const refused = await act(both)
  assert.ok([403, 404].includes(refused.status), `${refused.status} ${refused.message}`)
  assert.deepEqual(await everything(), before)
  const done = await act(admin)
  assert.equal(done.code, 0, `the administrator: ${done.message} ${JSON.stringify(done)}`)
}

for (const [action, body] of Object.entries(ACTIONS))
  test(`${action.replace('/', '/do/')} requires its own verb on the record`, async () => {
    const given = await body()
    await refusedThenDone((as) => call(action.replace('/', '/do/'), given, { as }))
  })

test('an annuity decision for later years requires update permission on the case', async () => {
  const sid = await feeOf()
  const role = await make('role', { code: 'decides_fees', name: 'Decides fees' })
  await make('role_grant', { role_sid: role, entity: 'fee', verbs: ['*'], data_scope: 'ALL' })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'update'], data_scope: 'CUSTOM', query: 'created_at IS EMPTY' })
  const other = await make('role', { code: 'deletes_cases', name: 'Deletes cases' })
  await make('role_grant', { role_sid: other, entity: 'patent', verbs: ['get', 'search', 'delete'], data_scope: 'ALL' })
  const who = await enrol('inventor', { role_sids: [role, other] })
  const decide = (as: typeof admin) => call('fee/do/decide', { sids: [sid], decision: 'ABANDON', later: true }, { as })
  assert.equal((await decide(who)).status, 404)
  assert.equal((await decide(admin)).code, 0)
})

test('the undo of a batch edit requires update permission on its records', async () => {
  const sids = [await patent()]
  const { data } = await call('patent/do/batch_update', { sids, changes: { title: '批量' } }, { as: admin })
  await refusedThenDone((as) => call('batch_edit/do/undo', { sid: data.batch_sid }, { as }))
})

test('a new document version requires create permission on the previous document', async () => {
  const sid = await make('document', { case_sid: await patent(), file_name: 'v.txt' })
  await refusedThenDone((as) => sendFile(app, { path: 'document/do/upload', token: as.token, file: 'text', name: 'v.txt', fields: { sid } }))
})

test('a change of all query results requires update permission on them', async () => {
  const sid = await patent()
  const body = { iql: `sid = '${sid}'`, total: 1, changes: { title: '结果' } }
  await refusedThenDone((as) => call('patent/do/update_results', body, { as }))
})

test('the decision on a proposed date requires permission to change its state', async () => {
  const case_sid = await patent({ status: 'SE', filing_date: '2024-02-01', application_no: '202410012347.1', se_entered_date: '2025-01-01' })
  const noticed = { case_sid, code: 'CN14', event_date: '2026-10-12', receive_date: '2026-11-09', receipt_reason: '系统记录' }
  const proposer = await enrol('ip_manager', { role_sids: [await allRole()] })
  assert.equal((await call('official_event/do/create', noticed, { as: proposer })).code, 0)
  const open = await tenant.db
    .selectFrom('date_confirmation')
    .select('sid')
    .where('case_sid', '=', case_sid)
    .where('status', '=', 'PROPOSED')
    .executeTakeFirstOrThrow()
  await refusedThenDone((as) => call('date_confirmation/do/transition', { sid: open.sid, transition: 'confirm' }, { as }))
})

async function allRole() {
  const sid = await make('role', { code: 'proposes', name: 'Proposes', weight: 1000 })
  await make('role_grant', { role_sid: sid, entity: '*', verbs: ['*'], data_scope: 'ALL' })
  return sid
}

test('a note requires create permission for notes on the case', async () => {
  const case_sid = await patent()
  await refusedThenDone((as) => call('case_note/do/create', { case_sid, text: '两个角色' }, { as }))
})
